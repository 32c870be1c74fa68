"""The tests. Whatever runs as ``python -m tests.…`` or under pytest passes here first."""

import engine as _engine  # noqa: F401 — before numpy: how many threads that starts is settled there
