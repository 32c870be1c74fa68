"""The character's diary: the page of a day, and which days have one."""

from zoneinfo import ZoneInfo

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import about, number_of, numbers
from bot.commands.framework.paging import turning, wanted
from bot.commands.framework.reply import Listing, ListItem, Paragraph, QuotedText, Reply, confidential, told
from bot.commands.memory.memory import changing
from bot.commands.story.story import shortened
from engine.actions.memory import diaries
from engine.values.house.numbers import Thing
from engine.values.memory.garden import DiaryPages
from engine.values.memory.memories import Memory

_LONG = 3_000
_YEAR = 5  # letters of "2026-"


async def diary(call: CommandCall) -> Reply:
    """The page of a day; without one yesterday's, or else the newest."""
    day = call.text("day")
    found = await diaries.on_day(call.ctx, call.here, day)
    if not found.pages:
        return _none(call, found, day)
    if len(found.pages) > 1:
        return await _listed(call, found)
    [page] = found.pages
    title = call.speak.say("diary-page", name=found.character, day=_day(call, page, found))
    number = await number_of(call, Thing.MEMORY, page.id)
    more = call.speak.say("diary-page-hint", number=number)
    blocks = (Paragraph(title), QuotedText(page.text[:_LONG]), Paragraph(more))
    return confidential(Reply(blocks, choices=changing(call, page.id, number)))


async def pages(call: CommandCall) -> Reply:
    """Which days have a page, newest first."""
    found = await diaries.listed(call.ctx, call.here, wanted(call.args.get("page")))
    return await _listed(call, found) if found.total else _none(call, found, "")


async def _listed(call: CommandCall, found: DiaryPages) -> Reply:
    known = await numbers(call, Thing.MEMORY, [it.id for it in found.pages])
    items = tuple(
        ListItem(
            _day(call, page, found),
            shortened(page.text),
            _key(page, found),
            choices=changing(call, page.id, str(known[page.id]), _key(page, found)[_YEAR:]),
            opens=about("/memory show", page.id, str(known[page.id]), ""),
        )
        for page in found.pages
    )
    part = found.part
    title = call.speak.say("diary-list", name=found.character, total=part.total, page=part.page, pages=part.pages)
    hint = call.speak.say("diary-list-hint", day=_key(found.pages[0], found))
    return confidential(Reply((Listing(title, items, hint),), choices=turning(call.speak, "/diary list", part)))


def _none(call: CommandCall, found: DiaryPages, day: str) -> Reply:
    asked = "yes" if day else "no"
    return confidential(
        told(call.speak.say("diary-none", name=found.character, needed=found.needed, day=day[:40], asked=asked))
    )


def _day(call: CommandCall, page: Memory, found: DiaryPages) -> str:
    return call.speak.say("diary-day", at=page.occurred_at.astimezone(ZoneInfo(found.timezone)))


def _key(page: Memory, found: DiaryPages) -> str:
    return page.occurred_at.astimezone(ZoneInfo(found.timezone)).date().isoformat()
