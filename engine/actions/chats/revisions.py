"""Mending what was said: a new text for an old message, where it stands."""

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.views import view_of
from engine.context import EngineContext
from engine.db.chats import branches, log
from engine.db.postgres.pool import Statements
from engine.errors import EditEmpty, NothingOfYours
from engine.rules.text.clean import clean_text
from engine.turns.inputs.bounds import check_length
from engine.turns.intake.accept import LONGEST_MESSAGE
from engine.turns.load import settings_here
from engine.turns.runner import Runner
from engine.values.chats.entries import Entry, Line
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View
from engine.values.chats.sessions import ForkReason
from engine.values.ids import SessionKey

LOOK_BACK = 400


async def worded(ctx: EngineContext, here: Here, text: str) -> str:
    """A new text for a message as it is stored. Raises EditEmpty, TextTooLong, MessageTooLong."""
    cleaned = clean_text(text, LONGEST_MESSAGE)
    if not cleaned.strip():
        raise EditEmpty
    check_length(ctx, await settings_here(ctx.db, ctx.defaults, here), cleaned)
    return cleaned


async def own_words(ctx: EngineContext, here: Here) -> str:
    """The person's newest message as it stands. Raises SessionMissing, NothingOfYours."""
    channel_head = await current_head(ctx, here)
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    return (await _own(ctx.db, channel_head.session_key, line, here)).text


async def edit(ctx: EngineContext, runner: Runner, here: Here, text: str) -> View:
    """Revise the person's newest message where it stands; what follows stays. A reply that grows begins anew with it.

    Raises NothingOfYours, EditEmpty, TextTooLong, MessageTooLong.
    """
    channel_head = await current_head(ctx, here)
    text = await worded(ctx, here, text)

    async def act(move: HeadMove) -> View:
        mine = await _own(move.on, move.key, move.line, here)
        await move.revise(mine.place.seq, text, here.person)
        return await view_of(ctx, move.on, move.found.channel_head, move.line)

    return await move_head(ctx, runner, here, channel_head, act, stays=True)


async def _own(on: Statements, key: SessionKey, line: Line, here: Here) -> Entry:
    """The person's newest message. Raises NothingOfYours, which says whether something was taken back."""
    said = await log.messages(on, key, line, LOOK_BACK)
    mine = next((it for it in reversed(said) if it.person == here.person), None)
    if mine is None:
        forks = await branches.listed(on, key, line.segments[-1].branch)
        raise NothingOfYours(why="undone" if any(it.reason is ForkReason.UNDO for it in forks) else "none")
    return mine
