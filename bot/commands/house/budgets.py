"""What may be used in a day, and what was used."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Listing, ListItem, Reply, page_of, told
from bot.commands.house.costs import hundred_words
from bot.pictures import usage as picture
from bot.pictures.canvas import Theme
from engine.actions.house import allowances
from engine.values.house.allowances import (
    ASKER,
    EACH,
    NO_LIMIT,
    AllowanceHolder,
    AllowanceReach,
    AllowanceUnit,
    Consumer,
    DayUse,
    UsageReport,
    Used,
)
from engine.values.house.shares import ShareUse
from engine.values.transfers.transfers import Document

UNITS: Final = tuple(it.value for it in AllowanceUnit)
UNITS_ZH: Final = ("token", "美分", "条")
THEMES: Final = tuple(it.value for it in Theme)
THEMES_ZH: Final = ("深色", "浅色")
MOST_DAYS: Final = 30
_BAR: Final = 10
_PLACES: Final = {
    AllowanceHolder.CHANNEL: ("here", "channel", "这里", "频道"),
    AllowanceHolder.SPACE: ("server", "space", "group", "服务器", "群"),
    AllowanceHolder.HOUSE: ("house", "all", "全部", "整个家"),
    AllowanceHolder.PERSON: ("everyone", "each", "每人", "大家"),
}
_ASKER: Final = ("me", "myself", "我", "自己", "我自己")
_MENTION: Final = re.compile(r"<@(&?)!?(\d+)>")
_KINDS: Final = ("reply", "unasked", "circle", "memory", "pages", "summaries", "persona", "other")
_KIND_OF: Final = {
    "reply": "reply",
    "unasked": "unasked",
    "circle": "circle",
    "facts": "memory",
    "embed": "memory",
    "diary": "memory",
    "correct": "memory",
    "choose": "pages",
    "page": "pages",
    "init": "pages",
    "compress": "summaries",
    "merge": "summaries",
    "summary": "summaries",
    "chapter": "summaries",
    "evolve": "persona",
}


def reach_of(call: CommandCall) -> AllowanceReach:
    """How far somebody sees: owners everything, who looks after a server that server."""
    return AllowanceReach.HOUSE if AccessRole.OWNER in call.access_roles else AllowanceReach.SPACE


async def budgets(call: CommandCall) -> Reply:
    """What may be used in a day, and how much of it is."""
    found = await allowances.listed(call.ctx, call.here, reach_of(call))
    if not found:
        return told(call.speak.say("budget-none"), call.speak.say("budget-hint"))
    shown, page, pages = page_of(tuple(item(call, it) for it in found), call.number("page", 1))
    title = call.speak.say("budget-title", page=page, pages=pages)
    return Reply((Listing(title, shown, call.speak.say("budget-hint")),))


async def set_budget(call: CommandCall) -> Reply:
    """Set what may be used in a day."""
    holder, holder_id = where_of(call.text("where"))
    unit, amount = AllowanceUnit(call.text("unit")), call.number("amount", 0)
    await allowances.put(call.ctx, call.here, holder, holder_id, unit, amount)
    return told(
        call.speak.say(
            "budget-set",
            holder=_holder(holder, holder_id),
            platform=call.table.platform,
            amount=amount_words(call, unit, amount),
        )
    )


async def no_budget(call: CommandCall) -> Reply:
    """Take away what was set; of the house, switch its own limit off."""
    holder, holder_id = where_of(call.text("where"))
    gone = await allowances.clear(call.ctx, call.here, holder, holder_id)
    if holder is AllowanceHolder.HOUSE:
        await allowances.put(call.ctx, call.here, holder, holder_id, AllowanceUnit.TOKENS, NO_LIMIT)
        return told(call.speak.say("budget-off-house"))
    if not gone:
        return told(call.speak.say("budget-off-none"))
    return told(call.speak.say("budget-off", holder=_holder(holder, holder_id), platform=call.table.platform))


async def usage(call: CommandCall) -> Reply:
    """What was used in the last days, as a picture and in words: the house's for owners, else the server's."""
    return await usage_of(call, reach_of(call))


def where_of(typed: str) -> tuple[AllowanceHolder, str]:
    """Whose amount is meant: a place, everybody, a role or a person as mentioned, the asker, else a person by name."""
    word = typed.strip().casefold()
    if holder := next((it for it, words in _PLACES.items() if word in words), None):
        return holder, EACH if holder is AllowanceHolder.PERSON else ""
    if mention := _MENTION.fullmatch(typed.strip()):
        return (AllowanceHolder.ROLE if mention[1] else AllowanceHolder.PERSON), mention[2]
    if word in _ASKER:
        return AllowanceHolder.PERSON, ASKER
    return AllowanceHolder.PERSON, typed.strip().removeprefix("@")


def bar(share: float) -> str:
    """A bar made of characters."""
    full = min(_BAR, max(0, round(share * _BAR)))
    return "▓" * full + "░" * (_BAR - full)


def amount_words(call: CommandCall, unit: AllowanceUnit, amount: float) -> str:
    """An amount in words: "300,000 tokens", "US$1.50"."""
    if amount >= NO_LIMIT:
        return call.speak.say("budget-no-limit")
    return call.speak.say("budget-amount", unit=unit.value, number=f"{amount:,.0f}", dollars=f"{amount / 100:,.2f}")


def used_words(call: CommandCall, it: Used, *, own: bool = True) -> str:
    """How much of an amount is used, with its bar; not ``own``: what each person has is not one amount."""
    one = it.allowance
    if not one.limits:
        return call.speak.say("budget-no-limit")
    whole = amount_words(call, one.unit, one.amount)
    if not own and (one.holder is AllowanceHolder.ROLE or one.holder_id == EACH):
        return call.speak.say("budget-each", whole=whole)
    used = f"{it.used / 100:,.2f}" if one.unit is AllowanceUnit.CENTS else f"{it.used:,.0f}"
    return call.speak.say("budget-used", bar=bar(it.share), percent=int(100 * it.share), used=used, whole=whole)


def share_words(share: ShareUse) -> dict[str, str | int]:
    """What is told of a share of the day: how much of it is used, where anything limits it."""
    limited = "off" if not share.percent else "no" if share.used is None else "yes"
    return {"limited": limited, "used": int(100 * (share.used or 0)), "percent": f"{share.percent:g}"}


def item(call: CommandCall, used: Used, *, own: bool = False) -> ListItem:
    """An amount of a day and how much of it is used; ``own``: by who asks, with what is left."""
    one = used.allowance
    name = call.speak.say(
        "budget-holder",
        holder=_holder(one.holder, one.holder_id),
        platform=call.table.platform,
        title=_title(used),
        default=str(used.by_default).lower(),
    )
    words = used_words(call, used, own=own)
    left = amount_words(call, one.unit, max(0, int(one.amount - used.used)))
    return ListItem(name, call.speak.say("usage-rest", used=words, left=left) if own else words)


def _title(used: Used) -> str:
    return f"<@&{used.title}>" if used.allowance.holder is AllowanceHolder.ROLE else used.title


def _holder(holder: AllowanceHolder, holder_id: str) -> str:
    return {EACH: "each", ASKER: "asker"}.get(holder_id, holder.value)


async def usage_of(call: CommandCall, reach: AllowanceReach) -> Reply:
    """What was used in the last days, as a picture and in words."""
    days = min(max(call.number("days", 7), 1), MOST_DAYS)
    found = await allowances.used(call.ctx, call.here, reach, days)
    title = call.speak.say("usage-title", reach=reach.value, platform=call.table.platform)
    lines = tuple(_lines(call, found))
    document = await _drawn(call, found, title, Theme(call.text("theme") or Theme.DARK))
    hundred = hundred_words(await allowances.of_a_hundred(call.ctx), call.speak)
    return Reply((Listing(title, lines, hundred),), documents=(document,))


def _lines(call: CommandCall, found: UsageReport) -> Sequence[ListItem]:
    """At most eight lines: all of it, by kind, and who used the most."""
    speak = call.speak
    total = speak.say("usage-total", replies=found.replies, amount=_worth(call, found.tokens, found.dollars))
    lines = [ListItem(speak.say("usage-days", days=found.days), total)]
    kinds: dict[str, int] = {}
    for it in _grouped(found.by_day):
        kinds[it.kind] = kinds.get(it.kind, 0) + it.tokens
    words = [f"{speak.say('usage-kind', kind=it)} {_tokens(call, kinds[it])}" for it in _KINDS if kinds.get(it)]
    if words:
        lines.append(ListItem(speak.say("usage-for"), speak.say("list-comma").join(words)))
    channels = found.channels if len(found.channels) > 1 else ()  # one alone has all of it
    for label, consumers in ((speak.say("usage-characters"), found.characters), (_channels(call), channels)):
        if consumers:
            names = [f"{_name(call, it)} {_worth(call, it.tokens, it.dollars)}" for it in consumers[:3]]
            lines.append(ListItem(label, speak.say("list-comma").join(names)))
    return lines


def _channels(call: CommandCall) -> str:
    return call.speak.say("usage-channels", platform=call.table.platform)


async def _drawn(call: CommandCall, found: UsageReport, title: str, theme: Theme) -> Document:
    speak = call.speak
    by_day = _grouped(found.by_day)
    highest = max((_of_day(by_day, day) for day in range(found.days)), default=0)
    words = picture.UsageWords(
        title=title,
        below=speak.say("usage-total", replies=found.replies, amount=_worth(call, found.tokens, found.dollars)),
        empty=speak.say("usage-empty"),
        days=_days(found),
        kinds={it: speak.say("usage-kind", kind=it) for it in _KINDS},
        characters=speak.say("usage-characters"),
        channels=_channels(call),
        top=_short(highest),
    )
    characters, channels = _rows(call, found.characters), _rows(call, found.channels)
    data = await asyncio.to_thread(picture.draw, by_day, characters, channels, words, theme)
    return Document(f"{speak.say('usage-file')}-{found.today.date().isoformat()}.png", "image/png", data)


def _rows(call: CommandCall, consumers: Sequence[Consumer]) -> Sequence[picture.UsageRow]:
    named = [replace(it, name=_name(call, it)) for it in consumers]
    return picture.rows(named, [_worth(call, it.tokens, it.dollars, brief=True) for it in consumers])


def _grouped(by_day: Sequence[DayUse]) -> list[DayUse]:
    return [DayUse(it.day, _KIND_OF.get(it.kind, "other"), it.tokens, it.dollars) for it in by_day]


def _of_day(by_day: Sequence[DayUse], day: int) -> int:
    return sum(it.tokens for it in by_day if it.day == day)


def _days(found: UsageReport) -> list[str]:
    """The days' names; of a month only some, or they would run into each other."""
    days = [found.today - timedelta(days=found.days - 1 - n) for n in range(found.days)]
    every = 1 if found.days <= 7 else -(-found.days // 6)
    return [f"{it.month}/{it.day}" if (found.days - 1 - n) % every == 0 else "" for n, it in enumerate(days)]


def _name(call: CommandCall, consumer: Consumer) -> str:
    return consumer.name or call.speak.say("usage-nameless")


def _worth(call: CommandCall, tokens: int, dollars: float | None, *, brief: bool = False) -> str:
    if dollars is None:
        return _short(tokens) if brief else _tokens(call, tokens)
    return f"US${dollars:,.2f}"


def _tokens(call: CommandCall, tokens: int) -> str:
    return call.speak.say("budget-amount", unit="tokens", number=f"{tokens:,}", dollars="")


def _short(tokens: int) -> str:
    if tokens < 10_000:
        return f"{tokens:,}"
    return f"{tokens / 1_000:,.0f}k" if tokens < 10_000_000 else f"{tokens / 1_000_000:,.0f}M"
