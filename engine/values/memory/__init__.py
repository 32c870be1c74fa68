"""Values of what characters remember."""
