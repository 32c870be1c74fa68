"""The house's doors: the owner's code, who may talk where, and what newcomers are told."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.commands import controls
from bot.commands.arguments import localised
from bot.commands.declared import Call
from bot.commands.helping import first_steps
from bot.commands.reply import Choice, Item, Listing, Paragraph, Reply, Scene, page_of, told
from bot.localise import LANGUAGES, Speaker
from bot.routing import Typed, route
from engine.values.incoming import Here, Origin
from engine.values.places import SpaceAccess, SpaceInfo
from engine.values.settings import Mode, Scope

_LONGEST_CODE: Final = 128
_WITH_CODE: Final = ("start ", "开始 ", "admin code ", "admin 口令 ", "管理 code ", "管理 口令 ")


def code_in(text: str) -> str:
    """What may be an owner's code in ``text``, alone or behind a command that takes it; else ""."""
    if len(text) > _LONGEST_CODE:
        return ""
    typed = route(text)
    if not isinstance(typed, Typed):
        return text.strip()
    line = f"{typed.name} {typed.rest}"
    return next((line[len(before) :].strip() for before in _WITH_CODE if line.casefold().startswith(before)), "")


async def start(call: Call) -> Reply:
    """What a person sees first: a welcome, in a private place the character's greeting, and what to do next."""
    return await welcome(call, "access-welcome")


async def welcome(call: Call, message: str) -> Reply:
    """``message`` by its Fluent id, the greeting in a private place, and the next steps as words and buttons."""
    said = Paragraph(call.speak.say(message, name=call.name))
    steps = call.speak.say(
        "access-next",
        help=localised("/help", call.table, call.speak),
        new=localised("/new", call.table, call.speak),
        char=localised("/char", call.table, call.speak),
    )
    words = (said, Paragraph(steps))
    if not call.here.private:
        return Reply(words, choices=first_steps(call))
    view = await call.engine.sessions.open(call.here, call.name)
    return Reply((*words, Scene(view)), choices=first_steps(call))


def asking(here: Here, origin: Origin, speak: Speaker, lacks: Sequence[str] = ()) -> Reply:
    """The question whether a space is to be opened, with its answers as buttons, and a line for each lack."""
    title = origin.person_name if origin.private else origin.space_title or origin.space
    kind = "private" if origin.private else "group"
    text = speak.say("access-asks", title=title, platform=origin.platform, kind=kind)
    opening = tuple(
        Choice(controls.control(controls.RUN, f"/admin open {here.space} {mode}"), speak.say(f"access-open-{mode}"))
        for mode in ((Mode.CHAT,) if origin.private else Mode)
    )
    refusing = Choice(controls.control(controls.RUN, f"/admin close {here.space}"), speak.say("access-refuse"))
    lines = [Paragraph(speak.say(it)) for it in lacks]
    return Reply((Paragraph(text), *lines), choices=(*opening, refusing), tongue=speak.language)


async def remember_language(call: Call, language: str) -> None:
    """Speak as the person's own app does from now on, unless they have said otherwise."""
    if language not in LANGUAGES:
        return
    [known] = await call.engine.settings.explain(call.here, "language")
    if not any(origin.scope is Scope.PERSON for origin in known.origins):
        await call.engine.settings.put(call.here, Scope.PERSON, "language", language)


async def spaces(call: Call) -> Reply:
    """Every place that Omoide knows, and whether people may talk there."""
    found = await call.engine.access.spaces(call.here)
    if not found:
        return told(call.speak.say("admin-no-spaces"))
    shown, page, pages = page_of(tuple(_item(call, it) for it in found), call.number("page", 1))
    title = call.speak.say("admin-spaces", page=page, pages=pages)
    return Reply((Listing(title, shown, call.speak.say("admin-spaces-hint", number=shown[0].key)),))


async def open_space(call: Call) -> Reply:
    """Let everybody in a place talk."""
    mode = Mode(call.text("mode")) if call.text("mode") else None
    space = await call.engine.access.open_space(call.here, call.number("space", 0), mode)
    done = call.speak.say("admin-opened", title=_title(space), number=str(space.id))
    if space.id != call.here.space or call.here.private:
        return told(done)
    steps = call.speak.say("access-opened-here", help=localised("/help", call.table, call.speak))
    return replace(told(done, steps), choices=first_steps(call), aloud=True)


async def close_space(call: Call) -> Reply:
    """Let nobody but the owners talk in a place."""
    space = await call.engine.access.close_space(call.here, call.number("space", 0))
    return told(call.speak.say("admin-closed", title=_title(space), number=str(space.id)))


async def code(call: Call) -> Reply:
    """A code that got here was not the right one: the right one never reaches its command."""
    return told(call.speak.say("admin-code-wrong"))


def _item(call: Call, space: SpaceInfo) -> Item:
    detail = call.speak.say(
        "admin-space",
        platform=space.platform,
        access=space.access.value,
        people=space.people,
        ago=call.speak.ago(space.since, call.now),
    )
    return Item(_title(space), detail, str(space.id), space.access in (SpaceAccess.NEW, SpaceAccess.ASKED))


def _title(space: SpaceInfo) -> str:
    return space.title or space.external
