"""Panels: messages that show what holds, with buttons that change it."""

from dataclasses import dataclass

from engine.values.chats.incoming import Here
from engine.values.chats.places import Address


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel of ``person`` in a channel, which has one of each ``kind``, a command's name.

    ``message`` is the platform's, ``line`` the command that shows it anew, ``access_roles`` what the person was there
    when it was opened, ``tongue`` the language it is in, ``shown`` a hash of what it shows.
    """

    person: int
    kind: str
    message: str
    line: str
    access_roles: tuple[str, ...] = ()
    tongue: str = "en"
    shown: str = ""


@dataclass(frozen=True, slots=True)
class PanelThere:
    """A panel of another channel: where that is, as its person is there, and as the platform calls it."""

    here: Here
    at: Address
    panel: Panel
