"""What a long story is told by besides its messages: summaries, chapters, index, pages, dossiers, a grown persona."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from engine.values.chats.entries import Derived, Place


class ChronicleKind(StrEnum):
    """What a row of the chronicle is, as the kind of its derived row."""

    SUMMARY = "summary"
    CHAPTER = "chapter"
    PAGE = "story_page"
    TIMELINE = "timeline"
    ITEM = "item"
    DOSSIER = "dossier"
    EVOLUTION = "evolution"
    JUDGED = "judged"


class Level(IntEnum):
    """How much a page tells: 100 to 300 characters, or 30 to 50."""

    DETAILED = 0
    BRIEF = 1


@dataclass(frozen=True, slots=True)
class Summary:
    """What stands in place of the messages from seq ``first`` to ``last`` of the line.

    ``chapter`` is 0 for an automatic summary, else which chapter of the line it closes, from 1; then ``at`` is the seq
    of the act that closed it and ``title`` may name it.
    """

    id: int
    text: str
    first: int
    last: int
    place: Place
    chapter: int = 0
    at: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class StoryPage:
    """A page of the story. ``number`` counts them along the line from 1 and stays when it is compressed.

    ``when`` is the day of the story in its own words (``D3``), "" where nobody knows; ``brief`` what it becomes when it
    is compressed, "" where that has to be asked for.
    """

    id: int
    number: int
    text: str
    level: Level
    first: int
    last: int
    place: Place
    title: str = ""
    when: str = ""
    brief: str = ""


@dataclass(frozen=True, slots=True)
class TimelineLine:
    """A line of the timeline. ``when`` is a day of the story, or days (``D1–D3``) where lines were ``merged``.

    It tells of the messages from seq ``first`` to ``last``. ``until``: where on the line it ended; 0 while it is live.
    """

    id: int
    text: str
    place: Place
    when: str = ""
    merged: bool = False
    first: int = 0
    last: int = 0
    until: int = 0


@dataclass(frozen=True, slots=True)
class ChronicleItem:
    """A thing that matters, and how it stands with it by the messages from seq ``first`` to ``last``.

    ``until``: where on the line it ended, because it changed; 0 while it is live.
    """

    id: int
    name: str
    text: str
    place: Place
    first: int = 0
    last: int = 0
    until: int = 0


@dataclass(frozen=True, slots=True)
class Dossier:
    """What is known of a figure of the story, who is called ``name`` or one of ``aliases``."""

    id: int
    name: str
    text: str
    place: Place
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonaGrowth:
    """A version of who the character has become. ``number`` counts the versions of the line from 1."""

    id: int
    text: str
    number: int
    place: Place


@dataclass(frozen=True, slots=True)
class Recorded:
    """A row of the chronicle, live or not: where on the line it ended (None: it lives), why, and what came instead."""

    row: Derived
    ended_at: int | None = None
    reason: str = ""
    by: int | None = None

    def live_at(self, seq: int) -> bool:
        """Whether it was live when the line went as far as ``seq``."""
        return self.row.place.seq <= seq and (self.ended_at is None or self.ended_at > seq)


@dataclass(frozen=True, slots=True)
class Lately:
    """What of the index has changed on a line behind seq ``since`` by the story's own course: as it was before.

    ``mended`` is where somebody last put something right, or took it away; 0 where nobody did.
    """

    since: int = 0
    timeline: tuple[TimelineLine, ...] = ()
    items: tuple[ChronicleItem, ...] = ()
    mended: int = 0


@dataclass(frozen=True, slots=True)
class Chronicle:
    """All of it that is live on a line, each kind oldest first.

    ``processed`` is the seq up to which pages were made; 0 for none. ``persona`` is the newest version, if any.
    ``lately`` tells what the index was a little while ago, for prompts whose front is to stay.
    """

    summaries: tuple[Summary, ...] = ()
    pages: tuple[StoryPage, ...] = ()
    timeline: tuple[TimelineLine, ...] = ()
    items: tuple[ChronicleItem, ...] = ()
    dossiers: tuple[Dossier, ...] = ()
    persona: PersonaGrowth | None = None
    processed: int = 0
    lately: Lately = Lately()


NO_CHRONICLE = Chronicle()
