"""Work around a turn: what is due later, and what is to be sent."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.values.chats.notices import Notice
from engine.values.ids import SessionKey


@dataclass(frozen=True, slots=True)
class Due:
    """A claimed mark. Session 0 is the space's, space 0 the house's.

    ``marks`` counts how often it was marked since the claim before, ``tries`` the claims without success, this one
    included. ``abandoned``: whoever claimed it before let the time run out, so most likely died of it.
    """

    key: SessionKey
    kind: str
    fence: int
    marks: int
    tries: int
    body: Mapping[str, Any]
    abandoned: bool = False


@dataclass(frozen=True, slots=True)
class WaitingWork:
    """Work of a kind that is due, ``marks`` times, ``since`` the first of them was marked.

    ``tries`` is how often one of them was tried in vain; ``fault`` the id of the error that ended the last try, ""
    for none. ``begins`` is until when all of it waits, as facts do until it has been quiet; None: it is under way.
    """

    kind: str
    marks: int
    since: datetime
    tries: int = 0
    fault: str = ""
    begins: datetime | None = None


@dataclass(frozen=True, slots=True)
class NewSending:
    """A part before it is planned, as Sending has it. ``kind`` is reply, notice, progress or post."""

    kind: str
    text: str = ""
    notice: Notice | None = None
