"""What people add to a chat or keep from the model: the author's note, hidden messages."""

from collections.abc import Sequence
from dataclasses import replace

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.heads import head_line_if_any
from engine.context import EngineContext
from engine.db.chats import log
from engine.db.house import work
from engine.db.memory import derivations
from engine.db.story import chronicle
from engine.errors import TooFarBack
from engine.rules.acts import is_hidden, note_body, note_of
from engine.rules.recall.remembering.sources import CHRONICLE, REMEMBER
from engine.rules.text.clean import clean_text
from engine.turns.runner import Runner
from engine.values.chats.bodies import HideBody
from engine.values.chats.entries import EntryKind, NewEntry, Place, Retirement
from engine.values.chats.incoming import Here
from engine.values.memory.memories import MemoryKind
from engine.values.story.chronicle import ChronicleKind
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
            first, last = chosen[0].place.seq, chosen[-1].place.seq
            body = HideBody(hidden=hidden, upto=last)
            await move.append(NewEntry(body, ctx.clock.now(), person=here.person, target_seq=first))
            await work.mark_due(move.on, move.key, REMEMBER)
            await _end_story(move, [it.place.seq for it in chosen])
        return changed

    return await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def _end_story(move: HeadMove, seqs: Sequence[int]) -> None:
    """What the story of these messages tells is told again, from what the model may read now."""
    place = Place(move.line.segments[-1].branch, move.head)
    kinds = (*ChronicleKind, MemoryKind.EVENT, MemoryKind.PLOT)
    rows = await derivations.live(move.on, move.key, move.line, kinds)
    sources = await chronicle.sources_of(move.on, move.key, [it.id for it in rows if it.from_seq <= seqs[-1]])
    for row, ranges in sources.items():
        if any(it.from_seq <= seq <= it.to_seq for it in ranges for seq in seqs):
            await derivations.retire(move.on, move.key, Retirement(row, place, "revised"))
    await work.mark_due(move.on, move.key, CHRONICLE)


def _within_bounds(note: AuthorsNote) -> AuthorsNote:
    return replace(
        note,
        text=clean_text(note.text, LONGEST_NOTE),
        depth=min(max(note.depth, 0), DEEPEST),
        interval=min(max(note.interval, 0), WIDEST),
    )
