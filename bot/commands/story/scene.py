"""The scene: what surrounds the talk here, and the author's note."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.commands.framework.arguments import localised
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Listing, ListItem, Reply, told
from bot.commands.story.story import shortened
from engine.actions.characters import presets, worlds
from engine.actions.people import personas
from engine.actions.story import notes
from engine.values.models.prompts import Role
from engine.values.story.notes import AuthorsNote, NotePosition

POSITIONS: Final = ("chat", "before", "after")
POSITIONS_ZH: Final = ("聊天里", "主提示前", "主提示后")
ROLES: Final = tuple(it.value for it in Role)
ROLES_ZH: Final = ("系统", "用户", "角色")
_MEANT: Final[Mapping[str, NotePosition]] = dict(
    zip(POSITIONS, (NotePosition.IN_CHAT, NotePosition.BEFORE_MAIN, NotePosition.AFTER_MAIN), strict=True)
)
_DEEPEST: Final = 1_000
_RAREST: Final = 100
_LONG: Final = 300


async def scene(call: CommandCall) -> Reply:
    """What surrounds the talk here, and where to change it."""
    speak, engine, here = call.speak, call.engine, call.here
    preset = next((it.name for it in await presets.listed(engine.ctx, here) if it.current), "")
    books = [it.name for it in await worlds.listed(engine.ctx, here) if it.bound]
    note = await notes.note(engine.ctx, here)
    persona = await _persona(call)
    none = speak.say("scene-none")
    found = (
        ("preset", preset or speak.say("preset-builtin"), "/scene preset"),
        ("world", speak.say("list-comma").join(books) or none, "/scene world"),
        ("note", shortened(note.text) if note else none, "/scene note"),
        ("persona", persona or none, "/me persona"),
    )
    items = tuple(
        ListItem(speak.say(f"scene-{name}"), shortened(text), localised(line, call.table, speak))
        for name, text, line in found
    )
    return Reply((Listing(speak.say("scene-title"), items),))


async def _persona(call: CommandCall) -> str:
    """Whom the person plays; "" for nobody, and where others read it who do not know of them."""
    playing = await personas.current(call.ctx, call.here)
    if playing is None or call.here.private:
        return playing.name if playing else ""
    here_too, _ = await personas.known(call.ctx, call.here, playing.id)
    return playing.name if here_too else ""


async def note(call: CommandCall) -> Reply:
    """The author's note, and how it is placed."""
    found = await notes.note(call.ctx, call.here)
    return told(call.speak.say("note-none")) if found is None else _shown(call, found)


async def write(call: CommandCall) -> Reply:
    """Write the note; where it stands stays as it is."""
    text = call.text("text")
    found = await notes.note(call.ctx, call.here)
    return await _put(call, replace(found, text=text) if found else AuthorsNote(text))


async def present(call: CommandCall) -> Mapping[str, str]:
    """What the note says now."""
    found = await notes.note(call.ctx, call.here)
    return {"text": found.text} if found else {}


async def place(call: CommandCall) -> Reply:
    """Whether the note stands in the chat, or before or after the main prompt."""
    found = await notes.note(call.ctx, call.here)
    return await _changed(call, found and replace(found, position=_MEANT[call.text("position")]))


async def depth(call: CommandCall) -> Reply:
    """How many messages from the end the note stands."""
    value = call.number("depth", 0)
    if value > _DEEPEST:
        return told(call.speak.say("note-too-deep", low=0, high=_DEEPEST))
    found = await notes.note(call.ctx, call.here)
    return await _changed(call, found and replace(found, depth=value))


async def role(call: CommandCall) -> Reply:
    """In whose name the note is said to the model."""
    found = await notes.note(call.ctx, call.here)
    return await _changed(call, found and replace(found, role=Role(call.text("role"))))


async def every(call: CommandCall) -> Reply:
    """At which messages of people the note is there."""
    value = call.number("every", 1)
    if value > _RAREST:
        return told(call.speak.say("note-too-rare", low=0, high=_RAREST))
    found = await notes.note(call.ctx, call.here)
    return await _changed(call, found and replace(found, interval=value))


async def off(call: CommandCall) -> Reply:
    """Take the note away."""
    await notes.set_note(call.ctx, call.runner, call.here, None)
    return told(call.speak.say("note-off"))


async def _changed(call: CommandCall, changed: AuthorsNote | None) -> Reply:
    return told(call.speak.say("note-none")) if changed is None else await _put(call, changed)


async def _put(call: CommandCall, changed: AuthorsNote) -> Reply:
    await notes.set_note(call.ctx, call.runner, call.here, changed)
    return _shown(call, changed)


def _shown(call: CommandCall, found: AuthorsNote) -> Reply:
    speak = call.speak
    where = speak.say(
        "note-where",
        position=found.position.name.lower().replace("_", "-"),
        depth=found.depth,
        role=found.role.value,
        every=found.interval,
    )
    return Reply(
        (Listing(speak.say("note-title"), (ListItem(shortened(found.text, _LONG), where),), speak.say("note-hint")),)
    )
