"""Work behind world books and cradles."""
