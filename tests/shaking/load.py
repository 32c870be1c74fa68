"""Keeps one processor busy in bursts, until whoever started it is gone or closes its standard input."""

import os
import select
import sys
from random import Random  # noqa: TID251 - seeded, for how long it works and rests; nothing of the product
from time import monotonic

WORK = 0.06
REST = 0.03
LONGEST = 3600.0


def main(seed: str) -> None:
    """Work and rest by turns, each for a random part of ``WORK`` and ``REST`` seconds; an hour at most."""
    chance = Random(seed)
    starter, end = os.getppid(), monotonic() + LONGEST
    while monotonic() < end and os.getppid() == starter:
        until = monotonic() + chance.random() * WORK
        while monotonic() < until:
            sum(range(1000))
        if select.select([sys.stdin], [], [], chance.random() * REST)[0]:
            return


if __name__ == "__main__":
    main(sys.argv[1])
