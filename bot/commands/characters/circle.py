"""A social circle: characters that post by themselves, like and comment; who, how often, what about."""

from collections.abc import Collection
from typing import Final
from zoneinfo import ZoneInfo

from bot.commands.characters.characters import find_character
from bot.commands.framework import controls
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import numbers
from bot.commands.framework.picking import Pickable, pick
from bot.commands.framework.reply import Listing, ListItem, Paragraph, Reply, ReplyChoice, page_of, told
from bot.commands.house.budgets import share_words
from bot.commands.memory.memory import moment, zone_of
from engine.actions.characters import circles
from engine.actions.house import settings
from engine.values.characters.circle_members import CircleMember, PostFrequency, SeenBy
from engine.values.house.numbers import Thing
from engine.values.house.setting_scopes import SettingScope

OFTEN: Final = tuple(it.value for it in PostFrequency)
OFTEN_ZH: Final = ("不发", "偶尔", "每天", "经常")
_SEEN_BY: Final = {"everybody": SeenBy.EVERYBODY, "cast": SeenBy.CAST, "me": SeenBy.PERSON}
SEEN_BY: Final = tuple(_SEEN_BY)
SEEN_BY_ZH: Final = ("所有人", "角色", "我")


async def circle(call: CommandCall) -> Reply:
    """Who is in the circle, how often each posts, and about what a day costs."""
    found = await circles.circle(call.ctx, call.here)
    speak = call.speak
    if not found.members:
        return told(speak.say("circle-empty"))
    known = await numbers(call, Thing.CHARACTER, [it.character for it in found.members])
    items = tuple(ListItem(it.name, _about(call, it, found.names), str(known[it.character])) for it in found.members)
    shown, page, pages = page_of(items, call.number("page", 1))
    title = speak.say("circle-title", page=page, pages=pages)
    cost = Paragraph(speak.say("circle-cost", tokens=found.tokens, **share_words(found.share)))
    listed = Listing(title, shown, speak.say("circle-hint"))
    return Reply((listed, *_spent(call, found), cost), choices=(_plan_button(call),))


async def open_circle(call: CommandCall) -> Reply:
    """Make this channel a circle."""
    here, kind = await call.circle_here() if call.circle_here else (call.here, "place")
    await settings.put(call.ctx, here, SettingScope.CHANNEL, "mode", "circle")
    return told(call.speak.say("circle-opened", kind=kind))


async def close_circle(call: CommandCall) -> Reply:
    """Let nobody post here by themselves any more."""
    await circles.close(call.ctx, call.here)
    return told(call.speak.say("circle-closed"))


async def join(call: CommandCall) -> Reply:
    """Let a character come in, and post so often."""
    character = await find_character(call, call.text("character"))
    often = call.text("often")
    frequency = PostFrequency(often) if often else None
    member = await circles.join(call.ctx, call.runner, call.here, character.row, call.name, frequency)
    tokens = await circles.daily_tokens(call.ctx, [member])
    said = call.speak.say("circle-joined", name=member.name, often=member.frequency.value, tokens=tokens)
    return Reply((Paragraph(said),), choices=(_plan_button(call),))


async def leave(call: CommandCall) -> Reply:
    """Let a character go; what it wrote stays."""
    gone = await circles.leave(call.ctx, call.runner, call.here, await _member(call))
    return told(call.speak.say("circle-left", name=gone.name))


async def likes(call: CommandCall) -> Reply:
    """Say what a character posts about."""
    member = await circles.describe(call.ctx, call.here, await _member(call), interests=call.text("likes"))
    return told(call.speak.say("circle-described", name=member.name, about=_about(call, member)))


async def tone(call: CommandCall) -> Reply:
    """Say in which tone a character posts."""
    member = await circles.describe(call.ctx, call.here, await _member(call), tone=call.text("tone"))
    return told(call.speak.say("circle-described", name=member.name, about=_about(call, member)))


