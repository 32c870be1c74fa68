"""Web search for chat characters: the rules."""
