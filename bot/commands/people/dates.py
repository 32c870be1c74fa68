"""Dates of whoever asks: what comes next, and what is to be done about each. For nobody else's eyes."""

from calendar import month_name
from collections.abc import Mapping
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.arguments import row
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import number_of, numbers
from bot.commands.framework.paging import next_page
from bot.commands.framework.picking import example_of
from bot.commands.framework.reply import (
    Listing,
    ListItem,
    Paragraph,
    Reply,
    ReplyChoice,
    confidential,
    page_of,
    told,
)
from bot.commands.people.abouts import changing
from bot.commands.people.days import lunar, when
from bot.commands.story.story import shortened
from bot.words.bare import bare
from engine.actions.people import dates
from engine.values.house.numbers import Thing
from engine.values.house.setting_choices import Language
from engine.values.people.dates import DateCalendar, DateEvery, DateKind, DateWish, ShownDate

KINDS: Final = tuple(it.value for it in DateKind)
KINDS_ZH: Final = ("生日", "纪念日", "考试", "约会", "我的承诺", "角色的承诺", "其他")
WISHES: Final = tuple(it.value for it in DateWish)
WISHES_ZH: Final = ("提醒", "提起", "不提")


async def listing(call: CommandCall) -> Reply:
    """Every date, what comes next first."""
    found = await dates.listed(call.ctx, call.here)
    if not found:
        return confidential(told(call.speak.say("date-none")))
    shown, page, pages = page_of(found, call.number("page", 1))
    known = await numbers(call, Thing.FACT, [it.fact.id for it in shown])
    items = tuple(_item(call, it, str(known[it.fact.id])) for it in shown)
    title = call.speak.say("date-list", total=len(found), page=page, pages=pages)
    hint = call.speak.say("date-list-hint", number=example_of(items))
    more = next_page(call.speak, "/me date", page, pages)
    return confidential(Reply((Listing(title, items, hint),), choices=more))


async def add(call: CommandCall) -> Reply:
    """Tell of a day that matters."""
    kind = DateKind(call.text("kind")) if call.text("kind") else None
    made = await dates.add(call.ctx, call.here, call.text("what"), bare(call.text("when")), kind)
    return await _told(call, "date-added", made)


async def edit(call: CommandCall) -> Reply:
    """Give a fact another day."""
    return await _told(
        call, "date-edited", await dates.edit(call.ctx, call.here, call.number("fact", 0), bare(call.text("when")))
    )


async def present(call: CommandCall) -> Mapping[str, str]:
    """When a date is now."""
    found = await dates.show(call.ctx, call.here, call.number("fact", 0))
    return {"when": _as_typed(call, found)}


async def wish(call: CommandCall) -> Reply:
    """Say what is to be done about a date."""
    wanted = DateWish(call.text("wish"))
    return await _told(call, "date-wished", await dates.wish(call.ctx, call.here, call.number("fact", 0), wanted))


async def _told(call: CommandCall, message: str, shown: ShownDate) -> Reply:
    number = await number_of(call, Thing.FACT, shown.fact.id)
    said = call.speak.say(
        message, number=number, words=shortened(shown.fact.text), when=when(call, shown), wish=shown.date.wish.value
    )
    return confidential(Reply((Paragraph(said),), choices=_wishes(call, shown, number)))


def _item(call: CommandCall, shown: ShownDate, number: str) -> ListItem:
    kind = call.speak.say("date-kind", kind=shown.date.kind.value)
    wanted = call.speak.say("date-wish", wish=shown.date.wish.value)
    detail = " · ".join((when(call, shown), kind, wanted))
    choices = changing(call, shown.fact.id, number, "/me date edit")
    return ListItem(shortened(shown.fact.text), detail, number, choices=(*choices, *_wishes(call, shown, number)))


def _wishes(call: CommandCall, shown: ShownDate, number: str) -> tuple[ReplyChoice, ...]:
    """The other wishes as buttons."""
    return tuple(
        ReplyChoice(
            controls.control(controls.RUN, f"/me date wish {row(shown.fact.id)} {it.value}"),
            call.speak.say("button-date-wish", wish=it.value, number=number),
            typed=f"/me date wish {number} {it.value}",
        )
        for it in DateWish
        if it is not shown.date.wish
    )


def _as_typed(call: CommandCall, shown: ShownDate) -> str:
    """The day as ``when`` is typed."""
    on = shown.date
    if on.every in (DateEvery.WEEK, DateEvery.MONTH):
        return ""
    if on.calendar is DateCalendar.LUNAR:
        return lunar(call, shown)
    chinese = call.speak.language == Language.ZH
    yearless = f"{on.month}月{on.day}日" if chinese else f"{on.day} {month_name[on.month]}"
    day = f"{on.year}-{on.month:02}-{on.day:02}" if on.year is not None else yearless
    return day if on.minute is None else f"{day} {on.minute // 60:02}:{on.minute % 60:02}"
