"""Values of who plays and by which texts: cards, casts, presets, world books, scripts."""
