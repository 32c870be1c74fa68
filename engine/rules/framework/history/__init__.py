"""The talk in a prompt."""
