"""Settings: what holds, where it comes from, changing it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.commands.abilities import allowed
from bot.commands.arguments import localised
from bot.commands.declared import Call
from bot.commands.paging import both_pages
from bot.commands.reply import Confirm, Item, Listing, Reply, page_of, told
from bot.commands.setting_words import allowed_values, group_called, sets, shown, to_change, to_groups, to_modes
from bot.commands.standings import who_may
from engine.errors import UnknownSetting
from engine.values.setting_fields import FIELDS
from engine.values.settings import MODES, Group, Mode, Scope

_EVERYTHING: Final = ("all", "everything", "全部", "所有")
_BUNDLED: Final = tuple(dict.fromkeys(name for values in MODES.values() for name in values))
_HERE: Final = (Scope.CHANNEL, Scope.PERSON)
_OWN: Final = frozenset({"language", "timezone"})


async def settings(call: Call) -> Reply:
    """Without a name: the list. A group: what is in it. A name: where its value comes from; a value: set it here."""
    name, value = call.text("setting"), call.text("value")
    if not name or name.isdecimal():
        return await _front(call, int(name[:4] or 1))
    group = group_called(name, call.speak)
    if group is not None and name not in FIELDS and (not value or value.isdecimal()):
        return await _group(call, group, int(value[:4] or 1))
    if value:
        return await _put(call, None)
    return await _explained(call, _meaning(call, name))


async def advanced(call: Call) -> Reply:
    """The settings that few people need."""
    names = [name for name, about in FIELDS.items() if not about.about.front]
    rows, number, pages = page_of(await _rows(call, names), call.number("page", 1))
    title = call.speak.say("settings-advanced-list", page=number, pages=pages)
    turns = both_pages(call.speak, "/settings advanced", number, pages)
    return Reply((Listing(title, rows, call.speak.say("settings-list-hint")),), choices=turns)


async def in_space(call: Call) -> Reply:
    """Set something for the whole space."""
    return await _put(call, Scope.SPACE)


async def for_character(call: Call) -> Reply:
    """Set something for this character wherever it plays in this space."""
    return await _put(call, Scope.CHARACTER)


async def mode(call: Call) -> Reply:
    """What this place is for: each mode with what it sets; with a name, that mode holds from the next turn on."""
    before = await call.engine.settings.current(call.here)
    if not call.text("mode"):
        return _modes(call, before.mode)
    done = await settings(replace(call, args={"setting": "mode", "value": call.text("mode")}))
    names = [name for name in _BUNDLED if name in FIELDS]
    after = await call.engine.settings.current(call.here)
    changed = [
        Item(
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
    return replace(
        done, blocks=(*done.blocks, Listing(title, tuple(changed))), choices=to_modes(call.speak, after.mode)
    )


def _modes(call: Call, now: Mode) -> Reply:
    speak = call.speak
    items = tuple(
        Item(speak.say(FIELDS["mode"].choice_label(it.value)), sets(it, speak), it.value, it is now) for it in Mode
    )
    return Reply((Listing(speak.say("mode-title"), items, speak.say("mode-hint")),), choices=to_modes(speak, now))


async def reset(call: Call) -> Reply:
    """Take back one setting, a group of them, or all, in this place and of this person."""
    given = call.text("setting")
    meant = await _meant(call, given)
    names = [name for name in meant if _may_change(call, name)]
    if not names:
        return replace(told(call.speak.say("not-allowed", who=who_may(_ability(meant[0])))), private=True)
    known = await call.engine.settings.explain(call.here, None)
    own = [it for it in known if it.name in names and any(origin.scope in _HERE for origin in it.origins)]
    if len(names) > 1 and own and not call.flag("yes"):
        question = call.speak.say("settings-reset-asks", count=len(own), names=", ".join(it.name for it in own))
        return Reply(confirm=Confirm(question, f"/settings reset {given} yes"))
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
    if group := group_called(given, call.speak):
        return [name for name, about in FIELDS.items() if about.about.group is group]
    [explanation] = await call.engine.settings.explain(call.here, _meaning(call, given))
    return [explanation.name]


def _ability(name: str) -> str:
    """The row of the matrix that says who may change a setting for everybody in a place."""
    about = FIELDS.get(name)
    return "mode" if about is not None and about.about.group is Group.PLACE else "settings reset"


def _may_change(call: Call, name: str) -> bool:
    return name in _OWN or allowed(_ability(name), call.standings)


def _meaning(call: Call, given: str) -> str:
    """The name of the setting that the person calls ``given``: they may use the word that lists show for it."""
    words = {call.speak.say(field.label).casefold(): name for name, field in FIELDS.items()}
    return words.get(given.casefold(), given)


async def _put(call: Call, scope: Scope | None) -> Reply:
    name = _meaning(call, call.text("setting")).replace("-", "_").lower()
    where = scope or (Scope.PERSON if name in _OWN else Scope.CHANNEL)
    if where is Scope.CHANNEL and not _may_change(call, name):
        who = who_may(_ability(name))
        return replace(told(call.speak.say("not-allowed", who=who)), private=True)
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


async def _front(call: Call, page: int) -> Reply:
    names = [name for name, about in FIELDS.items() if about.about.front]
    rows, number, pages = page_of(await _rows(call, names), page)
    title = call.speak.say("settings-list", page=number, pages=pages)
    turns = both_pages(call.speak, "/settings", number, pages)
    hint = call.speak.say("settings-list-hint")
    return Reply((Listing(title, rows, hint),), choices=(*turns, *to_groups(call.speak)))


async def _group(call: Call, group: Group, page: int) -> Reply:
    names = [name for name, about in FIELDS.items() if about.about.group is group]
    rows, number, pages = page_of(await _rows(call, names), page)
    word = call.speak.say(f"settings-group-{group.value}")
    title = call.speak.say("settings-group-list", group=word, page=number, pages=pages)
    turns = both_pages(call.speak, f"/settings {group.value}", number, pages)
    return Reply((Listing(title, rows, call.speak.say("settings-list-hint")),), choices=turns)


async def _rows(call: Call, names: Sequence[str]) -> tuple[Item, ...]:
    explanations = {it.name: it for it in await call.engine.settings.explain(call.here, None)}
    return tuple(
        Item(
            f"{it.name} = {shown(FIELDS[it.name], it.value, call.speak)}",
            call.speak.say("settings-item", label=call.speak.say(FIELDS[it.name].label), scope=it.scope.value),
        )
        for it in (explanations[name] for name in names)
    )


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
    how = speak.say("settings-how", name=about.name, range=allowed_values(about, speak))
    return Reply((Listing(title, items, how),), choices=to_change(about, explanation.value, speak))
