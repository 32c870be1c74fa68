"""Who and what is blocked in a place."""

from dataclasses import dataclass

from engine.values.chats.entries import Place
from engine.values.chats.places import Address


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


@dataclass(frozen=True, slots=True)
class ReportsGo:
    """Where reports of a space go: to a ``channel`` called ``title``; None: to the owners, in private."""

    channel: Address | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Reportable:
    """A reply that can be reported: where it lies, who says ``text``, and where a report of it would go.

    ``message`` is the platform's message that shows it, "" where that is not known. ``title`` is of its channel.
    """

    session: int
    place: Place
    character: str
    text: str
    message: str
    title: str
    to: ReportsGo
