"""The house's doors: the owner's code, who may talk where, and what newcomers are told."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.arguments import localised, row
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.helping import first_steps, how_called
from bot.commands.framework.numbering import numbers
from bot.commands.framework.paging import both_pages
from bot.commands.framework.panel import as_panel
from bot.commands.framework.reply import Listing, ListItem, Paragraph, Reply, ReplyChoice, confidential, page_of, told
from bot.commands.story.story import with_story
from bot.routing import Typed, route
from engine.actions.house import access
from engine.service.parts import cut
from engine.values.chats.places import SpaceAccess, SpaceInfo
from engine.values.house.numbers import Thing
from engine.values.house.setting_choices import Mode

_LONGEST_CODE: Final = 128
_SHORTEST_CODE: Final = 6
_CODE_IN_TWO: Final = re.compile(r"[A-Z0-9]{4,6} [A-Z0-9]{4,6}")
_ONE_WORD: Final = re.compile(r"[0-9A-Za-z]+(?:[-–—_][0-9A-Za-z]+)*")
_OUTRIGHT: Final = ("admin code ", "admin 口令 ", "管理 code ", "管理 口令 ")
_WITH_CODE: Final = ("start ", "开始 ", *_OUTRIGHT)
_LONGEST_TITLE: Final = 24
_MOST_NAMES: Final = 6
DECISIONS: Final = ("open", "close")
WAITING: Final = 0
"""In place of a page: the list of those who wait, which a new owner gets."""


def code_in(text: str) -> str:
    """What may be an owner's code in ``text``, alone or behind a command that takes it; else ""."""
    if len(text) > _LONGEST_CODE:
        return ""
    return _behind(text, _WITH_CODE) if isinstance(route(text), Typed) else text.strip()


def says_code(text: str) -> bool:
    """Whether ``text`` is a command that takes nothing but the owner's code."""
    return len(text) <= _LONGEST_CODE and bool(_behind(text, _OUTRIGHT))


def _behind(text: str, commands: Sequence[str]) -> str:
    typed = route(text)
    line = f"{typed.name} {typed.rest}" if isinstance(typed, Typed) else ""
    return next((line[len(before) :].strip() for before in commands if line.casefold().startswith(before)), "")


def is_code_like(text: str) -> bool:
    """Whether ``text`` looks like a code, whatever the code is: one word with digits or dashes, or all in capitals."""
    word = unicodedata.normalize("NFKC", text).strip()
    if not _SHORTEST_CODE <= len(word) <= _LONGEST_CODE:
        return False
    if _CODE_IN_TWO.fullmatch(word):
        return True
    return bool(_ONE_WORD.fullmatch(word)) and (word.isupper() or any(it.isdigit() or it in "-–—_" for it in word))


async def start(call: CommandCall) -> Reply:
    """What a person sees first: a welcome, in a private place the character's greeting, and what to do next."""
    return await welcome(call, "access-welcome")


async def welcome(call: CommandCall, message: str) -> Reply:
    """``message`` by its Fluent id, the greeting in a private place, and the next steps as words and buttons."""
    said = Paragraph(call.speak.say(message, name=call.name))
    steps = call.speak.say(
        "access-next",
        help=localised("/help", call.table, call.speak),
        new=localised("/new", call.table, call.speak),
        char=localised("/char", call.table, call.speak),
    )
    words = Reply((said, Paragraph(steps)), choices=first_steps(call))
    return await with_story(call, words) if call.here.private else words


async def spaces(call: CommandCall) -> Reply:
    """Every place that Omoide knows, and whether people may talk there; first those where somebody waits.

    The hint names one that there is something to choose for, which an owner's own is not the first thing to be.
    """
    found = await access.spaces(call.ctx, call.here)
    if not found:
        return told(call.speak.say("admin-no-spaces"))
    shown, page, pages = page_of(found, call.number("page", 1))
    platforms = {it.platform for it in found}
    only = platforms.pop() if len(platforms) == 1 else "several"
    title = call.speak.say("admin-spaces", platform=only, page=page, pages=pages)
    items = await items_of(call, shown, page)
    turns = both_pages(call.speak, "/admin spaces", page, pages)
    first = next((item.key for it, item in zip(shown, items, strict=True) if not it.owned), "")
    hint = call.speak.say("admin-spaces-hint", number=first) if first else ""
    places = Listing(title, items, hint)
    listed = Reply((places,), choices=turns, secret=not call.here.private)  # it tells who has written in private
    return places_panel(listed, f"/admin spaces {page}")


