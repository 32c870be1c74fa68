"""Replies beside one another at the same place: turning to another, which asks no model."""

from contextlib import suppress

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.replies import another
from engine.actions.chats.turning import LastMessage, last_message, turn_to
from engine.context import EngineContext
from engine.db.chats import controls, sessions
from engine.errors import DatabaseError, FirstSwipe, NothingSaid, ReplyMoved
from engine.turns.runner import Runner
from engine.values.chats.entries import Place
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View
from engine.values.chats.swipes import Swipe, swipe_at
from engine.values.ids import SessionKey

NEXT = 1
BACK = -1


async def newest(ctx: EngineContext, here: Here) -> Swipe | None:
    """The last reply of the story that is played here, or where one would follow; None before anything was said."""
    channel_head = await sessions.current(ctx.db, here.key)
    if channel_head is None:
        return None
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    try:
        at = await last_message(ctx.db, channel_head.session_key, line)
    except NothingSaid:
        return None
    return swipe_at(channel_head.session, at.slot, at.shown.place if at.shown else None)


async def newest_in(ctx: EngineContext, here: Here, message: str) -> Swipe | None:
    """The same where the platform's ``message`` shows it; None where a newer one shows, or is to show, the story."""
    found = await newest(ctx, here)
    if found is None or not message:
        return found
    with suppress(DatabaseError):
        await ctx.saver.flush()  # which messages show the reply may be known and not written down yet
    return None if await controls.shown_below(ctx.db, here.key, message) else found


async def swipe(
    ctx: EngineContext, runner: Runner, here: Here, step: int, pressed: tuple[int, Place] | None = None
) -> View | None:
    """Turn to the reply that was made before the last one shown (``BACK``) or after it (``NEXT``).

    Behind the last comes another, which its turn shows. Where replies are delivered what is shown is told there, and
    where not it is returned. ``pressed`` is the reply (session, place) that is meant; None is the one shown now.
    Raises SessionMissing, NothingSaid, FirstSwipe, OnlyOneGreeting, ReplyMoved.
    """
    channel_head = await current_head(ctx, here)
    with suppress(DatabaseError):
        await ctx.saver.flush()  # which messages show the reply may be known and not written down yet

    async def act(move: HeadMove) -> View | None:
        at = await last_message(move.on, move.key, move.line)
        _must_be(at, move.key, pressed)
        replies = at.slot.among(at.shown.place if at.shown else None)
        number = replies.index(at.shown) if at.shown in replies else len(replies)
        if number + step < 0:
            raise FirstSwipe
        if number + step >= len(replies):
            return await another(move, here)
        return await turn_to(move, at, replies[number + step])

    return await move_head(ctx, runner, here, channel_head, act)


def _must_be(at: LastMessage, key: SessionKey, pressed: tuple[int, Place] | None) -> None:
    if pressed is None:
        return
    session, place = pressed
    if session == key.session and place == (at.shown.place if at.shown else at.slot.before):
        return
    turned = session == key.session and at.slot.reply(place) is not None
    raise ReplyMoved(turned="yes" if turned else "no")
