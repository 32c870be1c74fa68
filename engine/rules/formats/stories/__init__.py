"""Backgrounds, memories and whole stories as files."""
