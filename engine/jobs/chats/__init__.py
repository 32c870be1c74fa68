"""Work that answers later what could not be answered at once."""
