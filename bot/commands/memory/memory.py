"""The garden: what the character remembers, seen and changed by hand."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import about, asking, number_of, numbers, with_sign
from bot.commands.framework.paging import next_page, turning, wanted
from bot.commands.framework.picking import example_of
from bot.commands.framework.reply import (
    PAGE_SIZE,
    Listing,
    ListItem,
    QuotedText,
    Reply,
    ReplyChoice,
    confidential,
    page_of,
    told,
)
from bot.commands.memory.overview import overview
from bot.commands.story.story import chat_title, shortened
from bot.pictures.canvas import Theme
from bot.pictures.stars import StarWords, draw
from engine.actions.house import settings
from engine.actions.memory import garden
from engine.values.house.numbers import Thing
from engine.values.memory.garden import MemorySource, MemoryVersion, Planted
from engine.values.memory.memories import Memory, MemoryKind, Tag
from engine.values.transfers.transfers import Document

THEMES: Final = tuple(it.value for it in Theme)
THEMES_ZH: Final = ("深色", "浅色")
_QUOTED: Final = 40


async def memories(call: CommandCall) -> Reply:
    """All that can be recalled here, by kind, and what is remembered besides the messages, pinned first."""
    above = () if "page" in call.args else await overview(call)
    page = await garden.page(call.ctx, call.here, wanted(call.args.get("page")))
    speak = call.speak
    if not page.total:
        none = told(speak.say("memory-none", said=page.said, name=page.character))
        return confidential(replace(none, blocks=(*above, *none.blocks)))
    items = await _items(call, page.planted)
    title = speak.say("memory-list", name=page.character, total=page.total, page=page.part.page, pages=page.part.pages)
    hint = speak.say("memory-list-hint", number=example_of(items))
    if page.said and not above:  # the overview has them
        hint = f"{speak.say('memory-said-hint', said=page.said)}\n{hint}"
    return confidential(Reply((*above, Listing(title, items, hint)), choices=turning(speak, "/memory", page.part)))


async def listing(call: CommandCall) -> Reply:
    """The same without the overview."""
    return await memories(replace(call, args={"page": "1", **call.args}))


async def search(call: CommandCall) -> Reply:
    """What may be meant by some words: notes, and what was said."""
    words = call.text("words")
    found = await garden.search(call.ctx, call.here, words)
    if not found:
        return confidential(told(call.speak.say("memory-not-found", words=shortened(words, _QUOTED))))
    part, page, pages = page_of(found, call.number("page", 1))
    shown = await _items(call, part)
    title = call.speak.say("memory-found", words=shortened(words, _QUOTED), page=page, pages=pages)
    line = f"/memory search {words}"
    more = next_page(call.speak, line, page, pages) if controls.fits(f"run:{line} {page + 1}") else ()
    hint = call.speak.say("memory-found-hint", number=example_of(shown))
    return confidential(Reply((Listing(title, shown, hint),), choices=more))


async def show(call: CommandCall) -> Reply:
    """A memory as a whole: text, time, where from, and what it said before."""
    found = await garden.show(call.ctx, call.here, call.number("memory", 0))
    speak, zone, it = call.speak, await zone_of(call), found.planted
    memory = it.memory
    chat = chat_title(it.title, speak)
    where = speak.say("memory-of-chat", chat=chat, own="yes" if it.own else "no")
    items = [
        ListItem(described(call, memory, zone), speak.say("memory-uses", uses=it.uses)),
        ListItem(f"{where} · {came_from(call, it.platform)}" if it.platform else where),
        *(ListItem(_said(call, one), moment(call, one.said_at, zone)) for one in found.sources),
        *past(call, found.past, zone),
    ]
    number = await number_of(call, Thing.MEMORY, memory.id)
    title = speak.say("memory-shown", number=number, pinned="yes" if memory.pinned else "no")
    blocks = (QuotedText(memory.text), Listing(title, tuple(items[:PAGE_SIZE])))
    choices = () if it.platform else (*changing(call, memory.id, number), _pinning(call, memory, number))
    return confidential(Reply(blocks, choices=choices))


def _said(call: CommandCall, source: MemorySource) -> str:
    return call.speak.say("with-colon", before=source.speaker, behind=shortened(source.text))


async def add(call: CommandCall) -> Reply:
    """Write a memory by hand."""
    made = await garden.add(call.ctx, call.runner, call.here, call.text("text"))
    number = await number_of(call, Thing.MEMORY, made)
    return told(call.speak.say("memory-added", number=number, words=shortened(call.text("text"))))


async def edit(call: CommandCall) -> Reply:
    """Give a memory other words."""
    text = call.text("text")
    new = await garden.edit(call.ctx, call.runner, call.here, call.number("memory", 0), text)
    number = await number_of(call, Thing.MEMORY, new)
    return told(call.speak.say("memory-edited", number=number, words=shortened(text)))


async def present(call: CommandCall) -> Mapping[str, str]:
    """What a memory says now."""
    return {"text": (await garden.show(call.ctx, call.here, call.number("memory", 0))).planted.memory.text}


async def delete(call: CommandCall) -> Reply:
    """Let memories be recalled no more, after a question."""
    rows = call.rows("memories")
    if not call.flag("yes"):
        shown = [await garden.show(call.ctx, call.here, it) for it in rows]
        ids = list(dict.fromkeys(it.planted.memory.id for it in shown))
        words = call.speak.say("list-comma").join(f"“{shortened(it.planted.memory.text, _QUOTED)}”" for it in shown[:3])
        question = call.speak.say("memory-delete-sure", count=len(ids), words=words, more=max(0, len(ids) - 3))
        known = await numbers(call, Thing.MEMORY, ids)
        return confidential(Reply(confirm=asking(question, "/memory delete", {it: str(known[it]) for it in ids})))
    count = await garden.delete(call.ctx, call.runner, call.here, rows)
    return told(call.speak.say("memory-deleted", count=count))


async def pin(call: CommandCall) -> Reply:
    """Let a memory stand first, and keep its brightness."""
    new = await garden.pin(call.ctx, call.runner, call.here, call.number("memory", 0), on=True)
    return told(call.speak.say("memory-pinned", number=await number_of(call, Thing.MEMORY, new)))


async def unpin(call: CommandCall) -> Reply:
    """Let a memory stand among the others again."""
    new = await garden.pin(call.ctx, call.runner, call.here, call.number("memory", 0), on=False)
    return told(call.speak.say("memory-unpinned", number=await number_of(call, Thing.MEMORY, new)))


async def sky(call: CommandCall) -> Reply:
    """The garden as a picture of stars."""
    found = await garden.sky(call.ctx, call.here)
    speak = call.speak
    if not found.stars:
        return confidential(told(speak.say("memory-none", said=0, name=found.character)))
    shown = len(found.stars)
    counts = {"shown": shown, "total": found.total, "whole": "yes" if shown == found.total else "no"}
    words = StarWords(
        speak.say("sky-title", name=found.character),
        speak.say("sky-below", **counts),
        {kind: speak.say("memory-kind", kind=kind.value) for kind in MemoryKind},
    )
    theme = Theme(call.text("theme") or Theme.DARK)
    picture = await asyncio.to_thread(draw, found, words, theme)
    name = f"{speak.say('sky-file')}-{call.now.date().isoformat()}.png"
    said = told(speak.say("sky-said", **counts))
    return confidential(replace(said, documents=(Document(name, "image/png", picture),)))


async def zone_of(call: CommandCall) -> ZoneInfo:
    """Where the person's clock stands."""
    return ZoneInfo((await settings.current(call.ctx, call.here)).timezone)


