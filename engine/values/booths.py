"""Booths: the private thread that each person may have beside a lounge."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Booth:
    """Whom somebody would talk with, and the thread that they have, as the platform calls it; "" for none yet."""

    character: str
    thread: str = ""
