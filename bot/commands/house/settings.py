"""Settings: what holds, where it comes from, changing it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.commands.framework.arguments import localised
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.matrix import refusal
from bot.commands.framework.panel import as_panel
from bot.commands.framework.reply import Confirm, Listing, ListItem, Paragraph, Reply, told
from bot.commands.house import setting_lists, setting_page, setting_rights
from bot.commands.house.setting_places import does_something, those_of
from bot.commands.house.setting_rights import may_set, usual
from bot.commands.house.setting_ways import list_page
from bot.commands.house.setting_words import (
    group_called,
    name_and_value,
    sets,
    setting_meant,
    shown,
    to_booths,
    to_modes,
    typed_value,
)
from bot.words.localise import Speaker
from engine.actions.house import settings as settings_actions
from engine.errors import SettingNotHere, SettingNotUnderstood, SettingOutOfRange, SettingTooLoose
from engine.values.house.setting_choices import Mode
from engine.values.house.setting_fields import FIELDS, SettingField
from engine.values.house.setting_modes import MODES
from engine.values.house.setting_scopes import SettingScope, SettingValue

_EVERYTHING: Final = ("all", "everything", "全部", "所有")
_BUNDLED: Final = tuple(dict.fromkeys(name for values in MODES.values() for name in values))
_LANGUAGE: Final = "language"
_HERE: Final = (SettingScope.CHANNEL, SettingScope.PERSON)


async def settings(call: CommandCall) -> Reply:
    """Without a name: the list. A group: what is in it. A name: where its value comes from; a value: set it here."""
    name, value = call.text("setting"), call.text("value")
    if not name or name.isdecimal():
        return await setting_lists.front(call, int(name[:4] or 1))
    if (group := group_called(f"{name} {value}".strip(), call.speak)) and name not in FIELDS:
        return await setting_lists.group(call, group, 1)
    if (group := group_called(name, call.speak)) and name not in FIELDS and value.isdecimal():
        return await setting_lists.group(call, group, int(value[:4]))
    name, value = name_and_value(name, value, call.speak)
    if not value:
        return await setting_page.page(call, setting_meant(name, call.speak).name)
    return await _put(replace(call, args={"setting": name, "value": value}), None)


async def advanced(call: CommandCall) -> Reply:
    """The settings that few people need."""
    return await setting_lists.advanced(call, call.number("page", 1))


async def from_list(call: CommandCall) -> Reply:
    """A setting as a page of a list opens it, with the way back to that page; for whom it is may stand first."""
    whose, _, name = call.text("setting").rpartition(" ")
    scope = next((it for it, word in setting_rights.WORDS.items() if word == whose), None)
    about = setting_meant(name if scope else call.text("setting"), call.speak)
    return await setting_page.page(call, about.name, scope, list_page(call.text("page")))


async def in_space(call: CommandCall) -> Reply:
    """Set something for the whole space, or see it as it is there."""
    return await _at(call, SettingScope.SPACE)


async def for_character(call: CommandCall) -> Reply:
    """The same for this character wherever it plays in this space."""
    return await _at(call, SettingScope.CHARACTER)


async def in_channel(call: CommandCall) -> Reply:
    """The same for this chat, also what people usually set for themselves."""
    return await _at(call, SettingScope.CHANNEL)


async def write(call: CommandCall) -> Reply:
    """Set something to a value in words of one's own. Without one: the form that asks for it."""
    if call.text("value"):
        return await _put(call, _whose(call))
    return await setting_page.form(call, setting_meant(call.text("setting"), call.speak).name, _whose(call))


async def present(call: CommandCall) -> Mapping[str, str]:
    """What that form would write over."""
    return await setting_page.standing(call, setting_meant(call.text("setting"), call.speak).name, _whose(call))


def _whose(call: CommandCall) -> SettingScope:
    return next(it for it, word in setting_rights.WORDS.items() if word == call.text("where"))


async def _at(call: CommandCall, scope: SettingScope) -> Reply:
    if call.text("value"):
        return await _put(call, scope)
    return await setting_page.page(call, setting_meant(call.text("setting"), call.speak).name, scope)


async def mode(call: CommandCall) -> Reply:
    """What this place is for: each mode with what it sets; with a name, that mode holds from the next turn on."""
    before = await settings_actions.current(call.ctx, call.here)
    if not call.text("mode"):
        return _modes(call, before.mode)
    done = await settings(replace(call, args={"setting": "mode", "value": call.text("mode")}))
    names = those_of((name for name in _BUNDLED if name in FIELDS), call.table)
    after = await settings_actions.current(call.ctx, call.here)
    changed = [
        ListItem(
            call.speak.say(
                "mode-changes",
                label=call.speak.say(FIELDS[name].label),
                before=shown(FIELDS[name], getattr(before, name), call.speak),
                after=shown(FIELDS[name], getattr(after, name), call.speak),
            )
        )
        for name in names
        if getattr(before, name) != getattr(after, name)
    ]
    title = call.speak.say("mode-changed", count=len(changed))
    return replace(done, blocks=(*done.blocks, Listing(title, tuple(changed))), back="/mode")


