"""Stores of what characters remember, and of what the work that remembers has read."""
