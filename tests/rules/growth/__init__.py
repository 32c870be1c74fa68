"""How the work of the pure rules grows with the length of their texts."""
