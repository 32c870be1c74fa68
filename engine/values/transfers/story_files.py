"""A whole story as a file that another Omoide opens: its rows, who speaks in it, and what it is played with."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from engine.values.documents import JsonObject
from engine.values.people.dates import FactDate

StoryRow = dict[str, Any]
"""A row as JSON. People, characters, books and rows are named by numbers that count within the story, from 1."""


class StoryTable(StrEnum):
    """The parts of a story, in the order in which they can be stored."""

    BRANCH = "branch"
    TURN = "turn"
    ENTRY = "entry"
    DERIVED = "derived"
    SOURCE = "source"
    RETIRED = "retired"
    MEMORY = "memory"
    REMEMBERED = "remembered"
    SAVEPOINT = "savepoint"


StoryRows = Mapping[StoryTable, Sequence[StoryRow]]


class StoryShelf(StrEnum):
    """What a story is played with, by the kind of thing that has versions."""

    CHARACTER = "character"
    BOOK = "book"
    PRESET = "preset"
    BACKGROUND = "background"


@dataclass(frozen=True, slots=True)
class Volume:
    """A thing with its versions, as it is stored. ``builtin``: its name in the house, if it is the house's.

    ``runs``: the regex scripts that it brings run where it was exported. ``pictures`` are those of a character by
    version; ``entries``: of a book, how many it has.
    """

    name: str
    versions: Mapping[int, Any]
    builtin: str = ""
    pictures: Mapping[int, bytes] = field(default_factory=dict[int, bytes], repr=False)
    entries: int = 0
    runs: bool = False


@dataclass(frozen=True, slots=True)
class StorySpeaker:
    """Somebody who speaks in the story. ``self``: the person who exported it."""

    name: str
    is_self: bool = False


@dataclass(frozen=True, slots=True)
class ScriptList:
    """Regex scripts that ran beside those of the card, as they are stored."""

    name: str
    scripts: Sequence[Any]


@dataclass(frozen=True, slots=True)
class CharacterStage:
    """What a character is played with besides its card. ``books`` count on the shelf of books, in their order.

    ``settings`` are those that held where it played, whoever set them.
    """

    books: Sequence[int] = ()
    scripts: Sequence[ScriptList] = ()
    settings: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class PersonStage:
    """Who the person that exported the story is in it, as a persona is stored, and what they set for themselves.

    Somebody who plays nobody is a persona with a name alone.
    """

    name: str
    body: JsonObject
    books: Sequence[int] = ()
    settings: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class StoryStage:
    """What the story's turns are made of besides its rows and shelves. ``characters`` are in the order of their shelf.

    ``person`` is None where the person that exported the story does not speak in it.
    """

    characters: Sequence[CharacterStage]
    person: PersonStage | None = None


@dataclass(frozen=True, slots=True)
class OwnFact:
    """What is known about the person who exported the story. ``character`` counts within it; 0: every character.

    ``date`` is its day, where it has one.
    """

    text: str
    character: int
    private: bool
    occurred_at: datetime
    date: FactDate | None = None

    def told(self) -> dict[str, Any]:
        """It as a file has it; without a day as it was before facts had days, so that older files keep their hash."""
        plain = {**asdict(self), "occurred_at": self.occurred_at.isoformat()}
        return plain if self.date is not None else {name: it for name, it in plain.items() if name != "date"}


@dataclass(frozen=True, slots=True)
class StoryFile:
    """All of it. ``digest`` is the hash of everything; ``branch`` is where the story stood.

    ``left_out`` counts what was not exported. ``stage`` is None in files of the first version: they hold the chat's own
    ``settings`` instead, and their hash is of the title, the lines and the saves alone.
    """

    title: str
    seed: int
    branch: int
    digest: str
    people: Sequence[StorySpeaker]
    shelves: Mapping[StoryShelf, Sequence[Volume]]
    rows: StoryRows
    settings: JsonObject = field(default_factory=dict[str, Any])
    facts: Sequence[OwnFact] = ()
    left_out: Mapping[str, int] = field(default_factory=dict[str, int])
    product: str = ""
    made_at: str = ""
    stage: StoryStage | None = None
