"""The platforms people talk on, and the commands they share."""

import engine as _engine  # noqa: F401 — before numpy: how many threads that starts is settled there

__version__ = "0.1.0"
