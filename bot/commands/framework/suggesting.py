"""What an input field may suggest while somebody types an argument."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Final
from zoneinfo import available_timezones

from bot.commands.characters import (
    casting,
    preset_editing,
    presets,
    quick_replies,
    world_editing,
    world_entries,
    worlds,
)
from bot.commands.characters.card_editing import FIELDS as FIELDS_OF_CARD
from bot.commands.characters.characters import characters_called
from bot.commands.characters.cradle import every_cradle
from bot.commands.chats.branches import called
from bot.commands.framework.abilities import allowed
from bot.commands.framework.arguments import spelled, words_of
from bot.commands.framework.declared import Command, CommandCall, Param
from bot.commands.framework.numbering import called as called_things
from bot.commands.framework.numbering import meant, numbers
from bot.commands.house.setting_places import those_of
from bot.commands.house.setting_rights import WORDS, may_set
from bot.commands.house.setting_words import shown
from bot.commands.story import outlining
from bot.commands.story.growing import FIELDS_OF_PERSONA
from bot.commands.story.outlining import PARTS
from bot.commands.story.rows_of_story import pieces
from bot.commands.story.story import chat_title, save_name, shortened
from engine.actions.chats import branches, savepoints, sessions
from engine.actions.house import access
from engine.actions.memory import finding, garden
from engine.actions.people import personas
from engine.errors import NoLongerThere, NoSuchMemory, NothingCalled, SeveralCalled
from engine.values.characters.entry_fields import ENTRY_FIELDS
from engine.values.characters.presets import SAMPLERS
from engine.values.chats.sessions import SessionStatus
from engine.values.house.numbers import Thing
from engine.values.house.setting_choices import Language
from engine.values.house.setting_fields import FIELDS, ValueKind
from engine.values.paging import Wanted
from engine.values.story.chronicle import ChronicleKind

MOST: Final = 25
LONGEST: Final = 100
_FIRST: Final = Wanted(size=MOST)

Suggestions = list[tuple[str, str]]
"""(label, value): what people see, and what is typed for them."""


async def suggestions(call: CommandCall, command: str, param: str, typed: str) -> Suggestions:
    """What fits ``typed`` for a parameter of ``command`` ("chats open"); ``call.args`` are the other arguments."""
    name, _, action_name = command.partition(" ")
    found = call.table.find(name)
    if found is None or not allowed(command, call.access_roles):
        return []
    wanted = _param(found, action_name, param)
    if wanted is None:
        return []
    if search := SEARCHES.get(wanted.source):
        return _cut(await search(call, typed.strip()))
    source = SOURCES.get(wanted.source)
    every = await source(call) if source else [(word, word) for word in words_of(wanted, call.speak)]
    return _fitting(every, typed)


def _param(command: Command, action_name: str, param: str) -> Param | None:
    action, _ = command.split(action_name)
    return next((it for it in (action.params if action else command.params) if it.name == param), None)


def _fitting(every: Suggestions, typed: str) -> Suggestions:
    """Those that contain what was typed, those that begin with it first; cut to what an input field bears."""
    word = typed.strip().casefold()
    fits = [it for it in every if word in it[0].casefold() or word in it[1].casefold()]
    fits.sort(key=lambda it: not (it[0].casefold().startswith(word) or it[1].casefold().startswith(word)))
    return _cut(fits)


def _cut(fits: Suggestions) -> Suggestions:
    return [(shortened(label, LONGEST), value) for label, value in fits if len(value) <= LONGEST][:MOST]


def _numbered(things: Sequence[tuple[int, str]]) -> Suggestions:
    return [(f"{number} · {name}", str(number)) for number, name in things]


async def _chats(call: CommandCall, typed: str) -> Suggestions:
    if typed:
        infos = await finding.sessions_called(call.ctx, call.here, typed)
    else:
        infos = list((await sessions.page(call.ctx, call.here, tuple(SessionStatus), _FIRST)).items)
    return _numbered([(it.number, chat_title(it.title, call.speak)) for it in infos])


async def _saves(call: CommandCall, typed: str) -> Suggestions:
    return await _of_saves(call, typed, deleted=False)


async def _deleted_saves(call: CommandCall, typed: str) -> Suggestions:
    return await _of_saves(call, typed, deleted=True)


async def _of_saves(call: CommandCall, typed: str, *, deleted: bool) -> Suggestions:
    if typed:
        saves = await finding.saves_called(call.ctx, call.here, typed, deleted=deleted)
    else:
        saves = list((await savepoints.page(call.ctx, call.here, _FIRST, deleted=deleted)).items)
    return _numbered([(it.id, save_name(it, call.speak)) for it in saves])


async def _branches(call: CommandCall, typed: str) -> Suggestions:
    if typed:
        infos = await finding.branches_called(call.ctx, call.here, typed)
    else:
        infos = list((await branches.page(call.ctx, call.here, _FIRST)).items)
    return _numbered([(it.id, called(call, it)) for it in infos])


async def _characters(call: CommandCall, typed: str) -> Suggestions:
    """By their names: whoever types the beginning of one sees it first."""
    return [(f"{it.name} · {it.number}", str(it.number)) for it in await characters_called(call, typed)]


async def _cradles(call: CommandCall) -> Suggestions:
    return _numbered([(it.number, it.name) for it in await every_cradle(call)])


async def _card_fields(call: CommandCall) -> Suggestions:
    return [(call.speak.say(f"char-field-{field.replace('_', '-')}"), name) for name, field in FIELDS_OF_CARD.items()]


async def _cast(call: CommandCall) -> Suggestions:
    return _numbered([(it.number, it.name) for it in await casting.members(call)])


async def _settings(call: CommandCall) -> Suggestions:
    say = call.speak.say
    names = those_of(FIELDS, call.table)
    return [(say("with-brackets", before=say(FIELDS[it].label), inside=it), it) for it in names]


async def _values(call: CommandCall) -> Suggestions:
    about = FIELDS.get(call.text("setting"))
    if about is None or not any(about.may_be_set(it) and may_set(call, about.name, it) for it in WORDS):
        return []
    if about.kind is ValueKind.SWITCH:
        return [(call.speak.say("settings-on"), "on"), (call.speak.say("settings-off"), "off")]
    if about.kind is ValueKind.CHOICE:
        return [(call.speak.say(about.choice_label(it)), it) for it in about.choices]
    return [(shown(about, about.default, call.speak), str(about.default))] if about.default is not None else []


async def _languages(call: CommandCall) -> Suggestions:
    return [(call.speak.say(f"language-{it.value}"), it.value) for it in Language]


async def _zones(_: CommandCall) -> Suggestions:
    return [(it, it) for it in await asyncio.to_thread(_every_zone)]


@cache
def _every_zone() -> tuple[str, ...]:
    """Reads hundreds of files."""
    return tuple(sorted(available_timezones()))


async def _worlds(call: CommandCall) -> Suggestions:
    return _numbered([(it.number, it.name) for it in await worlds.every(call)])


async def _entries(call: CommandCall) -> Suggestions:
    """Those of the book that was named before."""
    try:
        opened = await world_entries.open_book(call, call.text("book"))
    except (NothingCalled, SeveralCalled, NoLongerThere):
        return []
    return [(f"{(key := opened.keys[it.uid])} · {world_entries.titled(call, it)}", key) for it in opened.book.entries]


async def _entry_fields(call: CommandCall) -> Suggestions:
    return [(call.speak.say(f"world-field-{it}"), world_editing.typed_name(call, it)) for it in ENTRY_FIELDS]


async def _book_fields(call: CommandCall) -> Suggestions:
    return [(call.speak.say(f"world-book-field-{it}"), typed) for typed, it in world_editing.book_fields(call).items()]


async def _prompts(call: CommandCall) -> Suggestions:
    return _numbered([(it.number, it.name) for it in await preset_editing.prompts_here(call)])


async def _samplers(_: CommandCall) -> Suggestions:
    return [(it, it) for it in SAMPLERS]


async def _presets(call: CommandCall) -> Suggestions:
    return _numbered([(it.number, it.name) for it in await presets.every(call)])


async def _quick_replies(call: CommandCall) -> Suggestions:
    return [(f"{it.reply.label} · {it.found.name}", it.key) for it in await quick_replies.every(call)]


async def _quick_sets(call: CommandCall) -> Suggestions:
    return _numbered([(it.number, it.name) for it in await quick_replies.every_set(call)])


async def _personas(call: CommandCall) -> Suggestions:
    found = await called_things(call, Thing.PERSONA, await personas.listed(call.ctx, call.here))
    return _numbered([(it.number, it.name) for it in found])


async def _memories(call: CommandCall, typed: str) -> Suggestions:
    """The newest; those that hold what was typed; the one of that number."""
    if typed.isdecimal():
        with suppress(NoSuchMemory):
            shown = await garden.show(call.ctx, call.here, await meant(call, Thing.MEMORY, typed))
            return _numbered([(int(typed), shortened(shown.planted.memory.text))])
    if typed:
        found = [it.memory for it in await garden.search(call.ctx, call.here, typed)]
    else:
        found = await garden.newest(call.ctx, call.here, MOST)
    known = await numbers(call, Thing.MEMORY, [it.id for it in found[:MOST]])
    return _numbered([(known[it.id], shortened(it.text)) for it in found[:MOST]])


def _pieces(kind: ChronicleKind) -> Callable[[CommandCall], Awaitable[Suggestions]]:
    """What a story is told by; who and what has a name is meant by it."""

    async def found(call: CommandCall) -> Suggestions:
        every = [it for it in await pieces(call, kind) if it.row]
        return [(f"{it.key} · {shortened(it.title or it.text)}", it.key) for it in every]

    return found


async def _backgrounds(call: CommandCall) -> Suggestions:
    return _numbered([(it.number, it.name) for it in await outlining.every(call)])


async def _parts(call: CommandCall) -> Suggestions:
    return [(call.speak.say(f"story-part-{it}"), it) for it in PARTS]


async def _fields(call: CommandCall) -> Suggestions:
    return [(call.speak.say(f"grown-field-{it}"), it) for it in FIELDS_OF_PERSONA]


async def _commands(call: CommandCall) -> Suggestions:
    usable = [it for it in call.table if allowed(it.name, call.access_roles)]
    return [(f"/{spelled(it, call.speak)} – {call.speak.say(it.label)}", it.name) for it in usable]


async def _spaces(call: CommandCall) -> Suggestions:
    found = await access.spaces(call.ctx, call.here)
    known = await numbers(call, Thing.SPACE, [it.id for it in found])
    return _numbered([(known[it.id], it.title or it.external) for it in found])


SOURCES: Final[Mapping[str, Callable[[CommandCall], Awaitable[Suggestions]]]] = {
    "cast": _cast,
    "cradles": _cradles,
    "card-fields": _card_fields,
    "settings": _settings,
    "setting-values": _values,
    "languages": _languages,
    "zones": _zones,
    "commands": _commands,
    "spaces": _spaces,
    "worlds": _worlds,
    "entries": _entries,
    "entry-fields": _entry_fields,
    "presets": _presets,
    "quick-replies": _quick_replies,
    "quick-sets": _quick_sets,
    "book-fields": _book_fields,
    "preset-prompts": _prompts,
    "samplers": _samplers,
    "personas": _personas,
    "story-pages": _pieces(ChronicleKind.PAGE),
    "story-lines": _pieces(ChronicleKind.TIMELINE),
    "story-items": _pieces(ChronicleKind.ITEM),
    "story-people": _pieces(ChronicleKind.DOSSIER),
    "story-summaries": _pieces(ChronicleKind.SUMMARY),
    "story-chapters": _pieces(ChronicleKind.CHAPTER),
    "backgrounds": _backgrounds,
    "background-parts": _parts,
    "persona-fields": _fields,
}

SEARCHES: Final[Mapping[str, Callable[[CommandCall, str], Awaitable[Suggestions]]]] = {
    "characters": _characters,
    "chats": _chats,
    "saves": _saves,
    "deleted-saves": _deleted_saves,
    "branches": _branches,
    "memories": _memories,
}
"""Of what there may be tens of thousands: searched for what was typed where it lies."""
