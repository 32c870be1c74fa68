"""When a character writes first, and what of. Pure."""
