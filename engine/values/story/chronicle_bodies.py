"""What rows of a chronicle say besides their columns: one class a kind."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.values.chats.row_bodies import RowBody
from engine.values.story.chronicle import Level
from engine.values.story.director import Mark


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryBody(RowBody):
    """An automatic summary. ``until``: when the last message that it tells was said, in ISO 8601."""

    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterBody(RowBody):
    """A chapter that was closed, from 1; ``at`` is the seq of the act that closed it, ``title`` may name it."""

    chapter: int = 0
    at: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class PageOrigin:
    """How a page came about that was not told in its turn. ``setting``: world books and card were read for it.

    ``missed``: so many messages no model had anything to tell of. ``room``: so many numbers before its own are free.
    ``redone``: it is told again; ``told``: then in full, where the page itself is brief or has left the catalogue.
    """

    setting: bool = False
    missed: int = 0
    room: int = 0
    redone: bool = False
    told: str | None = None


IN_TURN = PageOrigin()


@dataclass(frozen=True, slots=True, kw_only=True)
class PageBody(RowBody):
    """A page, as StoryPage has it. ``items``, ``figures``: the things and figures of which it told something new."""

    number: int = 0
    level: Level = Level.DETAILED
    title: str = ""
    when: str = ""
    brief: str = ""
    items: tuple[str, ...] | None = None
    figures: tuple[str, ...] | None = None
    origin: PageOrigin = IN_TURN


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineBody(RowBody):
    """A line of the timeline, as TimelineLine has it."""

    when: str = ""
    merged: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedBody(RowBody):
    """What is told apart by a name."""

    name: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it is called, its name first."""
        return (self.name,)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemBody(NamedBody):
    """A thing that matters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DossierBody(NamedBody):
    """A figure of the story."""

    aliases: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that somebody is called, their name first."""
        return (self.name, *self.aliases)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvolutionBody(RowBody):
    """A version of a grown persona, by its fields; ``number`` counts from 1.

    ``at``: the seq of the act that it was made for, 0 for none. ``auto``, ``hand``: how it came about. ``kept``: fields
    that would have changed too much. ``same``: it repeats the version before, for there was nothing to change.
    """

    number: int = 0
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    at: int | None = None
    auto: bool | None = None
    hand: bool = False
    kept: tuple[str, ...] | None = None
    same: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedBody(RowBody):
    """What was judged of ``reply``, which one Plot counts; no ``mark``: nothing had happened, or nobody could say."""

    reply: int = 0
    mark: Mark | None = None
