"""What people add to a chat or keep from the model: the author's note, hidden messages."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from engine.actions.chats import carry_over
from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.heads import head_line_if_any
from engine.context import EngineContext
from engine.db.chats import log
from engine.db.house import work
from engine.errors import TooFarBack
from engine.rules.acts import deleted_by, is_hidden, note_body, note_of
from engine.rules.recall.remembering.sources import CHRONICLE, REMEMBER
from engine.rules.text.clean import clean_text
from engine.turns.runner import Runner
from engine.values.chats.bodies import HideBody
from engine.values.chats.entries import Derived, EntryKind, NewEntry, Place
from engine.values.chats.incoming import Here
from engine.values.story.notes import AuthorsNote

LONGEST_NOTE = 20_000
DEEPEST = 1_000
WIDEST = 100


async def note(ctx: EngineContext, here: Here) -> AuthorsNote | None:
    """The author's note that holds here; None also before the first session."""
    at = await head_line_if_any(ctx, here)
    return note_of(at.acts) if at else None


async def set_note(ctx: EngineContext, runner: Runner, here: Here, note: AuthorsNote | None) -> None:
    """Give this chat another author's note; None takes it away. Raises SessionMissing, TextTooLong."""
    body = note_body(_within_bounds(note) if note else None)

    async def act(move: HeadMove) -> None:
        await move.append(NewEntry(body, ctx.clock.now(), person=here.person))

    await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def hide(ctx: EngineContext, runner: Runner, here: Here, numbers: tuple[int, int], *, hidden: bool = True) -> int:
    """Keep messages from the model, or show them to it again; how many changed.

    ``numbers``, in any order, count back from the newest message, which is 1. Raises SessionMissing, TooFarBack.
    """
    newest, oldest = sorted(numbers)

    async def act(move: HeadMove) -> int:
        said = await log.messages(move.on, move.key, move.line, max(oldest, 1))
        if newest < 1 or oldest > len(said):
            raise TooFarBack(messages=len(said))
        chosen = said[len(said) - oldest : len(said) - newest + 1]
        acts = await log.acts(move.on, move.key, move.line, [EntryKind.HIDE])
        changed = sum(is_hidden(acts, it.place.seq) is not hidden for it in chosen)
        if changed:
            seqs = [it.place.seq for it in chosen]
            await hide_seqs(move, seqs, here.person, deleted_by(acts).keys(), hidden=hidden)
            await work.mark_due(move.on, move.key, REMEMBER)
            await tell_again(move, [it.place.seq for it in chosen])
        return changed

    return await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def hide_seqs(move: HeadMove, seqs: Sequence[int], person: int, others: Collection[int], *, hidden: bool) -> None:
    """Hide or show what lies at these seqs, which ascend, and not what lies at ``others`` between them."""
    stretches: list[tuple[int, int]] = []
    for seq in seqs:
        if stretches and not any(it in others for it in range(stretches[-1][1] + 1, seq)):
            stretches[-1] = stretches[-1][0], seq
        else:
            stretches.append((seq, seq))
    now = move.ctx.clock.now()
    acts = [NewEntry(HideBody(hidden=hidden, upto=end), now, person=person, target_seq=it) for it, end in stretches]
    await move.append(*acts)


async def tell_again(move: HeadMove, seqs: Sequence[int]) -> None:
    """What the story of these messages tells is told again, from what the model may read now."""
    await end_made(move, seqs, carry_over.TOLD)
    await work.mark_due(move.on, move.key, CHRONICLE)


async def end_made(move: HeadMove, seqs: Sequence[int], kinds: Sequence[str]) -> list[Derived]:
    """End the rows of some kinds that were made from any of these messages, which ascend; those that were ended."""
    place = Place(move.line.segments[-1].branch, move.head)
    return await carry_over.end_made(move.on, move.key, move.line, place, seqs, kinds)


def _within_bounds(note: AuthorsNote) -> AuthorsNote:
    return replace(
        note,
        text=clean_text(note.text, LONGEST_NOTE),
        depth=min(max(note.depth, 0), DEEPEST),
        interval=min(max(note.interval, 0), WIDEST),
    )
