"""What people are shown: events while a turn runs, and the parts that are planned for delivery."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.values.chats.entries import EntryStatus, Place
from engine.values.chats.notices import Notice
from engine.values.chats.places import Address
from engine.values.chats.speech import SpokenClip
from engine.values.chats.swipes import Swipe
from engine.values.chats.turns import TurnState
from engine.values.chats.undoing import Undone


@dataclass(frozen=True, slots=True)
class PartLimit:
    """How long one message of a platform may be: in code points, or in UTF-16 units."""

    size: int
    utf16: bool = True


class SendingState(StrEnum):
    """How far the delivery of a part is. ``unknown``: the process died between the call and its answer."""

    PLANNED = "planned"
    SENDING = "sending"
    SENT = "sent"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Sending:
    """A part that is planned for a channel. ``kind`` is reply, line, notice, progress or post.

    A line shows again what was said before. A notice or progress says its ``notice`` instead of a text. ``controls``:
    buttons of a reply stand under its message.
    """

    id: int
    space: int
    kind: str
    text: str
    part: int = 0
    session: int | None = None
    turn: int | None = None
    notice: Notice | None = None
    state: SendingState = SendingState.PLANNED
    platform_id: str | None = None
    controls: bool = False


@dataclass(frozen=True, slots=True)
class Open:
    """A planned part that has not arrived, and where it belongs: what a crash left to be delivered.

    ``person`` asked for what it tells, 0 where nobody did.

    ``live``: its turn runs still, so whoever takes that up delivers it. ``after`` is the external name of the newest
    message that the turn answers, or that a notice is about. ``made_at`` is when it was planned, by the database's
    clock. ``place`` is the entry that it shows; ``past``: more was said behind it. ``swipe`` is where the reply lies
    that it shows; ``named`` is as with Began.
    """

    address: Address
    sending: Sending
    live: bool
    character: str
    number: int
    after: str
    made_at: datetime
    swipe: Swipe | None = None
    named: bool = False
    person: int = 0
    place: Place | None = None
    past: bool = False


@dataclass(frozen=True, slots=True)
class Began:
    """A turn began: show that ``character`` is typing.

    ``shown`` are the platform's messages that show this reply already, by part: an older try of the turn, or the
    reply that this one takes the place of. ``attempted``: parts that may have been sent although their message is not
    known. ``number`` is the character's. ``answers`` is the external name of the newest message it answers, "" if none.
    ``behind``: it stands behind other replies to the same words, so it notifies nobody. ``named``: several characters
    play, so that it has to be seen who speaks. ``shown_texts`` are the texts that stand in ``shown`` and stay, since
    the reply goes on with them; the first ``settled`` of them do so to the letter. ``bubbles``: the most messages of
    their own for what is new; 0: none. ``instead`` is where the reply lies that it takes the place of, or goes on with:
    while that one is on its way still, ``shown`` lacks messages of it. ``person`` spoke last, or asked for it; 0 where
    nobody did.
    """

    turn: int
    character: str
    number: int = 0
    shown: tuple[str, ...] = ()
    attempted: frozenset[int] = frozenset()
    answers: str = ""
    behind: bool = False
    named: bool = False
    shown_texts: tuple[str, ...] = ()
    settled: int = 0
    bubbles: int = 0
    instead: Swipe | None = None
    person: int = 0


@dataclass(frozen=True, slots=True)
class Thinking:
    """Nothing has come from the model for ten seconds."""

    turn: int


@dataclass(frozen=True, slots=True)
class Grew:
    """``text`` is the whole reply so far as people may see it; it is saved.

    Of one that goes on with what was there, it is what was added; where it is delivered, all of it. ``emotion`` is the
    newest one that a tag of it names, "" if none.
    """

    turn: int
    text: str
    emotion: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The turn is committed. ``text`` is the final reply ("" when there is none), ``sendings`` its planned parts.

    ``withdrawn``: what it was to answer is gone, so that nothing of it is to be seen any more. ``swipe`` is where the
    reply lies; None where there is none, nor any beside it. ``further``: it went on with a reply that was there, which
    ``text`` holds too where it is delivered. ``began``: how it began, where that was told by a process that is gone.
    ``emotion`` is the last one that its tags name, "" if none.
    """

    turn: int
    text: str
    state: TurnState
    notice: Notice | None = None
    sendings: tuple[Sending, ...] = ()
    withdrawn: bool = False
    swipe: Swipe | None = None
    further: bool = False
    began: Began | None = None
    emotion: str = ""


@dataclass(frozen=True, slots=True)
class ShownAgain:
    """What was said before is to be seen again, silently. ``sendings`` are its parts.

    ``character`` is the name of whoever said it, ``number`` the character's number; "" and 0 where a person did.
    ``turned``: it takes the place of what was shown last. ``stopped``: it was never whole. ``named`` is as with Began.
    ``swipe`` is where it lies; None where more was said behind it: nothing stands under it, and in messages that are
    there it is shown in these alone. ``cut``: those have room for its beginning alone.
    """

    sendings: tuple[Sending, ...]
    character: str
    number: int
    swipe: Swipe | None
    turned: bool = False
    stopped: bool = False
    named: bool = False
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something to say that is no reply. ``sending`` is its planned part, if it must survive a crash.

    ``person`` is whom it is about, who reads it in their language; 0: everybody in the place. ``behind``: it stands
    below every reply that is on its way. ``about`` is the external name of the message that it is about, "" if none.
    """

    notice: Notice
    sending: Sending | None = None
    person: int = 0
    behind: bool = False
    about: str = ""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A reply was said aloud; its text stands there already."""

    clip: SpokenClip


TurnEvent = Began | Thinking | Grew | Ended | ShownAgain | Noticed | Spoken


@dataclass(frozen=True, slots=True)
class ReadMessage:
    """A message as people read it. ``character`` is None for what a person said."""

    seq: int
    speaker: str
    character: int | None
    text: str
    status: EntryStatus
    said_at: datetime
    revised: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """What a channel shows of its session: its title, who plays, and the last messages, first to last.

    ``gone`` are the platform's messages that show what an undo took back. ``left`` is the branch that a load left.
    ``several``: more than one character plays there, or did. ``undone`` is what an undo took back.
    ``hidden``: who plays and may not be seen there, where nobody else does.
    """

    session: int
    title: str
    character: str
    branch: int
    spoken: tuple[ReadMessage, ...]
    fresh: bool = False
    gone: tuple[str, ...] = ()
    left: int | None = None
    several: bool = False
    undone: Undone | None = None
    hidden: str = ""
