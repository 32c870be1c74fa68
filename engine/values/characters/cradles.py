"""A character that grows in a cradle: what was fed, what its draft says and where that comes from."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

LONGEST_PIECE: Final = 200_000
"""Characters of a piece. A longer one is refused with that number: most of a book says nothing of a character."""
MOST_PIECES: Final = 500
MOST_TEXT: Final = 2_000_000
"""Characters of all pieces of a cradle together: about ten of the longest."""


class PieceKind(StrEnum):
    """What was fed: words, a text file, a picture, a page of the web."""

    TEXT = "text"
    FILE = "file"
    PICTURE = "picture"
    LINK = "link"


class PieceState(StrEnum):
    """How far a piece is: it waits to be read, was read, could not be read, or was taken back."""

    WAITING = "waiting"
    READ = "read"
    UNREAD = "unread"
    TAKEN = "taken"


class DraftField(StrEnum):
    """What a statement of a draft belongs to. ``SPEECH``: how the character speaks; ``EXAMPLE``: a line it says."""

    DESCRIPTION = "description"
    PERSONALITY = "personality"
    SPEECH = "speech"
    SCENARIO = "scenario"
    EXAMPLE = "example"
    GREETING = "greeting"
    WORLD = "world"


class CradleStage(StrEnum):
    """How far a draft has grown, by what it says."""

    SEED = "seed"
    SKETCH = "sketch"
    SHAPE = "shape"
    READY = "ready"


@dataclass(frozen=True, slots=True)
class CradleStatement:
    """A sentence of a draft. ``piece`` is where it was read, None for one that was dreamed up.

    ``quote`` are the words there that say so. ``title`` and ``keys`` are those of an entry of the world book.
    ``instead_of`` is the statement whose place it took, because it says the same better or, if it ``contradicts``,
    something else. ``ended_by`` is what took its own place, 0 where somebody put it aside; None while it holds.
    ``proposed``: it was read after birth, and nobody has said yes to it.
    """

    number: int
    field: DraftField
    text: str
    made_at: datetime
    piece: int | None = None
    quote: str = ""
    title: str = ""
    keys: tuple[str, ...] = ()
    instead_of: int | None = None
    contradicts: bool = False
    ended_by: int | None = None
    proposed: bool = False

    @property
    def holds(self) -> bool:
        """Whether the card says it."""
        return self.ended_by is None and not self.proposed


@dataclass(frozen=True, slots=True)
class CradlePiece:
    """Something that was fed, on its day. ``source``: a file's name, an address. ``asked``: what had been asked then.

    ``fault`` is the id of the error for which it is unread, ``read_to`` how many characters have been read.
    """

    number: int
    kind: PieceKind
    state: PieceState
    text: str
    source: str
    asked: str
    sha256: str | None
    person: int
    fed_at: datetime
    read_to: int = 0
    fault: str = ""


@dataclass(frozen=True, slots=True)
class NewPiece:
    """A piece before it is kept. ``text`` is empty where it has to be looked for: on a picture, at an address."""

    kind: PieceKind
    text: str = ""
    source: str = ""
    sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Cradle:
    """A cradle with all that lies in it. ``question`` is what the draft would like to know next."""

    character: int
    name: str
    person: int
    begun_at: datetime
    born_at: datetime | None
    question: str
    pieces: tuple[CradlePiece, ...] = ()
    statements: tuple[CradleStatement, ...] = ()

    @property
    def holding(self) -> tuple[CradleStatement, ...]:
        """What the card is made of."""
        return tuple(it for it in self.statements if it.holds)

    @property
    def proposed(self) -> tuple[CradleStatement, ...]:
        """What was read after birth and waits for a yes."""
        return tuple(it for it in self.statements if it.proposed and it.ended_by is None)

    def piece(self, number: int) -> CradlePiece | None:
        """A piece by its number."""
        return next((it for it in self.pieces if it.number == number), None)

    def statement(self, number: int) -> CradleStatement | None:
        """A statement by its number."""
        return next((it for it in self.statements if it.number == number), None)


@dataclass(frozen=True, slots=True)
class CradleInfo:
    """A cradle as a list shows it, ``id`` being its character's.

    ``pieces`` were fed and not taken back; so many of them are still ``waiting``.
    """

    id: int
    name: str
    begun_at: datetime
    born_at: datetime | None
    pieces: int
    waiting: int


@dataclass(frozen=True, slots=True)
class Fed:
    """What became of a piece. ``added`` are the statements that were read in it; the older ones are those they ended.

    ``question`` is what the draft asks next. ``waits``: it is not read yet, and will be; ``fault``: why it cannot be.
    ``unfounded`` counts what the model said that the piece does not say: it is left out.
    """

    piece: CradlePiece
    cradle: Cradle
    stage: CradleStage
    added: tuple[CradleStatement, ...] = ()
    waits: bool = False
    fault: str = ""
    unfounded: int = 0
