"""Where a story goes: back a step, onto another branch, onto a new one."""

from contextlib import suppress
from dataclasses import replace

from engine.actions.head_moves import Move, current_stand, move_head
from engine.actions.showing import is_delivered, repeat_last, show_last, show_newest, slot_behind
from engine.actions.views import view_of
from engine.db import branches as store
from engine.db import log, settings, swipes, turns
from engine.errors import (
    BranchInUse,
    BranchTaken,
    DatabaseConstraint,
    DatabaseError,
    NoSuchBranch,
    NothingSaid,
    TooFarBack,
)
from engine.rules.lines import cut, fork_point
from engine.rules.text.clean import clean_text
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.entries import Entry, EntryKind, Status
from engine.values.incoming import Here
from engine.values.outgoing import View
from engine.values.paging import Paged, Wanted
from engine.values.sessions import BranchInfo, BranchNode, ForkReason
from engine.values.turns import Notice

LOOK_BACK = 400
LONGEST_NAME = 60


async def undo(needs: Needs, runner: Runner, here: Here) -> View:
    """Take back the last exchange: stand before what people said last. Raises NothingSaid.

    Of a reply that went on, what it said further is taken back first. The view names the messages of the platform that
    show what is taken back.
    """
    stand = await current_stand(needs, here)
    with suppress(DatabaseError):
        await needs.saver.flush()  # which messages show the reply may be known and not written down yet

    async def act(move: Move) -> View:
        said = await log.messages(move.on, move.key, move.line, LOOK_BACK)
        if said and (more := await _said_further(move, said[-1])) is not None:
            return await _shorten(move, said[-1], more)
        first = first_of_burst(said)
        if first is None:
            raise NothingSaid
        return await step_back(move, said, first)

    return await move_head(needs, runner, here, stand, act)


async def step_back(move: Move, said: list[Entry], first: Entry) -> View:
    """Stand before message ``first`` of ``said``. What shows it and all behind it goes; the controls come back."""
    later = await _revisions(move, first)
    replies = {it.turn for it in (*said, *later) if it.turn is not None and it.place.seq >= first.place.seq}
    gone = await turns.showing(move.on, move.key, sorted(replies), ["reply", "line", "notice"]) if replies else []
    await move.fork(first.place.seq - 1, ForkReason.UNDO)
    view = await view_of(move.needs, move.on, move.found.stand, move.line)
    await show_newest(move, view)
    return replace(view, gone=tuple(gone))


async def _said_further(move: Move, last: Entry) -> Entry | None:
    """The revision by which the last message went on; None where it did not, or people have changed it since."""
    texts = [it for it in await _revisions(move, last) if it.target_seq == last.place.seq]
    newest = next((it for it in reversed(texts) if it.status is not Status.ERASED), None)
    return newest if newest is not None and newest.turn is not None else None


async def _revisions(move: Move, first: Entry) -> list[Entry]:
    """What was given another text, or went on, behind a message."""
    return await log.acts(move.on, move.key, cut(move.line, after=first.place.seq), [EntryKind.REVISION])


async def _shorten(move: Move, last: Entry, more: Entry) -> View:
    """Stand before ``more``, which was said further in ``last``: its messages show what there was."""
    shown = await swipes.showing(move.on, move.found.stand, (last.place, last.turn))
    told = await turns.showing(move.on, move.key, [more.turn or 0], ["notice"])
    await move.fork(more.place.seq - 1, ForkReason.UNDO)
    view = await view_of(move.needs, move.on, move.found.stand, move.line)
    if shown and is_delivered(move):
        slot = await slot_behind(move.on, move.found.stand, view, move)
        await show_last(move, view, slot, instead=shown, turned=True)
    return replace(view, gone=tuple(it for it in told if it not in shown))


async def branches(needs: Needs, here: Here) -> list[BranchInfo]:
    """The thousand newest branches of the session that is played here, first to last."""
    stand = await current_stand(needs, here)
    return await store.listed(needs.db, stand.session_key, stand.branch)


