"""Work that forgets people who asked for it."""