def moment(call: CommandCall, at: datetime, zone: ZoneInfo) -> str:
    """A time on the person's clock."""
    return call.speak.say("memory-moment", at=at.astimezone(zone))


def described(call: CommandCall, memory: Memory, zone: ZoneInfo) -> str:
    """When, what kind, about what, and who said it."""
    kind = call.speak.say("memory-kind", kind=_kind(memory).value)
    return " · ".join(it for it in (moment(call, memory.occurred_at, zone), kind, memory.topic, memory.speaker) if it)


def _kind(memory: Memory) -> MemoryKind:
    """What was said elsewhere and came with a file was said, whoever brought it."""
    said = memory.kind is MemoryKind.MANUAL and memory.tag in (Tag.USER_INPUT, Tag.AI_OUTPUT)
    return MemoryKind.SAID if said else memory.kind


async def _items(call: CommandCall, found: Sequence[Planted]) -> tuple[ListItem, ...]:
    zone = await zone_of(call)
    known = await numbers(call, Thing.MEMORY, [it.memory.id for it in found])
    return tuple(_listed(call, it, zone, str(known[it.memory.id])) for it in found)


def _listed(call: CommandCall, planted: Planted, zone: ZoneInfo, number: str) -> ListItem:
    """A memory as a line of a list."""
    mark = f"{call.speak.say('memory-pin-mark')} " if planted.memory.pinned else ""
    detail = described(call, planted.memory, zone)
    if not planted.own:
        detail = f"{detail} · {chat_title(planted.title, call.speak)}"
    if planted.platform:
        detail = f"{detail} · {came_from(call, planted.platform)}"
    choices = () if planted.platform else changing(call, planted.memory.id, number)
    shows = about("/memory show", planted.memory.id, number, "")
    return ListItem(mark + shortened(planted.memory.text), detail, number, choices=choices, opens=shows)


def came_from(call: CommandCall, platform: str) -> str:
    """That something was said where the person has another name; it can only be changed there."""
    return call.speak.say("memory-from", platform=platform.capitalize())


def past(call: CommandCall, versions: Sequence[MemoryVersion], zone: ZoneInfo) -> list[ListItem]:
    """What a memory or a fact said before; of many the newest."""
    return [
        ListItem(
            call.speak.say("memory-was", words=shortened(version.text)),
            call.speak.say(
                "memory-ended",
                why=version.why,
                known="yes" if version.ended_at else "no",
                at=moment(call, version.ended_at, zone) if version.ended_at else "",
            ),
        )
        for version in versions[-3:]
    ]


def changing(
    call: CommandCall, memory: int, number: str, name: str = "", edit: str = "/memory edit"
) -> tuple[ReplyChoice, ReplyChoice]:
    """The buttons that change a memory, by ``edit``, and delete it; both say which, by its number or ``name``."""
    return (
        with_sign(call, edit, memory, number, "button-change", name or number),
        with_sign(call, "/memory delete", memory, number, "button-drop", name or number),
    )


def _pinning(call: CommandCall, memory: Memory, number: str) -> ReplyChoice:
    word = "unpin" if memory.pinned else "pin"
    return about(f"/memory {word}", memory.id, number, call.speak.say(f"button-{word}"))
