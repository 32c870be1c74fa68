"""Days that matter to people: when they come next, and which day somebody means."""
