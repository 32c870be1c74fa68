"""Bodies in older shapes, brought up to the newest one step by step before they are read."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.rules.bodies.fields import VERSION, Stored, whole

Upgrade: TypeAlias = Callable[[Stored], Stored]
"""Makes a body of one version a body of the next."""


def upgraded(raw: Stored, steps: Sequence[Upgrade]) -> Stored:
    """A body in the newest shape; ``steps`` make version 2 of version 1, then 3 of 2, and so on."""
    version = whole(raw, VERSION, 1)
    for step in steps[version - 1 :]:
        raw = step(raw)
    newest = 1 + len(steps)
    return raw if version > newest else {name: it for name, it in raw.items() if name != VERSION}
