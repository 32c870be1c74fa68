"""Places as platforms name them, and who may talk there."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from engine.values.house.setting_choices import Mode, Speaks
from engine.values.ids import ChannelKey

_CLOCKS_DIFFER = timedelta(seconds=2)


@dataclass(frozen=True, slots=True)
class Address:
    """A channel in a platform's own names."""

    platform: str
    space: str
    channel: str
    private: bool = False


@dataclass(frozen=True, slots=True)
class KnownChannel:
    """A channel that has been talked in. ``newest`` is the position of the newest thing stored from it.

    ``person`` is who talks with the characters alone there; None where others do too. ``audience_known``: the platform
    has told who can read it.
    """

    key: ChannelKey
    address: Address
    open: bool
    newest: int | None
    person: int | None = None
    audience_known: bool = True


@dataclass(frozen=True, slots=True)
class PostThread:
    """What comments on a post answer, where posts of a circle are in another channel: ``root``, a copy of ``post``.

    Both are names of messages. ``said`` is the SHA-256 of its text, in hex.
    """

    post: str
    root: str
    said: str


class SpaceAccess(StrEnum):
    """Whether people may talk in a space: nobody but owners until one of them has opened it."""

    NEW = "new"
    ASKED = "asked"
    OPEN = "open"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Admission:
    """Who somebody is to the house, here: an owner, and whether the space is open to everybody in it.

    ``since`` is when that was decided; None: nobody has. ``asked``: they were asked for their zone.
    ``opted_out``: nothing that they say among others is kept or answered. ``paused``: the characters are silent here.
    ``grants`` are (role, what it may) of the place. ``begun_by`` is who began the session that is played here.
    ``blocked``: somebody who looks after the place or the house lets them not be heard. ``words`` are refused here.
    """

    owner: bool
    access: SpaceAccess
    since: datetime | None = field(default=None, compare=False)
    asked: bool = field(default=False, compare=False)
    opted_out: bool = False
    paused: bool = False
    grants: tuple[tuple[str, str], ...] = ()
    begun_by: int | None = None
    blocked: bool = False
    words: tuple[str, ...] = ()

    @property
    def may_talk(self) -> bool:
        return self.owner or (self.access is SpaceAccess.OPEN and not self.blocked)

    def was_open(self, at: datetime) -> bool:
        """Whether somebody might talk here when something was said. Clocks may differ by a little."""
        return self.may_talk and (self.owner or self.since is None or at >= self.since - _CLOCKS_DIFFER)


class Claim(StrEnum):
    """What became of what may be the owner's code. NONE: it is none. WAIT: too many wrong ones; SPENT: told already.

    WRONG is also what was used by somebody else: nobody learns from an answer what the code is.
    """

    NONE = "none"
    RIGHT = "right"
    AGAIN = "again"
    WRONG = "wrong"
    WAIT = "wait"
    SPENT = "spent"


@dataclass(frozen=True, slots=True)
class SpaceInfo:
    """A space as an owner sees it. ``people`` is how many have tried to talk or talked there.

    ``waiting`` are the names of those who wait to be let in. ``owned``: a private chat of an owner, never closed to
    them. ``mode`` and ``speaks`` are what holds there in general; ``by_role``: roles say who may talk there.
    """

    id: int
    platform: str
    external: str
    title: str
    private: bool
    access: SpaceAccess
    people: int
    since: datetime
    waiting: tuple[str, ...] = ()
    owned: bool = False
    mode: Mode = Mode.CHAT
    speaks: Speaks = Speaks.ALWAYS
    by_role: bool = False

    @property
    def undecided(self) -> bool:
        """Nobody has said yet whether people may talk there."""
        return self.access in (SpaceAccess.NEW, SpaceAccess.ASKED)


@dataclass(frozen=True, slots=True)
class Opened:
    """A space that was decided on; ``told`` are the channels in which who has waited is told that they may talk."""

    space: SpaceInfo
    told: frozenset[int] = frozenset()
