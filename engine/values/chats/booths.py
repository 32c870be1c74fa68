"""Booths: the private thread that each person may have beside a lounge."""

from dataclasses import dataclass

from engine.values.chats.places import Address


@dataclass(frozen=True, slots=True)
class Booth:
    """Whom somebody would talk with, and the thread that they have, as the platform calls it; "" for none yet."""

    character: str
    thread: str = ""


@dataclass(frozen=True, slots=True)
class KeptBooth:
    """A thread that somebody has as their booth; ``person`` as the platform calls them."""

    at: Address
    person: str