async def page(needs: Needs, here: Here, wanted: Wanted, *, archived: bool = False) -> Paged[BranchInfo]:
    """A page of them, the one that is played first, then the newest; or of those that were put away."""
    stand = await current_stand(needs, here)
    return await store.page(needs.db, stand.session_key, stand.branch, wanted, archived=archived)


async def tree(needs: Needs, here: Here) -> tuple[list[BranchNode], int]:
    """Every branch of the session that is played here, first to last, and the number of the one that is played."""
    stand = await current_stand(needs, here)
    return await store.nodes(needs.db, stand.session_key), stand.branch


async def rename(needs: Needs, here: Here, branch: int, name: str) -> str:
    """Give a branch a name, which is returned as it was kept. Raises NoSuchBranch."""
    stand = await current_stand(needs, here)
    kept = clean_text(name).strip()[:LONGEST_NAME]
    if not await store.rename(needs.db, stand.session_key, branch, kept, here.person):
        raise NoSuchBranch(number=branch)
    return kept


async def put_away(needs: Needs, here: Here, branch: int, *, away: bool) -> None:
    """Leave a branch out of lists, or show it again. Raises NoSuchBranch, and BranchInUse where people stand on it."""
    stand = await current_stand(needs, here)
    if away and branch == stand.branch:
        raise BranchInUse(number=branch)
    if not await store.put_away(needs.db, stand.session_key, branch, away=away):
        raise NoSuchBranch(number=branch)


async def fork(needs: Needs, runner: Runner, here: Here, there: Here) -> View:
    """Let the story go on in another channel of the same space too, on a branch of its own. Here it stays as it is.

    The settings of this channel hold there. The new channel is shown where the story stands. Raises SessionMissing.
    """
    stand = await current_stand(needs, here)
    key = stand.session_key
    async with needs.db.transaction() as on:
        line = await needs.lines.current(on, key, stand.branch)
        parent, forked_at = fork_point(line, line.head)
        branch = await log.fork(on, key, parent, forked_at, ForkReason.THREAD)
        new = await store.stand_in(on, key, there.key, branch)
        await settings.copy_channel(on, here.key, there.channel, here.person)

    async def act(move: Move) -> View:
        view = await view_of(needs, move.on, move.found.stand, move.line)
        await repeat_last(move, view, Notice("divider-fork", {"title": view.title or "none"}))
        return view

    return await move_head(needs, runner, there, new, act)


async def switch(needs: Needs, runner: Runner, here: Here, branch: int) -> View:
    """Stand at the end of another branch. Raises NoSuchBranch, BranchTaken."""
    stand = await current_stand(needs, here)

    async def act(move: Move) -> View:
        if branch not in await log.branches(move.on, move.key):
            raise NoSuchBranch(number=branch)
        try:
            await move.stand_on(branch, await log.head(move.on, move.key, branch))
        except DatabaseConstraint as error:
            raise BranchTaken(number=branch) from error
        view = await view_of(needs, move.on, move.found.stand, move.line)
        await repeat_last(move, view, Notice("divider-branch", {"branch": str(branch)}))
        return view

    return await move_head(needs, runner, here, stand, act)


async def branch_from(needs: Needs, runner: Runner, here: Here, back: int) -> View:
    """A new branch that begins ``back`` messages before the end. Raises TooFarBack."""
    stand = await current_stand(needs, here)

    async def act(move: Move) -> View:
        said = await log.messages(move.on, move.key, move.line, max(back, 1))
        if back > len(said):
            raise TooFarBack(messages=len(said))
        await move.fork(said[-back].place.seq - 1 if back else move.head, ForkReason.BRANCH)
        view = await view_of(needs, move.on, move.found.stand, move.line)
        await repeat_last(move, view, Notice("divider-from"))
        return view

    return await move_head(needs, runner, here, stand, act)


def first_of_burst(said: list[Entry]) -> Entry | None:
    """The first of the messages that people wrote last, one after another."""
    last = next((n for n in reversed(range(len(said))) if said[n].person is not None), None)
    if last is None:
        return None
    while last > 0 and said[last - 1].person is not None:
        last -= 1
    return said[last]
