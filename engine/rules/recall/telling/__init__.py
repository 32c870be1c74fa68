"""How what is remembered is told in few lines."""
