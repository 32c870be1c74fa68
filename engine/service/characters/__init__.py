"""Cards, casts, presets, world books."""
