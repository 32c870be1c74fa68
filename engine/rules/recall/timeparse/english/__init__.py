"""Words of time in English."""