async def seen_by(call: CommandCall) -> Reply:
    """Say who sees what a character posts."""
    who = call.text("seen-by")
    member = await circles.show(call.ctx, call.here, await _member(call), _SEEN_BY[who])
    return told(call.speak.say("circle-shown", name=member.name, who=who))


async def backstage(call: CommandCall) -> Reply:
    """What the characters wrote among themselves, for whoever looks after the channel."""
    posts, zone = await circles.backstage(call.ctx, call.here), await zone_of(call)
    if not posts:
        return told(call.speak.say("backstage-empty"))
    items = tuple(_backstage_item(call, it, zone) for it in posts)
    shown, page, pages = page_of(items, call.number("page", 1))
    return Reply((Listing(call.speak.say("backstage-title", page=page, pages=pages), shown),))


def _backstage_item(call: CommandCall, it: circles.BackstagePost, zone: ZoneInfo) -> ListItem:
    speak = call.speak
    lines = [it.text]
    lines += [speak.say("backstage-likes", names=speak.say("list-comma").join(it.likes))] if it.likes else []
    lines += [speak.say("backstage-comment", name=name, text=text) for name, text in it.comments]
    return ListItem(speak.say("backstage-post", name=it.name, at=moment(call, it.at, zone)), "\n".join(lines))


async def plan(call: CommandCall) -> Reply:
    """What is planned for the rest of today and tomorrow."""
    found = await circles.circle(call.ctx, call.here)
    names = {it.character: it.name for it in found.members}
    zone = await zone_of(call)
    items = tuple(ListItem(names[it.character], moment(call, it.at, zone)) for it in found.posts)
    posts = call.speak.say("list-comma").join(
        call.speak.say("circle-passed-one", name=names[it.character], at=moment(call, it.at, zone))
        for it in found.passed
    )
    told_of = (*_spent(call, found), *([Paragraph(call.speak.say("circle-passed", posts=posts))] if posts else []))
    if not items:
        return Reply((*told_of, Paragraph(call.speak.say("circle-nothing-planned"))))
    shown, page, pages = page_of(items, call.number("page", 1))
    title = call.speak.say("circle-plan-title", page=page, pages=pages)
    return Reply((Listing(title, shown, call.speak.say("circle-plan-about")), *told_of))


def _spent(call: CommandCall, found: circles.CircleView) -> tuple[Paragraph, ...]:
    """That nobody posts any more today, where nothing is left of what circles may take."""
    return (Paragraph(call.speak.say("circle-spent", **share_words(found.share))),) if found.spent else ()


def _about(call: CommandCall, it: CircleMember, own: Collection[int] = ()) -> str:
    """What a character posts; ``own`` are the names of who reads it."""
    speak = call.speak
    parts = [speak.say("circle-often", often=it.frequency.value)]
    parts += [speak.say("circle-likes-to", about=it.interests)] if it.interests else []
    parts += [speak.say("circle-tone-is", tone=it.tone)] if it.tone else []
    if it.seen_by is SeenBy.CAST:
        parts.append(speak.say("circle-for-one", who="cast"))
    if it.person is not None:
        is_own = it.person in own or it.person == call.here.person
        parts.append(speak.say("circle-for-one", who="you" if is_own else "somebody"))
    return speak.say("circle-between").join(parts)


def _plan_button(call: CommandCall) -> ReplyChoice:
    return ReplyChoice(controls.control(controls.RUN, "/circle plan"), call.speak.say("circle-plan-button"))


async def _member(call: CommandCall) -> int:
    """Which character of the circle is meant. Raises NoCircle, NothingCalled, SeveralCalled."""
    found = (await circles.circle(call.ctx, call.here)).members
    known = await numbers(call, Thing.CHARACTER, [it.character for it in found])
    rows = [Pickable(it.character, known[it.character], it.name, it) for it in found]
    return pick(rows, call.text("member"), "/circle").row
