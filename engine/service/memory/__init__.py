"""What characters remember."""
