"""What entries of each kind say besides their columns: one class a kind, of which ``EntryBody`` is the union.

How they are stored is known in one place, ``engine.rules.bodies``. A newer version may say more than these fields: what
none of them holds is kept in ``more`` and goes back as it came.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, TypeVar

from engine.values.characters.casts import Ways
from engine.values.characters.lore_timers import NO_TIMERS, LoreTimers
from engine.values.chats.occasions import Occasion, OccasionKind
from engine.values.documents import Json, JsonObject
from engine.values.models.pictures import SentFile
from engine.values.story.director import BEGINNING, Plot

TalkCounts = tuple[int, int, int]
"""Messages of people, messages of characters, and all of it in tokens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActBody:
    """What every body may hold. ``origin``: where an act that went along to another reply was first done."""

    origin: tuple[int, int] | None = None
    more: tuple[tuple[str, Json], ...] = ()


@dataclass(frozen=True, slots=True)
class ReplyQuote:
    """What a message replies to: who said it and how it begins; ``character``: who of the cast that was."""

    speaker: str
    text: str
    character: int | None = None


@dataclass(frozen=True, slots=True)
class ForwardOrigin:
    """Where a forwarded message comes from, as its platform tells: who wrote it, in which chat; "" if unknown."""

    author: str = ""
    chat: str = ""


@dataclass(frozen=True, slots=True)
class CardWords:
    """Words of a card: its ``version``, what it called the ``user``. Its greeting ``number`` of so ``many``, from 0.

    ``joined`` instead: what it says to a group that it comes to.
    """

    version: int = 0
    user: str = ""
    number: int | None = None
    many: int = 0
    joined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyMarks(ActBody):
    """What a turn says of its reply. ``said``: how much was said up to it on the whole line. ``impersonated``: the
    model wrote it for a person. ``behind``: so many characters of it were said before it went on.
    """

    said: TalkCounts | None = None
    emotions: tuple[str, ...] = ()
    gestures: tuple[str, ...] = ()
    impersonated: bool = False
    behind: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageBody(ReplyMarks):
    """Something said. ``card``: it is words of a card. Of an imported chat: ``narrator``, whether nobody in the story
    says it, ``swipe``, which of its versions it is, ``raw``, its line in the file. ``forward``: words that somebody
    passed on stand in its text, as a quotation.
    """

    files: tuple[SentFile, ...] = ()
    quote: ReplyQuote | None = None
    forward: ForwardOrigin | None = None
    card: CardWords | None = None
    narrator: bool = False
    swipe: int | None = None
    raw: Json = None

    @property
    def greeting(self) -> int | None:
        """Which of its card's greetings a message is; None for none."""
        return self.card.number if self.card else None


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionBody(ReplyMarks):
    """Another text of an older message, by hand or because a reply went on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberBody(ActBody):
    """How a character takes part from here on, as CastMemberVersion has it."""

    here: bool = True
    version: int = 0
    muted: bool = False
    talk: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardBody(ActBody):
    """An act about a card. Nothing writes it any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetBody(ActBody):
    """The preset from here on, by number and version; 0: the built-in one."""

    preset: int = 0
    version: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BackgroundBody(ActBody):
    """The background from here on, by number and version; 0: none."""

    background: int = 0
    version: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteBody(ActBody):
    """The author's note from here on, as AuthorsNote has it; none where it has no text."""

    text: str = ""
    position: int = 1
    depth: int = 4
    role: str = "system"
    interval: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonaBody(ActBody):
    """What somebody did with a grown persona: back ``to`` a version, another text for a ``field``, and so on."""

    act: str = ""
    to: int | None = None
    field: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotBody(ActBody):
    """How far the story has come behind a reply."""

    plot: Plot = BEGINNING


@dataclass(frozen=True, slots=True, kw_only=True)
class GardenBody(ActBody):
    """What somebody did with memories: with one (``id``, in its ``store``), or several. ``on``: it is pinned."""

    act: str = ""
    id: int | None = None
    ids: tuple[int, ...] | None = None
    store: str | None = None
    on: bool | None = None


@dataclass(frozen=True, slots=True)
class VariableChange:
    """What a quick reply does to a variable: it gets a ``value``, or is forgotten (None), or the number ``value`` is
    added to it (``adds``).
    """

    value: str | None
    adds: bool = False


