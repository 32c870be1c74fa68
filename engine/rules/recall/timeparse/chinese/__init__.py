"""Words of time in Chinese."""
