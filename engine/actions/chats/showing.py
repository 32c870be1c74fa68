"""What was said before is seen again: in the messages that are there for it, or anew below, and always silently."""

from collections.abc import Sequence

from engine.actions.chats.head_moves import HeadMove
from engine.db.chats import swipes
from engine.rules.lines import place_at
from engine.turns import showing
from engine.turns.inputs.adult import elsewhere
from engine.turns.showing import ShowingSpot
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Noticed, View
from engine.values.chats.swipes import SwipeSlot


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
    shown = await showing.plan_shown(spot_of(move), said, slot, several=view.several, turned=turned, **how)
    if shown is not None:
        move.shows.append(shown)


async def slot_behind(move: HeadMove, view: View) -> SwipeSlot:
    """The place of the last reply of ``view``; where people spoke last, the one behind their words."""
    return await showing.slot_behind(spot_of(move), view.spoken[-1])
