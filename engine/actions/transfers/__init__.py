"""Files on their way in and out."""
