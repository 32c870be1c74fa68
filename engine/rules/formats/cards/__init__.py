"""Character cards in every container and dialect."""
