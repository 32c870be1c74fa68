"""What a platform does for the delivery: make, change and remove one message. All above is the same everywhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from engine.values.chats.outgoing import PartLimit, Sending
from engine.values.chats.places import Address
from engine.values.chats.speech import SpokenClip
from engine.values.transfers.transfers import Document


class Gone(Exception):
    """The message, or its channel, is not there any more."""


class ChannelMoved(Gone):
    """The channel goes on under another name, and its messages stayed behind. The next call goes there."""


class NotAllowed(Exception):
    """The platform does not let us; trying again changes nothing. The text names what is missing."""


NO_THREAD = ("private", "rights", "no-forum", "kind", "open-alone", "talk-alone")
"""Why there can be no thread: a place of one person, rights that are missing, a group without topics, another kind; for
a private one the right to open it, or to write in threads.
"""


class Unsure(Exception):
    """No answer, or an error after which the call may have taken effect."""


class Later(Exception):
    """The platform wants ``seconds`` of quiet first."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"wait {seconds} s")
        self.seconds = seconds


ROOM_FOR_A_NAME: Final = 72
"""So much shorter than a platform's messages may be are those of a reply: a name of so many units fits above."""


def in_a_line(name: str) -> str:
    """A speaker's name as the first line of a message, short enough for the room that is kept for it."""
    line = " ".join(name.split())
    kept = 0
    for at, letter in enumerate(line):
        kept += 1 + (letter > "\uffff")
        if kept > ROOM_FOR_A_NAME - 2:
            return f"{line[: at - 1]}…"
    return line or "…"


@dataclass(frozen=True, slots=True)
class Button:
    """A button under a message. ``control`` is what comes back when it is pressed (at most 64 bytes).

    ``alone`` is what it is called in a line of its own, where the label says too little without its neighbours.
    """

    control: str
    label: str
    alone: str = ""


@dataclass(frozen=True, slots=True)
class SurfaceMessage:
    """One message as it is to be seen.

    ``key`` names it for ever (at most 25 ASCII characters): the same key again within minutes is the same message.
    ``speaker`` and ``number`` are the character's name and number, "" and 0 for the house. ``silent`` must not notify.
    ``answers`` is the external name of the message it replies to, "" if none. ``bold`` are stretches of ``text``
    (start, end in code points) that stand out, ``slanted`` those in italics. ``growing``: a reply that is not whole
    yet; where calls are counted it gives way to what is. ``named``: several characters play, so that the first line
    says who speaks where the message itself does not. ``documents`` are files that come with it when it is made.
    ``code`` are stretches that are shown as they are, for people to copy. ``asks`` is what stands in the empty input
    field of whoever is to answer the message. ``quoted`` are stretches that were said, with marks of emphasis in them.
    ``small`` are whole lines that stand back behind the others: what technical reason something has.
    ``aside`` are whole lines quoted from elsewhere, ``covered`` is unseen until somebody wants to see it: each at the
    end of ``text``, and to be read to the letter. Where it has no room it is shortened, never shown uncovered.
    ``near`` is the external name of a message beside which it is to be seen, "" if none: what ``answers`` nothing goes
    into the thread of that one where a channel consists of threads. ``emotion`` is what the speaker shows, in the words
    of a tag, "" if nothing: where faces are seen, the one of that emotion. ``photo``: its file is a picture to look at
    in the chat, where that is another thing than a file.
    """

    text: str
    key: str
    speaker: str = ""
    number: int = 0
    buttons: tuple[tuple[Button, ...], ...] = ()
    silent: bool = False
    answers: str = ""
    bold: tuple[tuple[int, int], ...] = ()
    growing: bool = False
    documents: tuple[Document, ...] = ()
    named: bool = False
    code: tuple[tuple[int, int], ...] = ()
    asks: str = ""
    slanted: tuple[tuple[int, int], ...] = ()
    quoted: tuple[tuple[int, int], ...] = ()
    small: tuple[tuple[int, int], ...] = ()
    aside: tuple[tuple[int, int], ...] = ()
    covered: tuple[tuple[int, int], ...] = ()
    near: str = ""
    emotion: str = ""
    photo: bool = False

    @property
    def begins(self) -> bool:
        """Whether it is the first message of what a character says."""
        return bool(self.number) and self.key.endswith(".0")


@dataclass(frozen=True, slots=True)
class LostMessage:
    """A message that may have been sent, behind message ``after``; nobody knows its name.

    ``others`` were planned there lately, delivered or not: what shows them is not it. ``reworded``: a process that is
    gone sent it, perhaps with other words than ``part`` has now; else it has these, or the first of them.
    """

    part: SurfaceMessage
    after: str
    others: Sequence[Sending] = ()
    reworded: bool = False


class Surface(Protocol):
    """One platform. Every call may raise Gone, NotAllowed, Unsure, Later; messages are named by the platform's ids.

    ``limit`` is how long a message may be. ``live_every`` and ``live_every_group`` are the fewest seconds between two
    changes of one growing reply, ``live_rate`` how many changes a second all growing replies share. ``typing_every`` is
    after how many seconds the sign of ``typing`` must be given again.

    A call that surely had no effect, such as a connection that never was made, is Later and not Unsure.
    """

    limit: PartLimit
    live_every: float
    live_every_group: float
    live_rate: float
    typing_every: float
    placeholder: bool
    """Whether a reply may begin as an empty sign in private places, before its first words are there."""
    edits: bool
    """Whether a message can be changed. Where none can, a reply is posted at its end, and ``edit`` raises Gone."""
    buttons: bool
    """Whether messages have buttons. Where none has, replies go without, and those of answers are typed as numbers."""

    @property
    def hears_all(self) -> bool:
        """Whether all that is said in a group arrives, and not only what mentions the bot or replies to it."""
        ...

    async def typing(self, at: Address) -> None:
        """Show that somebody is writing; it goes by itself after a few seconds."""
        ...

    async def send(self, at: Address, part: SurfaceMessage) -> str:
        """Make a message; its id."""
        ...

    async def edit(self, at: Address, message: str, part: SurfaceMessage) -> None:
        """Change a message to ``part``. What stands there already is no error."""
        ...

    async def strip(self, at: Address, message: str) -> None:
        """Take the buttons of a message of ours away. Where there are none is no error."""
        ...

    async def delete(self, at: Address, message: str) -> None:
        """Remove a message of ours. One that is gone is no error."""
        ...

    async def find(self, at: Address, lost: LostMessage) -> str | None:
        """After a crash, or a call that nobody answered: the message that was sent; None if none.

        Raises Unsure where the platform cannot tell; the part is then offered to people instead of sent again. A
        reading that failed is Later.
        """
        ...

    async def speak(self, at: Address, clip: SpokenClip) -> None:
        """Make a voice message of ``clip``, or a file where it is none. NotAllowed where the platform has neither."""
        ...

    async def open_thread(self, at: Address, title: str, person: str = "") -> Address:
        """Open a thread or topic in a channel, called ``title``; where it is. NotAllowed says why it may not be.

        That is a word of NO_THREAD. ``person``: it is private, for them and the bot.
        """
        ...
