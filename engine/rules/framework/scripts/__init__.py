"""Regex scripts at work."""
