"""What arrives from a platform, in our words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from engine.values.chats.audiences import Audience
from engine.values.chats.bodies import ForwardOrigin
from engine.values.chats.speech import SpokenKind
from engine.values.ids import ChannelKey


@dataclass(frozen=True, slots=True)
class Origin:
    """Who speaks where, as the platform names them; every id is the platform's text.

    ``private``: a place of this one person and the characters, a DM or the terminal. ``audience``: who can read there
    now; None where the platform does not say. ``age_restricted``: it lets adults alone read there. ``through``: what
    speaks for people under any name that they choose, so that it is counted and not they.
    """

    platform: str
    space: str
    channel: str
    person: str
    person_name: str
    space_title: str = ""
    channel_title: str = ""
    private: bool = False
    audience: Audience | None = None
    age_restricted: bool = False
    through: str = ""


@dataclass(frozen=True, slots=True)
class Here:
    """The same in our numbers: the channel a request comes from and the person who makes it."""

    space: int
    channel: int
    person: int
    platform: str
    private: bool = False

    @property
    def key(self) -> ChannelKey:
        return ChannelKey(self.space, self.channel)


class IncomingKind(StrEnum):
    """What kind of thing arrived."""

    MESSAGE = "message"
    EDIT = "edit"
    DELETE = "delete"
    REACTION = "reaction"
    BUTTON = "button"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that came with a message; it is kept by the hash of ``data``.

    ``speech``: somebody speaks in it, as the platform says; ``seconds``: for how long, 0 where it does not say.
    """

    filename: str
    media_type: str
    data: bytes
    speech: SpokenKind | None = None
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class LargeFile:
    """A file that came with a message and is larger than ``limit`` bytes, so that it was not fetched.

    ``imported``: how many bytes a file may have that a command takes there.
    """

    filename: str
    limit: int
    imported: int


@dataclass(frozen=True, slots=True)
class Forward:
    """What somebody passes on: the words as they were said elsewhere, and where they come from."""

    text: str
    origin: ForwardOrigin


@dataclass(frozen=True, slots=True)
class ReactionChange:
    """What somebody did to their reactions on a message, each an emoji or a name between colons, as it arrived.

    ``put`` is new there, ``taken`` is there no more. ``whole``: ``put`` is all that is there now.
    """

    put: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Incoming:
    """One thing that arrived. ``external`` names it once in its channel; ``position`` is the platform's order.

    ``target`` is the external name of the message that an edit (its new text is ``text``), a deletion or a ``reaction``
    is about.
    ``addressed``: said to the character, by a DM, a mention, a reply or a command; what is not may be overheard.
    ``replied`` is the external name of the message that this one replies to. ``text`` is the sender's own words alone:
    what they ``forward`` stands apart, so that nothing takes it for a command, an answer or a code of theirs.
    ``live``: it came as it was said, from no history and no queue. ``unfetched``: the lines at the end of ``text``
    that name files which were not fetched. ``too_large``: such a file that is all that came.
    """

    origin: Origin
    external: str
    text: str
    sent_at: datetime
    position: int
    kind: IncomingKind = IncomingKind.MESSAGE
    body: Mapping[str, Any] = field(default_factory=dict[str, Any])
    target: str = ""
    addressed: bool = True
    replied: str = ""
    files: tuple[Attached, ...] = ()
    forward: Forward | None = None
    reaction: ReactionChange | None = None
    live: bool = False
    unfetched: str = ""
    too_large: LargeFile | None = None

    @property
    def own_words(self) -> str:
        """The text without what names the files that are missing."""
        return self.text.removesuffix(self.unfetched).rstrip() if self.unfetched else self.text

    def with_files(self, files: Sequence[Attached], missing: Sequence[str], large: Sequence[LargeFile]) -> "Incoming":
        """The same with its files. ``missing``: a line for each that was not fetched; ``large``: those too large."""
        words = self.text or (self.forward.text if self.forward else "")
        alone = bool(large) and len(large) == len(missing) and not files and not words
        lines = "\n".join(missing)
        text = "\n".join(it for it in (self.text, lines) if it)
        return replace(self, text=text, files=tuple(files), unfetched=lines, too_large=large[0] if alone else None)


class Heard(StrEnum):
    """What became of something that arrived.

    TAKEN: stored, and it will be answered or done. QUIET: stored, and asks for no answer (overheard, or too old).
    AGAIN: it had been stored before. IGNORED: not meant for the character, or about nothing that is stored; not kept.
    CLOSED: nobody may talk here yet; not kept. HELD: the same, but kept until it is decided who may.
    """

    TAKEN = "taken"
    QUIET = "quiet"
    AGAIN = "again"
    IGNORED = "ignored"
    CLOSED = "closed"
    HELD = "held"
