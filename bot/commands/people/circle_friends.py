"""Who is close to whom in a circle: as a list, with a picture."""

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.commands.framework.declared import CommandCall
from bot.commands.framework.paging import next_page, wanted
from bot.commands.framework.reply import Listing, ListItem, Reply, page_of, told
from bot.pictures.canvas import Theme
from bot.pictures.friends import MOST, FriendFace, FriendTie, FriendWords, draw
from engine.actions.people import friendships
from engine.values.chats.circles import CircleFriends, Friend, Friendship
from engine.values.transfers.transfers import Document

_LINE: Final = "/circle friends"


async def friends(call: CommandCall) -> Reply:
    """A line for each two, the closest first; with the first page comes a picture of those who have the most ties."""
    found, speak = await friendships.friends(call.ctx, call.here), call.speak
    if not found.friendships:
        return told(speak.say("friends-none"))
    items = tuple(_item(call, found, it) for it in found.friendships)
    shown, page, pages = page_of(items, wanted(call.args.get("page")).page)
    listing = Listing(speak.say("friends-listed", page=page, pages=pages), shown, speak.say("friends-hint"))
    documents = (await _picture(call, found),) if page == 1 else ()
    return Reply((listing,), choices=next_page(speak, _LINE, page, pages), documents=documents)


def _item(call: CommandCall, found: CircleFriends, it: Friendship) -> ListItem:
    one, other = found.names[it.one], found.names[it.other]
    given, returned = it.given, it.returned
    if returned > given:
        one, other, given, returned = other, one, returned, given
    detail = call.speak.say(
        "friends-detail",
        one=one,
        other=other,
        closeness=round(100 * it.closeness),
        given=given,
        returned=returned,
        ago=call.speak.ago(it.last, call.now),
        about=_about(call, it) or "none",
    )
    return ListItem(call.speak.say("friends-pair", one=one, other=other), detail)


def _about(call: CommandCall, it: Friendship) -> str:
    return call.speak.say("list-comma").join(it.about)


async def _picture(call: CommandCall, found: CircleFriends) -> Document:
    drawn, speak = _drawn(found.friendships), call.speak
    pictures = await friendships.pictures(call.ctx, call.engine.faces, drawn)
    number = {it: n for n, it in enumerate(drawn)}
    ties = [
        _tie(call, it, number[it.one], number[it.other])
        for it in found.friendships
        if it.one in number and it.other in number
    ]
    everybody = {who for it in found.friendships for who in (it.one, it.other)}
    left = len(everybody) - len(drawn)
    words = FriendWords(
        speak.say("friends-title"),
        speak.say("friends-below"),
        speak.say("friends-left-out", count=left) if left else "",
    )
    faces = [FriendFace(found.names[it], pictures.get(it)) for it in drawn]
    made = await asyncio.to_thread(draw, faces, ties, words, Theme(call.text("theme") or Theme.DARK))
    return Document(f"{speak.say('friends-file')}-{call.now.date().isoformat()}.png", "image/png", made)


def _tie(call: CommandCall, it: Friendship, one: int, other: int) -> FriendTie:
    when = call.speak.ago(it.last, call.now)
    return FriendTie(min(one, other), max(one, other), it.closeness, when, _about(call, it))


def _drawn(every: Sequence[Friendship]) -> list[Friend]:
    """Those with the strongest ties in all, as many as are drawn."""
    strength: dict[Friend, float] = {}
    for it in every:
        for who in (it.one, it.other):
            strength[who] = strength.get(who, 0.0) + it.closeness
    return sorted(strength, key=lambda it: (-strength[it], it))[:MOST]
