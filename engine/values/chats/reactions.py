"""What people feel about messages, as a turn reads it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeptReactions:
    """What somebody has on a message now, and had when an act last said so; how often they have changed it."""

    emojis: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    changes: int = 0


@dataclass(frozen=True, slots=True)
class Felt:
    """The act by which ``name`` (person ``person``) changed their reactions on the message at seq ``target``.

    ``told``: what was felt was told since, by a reply that went on. ``audience`` is as in Entry.
    """

    seq: int
    target: int
    person: int
    name: str
    signs: tuple[str, ...] = ()
    told: bool = False
    audience: tuple[int, ...] = ()
