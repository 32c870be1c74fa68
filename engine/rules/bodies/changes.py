"""What the audit says of changes, read from its JSON.

The statement that makes a change writes it, since only that knows the old value. So the keys lie in SQL too; a check of
``tests/code`` holds both to each other.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from engine.rules.bodies.fields import Stored, flag, maybe_flag, maybe_whole, text, whole
from engine.rules.bodies.upgrades import Upgrade, upgraded
from engine.values.house.allowances import AllowanceUnit
from engine.values.house.changes import (
    AdultChange,
    AllowanceChange,
    BlockChange,
    Change,
    GrantChange,
    OwnerCodeUse,
    Removal,
    Report,
    ReportsChange,
    SettingChange,
    SilenceChange,
    UntoldChange,
    WordChange,
)
from engine.values.house.setting_scopes import SettingScope, SettingValue

ChangeUpgrades: TypeAlias = Mapping[str, Sequence[Upgrade]]
CHANGE_UPGRADES: Final[ChangeUpgrades] = {}
"""By act: what makes version 2 of version 1, then 3 of 2, and so on."""
_SCOPES: Final[Mapping[str, SettingScope]] = {it.value: it for it in SettingScope}
_UNITS: Final[Mapping[str, AllowanceUnit]] = {it.value: it for it in AllowanceUnit}


def read_change(act: str, raw: Stored, upgrades: ChangeUpgrades = CHANGE_UPGRADES) -> Change:
    """What the audit says of an act, in whichever version."""
    steps = upgrades.get(act)
    return READERS.get(act, _untold)(upgraded(raw, steps) if steps else raw)


def _setting(raw: Stored) -> SettingChange:
    return SettingChange(
        scope=_SCOPES.get(text(raw, "scope"), SettingScope.DEFAULT),
        scope_id=whole(raw, "scope_id"),
        name=text(raw, "name"),
        before=_value(raw, "before"),
        after=_value(raw, "after"),
    )


def _allowance(raw: Stored) -> AllowanceChange:
    return AllowanceChange(
        scope=text(raw, "scope"),
        scope_id=str(raw.get("scope_id", "")),  # a number for a person, as the statement that forgets one looks for it
        unit=_UNITS.get(text(raw, "unit"), AllowanceUnit.TOKENS),
        before=maybe_whole(raw, "before"),
        after=maybe_whole(raw, "after"),
    )


def _silence(raw: Stored) -> SilenceChange:
    return SilenceChange(scope=text(raw, "scope"), scope_id=whole(raw, "scope_id"))


def _grant(raw: Stored) -> GrantChange:
    return GrantChange(role=text(raw, "role"), may=text(raw, "may"))


def _block(raw: Stored) -> BlockChange:
    return BlockChange(scope=text(raw, "scope"), scope_id=whole(raw, "scope_id"), everywhere=flag(raw, "everywhere"))


def _word(raw: Stored) -> WordChange:
    return WordChange(everywhere=flag(raw, "everywhere"), blocked=flag(raw, "blocked"))


def _report(raw: Stored) -> Report:
    return Report(session=whole(raw, "session"), branch=whole(raw, "branch"), seq=whole(raw, "seq"))


def _reports(raw: Stored) -> ReportsChange:
    return ReportsChange(channel=whole(raw, "channel"))


def _adult(raw: Stored) -> AdultChange:
    return AdultChange(character=whole(raw, "character"), adult=maybe_flag(raw, "adult"))


def _removal(raw: Stored) -> Removal:
    return Removal(kind=text(raw, "kind", "messages"), count=whole(raw, "count"))


def _owner_code(raw: Stored) -> OwnerCodeUse:
    return OwnerCodeUse(platform=text(raw, "platform"))


def _untold(_: Stored) -> UntoldChange:
    return UntoldChange()


def _value(raw: Stored, name: str) -> SettingValue | None:
    found = raw.get(name)
    return found if isinstance(found, bool | int | float | str) else None


READERS: Final[Mapping[str, Callable[[Stored], Change]]] = {
    "setting": _setting,
    "allowance": _allowance,
    "pause": _silence,
    "resume": _silence,
    "grant": _grant,
    "revoke": _grant,
    "block": _block,
    "unblock": _block,
    "word": _word,
    "report": _report,
    "reports": _reports,
    "adult": _adult,
    "claim": _owner_code,
    "open": _untold,
    "close": _untold,
    "delete": _removal,
    "forget": _removal,
}
"""What reads the body of each act of ours."""
