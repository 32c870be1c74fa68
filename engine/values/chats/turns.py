"""A turn: what people said, and the reply."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from engine.values.characters.casts import CastMemberVersion
from engine.values.characters.worlds import Binding
from engine.values.chats.bodies import EntryBody
from engine.values.chats.entries import Entry, EntryKind, Line
from engine.values.chats.incoming import IncomingKind
from engine.values.chats.notices import Notice
from engine.values.chats.places import Address
from engine.values.chats.reactions import Felt
from engine.values.chats.sessions import ChannelHead
from engine.values.chats.steps import TurnStep
from engine.values.chats.swipes import Swipe
from engine.values.ids import ChannelHeadKey, SessionKey, TurnKey
from engine.values.search import LookedUp
from engine.values.story.notes import UserPersona

WITHDRAWN = "withdrawn"
"""How a turn has ended whose messages were all deleted before anybody saw any of the reply."""
SAID_BEFORE = "said_before"
"""How a turn has ended that came to a post which the circle has read before, twice: nobody sees any of it."""


class TurnKind(StrEnum):
    """What a turn answers: new messages, the same ones again, nothing new, or what a failure left unanswered.

    IMPERSONATE: the model writes what the person who asks might say next. NEXT: a character speaks behind another one.
    UNASKED: a character writes by itself, on the occasion that the act before it says. PRESSED: what it answers is
    words that a quick reply said.
    """

    REPLY = "reply"
    AGAIN = "again"
    CONTINUE = "continue"
    RETRY = "retry"
    IMPERSONATE = "impersonate"
    NEXT = "next"
    UNASKED = "unasked"
    PRESSED = "pressed"


class TurnState(StrEnum):
    """How a turn stands or ended."""

    RUNNING = "running"
    COMPLETE = "complete"
    INTERRUPTED = "interrupted"
    EMPTY = "empty"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Turn:
    """A running turn, held under ``fence``. It answers everything up to ``after_seq`` of ``branch``.

    ``person`` spoke last or asked for the turn; their own settings hold for it. ``then`` are the characters that speak
    after it, and ``round`` is as in Upcoming.
    """

    key: TurnKey
    channel_head: ChannelHeadKey
    channel: int
    branch: int
    after_seq: int
    kind: TurnKind
    character: int
    fence: int
    person: int | None = None
    then: tuple[int, ...] = ()
    round: int = 0

    @property
    def session_key(self) -> SessionKey:
        return SessionKey(self.key.space, self.key.session)

    @property
    def shown_whole(self) -> bool:
        """Whether nobody sees any of it before its end: what it comes to may have been said before."""
        return self.kind is TurnKind.UNASKED and self.person is None


@dataclass(frozen=True, slots=True)
class InboxItem:
    """A message, an edit or a deletion in the inbox that nobody has taken up.

    ``target`` is the external name of the message that an edit or a deletion is about. ``quiet``: asks for no answer.
    """

    id: int
    position: int
    person: int
    text: str
    body: Mapping[str, Any]
    sent_at: datetime
    external: str = ""
    kind: IncomingKind = IncomingKind.MESSAGE
    target: str = ""
    quiet: bool = False

    @property
    def asks(self) -> bool:
        """Whether it is a message that begins a turn."""
        return self.kind is IncomingKind.MESSAGE and not self.quiet


@dataclass(frozen=True, slots=True)
class Leftover:
    """A turn that a crash left running, with what people may have seen of its reply.

    ``stale``: nobody waits for it any more.
    """

    turn: Turn
    tries: int
    text: str
    joined: int = 0
    stale: bool = False


@dataclass(frozen=True, slots=True)
class HeadState:
    """What the holder of a channel head's lease finds there. ``head`` is the last seq of the branch stood on.

    ``paused``: the characters were made to be silent there.
    """

    channel_head: ChannelHead
    address: Address
    head: int
    untitled: bool
    leftover: Leftover | None
    waiting: tuple[InboxItem, ...]
    seed: int = 0
    paused: bool = False


@dataclass(frozen=True, slots=True)
class Hidden:
    """An act that kept messages from the model (or, not ``hidden``, showed them again): those from seq to seq."""

    first: int
    last: int
    hidden: bool


@dataclass(frozen=True, slots=True)
class BookRef:
    """A version of a world book, what it is bound to, and what it is called here."""

    id: int
    binding: Binding
    version: int
    name: str


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks for a turn, as they are called in the story; without a persona that is their own name.

    ``withheld``: the number of the persona that they play, where those who read along may not know of it and nobody has
    asked yet, in private, whether they may.
    """

    called: str
    persona: UserPersona | None = None
    withheld: int | None = None


