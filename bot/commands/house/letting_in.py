"""Who asks to be let in, as the owners see it: a question about one, or a list of all; both say what holds."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.arguments import localised, row
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.panel import as_panel
from bot.commands.framework.reply import PAGE_SIZE, Listing, Paragraph, Reply, ReplyChoice, told
from bot.commands.house.admin import DECISIONS, WAITING, changing, done_words, items_of, places_panel
from bot.words.localise import Speaker
from engine.actions.house import access
from engine.errors import NoSuchSpace
from engine.values.chats.incoming import Here, Origin
from engine.values.chats.places import SpaceAccess
from engine.values.house.setting_choices import Mode

_LIST: Final = "/admin waiting"


def asking(here: Here, origin: Origin, speak: Speaker, lacks: Sequence[str] = ()) -> Reply:
    """The question whether a space is to be opened, with its answers as buttons; for a group with each lack."""
    title = origin.person_name if origin.private else origin.space_title or origin.space
    lines = [speak.say(it) for it in lacks if not origin.private]
    asked = _question(here.space, title, origin.platform, speak, private=origin.private)
    return replace(asked, blocks=(*asked.blocks, *(Paragraph(it) for it in lines)))


def _question(space: int, title: str, platform: str, speak: Speaker, *, private: bool) -> Reply:
    text = speak.say("access-asks", title=title, platform=platform.title(), kind="private" if private else "group")
    about = row(space)
    opening = tuple(
        ReplyChoice(controls.control(controls.RUN, f"/admin open {about} {mode}"), speak.say(f"access-open-{mode}"))
        for mode in ((Mode.CHAT,) if private else Mode)
    )
    refusing = ReplyChoice(controls.control(controls.RUN, f"/admin close {about}"), speak.say("access-refuse"))
    asked = Reply((Paragraph(text),), choices=(*opening, refusing), tongue=speak.language)
    return as_panel(asked, f"/admin asked {about}", kind=f"asked {space}")


async def asked(call: CommandCall) -> Reply:
    """The question about a place while nobody has answered it; then what was answered. Raises NotOwner, NoSuchSpace."""
    number = call.number("space", 0)
    found = next((it for it in await access.spaces(call.ctx, call.here) if it.id == number), None)
    if found is None:
        raise NoSuchSpace(number=number)
    if found.undecided:
        title = found.title or found.external
        return _question(found.id, title, found.platform, call.speak, private=found.private)
    message = "admin-let-in-done" if found.access is SpaceAccess.OPEN else "admin-closed"
    shown = replace(told(done_words(call, message, found)), choices=await changing(call, found))
    return as_panel(shown, f"/admin asked {row(number)}", kind=f"asked {number}")


async def who_waits(call: CommandCall) -> Reply | None:
    """Everywhere somebody waits to be let in, for a new owner; None where nobody does."""
    found = await access.spaces(call.ctx, call.here, waiting=True)
    waiting = [it for it in found if it.waiting or it.access is SpaceAccess.ASKED][:PAGE_SIZE]
    if not waiting:
        return None
    hint = call.speak.say("admin-waiting-hint", admin=localised("/admin", call.table, call.speak))
    items = await items_of(call, waiting, WAITING)
    listed = Reply((Listing(call.speak.say("admin-waiting"), items, hint),), tongue=call.speak.language)
    return places_panel(listed, _LIST, kind="waiting")


async def waiting(call: CommandCall) -> Reply:
    """The same as a panel, which goes on when nobody waits any more."""
    nobody = replace(told(call.speak.say("admin-waiting-none")), tongue=call.speak.language)
    return await who_waits(call) or as_panel(nobody, _LIST, kind="waiting")


async def decide(call: CommandCall) -> Reply:
    """A button of a list: a place is opened or closed, and the list shows it."""
    space, opens = call.number("space", 0), call.text("decision") == DECISIONS[0]
    if opens:
        decided = (await access.open_space(call.ctx, call.here, space)).space
    else:
        decided = await access.close_space(call.ctx, call.here, space)
    done = told(done_words(call, "admin-let-in-done" if opens else "admin-kept-out-done", decided))
    if (page := call.number("page", 1)) != WAITING:
        return replace(done, back=f"/admin spaces {page}")
    others = await waiting(call)
    return replace(others, blocks=(*done.blocks, *others.blocks), instead=True)
