"""Chat settings: what holds here and why, setting and clearing."""

from collections.abc import Mapping, Sequence

from engine.actions.head_moves import current_stand
from engine.db import access, sessions
from engine.db import settings as store
from engine.rules.layers import heard, in_their_language, layers
from engine.rules.scopes import Explanation, Layer, check, explain, field_of, merge, parse_value
from engine.turns.cast import who_plays
from engine.turns.needs import Needs
from engine.values.allowances import Change
from engine.values.incoming import Here
from engine.values.sessions import Stand
from engine.values.setting_fields import FIELDS
from engine.values.settings import HEARD, Language, Scope, SettingValue


async def explained(needs: Needs, here: Here, name: str | None) -> list[Explanation]:
    """Where one setting's value comes from, or every one's. Raises UnknownSetting."""
    names = [field_of(name).name] if name else list(FIELDS)
    holding = await _layers(needs, here)
    return [explain(it, holding) for it in names]


async def put(needs: Needs, here: Here, scope: Scope, name: str, text: str) -> SettingValue | None:
    """Set what a person typed; the value as it is kept, None when it was cleared. Raises InputError leaves."""
    field = field_of(name)
    value = parse_value(field.name, text)
    if value is None:
        await clear(needs, here, scope, [field.name])
        return None
    kept = check(field.name, value, scope, await _layers(needs, here))
    space, number = await _owner(needs, here, scope)
    await store.put(needs.db, space, scope, number, field.name, kept, here.person)
    needs.doors.forget()
    return kept


async def clear(needs: Needs, here: Here, scope: Scope, names: Sequence[str] | None) -> None:
    """Clear some settings of one scope, or all. Raises UnknownSetting."""
    space, number = await _owner(needs, here, scope)
    plain = None if names is None else [field_of(it).name for it in names]
    await store.clear(needs.db, space, scope, number, plain, here.person)
    needs.doors.forget()


async def hear(needs: Needs, here: Here, noticed: Mapping[Scope, str], guessed: str) -> Language | None:
    """Note what was noticed of a person's language; the one they are spoken to in from now on, None where as before."""
    before = await needs.doors.door(needs.db, here)
    if guessed and not before.noticed and not any(noticed.values()):
        noticed = {Scope.APP: guessed}
    news = {HEARD[scope]: language for scope, language in noticed.items() if before.noticed.get(scope, "") != language}
    if not news:
        return None
    await store.hear(needs.db, here.person, news)
    needs.doors.forget()
    after = (await needs.doors.door(needs.db, here)).settings.language
    return after if after is not before.settings.language else None


async def language_of_owners(needs: Needs, platform: str) -> Language:
    """The language of whoever has looked after the house longest on ``platform``; the house's own without anybody."""
    person = await access.first_owner(needs.db, platform)
    alone = Here(space=0, channel=0, person=person or 0, platform=platform, private=True)
    stored = await store.stored(needs.db, alone) if person else ()
    return merge(in_their_language(layers(needs.defaults, stored, alone, None), heard(stored, alone))).language


async def changes(needs: Needs, here: Here, name: str, most: int) -> list[Change]:
    """Who changed a setting last where it may apply to this person here, newest first. Raises UnknownSetting."""
    return await store.changes(needs.db, here, field_of(name).name, most)


async def _layers(needs: Needs, here: Here) -> tuple[Layer, ...]:
    stored = await store.stored(needs.db, here)
    stand = await sessions.current(needs.db, here.key)
    holding = layers(needs.defaults, stored, here, await _character(needs, stand) if stand else None)
    return in_their_language(holding, heard(stored, here))


async def _character(needs: Needs, stand: Stand) -> int:
    line = await needs.lines.current(needs.db, stand.session_key, stand.branch)
    return await who_plays(needs.db, stand.session_key, line)


async def _owner(needs: Needs, here: Here, scope: Scope) -> tuple[int, int]:
    """The space and the number under which a scope's values are kept; a character's are those of who plays here."""
    if scope is Scope.CHARACTER:
        return here.space, await _character(needs, await current_stand(needs, here))
    if scope is Scope.PERSON:
        return 0, here.person
    return here.space, here.space if scope is Scope.SPACE else here.channel
