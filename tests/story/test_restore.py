"""A savepoint, three forks and the way back; and that the comparison with the model can fail at all."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.actions.chats import branches, replies, undoing
from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.db.memory import derivations
from engine.db.postgres.pool import Database, open_database
from engine.db.postgres.queries import SQL_FOLDER, Queries
from engine.errors import NobodyPlays
from engine.values.chats.bodies import NoteBody
from engine.values.chats.entries import NewDerived, NewEntry, Place, Range, Retirement
from engine.values.chats.sessions import ForkReason
from engine.values.chats.undoing import HOST
from tests.servers.model import ModelServer
from tests.servers.model_scripts import say
from tests.story import steps
from tests.story.house import House, open_house
from tests.story.play import KINDS, Play, new_play

DERIVED = """
SELECT (SELECT count(*) FROM derived WHERE space_id = $1 AND session_id = $2) AS rows,
    (SELECT count(*) FROM entry WHERE space_id = $1 AND session_id = $2) AS entries
"""


@pytest.fixture
async def model_server() -> AsyncIterator[ModelServer]:
    async with ModelServer() as running:
        yield running


@pytest.fixture
async def house(db: Database, model_server: ModelServer) -> AsyncIterator[House]:
    async with open_house(db, model_server.url) as opened:
        yield opened


@pytest.fixture
async def play(house: House, model_server: ModelServer) -> AsyncIterator[Play]:
    begun = await new_play(house, model_server)
    yield begun
    await begun.boot.die()


async def _talk(play: Play, exchanges: int) -> None:
    for number in range(exchanges):
        await steps.say(play, number, 0)
        await _remember(play)


async def _remember(play: Play) -> None:
    """A memory of the last messages, made at the head."""
    head = play.model.head
    assert head is not None
    await steps.remember(play, head, KINDS[0], head.seq - 1, head.seq)


async def _forget(play: Play) -> None:
    """The oldest memory that is live here ends here."""
    head = play.model.head
    assert head is not None
    await steps.forget(play, head, play.model.remembered()[0])


async def test_savepoint_three_forks_and_restore_are_exact(play: Play) -> None:
    """After a detour the story would not be the one that was saved."""
    await _talk(play, 4)
    await steps.edit(play, 0, 0)
    await _forget(play)
    await steps.save(play, 0, 0)
    before = (await play.check()).digest

    await steps.undo(play, 0, 0)
    await _talk(play, 2)
    await steps.branch_from(play, 3, 0)
    await _talk(play, 2)
    await steps.again(play, 0, 0)
    await steps.edit(play, 1, 0)
    await _forget(play)
    assert len(play.model.heads) == 4
    away = (await play.check()).digest
    assert away != before

    await steps.load(play, 0, 0)
    assert (await play.check()).digest == before
    assert [it.kind for it in play.model.saves] == ["manual", "before_load"]
    await steps.load(play, 1, 0)
    assert (await play.check()).digest == away, "the way back is exact too"

    await play.reboot()
    await steps.load(play, 0, 0)
    assert (await play.check()).digest == before, "and so it is after a restart"
    await _talk(play, 1)
    await steps.load(play, 0, 0)
    assert (await play.check()).digest == before, "as often as one likes"
    await play.end()


async def test_restore_copies_and_overwrites_nothing(play: Play) -> None:
    """Going back in a long story would take long, and coming back from there would be impossible."""
    await _talk(play, 2)
    await steps.save(play, 0, 0)
    await _talk(play, 2)
    db, key = play.boot.ctx.db, (play.key.space, play.key.session)
    async with db.connection() as connection:
        before = await connection.fetchrow(DERIVED, *key)
        await steps.load(play, 0, 0)
        assert await connection.fetchrow(DERIVED, *key) == before


async def test_what_is_made_for_an_abandoned_branch_stays_there(play: Play) -> None:
    """The character would remember what was undone, because a summary of it came in late."""
    await _talk(play, 2)
    left = play.model.here
    place = Place(left, play.model.messages[-1].seq)
    await steps.undo(play, 0, 0)
    before = (await play.check()).digest
    new = NewDerived(KINDS[0], place, play.character, (Range(left, 3, place.seq),), "of what was undone", n=99)
    number = await derivations.derive(play.boot.ctx.db, play.key, new)
    assert number is not None
    line = await play.boot.ctx.lines.current(play.boot.ctx.db, play.key, play.model.here)
    shared = (await derivations.live(play.boot.ctx.db, play.key, line, KINDS))[0]
    await derivations.retire(play.boot.ctx.db, play.key, Retirement(shared.id, place, "compressed", by=number))
    assert (await play.check()).digest == before


async def test_two_moves_at_once_are_one_after_the_other(play: Play) -> None:
    """Two people who press a button at the same time would tear the story apart."""
    await _talk(play, 3)
    ctx, runner = play.boot.ctx, play.boot.runner
    await asyncio.gather(*(undoing.undo(ctx, runner, it, HOST) for it in play.people))
    for _ in play.people:
        said = play.model.messages
        play.model.fork_before([it.seq for it in said if it.who != said[0].who][-1])
    await play.check()
    await play.end()


async def test_again_makes_a_swipe_and_keeps_the_other(play: Play) -> None:
    """The reply one liked better would be gone after asking for another."""
    await steps.say(play, 0, 0)
    first, answered = play.model.here, play.model.messages
    play.server.script(say("Another."))
    await replies.again(play.boot.ctx, play.boot.runner, play.here)
    await play.idle()
    play.model.fork_before(answered[-1].seq)
    play.model.say(answered[-1].who, "Another.")
    await play.check()
    await branches.switch(play.boot.ctx, play.boot.runner, play.here, first)
    play.model.here = first
    assert (await play.check()).messages == answered


async def test_a_move_that_failed_leaves_no_branch_behind(play: Play) -> None:
    """The next branch would get the number of the failed one, and show what lies on that."""
    await _talk(play, 3)
    ctx = play.boot.ctx

    async def fail(move: HeadMove) -> None:
        await move.fork(2, ForkReason.BRANCH)
        await move.append(NewEntry(NoteBody(), ctx.clock.now(), "never"))
        raise NobodyPlays

    with pytest.raises(NobodyPlays):
        await move_head(ctx, play.boot.runner, play.here, await current_head(ctx, play.here), fail)
    await play.check()
    await steps.undo(play, 0, 0)
    await play.check()
    await play.end()


@pytest.fixture
async def forgetful(database_url: str, tmp_path: Path) -> AsyncIterator[Database]:
    """The same database, read without looking for retirements."""
    for file in SQL_FOLDER.glob("*.sql"):
        text = file.read_text("utf-8")
        ends = "WHERE it.id NOT IN ({{ended}})"
        (tmp_path / file.name).write_text(text.replace(ends, ""), "utf-8")
    database = await open_database(database_url, min_size=1, max_size=4, queries=Queries.load(tmp_path))
    yield database
    await database.close()


async def test_the_comparison_sees_a_changed_fragment(forgetful: Database, model_server: ModelServer) -> None:
    """The programs would pass whatever the engine does, and prove nothing."""
    async with open_house(forgetful, model_server.url) as house:
        play = await new_play(house, model_server)
        await _talk(play, 2)
        await play.check()
        await _forget(play)
        with pytest.raises(AssertionError):
            await play.check()
        await play.boot.die()
