"""Commands for files that come in and go out."""
