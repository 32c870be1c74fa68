"""Commands for characters, casts, presets and world books."""
