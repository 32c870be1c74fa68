"""What people do with cards, casts, presets and world books."""
