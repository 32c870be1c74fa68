"""Words of both languages, as memory compares them."""