def _modes(call: CommandCall, now: Mode) -> Reply:
    speak = call.speak
    items = tuple(
        ListItem(speak.say(f"mode-about-{each.value}"), sets(each, call.table, speak), each.value, each is now)
        for each in Mode
    )
    page, buttons = Listing(speak.say("mode-title"), items, speak.say("mode-hint")), to_modes(speak, now)
    if call.apart is None or call.here.private:
        return as_panel(Reply((page,), choices=buttons), "/mode")
    booths = Paragraph(speak.say("mode-booths-hint", command=localised("/mode booths", call.table, speak)))
    further = to_booths(speak) if now is Mode.LOUNGE else ()
    return as_panel(Reply((page, booths), choices=(*buttons, *further)), "/mode")


async def reset(call: CommandCall) -> Reply:
    """Take back one setting, a group of them, or all, in this place and of this person."""
    given = call.text("setting")
    meant = await _meant(call, given)
    names = [name for name in meant if any(may_set(call, name, scope) for scope in _HERE if _settable(name, scope))]
    if not names:
        return _refused(call, meant[0], usual(meant[0]))
    known = await settings_actions.explained(call.ctx, call.here, None)
    own = [
        field
        for field in known
        if field.name in names
        and any(one.scope in _HERE and may_set(call, field.name, one.scope) for one in field.origins)
    ]
    if len(names) > 1 and own and not call.flag("yes"):
        labels = call.speak.say("list-comma").join(call.speak.say(FIELDS[it.name].label) for it in own)
        question = call.speak.say("settings-reset-asks", count=len(own), names=labels)
        return Reply(confirm=Confirm(question, f"/settings reset {given} yes"))
    for scope in _HERE:
        if here := [name for name in names if _settable(name, scope) and may_set(call, name, scope)]:
            await settings_actions.clear(call.ctx, call.here, scope, here)
    chosen = await _spoken(call, names)
    if len(names) > 1:
        return Reply(told(call.speak.to(chosen).say("settings-reset-many", count=len(own))).blocks, language=chosen)
    [explanation] = await settings_actions.explained(call.ctx, call.here, names[0])
    said = told(_taken_back(names[0], explanation.value, call.speak.to(chosen))).blocks
    return Reply(said, language=chosen, back=setting_rights.line(names[0], usual(names[0])))


async def _meant(call: CommandCall, given: str) -> list[str]:
    if given.casefold() in _EVERYTHING:
        return list(FIELDS)
    if group := group_called(given, call.speak):
        return [name for name, about in FIELDS.items() if about.about.group is group]
    return [setting_meant(given, call.speak).name]


async def _spoken(call: CommandCall, names: Sequence[str]) -> str:
    """In which language it is said that these are set: in the page's, but for the one that was just decided on."""
    decided = _LANGUAGE in names
    return (await settings_actions.current(call.ctx, call.here)).language.value if decided else call.speak.language


def _settable(name: str, scope: SettingScope) -> bool:
    return FIELDS[name].may_be_set(scope)


def _refused(call: CommandCall, name: str, scope: SettingScope) -> Reply:
    return replace(told(refusal(call, setting_rights.ability(name, scope))), private=True)


def _taken_back(name: str, value: SettingValue | None, speak: Speaker) -> str:
    return speak.say("settings-reset-one", label=speak.say(FIELDS[name].label), value=shown(FIELDS[name], value, speak))


async def _put(call: CommandCall, scope: SettingScope | None) -> Reply:
    about = setting_meant(call.text("setting"), call.speak)
    name, given = about.name, typed_value(about, call.text("value"), call.speak)
    where = scope or usual(name)
    if not may_set(call, name, where):
        return _refused(call, name, where)
    if not does_something(name, call.table):
        return await setting_page.page(call, name, where)
    listened = (await settings_actions.current(call.ctx, call.here)).listen
    try:
        kept = await settings_actions.put(call.ctx, call.here, where, name, given)
    except (SettingNotHere, SettingNotUnderstood, SettingOutOfRange, SettingTooLoose) as error:
        return await setting_page.refused(call, name, where, error)
    [explanation] = await settings_actions.explained(call.ctx, call.here, name)
    now = await settings_actions.current(call.ctx, call.here)
    chosen = await _spoken(call, [name])
    speak = call.speak.to(chosen)
    value = shown(about, kept, speak)
    text = speak.say("settings-set", label=speak.say(about.label), value=value, scope=where.value)
    if kept is None:
        text = _taken_back(about.name, explanation.value, speak)
    elif explanation.scope is not where:
        overruled = _overruled(about, explanation.value, explanation.scope, speak)
        text = speak.say("sentences", one=text, other=overruled)
    if now.listen is listened or call.here.private:
        return Reply(told(text).blocks, language=chosen, back=setting_rights.line(name, where))
    word = "place-listens" if now.listen else "place-listens-no-more"
    heard = speak.say(word, optout=localised("/me optout", call.table, speak))
    return Reply(told(text, heard).blocks, language=chosen, aloud=True, back=setting_rights.line(name, where))


def _overruled(about: SettingField, value: SettingValue | None, scope: SettingScope, speak: Speaker) -> str:
    """What holds here all the same, because it is set for something nearer."""
    by = speak.say(f"scope-{scope.value}")
    return speak.say("settings-overruled", value=shown(about, value, speak), by=by)