@dataclass(frozen=True, slots=True)
class StoryState:
    """What a story carries besides its messages. ``acts`` is what the newest act of each kind says.

    ``books`` in the order in which they were bound, ``scripts`` are files of regex scripts. ``card_runs`` and
    ``preset_runs``: whether the scripts in them may run. ``greeting`` is the one that the talk began with.
    ``warnings`` are the kinds that people were warned of at the last turn.
    """

    acts: Mapping[EntryKind, EntryBody] = field(default_factory=dict[EntryKind, EntryBody])
    hides: tuple[Hidden, ...] = ()
    asker: Asker | None = None
    books: tuple[BookRef, ...] = ()
    scripts: tuple[int, ...] = ()
    card_runs: bool = False
    preset_runs: bool = False
    greeting: int | None = None
    warnings: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Loaded:
    """All that a turn requires: the session, who plays in it or did (``members``), settings, history.

    ``fence`` is the one that the turn is held under now; None when it has ended. ``missed``: from where to where the
    character that speaks was away. ``thrown_away``: who of the cast lies in the trash. ``covered``: the clauses that
    each reader of the channel meets. ``words`` are refused there. ``felt`` are the newest reactions on the line.
    ``for_adults``: adults alone read there; ``said_adult``: whether characters are for them, as somebody said.
    """

    fence: int | None
    title: str
    seed: int
    members: tuple[CastMemberVersion, ...]
    settings: tuple[tuple[str, int, str, Any], ...]
    history: tuple[Entry, ...]
    private: bool = False
    around: StoryState = field(default_factory=StoryState)
    missed: tuple[tuple[int, int], ...] = ()
    paused: bool = False
    thrown_away: frozenset[int] = frozenset()
    covered: frozenset[int] = frozenset()
    words: tuple[str, ...] = ()
    felt: tuple[Felt, ...] = ()
    for_adults: bool = False
    said_adult: Mapping[int, bool] = field(default_factory=dict[int, bool])


@dataclass(frozen=True, slots=True)
class Result:
    """How a turn ended, for its row. Tokens are what the endpoint reported; None when it reported nothing.

    ``used`` is what it read and wrote, estimated where nothing was reported; ``cost`` in US dollars, None if unknown.
    """

    state: TurnState
    outcome: str = ""
    endpoint: str | None = None
    model: str | None = None
    prompt_tokens: int | None = None
    reply_tokens: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict[str, Any])
    used: tuple[int, int] = (0, 0)
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class Claimed:
    """A turn that is ours: what it answers lies at the end of ``line``, up to ``head``.

    ``quiet``: nobody asked for it just now, so a failure is not told again. ``shown``, ``attempted``, ``answers`` and
    ``instead`` are as in Began. ``joined`` counts how often its request began anew. ``read``: a beginning of the reply
    was shown before, so people know what it answers; ``begun`` is what it goes on with, as the model wrote it.
    """

    turn: Turn
    line: Line
    head: int
    quiet: bool = False
    shown: tuple[str, ...] = ()
    attempted: frozenset[int] = frozenset()
    answers: str = ""
    joined: int = 0
    read: bool = False
    begun: str = ""
    instead: Swipe | None = None


@dataclass(frozen=True, slots=True)
class ModelReply:
    """What came of a generation. ``raw`` is the model's text, ``text`` what people see of it.

    ``emotions`` and ``gestures`` are what its tags said, ``thoughts`` its sections about memory and web, each with its
    kind. ``outcome`` names the ending in one word for counters.
    ``later``: the failure may pass by itself, so the turn is worth trying again. ``ms``: how long the model took.
    ``looked_up``: what it looked up itself; None where it did not. ``cached_tokens`` of its prompt came out of the
    service's cache; None where it does not say.
    """

    state: TurnState
    outcome: str
    raw: str = ""
    text: str = ""
    emotions: tuple[str, ...] = ()
    gestures: tuple[str, ...] = ()
    notice: Notice | None = None
    endpoint: str | None = None
    model: str | None = None
    prompt_tokens: int | None = None
    reply_tokens: int | None = None
    later: bool = False
    ms: Mapping[TurnStep, float] = field(default_factory=dict[TurnStep, float])
    thoughts: tuple[tuple[str, str], ...] = ()
    looked_up: LookedUp | None = None
    cached_tokens: int | None = None


@dataclass(frozen=True, slots=True)
class LastTurn:
    """What a turn cost: tokens as the model counted them, None when it did not, and seconds from claim to commit.

    ``queued`` and ``delivered`` are seconds as the tables know them: what its messages waited for the claim, and when
    its last part had arrived after that; None where there is no such thing.
    """

    model: str | None
    prompt_tokens: int | None
    reply_tokens: int | None
    seconds: float
    facts: Mapping[str, Any]
    number: int = 0
    queued: float | None = None
    delivered: float | None = None
