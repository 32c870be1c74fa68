"""Turning to another reply at the same place, and keeping what people did meanwhile."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.actions.chats.head_moves import HeadMove
from engine.actions.chats.showing import is_delivered, show_last
from engine.actions.chats.views import view_of
from engine.db.chats import log, sessions, swipes, turns
from engine.db.postgres.pool import Statements
from engine.errors import NothingSaid
from engine.values.chats.entries import Entry, Line, Place
from engine.values.chats.outgoing import View
from engine.values.chats.swipes import Sibling, SwipeSlot
from engine.values.ids import SessionKey


@dataclass(frozen=True, slots=True)
class LastMessage:
    """The last message of a line, and the place of the last reply; ``shown`` is None where there is no reply."""

    last: Entry
    slot: SwipeSlot
    shown: Sibling | None


async def last_message(on: Statements, key: SessionKey, line: Line) -> LastMessage:
    """Where the last reply of ``line`` lies. Raises NothingSaid."""
    said = await log.messages(on, key, line, 1)
    if not said:
        raise NothingSaid
    last = said[-1]
    behind = last.person is not None
    upto = Place(line.segments[-1].branch, line.head) if behind else Place(last.place.branch, last.place.seq - 1)
    slot = await swipes.slot(on, key, upto)
    return LastMessage(last, slot, None if behind else slot.reply(last.place))


async def turn_to(move: HeadMove, at: LastMessage, wanted: Sibling) -> View | None:
    """Stand on the line of ``wanted``, with what people did here since then, and see it where the other was."""
    line, cut_at = await _line_of(move, wanted)
    old = await shown_in(move, at)
    await move.turn(line, cut_at, at.slot.before.seq if at.slot.before else _common(move.line, line))
    return await see(move, at.shown.character if at.shown else wanted.character, old)


async def see(move: HeadMove, before: int, old: Sequence[str]) -> View | None:
    """Let the last reply be seen where another one stood, in the messages ``old``. Where nobody delivers: its view.

    ``before`` is the character whose reply that was: nobody speaks in another's message.
    """
    view = await view_of(move.ctx, move.on, move.found.channel_head, move.line, limit=1)
    if not is_delivered(move):
        return view
    slot = (await last_message(move.on, move.key, move.line)).slot
    instead, removed = (old, ()) if view.spoken[-1].character == before else ((), old)
    await show_last(move, view, slot, instead=instead, removed=removed, turned=True)
    return None


async def shown_in(move: HeadMove, at: LastMessage) -> Sequence[str]:
    """The platform's messages that show the last reply, or how a turn ended that came to none."""
    if at.shown is not None:
        return await swipes.showing(move.on, move.found.channel_head, (at.shown.place, at.shown.turn))
    newest = await sessions.newest_turn(move.on, move.key)
    return await turns.showing(move.on, move.key, [newest], ["reply", "notice"]) if newest is not None else ()


async def _line_of(move: HeadMove, wanted: Sibling) -> tuple[Line, int | None]:
    """The newest line that ends with ``wanted``; where there is none to stand on, one to fork, and behind which seq."""
    behind = await swipes.slot(move.on, move.key, wanted.place)
    taken = await swipes.stood_on(move.on, move.found.channel_head)
    free = [it for it in behind.bare if it not in taken]
    branch = max(free) if free else wanted.place.branch
    followed = behind.followed.get(branch)
    head = await log.head(move.on, move.key, branch) if followed is None else followed - 1
    return await move.ctx.lines.line(move.on, move.key, branch, head), None if free else head


def _common(one: Line, other: Line) -> int:
    """The last seq up to which two lines are the same."""
    seq = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine.branch != theirs.branch:
            break
        seq = min(mine.upto, theirs.upto)
        if mine.upto != theirs.upto:
            break
    return seq
