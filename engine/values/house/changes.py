"""Changes that somebody made in a house, as its audit tells of them: one class a kind of act."""

from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from engine.values.house.allowances import AllowanceUnit
from engine.values.house.setting_scopes import SettingScope, SettingValue


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingChange:
    """A value of the setting ``name`` was set or cleared for one scope; None: there was none, or is none now."""

    scope: SettingScope = SettingScope.DEFAULT
    scope_id: int = 0
    name: str = ""
    before: SettingValue | None = None
    after: SettingValue | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowanceChange:
    """A budget was set or taken away. ``scope`` is an AllowanceHolder; amounts are in ``unit``, None for none."""

    scope: str = ""
    scope_id: str = ""
    unit: AllowanceUnit = AllowanceUnit.TOKENS
    before: int | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SilenceChange:
    """Characters were made silent, or may speak again: in one channel (``scope_id``), a server, or the whole house."""

    scope: str = ""
    scope_id: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantChange:
    """A role may do something from now on, or no longer. ``may`` is a Grant."""

    role: str = ""
    may: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockChange:
    """A person is not heard from now on, or again: in one space, or ``everywhere``."""

    scope: str = ""
    scope_id: int = 0
    everywhere: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WordChange:
    """A word is refused from now on, or no longer. Not which."""

    everywhere: bool = False
    blocked: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Somebody has reported a reply: where it lies."""

    session: int = 0
    branch: int = 0
    seq: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportsChange:
    """Reports go to ``channel`` from now on; 0: to the owners."""

    channel: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AdultChange:
    """Whether a character is for adults, as somebody said; None: as its card says."""

    character: int = 0
    adult: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Removal:
    """So many things of a ``kind`` were deleted. Neither which, nor whose."""

    kind: str = "messages"
    count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerCodeUse:
    """Somebody became the owner on a platform, by a code."""

    platform: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UntoldChange:
    """An act of which nothing else is kept, or of a kind without a class."""


Change: TypeAlias = (
    SettingChange
    | AllowanceChange
    | SilenceChange
    | GrantChange
    | BlockChange
    | WordChange
    | Report
    | ReportsChange
    | AdultChange
    | Removal
    | OwnerCodeUse
    | UntoldChange
)


@dataclass(frozen=True, slots=True)
class ChangeRecord:
    """Somebody has changed something: ``act`` in a word of ours, ``change`` with what it was about.

    ``by`` is the name of who did it, "" where nobody knows; ``place`` the title of the space, "" for a private one.
    """

    number: int
    at: datetime
    act: str
    by: str
    place: str
    change: Change
