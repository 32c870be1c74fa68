"""One setting: what holds and why, its last changes, its buttons, and the form for any other value."""

from collections.abc import Mapping
from typing import Final

from bot.commands.framework.arguments import localised
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.forms import mark
from bot.commands.framework.panel import as_panel
from bot.commands.framework.reply import Field, Form, Listing, ListItem, Reply, ReplyChoice, told
from bot.commands.house import setting_rights
from bot.commands.house.setting_places import does_something
from bot.commands.house.setting_ways import ListPage, to_others
from bot.commands.house.setting_words import allowed_values, neighbours, shown, to_change, whose_word
from engine.actions.house import settings
from engine.errors import SettingNotHere, SettingNotUnderstood, SettingOutOfRange, SettingTooLoose
from engine.values.house.changes import ChangeRecord, SettingChange
from engine.values.house.setting_fields import FIELDS, SettingField, ValueKind
from engine.values.house.setting_scopes import SettingScope, SettingValue

Refusal = SettingNotHere | SettingNotUnderstood | SettingOutOfRange | SettingTooLoose

_CHANGES: Final = 3


async def page(call: CommandCall, given: str, scope: SettingScope | None = None, came: ListPage | None = None) -> Reply:
    """What a setting is and where that comes from; its buttons change it for ``scope``, and lead back to where one
    ``came`` from.
    """
    [explanation] = await settings.explained(call.ctx, call.here, given, call.speak.language)
    about, speak = FIELDS[explanation.name], call.speak
    whose = scope or setting_rights.usual(about.name)
    label, value = speak.say(about.label), shown(about, explanation.value, speak)
    title = speak.say("settings-page", label=label, name=about.name, value=value)
    items = tuple(
        ListItem(
            speak.say(
                "scope-house" if number and origin.scope is SettingScope.DEFAULT else f"scope-{origin.scope.value}"
            ),
            speak.say("settings-origin", value=shown(about, origin.given, speak), fate=origin.fate.value),
        )
        for number, origin in enumerate(explanation.origins)
    )
    explained = speak.say(about.help, hears="yes" if call.hears_all else "no")
    listing = Listing(f"{title}\n{explained}", items, _how(call, about, explanation.value, whose))
    changes = await settings.changes(call.ctx, call.here, about.name, _CHANGES)
    last = tuple(_changed(call, about, it, it.change) for it in changes if isinstance(it.change, SettingChange))
    blocks = (listing, Listing(speak.say("settings-changes"), last)) if last else (listing,)
    given_there = [it.given for it in explanation.origins if it.scope is whose]
    set_there = (*given_there, explanation.value)[0]
    own = any(setting_rights.is_own(call, about.name, it.scope) for it in explanation.origins)
    buttons = _buttons(call, about, set_there, whose, is_set=bool(given_there), came=came)
    made = Reply(blocks, choices=buttons, secret=own)
    return as_panel(made, setting_rights.line(about.name, whose, came.mark if came else ""))


async def form(call: CommandCall, name: str, scope: SettingScope) -> Reply:
    """The window that asks for any value of a setting, with the one that holds."""
    [explanation] = await settings.explained(call.ctx, call.here, name)
    about, speak = FIELDS[explanation.name], call.speak
    may = setting_rights.may_set(call, about.name, scope)
    if not (may and does_something(about.name, call.table)):
        return await page(call, about.name, scope)
    fits = allowed_values(about, speak)
    now = "" if explanation.value is None else str(explanation.value)
    stood = {param: mark(it) for param, it in (await standing(call, name, scope)).items()}
    line = f"/settings write {setting_rights.WORDS[scope]} {about.name}"
    reply = told(speak.say("settings-write-what", label=speak.say(about.label), range=fits))
    return Reply(reply.blocks, form=Form(line, speak.say(about.label), (Field("value", fits, now),), stood=stood))


async def standing(call: CommandCall, name: str, scope: SettingScope) -> Mapping[str, str]:
    """What is set where the form writes: another scope may hold another value, which it does not change."""
    [explanation] = await settings.explained(call.ctx, call.here, name)
    return {"value": next((str(it.given) for it in explanation.origins if it.scope is scope), "")}


async def refused(call: CommandCall, name: str, scope: SettingScope, error: Refusal) -> Reply:
    """Why a value was not taken, what is taken, and that the old one holds still."""
    [explanation] = await settings.explained(call.ctx, call.here, name)
    about, speak = FIELDS[explanation.name], call.speak
    if isinstance(error, SettingNotUnderstood) and about.kind is not ValueKind.TEXT:
        error = SettingNotUnderstood(name=about.name, label=about.label, expected=allowed_values(about, speak))
    kept = speak.say("settings-kept", label=speak.say(about.label), value=shown(about, explanation.value, speak))
    where = setting_rights.usual(about.name) if isinstance(error, SettingNotHere) else scope
    is_set = any(it.scope is where for it in explanation.origins)
    buttons = _buttons(call, about, explanation.value, where, is_set=is_set)
    return Reply(told(speak.error(error), kept).blocks, choices=buttons)


def another_value(about: SettingField, value: SettingValue | None) -> str:
    """A value besides the one that holds, as it is typed: what an example sets."""
    if about.kind is ValueKind.SWITCH:
        return "off" if value else "on"
    if others := [it for it in about.choices if it != value]:
        return others[0]
    if about.low is not None and about.high is not None:
        now = value if isinstance(value, int | float) else (about.low + about.high) / 2
        return next((str(it) for it in reversed(neighbours(about, now)) if it != value), "default")
    return about.about.example or str(about.default) or "default"


def before_and_after(call: CommandCall, about: SettingField, change: SettingChange) -> tuple[str, str]:
    """What a change of a setting says of the value before it and behind it."""
    before, after = (_stored(call, about, it) for it in (change.before, change.after))
    return before, after


def _stored(call: CommandCall, about: SettingField, value: SettingValue | None) -> str:
    return call.speak.say("settings-not-set") if value is None else shown(about, value, call.speak)


def _changed(call: CommandCall, about: SettingField, record: ChangeRecord, change: SettingChange) -> ListItem:
    speak = call.speak
    before, after = before_and_after(call, about, change)
    who = record.by or speak.say("audit-somebody")
    whose = whose_word(change.scope, speak)
    detail = speak.say("settings-change-by", who=who, ago=speak.ago(record.at, call.now), whose=whose)
    return ListItem(speak.say("settings-change", before=before, after=after), detail)


def _buttons(
    call: CommandCall,
    about: SettingField,
    value: SettingValue | None,
    scope: SettingScope,
    *,
    is_set: bool,
    came: ListPage | None = None,
) -> tuple[ReplyChoice, ...]:
    own: tuple[ReplyChoice, ...] = ()
    if setting_rights.may_set(call, about.name, scope) and does_something(about.name, call.table):
        own = to_change(about, value, scope, call.speak, is_set=is_set)
    others = setting_rights.others(call, about.name, scope) if does_something(about.name, call.table) else ()
    return (*own, *to_others(about, others, call.table, call.speak, came))


def _how(call: CommandCall, about: SettingField, value: SettingValue | None, scope: SettingScope) -> str:
    speak = call.speak
    if not does_something(about.name, call.table):
        return speak.say("settings-nothing-here")
    fits = allowed_values(about, speak)
    if not setting_rights.may_set(call, about.name, scope):
        return speak.say("settings-fits", range=fits)
    example = f"{setting_rights.line(about.name, scope)} {another_value(about, value)}"
    line = localised(example, call.table, speak)
    return speak.say("settings-how", whose=whose_word(scope, speak), line=line, range=fits)
