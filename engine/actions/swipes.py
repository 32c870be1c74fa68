"""Replies beside one another at the same place: turning to another, which asks no model."""

from contextlib import suppress

from engine.actions.head_moves import Move, current_stand, move_head
from engine.actions.replies import another
from engine.actions.turning import Standing, standing_at, turn_to
from engine.db import sessions
from engine.errors import DatabaseError, FirstSwipe, NothingSaid, ReplyMoved
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.entries import Place
from engine.values.ids import SessionKey
from engine.values.incoming import Here
from engine.values.outgoing import View
from engine.values.swipes import Swipe, swipe_at

NEXT = 1
BACK = -1


async def newest(needs: Needs, here: Here) -> Swipe | None:
    """The last reply of the story that is played here, or where one would follow; None before anything was said."""
    stand = await sessions.current(needs.db, here.key)
    if stand is None:
        return None
    line = await needs.lines.current(needs.db, stand.session_key, stand.branch)
    try:
        at = await standing_at(needs.db, stand.session_key, line)
    except NothingSaid:
        return None
    return swipe_at(stand.session, at.slot, at.shown.place if at.shown else None)


async def swipe(
    needs: Needs, runner: Runner, here: Here, step: int, pressed: tuple[int, Place] | None = None
) -> View | None:
    """Turn to the reply that was made before the last one shown (``BACK``) or after it (``NEXT``).

    Behind the last comes another, which its turn shows. Where replies are delivered what is shown is told there, and
    where not it is returned. ``pressed`` is the reply (session, place) that is meant; None is the one shown now.
    Raises SessionMissing, NothingSaid, FirstSwipe, OnlyOneGreeting, ReplyMoved.
    """
    stand = await current_stand(needs, here)
    with suppress(DatabaseError):
        await needs.saver.flush()  # which messages show the reply may be known and not written down yet

    async def act(move: Move) -> View | None:
        at = await standing_at(move.on, move.key, move.line)
        _must_be(at, move.key, pressed)
        replies = at.slot.among(at.shown.place if at.shown else None)
        number = replies.index(at.shown) if at.shown in replies else len(replies)
        if number + step < 0:
            raise FirstSwipe
        if number + step >= len(replies):
            return await another(move, here)
        return await turn_to(move, at, replies[number + step])

    return await move_head(needs, runner, here, stand, act)


def _must_be(at: Standing, key: SessionKey, pressed: tuple[int, Place] | None) -> None:
    if pressed is None:
        return
    session, place = pressed
    if session == key.session and place == (at.shown.place if at.shown else at.slot.before):
        return
    turned = session == key.session and at.slot.reply(place) is not None
    raise ReplyMoved(turned="yes" if turned else "no")
