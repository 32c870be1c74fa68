"""Values around a call of a model: what goes in, what comes back, what it counts."""
