"""Presets and regex scripts."""