VariableChanges: TypeAlias = Mapping[str, VariableChange]
"""By the names of variables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VariablesBody(ActBody):
    """What macros and quick replies have stored up to here, as Variables has it.

    ``changed`` and ``changed_shared``: what a quick reply did to it, which it does to another reply too.
    """

    local: Mapping[str, str] = field(default_factory=dict[str, str])
    shared: Mapping[str, str] = field(default_factory=dict[str, str])
    changed: VariableChanges = field(default_factory=dict[str, VariableChange])
    changed_shared: VariableChanges = field(default_factory=dict[str, VariableChange])


@dataclass(frozen=True, slots=True, kw_only=True)
class TimersBody(ActBody):
    """The timers of world entries from here on."""

    timers: LoreTimers = NO_TIMERS


@dataclass(frozen=True, slots=True, kw_only=True)
class BooksBody(ActBody):
    """The world books of the chat from here on, in the order in which they were bound."""

    books: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HideBody(ActBody):
    """Messages are kept from the model or shown to it again: from the entry's target up to seq ``upto``.

    ``gone``: they are deleted, so that people read them in the story no more than it does.
    """

    hidden: bool = False
    upto: int | None = None
    gone: bool = False


@dataclass(frozen=True, slots=True)
class InjectedText:
    """A text that a script placed in a chat, as Inject has it."""

    id: str
    text: str
    position: int
    depth: int
    role: str
    scan: bool
    once: bool = False
    filled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportBody(ActBody):
    """What a chat of another program was besides its lines. ``group``: how several characters were played in it."""

    group: Ways | None = None
    injects: tuple[InjectedText, ...] = ()
    scenario: str = ""
    raw: JsonObject = field(default_factory=dict[str, Json])


@dataclass(frozen=True, slots=True, kw_only=True)
class InjectsBody(ActBody):
    """The texts that quick replies have placed in the chat from here on, by their ids. None: one that the chat was
    imported with is there no more.

    ``changed``: what a quick reply did to it (None: took away), which it does beside another reply too.
    """

    placed: Mapping[str, InjectedText | None] = field(default_factory=dict[str, "InjectedText | None"])
    changed: Mapping[str, InjectedText | None] = field(default_factory=dict[str, "InjectedText | None"])


@dataclass(frozen=True, slots=True, kw_only=True)
class ChronicleBody(ActBody):
    """What somebody did with the story: with row ``id``, with a chapter (``number``, ``title``), or to have messages
    up to seq ``upto`` read, ``total`` of them.
    """

    act: str = ""
    id: int | None = None
    number: int | None = None
    title: str | None = None
    upto: int | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReactionBody(ActBody):
    """Which reactions a person has on a message from here on: all of them, so that none means they were taken away.

    Each is an emoji, or the name of a platform's own between colons.
    """

    emojis: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OccasionBody(ActBody):
    """Why the character that speaks next writes by itself, as Occasion has it, when seq ``behind`` was the head."""

    why: OccasionKind | None = None
    about: str = ""
    behind: int = 0
    target: int = 0
    subject: str = ""
    memories: tuple[int, ...] = ()

    @property
    def occasion(self) -> Occasion | None:
        """What it says; None where it says nothing that is known here."""
        return Occasion(self.why, self.about, self.target, self.subject, self.memories) if self.why else None


@dataclass(frozen=True, slots=True)
class BackstageReply:
    """What a character of a circle did about a post among its characters: a like, or a comment with these words."""

    character: int
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackstageBody(ActBody):
    """A post that the characters of a circle alone see, and what the others did about it. It is never shown there.

    ``circle`` is the number of the channel: nobody reads it anywhere else, wherever the session is played.
    """

    circle: int = 0
    text: str = ""
    replies: tuple[BackstageReply, ...] = ()


EntryBody: TypeAlias = (
    MessageBody
    | RevisionBody
    | MemberBody
    | CardBody
    | PresetBody
    | BackgroundBody
    | NoteBody
    | PersonaBody
    | PlotBody
    | GardenBody
    | VariablesBody
    | TimersBody
    | InjectsBody
    | BooksBody
    | HideBody
    | ImportBody
    | ChronicleBody
    | ReactionBody
    | OccasionBody
    | BackstageBody
)
AnyBody = TypeVar("AnyBody", bound=ActBody)
