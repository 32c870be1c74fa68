"""Stores of cards, presets, world books and scripts, each by version."""
