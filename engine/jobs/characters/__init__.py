"""Work behind world books."""
