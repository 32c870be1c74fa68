"""What people do with what a character remembers."""
