"""How like a question a memory is, and which come first."""
