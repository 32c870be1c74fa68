"""Who may do what: one row for every command, every action and every button. What has no row is denied."""

from collections.abc import Mapping, Set
from enum import StrEnum
from typing import Final


class Standing(StrEnum):
    """What somebody is in the place a command comes from; one may be several at once."""

    OWNER = "owner"
    ADMIN = "admin"
    SESSION_OWNER = "session-owner"
    PLAYER = "player"
    MEMBER = "member"
    DM = "dm"


_HOUSE = frozenset({Standing.OWNER})
_KEEPERS = _HOUSE | {Standing.ADMIN, Standing.DM}
_STORY = _KEEPERS | {Standing.SESSION_OWNER}
_TABLE = _STORY | {Standing.PLAYER}
_EVERYONE = _TABLE | {Standing.MEMBER}

MATRIX: Final[Mapping[str, frozenset[Standing]]] = {
    "help": _EVERYONE,
    "new": _STORY,
    "chats": _EVERYONE,
    "chats open": _STORY,
    "chats rename": _STORY,
    "chats archive": _STORY,
    "chats trash": _STORY,
    "chats archived": _EVERYONE,
    "chats branches": _EVERYONE,
    "chats branch": _STORY,
    "chats from": _STORY,
    "again": _TABLE,
    "continue": _TABLE,
    "continue me": _TABLE,
    "stop": _TABLE,
    "undo": _TABLE,
    "edit": _TABLE,
    "edit hide": _TABLE,
    "edit unhide": _TABLE,
    "save": _TABLE,
    "save rename": _STORY,
    "save delete": _STORY,
    "load": _STORY,
    "char": _EVERYONE,
    "char show": _EVERYONE,
    "char use": _STORY,
    "char export": _STORY,
    "import": _KEEPERS,
    "import yes": _KEEPERS,
    "import no": _KEEPERS,
    "export": _STORY,
    "export char": _STORY,
    "export world": _KEEPERS,
    "export preset": _KEEPERS,
    "scene": _EVERYONE,
    "scene world": _EVERYONE,
    "scene world show": _STORY,
    "scene world bind": _STORY,
    "scene world unbind": _STORY,
    "scene world delete": _KEEPERS,
    "scene preset": _EVERYONE,
    "scene preset use": _STORY,
    "scene preset show": _STORY,
    "scene preset delete": _KEEPERS,
    "scene note": _TABLE,
    "scene note set": _TABLE,
    "scene note depth": _TABLE,
    "scene note every": _TABLE,
    "scene note role": _TABLE,
    "scene note place": _TABLE,
    "scene note off": _TABLE,
    "memory": _TABLE,
    "memory list": _TABLE,
    "memory search": _TABLE,
    "memory show": _TABLE,
    "memory add": _TABLE,
    "memory edit": _TABLE,
    "memory delete": _TABLE,
    "memory pin": _TABLE,
    "memory unpin": _TABLE,
    "memory map": _TABLE,
    "fix": _TABLE,
    "fix memory": _TABLE,
    "fix fact": _TABLE,
    "fix yes": _TABLE,  # whose correction it is, the engine knows
    "fix edit": _TABLE,
    "fix forget": _TABLE,
    "diary": _TABLE,
    "diary list": _TABLE,
    "why": _TABLE,
    "why recalled": _TABLE,
    "why full": _STORY,
    "why file": _STORY,
    "me": _EVERYONE,
    "me language": _EVERYONE,
    "me timezone": _EVERYONE,
    "me persona": _EVERYONE,
    "me persona list": _EVERYONE,
    "me persona set": _EVERYONE,
    "me persona use": _EVERYONE,
    "me persona off": _EVERYONE,
    "me export": _EVERYONE,
    "me forget": _EVERYONE,
    "me fact": _EVERYONE,
    "me fact show": _EVERYONE,
    "me fact add": _EVERYONE,
    "me fact edit": _EVERYONE,
    "me fact delete": _EVERYONE,
    "me fact share": _EVERYONE,
    "me fact unshare": _EVERYONE,
    "me remember": _EVERYONE,
    "me elsewhere": _EVERYONE,
    "settings": _EVERYONE,
    "settings advanced": _EVERYONE,
    "settings reset": _STORY,
    "settings space": _KEEPERS,
    "settings character": _STORY,
    "status": _TABLE,
    "quit": _HOUSE,
    "start": _EVERYONE,
    "mode": _KEEPERS,
    "admin": _HOUSE,
    "admin spaces": _HOUSE,
    "admin open": _HOUSE,
    "admin close": _HOUSE,
    "admin code": _EVERYONE,  # whoever knows the code is the owner
    "button again": _TABLE,
    "button continue": _TABLE,
    "button undo": _TABLE,
    "button stop": _TABLE,
    "button show": _EVERYONE,
    "button run": _EVERYONE,  # the command behind it has a row of its own
    "button no": _EVERYONE,
}


def allowed(ability: str, standings: Set[Standing]) -> bool:
    """Whether somebody with ``standings`` may use ``ability`` ("chats", "chats open")."""
    return bool(MATRIX.get(ability, frozenset()) & standings)
