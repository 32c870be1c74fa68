"""Characters under their own name and face on Discord."""
