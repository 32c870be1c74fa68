"""How what the engine says becomes visible on a platform, and stays so through crashes and rate limits."""
