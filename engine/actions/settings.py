"""Chat settings: what holds here and why, setting and clearing."""

from collections.abc import Sequence
from enum import StrEnum

from engine.db import settings as store
from engine.errors import SettingNotHere
from engine.rules.scopes import Explanation, check, explain, field_of, parse_value
from engine.turns.load import layers
from engine.turns.needs import Needs
from engine.values.incoming import Here
from engine.values.settings import FIELDS, Scope, SettingValue


async def explained(needs: Needs, here: Here, name: str | None) -> list[Explanation]:
    """Where one setting's value comes from, or every one's. Raises UnknownSetting."""
    stored = await store.stored(needs.db, here)
    names = [field_of(name).name] if name else list(FIELDS)
    return [explain(it, layers(needs.defaults, stored, here, None)) for it in names]


async def put(needs: Needs, here: Here, scope: Scope, name: str, text: str) -> SettingValue | None:
    """Set what a person typed; the value as it is kept, None when it was cleared. Raises InputError leaves."""
    field = field_of(name)
    value = parse_value(field.name, text)
    if value is None:
        await clear(needs, here, scope, [field.name])
        return None
    stored = await store.stored(needs.db, here)
    kept = check(field.name, value, scope, layers(needs.defaults, stored, here, None))
    space, number = _owner(here, scope)
    await store.put(needs.db, space, scope, number, field.name, kept, here.person)
    return kept


async def clear(needs: Needs, here: Here, scope: Scope, names: Sequence[str] | None) -> None:
    """Clear some settings of one scope, or all. Raises UnknownSetting."""
    space, number = _owner(here, scope)
    plain = None if names is None else [field_of(it).name for it in names]
    await store.clear(needs.db, space, scope, number, plain, here.person)


def _owner(here: Here, scope: Scope) -> tuple[int, int]:
    """The space and the number under which a scope's values are kept."""
    owners: dict[StrEnum, tuple[int, int]] = {
        Scope.SPACE: (here.space, here.space),
        Scope.CHANNEL: (here.space, here.channel),
        Scope.PERSON: (0, here.person),
    }
    if scope not in owners:
        raise SettingNotHere(name="", scope=scope.value)
    return owners[scope]