def places_panel(listed: Reply, line: str, kind: str = "") -> Reply:
    """The list as a panel that ``line`` shows anew: when a place was heard of last is none of what it follows."""
    plain = tuple(
        replace(block, items=tuple(replace(item, detail="") for item in block.items))
        if isinstance(block, Listing)
        else block
        for block in listed.blocks
    )
    return replace(listed, panel=as_panel(replace(listed, blocks=plain), line, kind).panel)


async def open_space(call: CommandCall) -> Reply:
    """Let everybody in a place talk; a story begins where it was opened. Who has waited is told by the place itself."""
    mode = Mode(call.text("mode")) if call.text("mode") else None
    opened = await access.open_space(call.ctx, call.here, call.number("space", 0), mode)
    space = opened.space
    done = done_words(call, "admin-let-in-done", space)
    if space.id != call.here.space or call.here.private or call.here.channel in opened.told:
        away = space.id != call.here.space
        return replace(told(done), choices=await changing(call, space) if away else (), instead=away)
    help_line = localised("/help", call.table, call.speak)
    steps = call.speak.say("access-opened-here", help=help_line, calling=await how_called(call))
    return await with_story(call, replace(told(done, steps), choices=first_steps(call), aloud=True))


async def close_space(call: CommandCall) -> Reply:
    """Let nobody but the owners talk in a place."""
    space = await access.close_space(call.ctx, call.here, call.number("space", 0))
    done, away = told(done_words(call, "admin-closed", space)), space.id != call.here.space
    return replace(done, choices=await changing(call, space) if away else (), instead=away)


async def code(call: CommandCall) -> Reply:
    """Without a code: a new one, for an owner. One that got here is wrong: the right one never reaches its command.

    Raises NotOwner.
    """
    if call.text("code"):
        return told(call.speak.say("admin-code-wrong"))
    made = await access.another_code(call.ctx, call.engine.owner_code, call.here)
    return confidential(told(call.speak.say("admin-code-made", code=made, platform=call.here.platform.title())))


def title_of(space: SpaceInfo) -> str:
    """What a place is called; a private one as its person is."""
    return space.title or space.external


def done_words(call: CommandCall, message: str, space: SpaceInfo) -> str:
    """What was decided about a place, by its Fluent id: a private chat is called as its person is.

    An owner's own is open to them, whatever is decided.
    """
    message = "admin-owned" if space.owned else message
    return call.speak.say(message, title=title_of(space), kind="private" if space.private else "group")


async def items_of(call: CommandCall, spaces: Sequence[SpaceInfo], page: int) -> tuple[ListItem, ...]:
    """Lines of a list, each with its number and buttons."""
    known = await numbers(call, Thing.SPACE, [it.id for it in spaces])
    return tuple(_item(call, it, known[it.id], page) for it in spaces)


async def changing(call: CommandCall, space: SpaceInfo) -> tuple[ReplyChoice, ...]:
    """The buttons below what was decided about one place alone."""
    known = await numbers(call, Thing.SPACE, [space.id])
    return _choices(call, space, known[space.id], 1)


def _item(call: CommandCall, space: SpaceInfo, number: int, page: int) -> ListItem:
    speak = call.speak
    detail = speak.say(
        "admin-space",
        platform=space.platform.title(),
        kind="owned" if space.owned else "private" if space.private else "group",
        access="listed" if page == WAITING else space.access.value,  # that list says it above
        mode=space.mode.value,
        speaks=space.speaks.value,
        who="roles" if space.by_role else "all",
        people=space.people,
        ago=speak.ago(space.since, call.now),
    )
    if space.waiting and not space.private:
        names = speak.say("list-comma").join(space.waiting[:_MOST_NAMES])
        detail += "\n  " + speak.say("admin-space-waiting", names=names, more=max(0, len(space.waiting) - _MOST_NAMES))
    return ListItem(title_of(space), detail, str(number), space.undecided, _choices(call, space, number, page))


def _choices(call: CommandCall, space: SpaceInfo, number: int, page: int) -> tuple[ReplyChoice, ...]:
    """What can be decided about a place, by a button each. An owner's own is open to them, whatever is decided."""
    if space.owned:
        return ()
    title = cut(title_of(space), _LONGEST_TITLE)
    offered = {
        SpaceAccess.OPEN: (("close", "admin-switch-off"),),
        SpaceAccess.REFUSED: (("open", "admin-let-in"),),
    }.get(space.access, (("open", "admin-let-in"), ("close", "admin-keep-out")))
    return tuple(
        ReplyChoice(
            controls.control(controls.RUN, f"/admin place {row(space.id)} {decision} {page}"),
            call.speak.say(label, title=title),
            typed=f"/admin {decision} {number}",
        )
        for decision, label in offered
    )
