"""Quick replies: reading their scripts, and what comes of running them. Pure."""
