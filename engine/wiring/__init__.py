"""The composition root of the engine: the only place that names concrete parts. Plain constructor calls."""
