"""Settings: what holds, where it comes from, changing it."""

from dataclasses import replace
from typing import Final

from bot.commands.arguments import localised
from bot.commands.declared import Call
from bot.commands.reply import Item, Listing, Reply, page_of, told
from bot.localise import Speaker
from engine.errors import UnknownSetting
from engine.values.setting_fields import FIELDS, Kind, SettingField
from engine.values.settings import Group, Scope, SettingValue

_EVERYTHING: Final = ("all", "everything", "全部", "所有")
_HERE: Final = (Scope.CHANNEL, Scope.PERSON)
_OWN: Final = frozenset({"language", "timezone"})


async def settings(call: Call) -> Reply:
    """Without a name: the list. With a name: where its value comes from. With a value: set it for this place."""
    name = call.text("setting")
    if not name or name.isdecimal():
        return await _listed(call, front=True, page=int(name[:4] or 1))
    if call.text("value"):
        return await _put(call, None)
    return await _explained(call, _meaning(call, name))


async def advanced(call: Call) -> Reply:
    """The settings that few people need."""
    return await _listed(call, front=False, page=call.number("page", 1))


async def in_space(call: Call) -> Reply:
    """Set something for the whole space."""
    return await _put(call, Scope.SPACE)


async def for_character(call: Call) -> Reply:
    """Set something for this character wherever it plays in this space."""
    return await _put(call, Scope.CHARACTER)


async def mode(call: Call) -> Reply:
    """What this place is for: the setting of that name."""
    return await settings(replace(call, args={"setting": "mode", "value": call.text("mode")}))


async def reset(call: Call) -> Reply:
    """Take back one setting, a group of them, or all, in this place and of this person."""
    given = call.text("setting")
    names = await _meant(call, given)
    known = await call.engine.settings.explain(call.here, None)
    own = [it for it in known if it.name in names and any(origin.scope in _HERE for origin in it.origins)]
    for scope in _HERE:
        if here := [name for name in names if FIELDS[name].may_be_set(scope)]:
            await call.engine.settings.clear(call.here, scope, here)
    chosen = (await call.engine.settings.current(call.here)).language.value
    if len(names) > 1:
        return Reply(told(call.speak.to(chosen).say("settings-reset-many", count=len(own))).blocks, language=chosen)
    [explanation] = await call.engine.settings.explain(call.here, names[0])
    speak = call.speak.to(chosen)
    text = speak.say("settings-reset-one", name=names[0], value=shown(FIELDS[names[0]], explanation.value, speak))
    return Reply(told(text).blocks, language=chosen)


async def _meant(call: Call, given: str) -> list[str]:
    if given.casefold() in _EVERYTHING:
        return list(FIELDS)
    for group in Group:
        if given.casefold() in (group.value, call.speak.say(f"settings-group-{group.value}").casefold()):
            return [name for name, about in FIELDS.items() if about.about.group is group]
    [explanation] = await call.engine.settings.explain(call.here, _meaning(call, given))
    return [explanation.name]


def _meaning(call: Call, given: str) -> str:
    """The name of the setting that the person calls ``given``: they may use the word that lists show for it."""
    words = {call.speak.say(field.label).casefold(): name for name, field in FIELDS.items()}
    return words.get(given.casefold(), given)


async def _put(call: Call, scope: Scope | None) -> Reply:
    name = _meaning(call, call.text("setting")).replace("-", "_").lower()
    where = scope or (Scope.PERSON if name in _OWN else Scope.CHANNEL)
    listened = (await call.engine.settings.current(call.here)).listen
    await call.engine.settings.put(call.here, where, name, call.text("value"))
    [explanation] = await call.engine.settings.explain(call.here, name)
    about = FIELDS.get(explanation.name)
    if about is None:
        raise UnknownSetting(name=name[:64], near="")
    now = await call.engine.settings.current(call.here)
    chosen = now.language.value
    speak = call.speak.to(chosen)
    value = shown(about, explanation.value, speak)
    text = speak.say("settings-set", name=about.name, value=value, scope=where.value)
    if now.listen is listened or call.here.private:
        return Reply(told(text).blocks, language=chosen)
    word = "place-listens" if now.listen else "place-listens-no-more"
    heard = speak.say(word, optout=localised("/me optout", call.table, speak))
    return Reply(told(text, heard).blocks, language=chosen, aloud=True)


async def _listed(call: Call, *, front: bool, page: int) -> Reply:
    explanations = await call.engine.settings.explain(call.here, None)
    items = tuple(
        Item(
            f"{it.name} = {shown(FIELDS[it.name], it.value, call.speak)}",
            call.speak.say("settings-item", label=call.speak.say(FIELDS[it.name].label), scope=it.scope.value),
        )
        for it in explanations
        if it.name in FIELDS and FIELDS[it.name].about.front is front
    )
    rows, number, pages = page_of(items, page)
    title = call.speak.say("settings-list" if front else "settings-advanced-list", page=number, pages=pages)
    return Reply((Listing(title, rows, call.speak.say("settings-list-hint")),))


async def _explained(call: Call, name: str) -> Reply:
    [explanation] = await call.engine.settings.explain(call.here, name)
    about, speak = FIELDS[explanation.name], call.speak
    title = f"{about.name} = {shown(about, explanation.value, speak)}\n{speak.say(about.help)}"
    items = tuple(
        Item(
            speak.say(f"scope-{origin.scope.value}"),
            speak.say("settings-origin", value=shown(about, origin.given, speak), fate=origin.fate.value),
        )
        for origin in explanation.origins
    )
    return Reply(
        (Listing(title, items, speak.say("settings-how", name=about.name, range=allowed_values(about, speak))),)
    )


def shown(about: SettingField, value: SettingValue | None, speak: Speaker) -> str:
    """A value as people read it."""
    if value is None:
        return speak.say("settings-model-decides")
    if about.kind is Kind.SWITCH:
        return speak.say("settings-on" if value else "settings-off")
    if about.kind is Kind.CHOICE:
        return speak.say(about.choice_label(str(value)))
    if about.about.unit and isinstance(value, int | float):
        return speak.say(f"unit-{about.about.unit.value}", count=value)
    return str(value)


def allowed_values(about: SettingField, speak: Speaker) -> str:
    """What may be typed for a setting."""
    if about.kind is Kind.SWITCH:
        return "on | off"
    if about.kind is Kind.CHOICE:
        return " | ".join(about.choices)
    if about.low is not None and about.high is not None:
        return speak.say("settings-range", low=about.low, high=about.high)
    return about.about.example or str(about.default)
