"""Who and what is blocked in a place."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SomebodyThere:
    """A person by the platform's number, and whether they are an owner of the house."""

    id: int
    external: str
    name: str
    owner: bool


@dataclass(frozen=True, slots=True)
class BlockedPerson:
    """Somebody who is not heard: in one space, or ``everywhere``. ``name`` is "" of who asked to be forgotten."""

    everywhere: bool
    platform: str
    external: str
    name: str


@dataclass(frozen=True, slots=True)
class BlockedWord:
    """A word that is refused: in one space, or ``everywhere``."""

    everywhere: bool
    word: str
