"""What of a talk is remembered, and in which form."""
