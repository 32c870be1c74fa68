"""What can happen to a story whose chronicle is kept: everything of ``steps``, acts of people, work in time or late."""

from collections.abc import Awaitable, Callable

import pytest

from engine.actions.chats import savepoints
from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.story import chapters, compressing, evolution, notes
from engine.db.house import work
from engine.errors import NoSuchSavepoint, NothingSaid, NothingSinceChapter, NothingToCompress
from engine.values.chats.bodies import MessageBody
from engine.values.chats.entries import EntryKind, EntryStatus, NewEntry
from tests.story import steps, told
from tests.story.chronicle_checks import in_order
from tests.story.chronicled import Chronicled
from tests.story.model import PERSONS, Said
from tests.story.play import CHARACTER
from tests.story.steps import (
    again,
    branch_from,
    crash_while_growing,
    edit,
    go_on,
    move_while_growing,
    note,
    stop,
    switch,
    undo,
)

_SAID = (EntryStatus.COMPLETE, EntryStatus.INTERRUPTED)

Step = Callable[[Chronicled, int, int], Awaitable[None]]


async def say(play: Chronicled, a: int, b: int) -> None:
    """A message and its reply."""
    await steps.say(play, a, b)


async def talk(play: Chronicled, a: int, b: int) -> None:
    """Many messages at once, as a busy evening leaves them."""
    texts = [play.model.name("said" if at % 2 else "answer") for at in range(4 + a % 13)]
    ctx = play.boot.ctx

    async def act(move: HeadMove) -> None:
        person, character = play.people[b % 2].person, play.character
        await move.append(
            *(
                NewEntry(
                    MessageBody(),
                    ctx.clock.now(),
                    it,
                    person=person if it.startswith("said") else None,
                    character=character if it.startswith("answer") else None,
                )
                for it in texts
            )
        )
        await work.mark_said(move.on, move.key)

    await move_head(ctx, play.boot.runner, play.here, await current_head(ctx, play.here), act)
    for it in texts:
        play.model.say(PERSONS[b % 2] if it.startswith("said") else CHARACTER, it)


async def keep(play: Chronicled, a: int, b: int) -> None:
    """All that is due is done."""
    await play.keep()
    await in_order(play, done=True)


async def keep_some(play: Chronicled, a: int, b: int) -> None:
    """Only some steps of it are done."""
    await play.keep(1 + a % 6)


async def step_while_kept(play: Chronicled, a: int, b: int) -> None:
    """Something happens while the model thinks about what is lacking."""
    moves = (undo, again, branch_from, switch, load, say, talk, close_chapter)
    await play.while_kept(lambda: moves[a % len(moves)](play, b, a), dies=False)


async def mend_while_kept(play: Chronicled, a: int, b: int) -> None:
    """What the model was shown is changed while it thinks."""
    await play.while_kept(lambda: (edit, hide)[a % 2](play, b, a), dies=False)


async def die_while_kept(play: Chronicled, a: int, b: int) -> None:
    """Killed while the model thinks; another boot goes on with it."""
    await play.while_kept(lambda: keep_some(play, a, b) if a % 2 else say(play, a, b), dies=True)


async def save(play: Chronicled, a: int, b: int) -> None:
    """The place gets a name; what is live there is noted if nothing is left to do."""
    if a % 3:
        await keep(play, a, b)
    await steps.save(play, a, b)
    if a % 3 and play.model.saves and play.model.messages:
        play.digests[play.model.saves[-1]] = await play.digest()


async def load(play: Chronicled, a: int, b: int) -> None:
    """Back to a named place, whatever was done meanwhile: what is live there is as it was."""
    if not play.model.saves:
        with pytest.raises(NoSuchSavepoint):
            await savepoints.load(play.boot.ctx, play.boot.runner, play.here, 0)
        return
    one = play.model.saves[a % len(play.model.saves)]
    await steps.load(play, a, b)
    if wanted := play.digests.get(one):
        assert await play.digest() == wanted, "a place that was left is as it was"
        if b % 2:
            await play.keep()
            assert await play.digest() == wanted, "nothing is left to do there"


async def close_chapter(play: Chronicled, a: int, b: int) -> None:
    """The chapter ends here."""
    way = play.model.way
    closed = max((seq for seq, it in enumerate(way, 1) if it.said.act == told.CHAPTER), default=0)
    closing = chapters.close_chapter(play.boot.ctx, play.boot.runner, play.here)
    if not any(it.seq > closed for it in told.heard(way)):
        with pytest.raises(NothingSinceChapter):
            await closing
        return
    await closing
    _act(play, EntryKind.CHRONICLE, told.CHAPTER)


async def compress(play: Chronicled, a: int, b: int) -> None:
    """Somebody has pages compressed."""
    await play.keep()
    detailed = [it for it in await play.here_live() if it.mark.endswith("/0") and it.text]
    compressing_now = compressing.compress(play.boot.ctx, play.boot.runner, play.here)
    if not detailed:
        with pytest.raises(NothingToCompress):
            await compressing_now
        return
    assert await compressing_now == len(detailed)
    _act(play, EntryKind.CHRONICLE, told.COMPRESS)


async def grow(play: Chronicled, a: int, b: int) -> None:
    """Somebody asks who the character has become."""
    await play.keep()
    growing = evolution.grow(play.boot.ctx, play.boot.runner, play.here)
    if not any(it.who == CHARACTER and it.text and it.status in _SAID for it in play.model.messages):
        with pytest.raises(NothingSaid):
            await growing
        return
    await growing
    _act(play, EntryKind.PERSONA, told.GROW)


async def hide(play: Chronicled, a: int, b: int) -> None:
    """Messages are kept from the model, or shown to it again."""
    said = play.model.messages
    if not said:
        return
    newest, oldest = sorted((a % len(said) + 1, min(a % len(said) + 1 + b % 3, len(said))))
    hidden = b % 3 > 0
    if await notes.hide(play.boot.ctx, play.boot.runner, play.here, (newest, oldest), hidden=hidden):
        chosen = [it.seq for it in said[len(said) - oldest : len(said) - newest + 1]]
        act = f"{'hide' if hidden else 'show'} {chosen[0]} {chosen[-1]}"
        play.model.add(Said(EntryKind.HIDE, PERSONS[0], "", target=chosen[0], act=act))


def _act(play: Chronicled, kind: EntryKind, act: str) -> None:
    play.model.add(Said(kind, PERSONS[0], "", act=act))


PLAIN: tuple[Step, ...] = (
    say, talk, talk, talk, talk, again, go_on, undo, branch_from, switch, switch, keep, keep, keep_some, keep_some,
    step_while_kept, step_while_kept, die_while_kept, save, save, load, load, close_chapter, compress, grow, note, stop,
    crash_while_growing, move_while_growing,
)  # fmt: skip
MENDED: tuple[Step, ...] = (*PLAIN, edit, edit, edit, edit, hide, hide, hide, mend_while_kept, mend_while_kept)
