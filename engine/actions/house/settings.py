"""Chat settings: what holds here and why, setting and clearing."""

from collections.abc import Mapping, Sequence

from engine.actions.chats.head_moves import current_head
from engine.context import EngineContext
from engine.db.chats import sessions
from engine.db.house import access
from engine.db.house import settings as store
from engine.rules.layers import as_opened, heard, in_their_language, layers
from engine.rules.scopes import Explanation, SettingLayer, check, explain, field_of, merge, parse_value
from engine.turns.inputs.cast import who_plays
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead
from engine.values.house.changes import ChangeRecord
from engine.values.house.setting_choices import Language
from engine.values.house.setting_fields import FIELDS
from engine.values.house.setting_scopes import HEARD, SettingScope, SettingValue
from engine.values.house.settings import Settings


async def current(ctx: EngineContext, here: Here) -> Settings:
    """The settings that hold for this person in this channel; what another process set counts within seconds."""
    return (await ctx.doors.door(ctx.db, here)).settings


async def explained(ctx: EngineContext, here: Here, name: str | None = None, tongue: str = "") -> list[Explanation]:
    """Where one setting's value comes from, or every one's, on a page in the language ``tongue``, if it is on one.

    Raises UnknownSetting.
    """
    names = [field_of(name).name] if name else list(FIELDS)
    holding = await _layers(ctx, here)
    holding = as_opened(holding, tongue) if tongue else holding
    return [explain(it, holding) for it in names]


async def put(ctx: EngineContext, here: Here, scope: SettingScope, name: str, text: str) -> SettingValue | None:
    """Set what a person typed; the value as it is kept, None when it was cleared. Raises InputError leaves."""
    field = field_of(name)
    value = parse_value(field.name, text)
    if value is None:
        await clear(ctx, here, scope, [field.name])
        return None
    kept = check(field.name, value, scope, await _layers(ctx, here))
    space, number = await _owner(ctx, here, scope)
    await store.put(ctx.db, space, scope, number, field.name, kept, here.person)
    ctx.doors.forget()
    return kept


async def clear(ctx: EngineContext, here: Here, scope: SettingScope, names: Sequence[str] | None = None) -> None:
    """Clear some settings of one scope, or all. Raises UnknownSetting."""
    space, number = await _owner(ctx, here, scope)
    plain = None if names is None else [field_of(it).name for it in names]
    await store.clear(ctx.db, space, scope, number, plain, here.person)
    ctx.doors.forget()


async def is_chosen(ctx: EngineContext, here: Here, name: str) -> bool:
    """Whether the person has chosen the value of a setting themselves. Raises UnknownSetting."""
    [found] = await explained(ctx, here, name)
    return found.scope is SettingScope.PERSON


async def hear(ctx: EngineContext, here: Here, noticed: Mapping[SettingScope, str], guessed: str = "") -> None:
    """Note what was noticed of a person's language, by APP, WRITTEN and NAMED ("": it holds no more).

    ``guessed`` counts where nothing ever was.
    """
    before = await ctx.doors.door(ctx.db, here)
    if guessed and not before.noticed and not any(noticed.values()):
        noticed = {SettingScope.APP: guessed}
    news = {HEARD[scope]: language for scope, language in noticed.items() if before.noticed.get(scope, "") != language}
    if news:
        await store.hear(ctx.db, here.person, news)
        ctx.doors.forget()


async def language_of_owners(ctx: EngineContext, platform: str) -> Language:
    """The language of whoever has looked after the house longest on ``platform``; the house's own without anybody."""
    person = await access.first_owner(ctx.db, platform)
    alone = Here(space=0, channel=0, person=person or 0, platform=platform, private=True)
    stored = await store.stored(ctx.db, alone) if person else ()
    return merge(in_their_language(layers(ctx.defaults, stored, alone, None), heard(stored, alone))).language


async def changes(ctx: EngineContext, here: Here, name: str, most: int) -> list[ChangeRecord]:
    """Who changed a setting last where it may apply to this person here, newest first. Raises UnknownSetting."""
    return await store.changes(ctx.db, here, field_of(name).name, most)


async def _layers(ctx: EngineContext, here: Here) -> tuple[SettingLayer, ...]:
    stored = await store.stored(ctx.db, here)
    channel_head = await sessions.current(ctx.db, here.key)
    holding = layers(ctx.defaults, stored, here, await _character(ctx, channel_head) if channel_head else None)
    return in_their_language(holding, heard(stored, here))


async def _character(ctx: EngineContext, channel_head: ChannelHead) -> int:
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    return await who_plays(ctx.db, channel_head.session_key, line)


async def _owner(ctx: EngineContext, here: Here, scope: SettingScope) -> tuple[int, int]:
    """The space and the number under which a scope's values are kept; a character's are those of who plays here."""
    if scope is SettingScope.CHARACTER:
        return here.space, await _character(ctx, await current_head(ctx, here))
    if scope is SettingScope.PERSON:
        return 0, here.person
    return here.space, here.space if scope is SettingScope.SPACE else here.channel
