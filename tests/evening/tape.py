"""What was to be seen on an evening, in the order in which it was seen.

A message is noted each time it changes. ``Tape.rows`` keeps of it what stood there when somebody next did something, so
that a reply that grew is one bubble, and a menu that was turned is shown again in the place where it was turned.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

Clock: TypeAlias = Callable[[], float]


class Kind(StrEnum):
    """What happened: a message, or a line of its own between messages."""

    MESSAGE = "message"
    SCENE = "scene"
    ACT = "act"
    TOAST = "toast"
    FORM = "form"
    BROKEN = "broken"
    PRINTED = "printed"
    TYPED = "typed"


@dataclass(frozen=True, slots=True)
class Face:
    """Who is seen to speak. ``picture`` is a PNG, empty for a letter."""

    name: str
    picture: bytes = b""
    bot: bool = False


@dataclass(frozen=True, slots=True)
class File:
    """A file of a message."""

    name: str
    kind: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Look:
    """How a message looks. ``body`` and ``quote`` (what it answers) are HTML; ``buttons`` are labels, row by row."""

    body: str
    buttons: tuple[tuple[str, ...], ...] = ()
    files: tuple[File, ...] = ()
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Shot:
    """One thing that was to be seen. ``at`` is seconds since 1970, ``step`` counts what people have done before it.

    ``only`` is who alone sees it, "" for everybody; ``changed``: it stood there before, and looked otherwise.
    """

    kind: Kind
    at: float
    step: int
    place: str
    who: Face = Face("")
    message: str = ""
    look: Look = Look("")
    only: str = ""
    silent: bool = False
    gone: bool = False
    changed: bool = False


@dataclass
class Tape:
    """``now`` is the time of what is noted."""

    now: Clock
    shots: list[Shot] = field(default_factory=list[Shot])
    step: int = 0

    def scene(self, title: str) -> None:
        """Another scene begins."""
        self.step += 1
        self._note(Kind.SCENE, "", title)

    def act(self, place: str, who: str, body: str) -> None:
        """Somebody does something else than write."""
        self.step += 1
        self._note(Kind.ACT, place, body, who)

    def steps(self) -> None:
        """Somebody is about to write."""
        self.step += 1

    def aside(self, kind: Kind, place: str, body: str, who: str = "") -> None:
        """Something that is shown beside the messages."""
        self._note(kind, place, body, who)

    def message(self, shot: Shot) -> None:
        """A message as it stands now."""
        self.shots.append(replace(shot, at=self.now(), step=self.step))

    def _note(self, kind: Kind, place: str, body: str, who: str = "") -> None:
        self.shots.append(Shot(kind, self.now(), self.step, place, Face(who), look=Look(body)))

    def rows(self) -> list[Shot]:
        """What a reader is shown, oldest first."""
        return list(_seen(self.shots))


def _seen(shots: list[Shot]) -> Iterator[Shot]:
    last = {_stand(it): it for it in shots if it.message}
    shown: dict[tuple[str, str], Look] = {}
    told: set[tuple[str, str, int]] = set()
    for it in shots:
        if not it.message:
            yield it
            continue
        stand, name = _stand(it), (it.place, it.message)
        if stand in told:
            continue
        told.add(stand)
        newest = last[stand]
        before = shown.get(name)
        shown[name] = newest.look
        if before is None or newest.gone or not _alike(before, newest.look):
            yield replace(newest, at=it.at, changed=before is not None, silent=it.silent)


def _stand(it: Shot) -> tuple[str, str, int]:
    return it.place, it.message, it.step


def _alike(before: Look, after: Look) -> bool:
    """Whether nobody would look twice: nothing has changed, or buttons have gone."""
    return before == after or (not after.buttons and replace(before, buttons=()) == after)
