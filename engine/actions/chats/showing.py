"""What was said before is seen again: in the messages that are there for it, or anew below, and always silently."""

from collections.abc import Sequence
from typing import Final

from engine.actions.chats.head_moves import HeadMove
from engine.actions.chats.views import view_of
from engine.db.chats import swipes
from engine.rules.lines import place_at
from engine.turns import showing
from engine.turns.inputs.adult import elsewhere
from engine.turns.showing import ShowingSpot, Stand
from engine.values.chats.entries import Entry
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Noticed, ReadMessage, ShownAgain, View
from engine.values.chats.swipes import SwipeSlot

RESTORED_SHOWN: Final = 10
"""So many of the messages that are in the story again are shown once more: the last of them."""


def is_delivered(move: HeadMove) -> bool:
    """Whether somebody delivers what is shown where ``move`` stands."""
    return spot_of(move).limit is not None


def spot_of(move: HeadMove) -> ShowingSpot:
    """Where things are seen that ``move`` shows."""
    channel_head, at = move.found.channel_head, move.found.address
    here = Here(channel_head.key.space, channel_head.channel, 0, at.platform, at.private)
    return ShowingSpot(move.ctx, move.on, channel_head, move.line, here)


async def repeat_last(move: HeadMove, view: View, divider: Notice | None) -> None:
    """Say where the story stands now: a line that divides, and the last words once more. Raises AdultElsewhere."""
    if view.hidden:
        raise elsewhere(view.hidden, private=move.found.address.private)
    if not is_delivered(move):
        return
    if divider is not None:
        move.shows.append(Noticed(divider))
    if view.spoken:
        await show_last(move, view, await slot_behind(move, view))


async def show_newest(move: HeadMove, view: View) -> None:
    """Let the controls stand under the last reply again, where it is to be seen still."""
    if not is_delivered(move) or not view.spoken or view.spoken[-1].character is None:
        return
    place = place_at(move.line, view.spoken[-1].seq)
    slot = await slot_behind(move, view)
    reply = slot.reply(place)
    messages = await swipes.showing(move.on, move.found.channel_head, (reply.place, reply.turn)) if reply else ()
    if messages:
        await show_last(move, view, slot, instead=messages)


async def show_last(
    move: HeadMove,
    view: View,
    slot: SwipeSlot,
    *,
    instead: Sequence[str] = (),
    removed: Sequence[str] = (),
    turned: bool = False,
) -> None:
    """Plan that the last message of ``view`` is seen in the messages ``instead``, or below where there are none.

    ``removed`` are messages that go. ``turned``: it takes the place of what was shown last.
    """
    said = view.spoken[-1]
    how = {"instead": instead, "removed": removed}
    stand = Stand.TURNED if turned else Stand.NEWEST
    shown = await showing.plan_shown(spot_of(move), said, slot, several=view.several, stand=stand, **how)
    if shown is not None:
        move.shows.append(shown)


async def reshow(move: HeadMove, said: Entry, instead: Sequence[str]) -> None:
    """Show what a message behind which more was said says now, in the messages ``instead`` that show it."""
    view = await view_of(move.ctx, move.on, move.found.channel_head, move.line, said=[said])
    shown = await _past(move, view, view.spoken[0], instead) if view.spoken else None
    if shown is not None and shown.cut:
        move.shows.append(Noticed(Notice("delivery-shown-in-part"), about=instead[-1]))


async def show_restored(move: HeadMove, view: View, said: Sequence[Entry]) -> int:
    """Show what is in the story again, ``said``, below a line that divides; how many of the last of it.

    ``view`` is what the channel shows of the story now.
    """
    last = said[-RESTORED_SHOWN:]
    found = await view_of(move.ctx, move.on, move.found.channel_head, move.line, said=last)
    if not is_delivered(move) or not found.spoken:
        return 0
    newest = view.spoken[-1].seq if view.spoken else None  # of what all may read there now
    before = len(move.shows)
    for it in found.spoken:
        if it.seq == newest:
            await show_last(move, view, await slot_behind(move, view))
        else:
            await _past(move, view, it, ())
    shown = len(move.shows) - before
    if shown:
        move.shows.insert(before, Noticed(Notice("divider-restored")))
    return shown


async def _past(move: HeadMove, view: View, said: ReadMessage, instead: Sequence[str]) -> ShownAgain | None:
    """Plan that a message behind which more was said is seen in the messages ``instead``, or below."""
    spot = spot_of(move)
    slot = await showing.slot_behind(spot, said)
    shown = await showing.plan_shown(spot, said, slot, several=view.several, instead=instead, stand=Stand.PAST)
    if shown is not None:
        move.shows.append(shown)
    return shown


async def slot_behind(move: HeadMove, view: View) -> SwipeSlot:
    """The place of the last reply of ``view``; where people spoke last, the one behind their words."""
    return await showing.slot_behind(spot_of(move), view.spoken[-1])
