"""Mending what was said: a new text for an old message, where it stands.

What a character said before stays beside it, as another reply at the same place.
"""

from dataclasses import dataclass, replace

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.showing import reshow, show_last, slot_behind
from engine.actions.chats.views import view_of
from engine.context import EngineContext
from engine.db.chats import branches, log, swipes
from engine.db.postgres.pool import Statements
from engine.errors import EditEmpty, NothingOfYours
from engine.rules.lines import fork_point, place_at
from engine.rules.text.clean import clean_text
from engine.turns.inputs.bounds import check_length
from engine.turns.intake.accept import LONGEST_MESSAGE
from engine.turns.load import settings_here
from engine.turns.runner import Runner
from engine.values.chats.entries import Entry, EntryKind, EntryStatus, Line, NewEntry, Place, as_message
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


@dataclass(frozen=True, slots=True)
class Reworded:
    """What a channel shows once a message of its session has other words; ``kept``: where it lies, (session, place), if
    what a character said there stays beside it.
    """

    view: View
    kept: tuple[int, Place] | None = None


async def reword(move: HeadMove, said: Entry, text: str, person: int) -> Reworded:
    """Give a message of the line another text; what a character said stays beside it as another reply.

    What a character said is shown so where it stands.
    """
    of_character = said.character is not None
    messages = await swipes.showing(move.on, move.found.channel_head, (said.place, said.turn)) if of_character else ()
    keeps = of_character and bool(said.text.strip()) and said.text != text
    if keeps:
        await _keep(move, said)
    await move.revise(said.place.seq, text, person)
    view = await view_of(move.ctx, move.on, move.found.channel_head, move.line)
    if messages and said.place == place_at(move.line, view.spoken[-1].seq):
        await show_last(move, view, await slot_behind(move, view), instead=messages, turned=True)
    elif messages:
        await reshow(move, replace(said, text=text), messages)
    return Reworded(view, (move.key.session, said.place) if keeps else None)


async def _keep(move: HeadMove, said: Entry) -> None:
    """A branch of its own for what ``said`` reads now, with what its turn did; none where another reply reads so."""
    slot = await swipes.slot(move.on, move.key, Place(said.place.branch, said.place.seq - 1))
    others = [it.place for it in slot.replies if it.place != said.place]
    if any(it.text == said.text for it in (await swipes.wordings(move.on, move.key, others)).values()):
        return
    acts = await log.acts_behind(move.on, move.key, move.line, said.place.seq)
    texts = [it for it in acts if it.target_seq == said.place.seq and it.kind is EntryKind.REVISION]
    first = next((it.place for it in reversed(texts) if it.status is not EntryStatus.ERASED), said.place)
    body = as_message(said)
    swipe = len(slot.replies) if body.swipe is None else body.swipe  # right before it, or of a file's right behind it
    parent, forked_at = fork_point(move.line, said.place.seq - 1)
    branch = await log.fork(move.on, move.key, parent, forked_at, ForkReason.AGAIN)
    body = replace(body, swipe=swipe, origin=(first.branch, first.seq))
    await log.keep_wording(move.on, move.key, branch, said, body)
    turns = {it.turn for it in (said, *texts)} - {None}  # the one it is of, and those by which it went on
    beside = [_done_again(it) for it in acts if it.turn in turns and it.kind is not EntryKind.REVISION]
    await log.append(move.on, move.key, branch, said.place.seq, beside)


def _done_again(act: Entry) -> NewEntry:
    """What a turn did besides its reply, as it is beside another wording of that."""
    return NewEntry(act.body, act.said_at, character=act.character, turn=act.turn, audience=act.audience)


async def _own(on: Statements, key: SessionKey, line: Line, here: Here) -> Entry:
    """The person's newest message. Raises NothingOfYours, which says whether something was taken back."""
    said = await log.messages(on, key, line, LOOK_BACK)
    mine = next((it for it in reversed(said) if it.person == here.person), None)
    if mine is None:
        forks = await branches.listed(on, key, line.segments[-1].branch)
        raise NothingOfYours(why="undone" if any(it.reason is ForkReason.UNDO for it in forks) else "none")
    return mine
