"""The saver: what people see is saved, in one statement for all; what it has lost or was told to stop ends."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import pytest

from engine.db.chats import turns
from engine.db.house import work
from engine.db.postgres.pool import Database
from engine.errors import DatabaseError
from engine.values.chats.outgoing import SendingState
from engine.values.chats.turns import Turn
from engine.values.house.work import NewSending
from engine.work.saver import AFTER_FAILURE, SAVE_EVERY, SHOW_EVERY, GrowingDraft, Interruption, Saver
from engine.work.tasks import Tasks
from tests.work.conftest import MakeStage, Stage, SteppingClock, holder, take

START = datetime(2026, 3, 1, tzinfo=UTC)
DRAFTS = 40


@dataclass(frozen=True, slots=True)
class Stream:
    """A reply that grows, and what people were shown of it."""

    stage: Stage
    turn: Turn
    growing: GrowingDraft
    shown: list[str] = field(default_factory=list[str])

    @property
    def interrupted(self) -> Interruption | None:
        return self.growing.interrupted.result() if self.growing.interrupted.done() else None


@pytest.fixture
def clock() -> SteppingClock:
    return SteppingClock(START)


@pytest.fixture
def saver(db: Database, clock: SteppingClock) -> Saver:
    return Saver(db, clock)


async def grow(saver: Saver, stage: Stage, *, watched: bool = True) -> Stream:
    """A turn under the stage's lease whose reply may grow."""
    fence = await take(stage, holder())
    assert fence is not None
    turn, shown = await stage.begin(fence), list[str]()
    return Stream(stage, turn, saver.begin(turn, shown.append, watched=watched), shown)


async def test_many_drafts_are_one_statement(db: Database, saver: Saver, make_stage: MakeStage) -> None:
    """A thousand replies at once would make everyone wait for seconds between two words."""
    streams = [await grow(saver, await make_stage()) for _ in range(DRAFTS)]
    for number, it in enumerate(streams):
        saver.put(it.growing, "raw ", "seen ")
        saver.put(it.growing, f"<{number}>", f"seen {number}")
    before = db.counts.copy()
    await saver.flush()
    assert db.counts.since(before).by_name == {"save_drafts": 1}
    for number, it in enumerate(streams):
        assert it.shown == [f"seen {number}"]
        assert await it.stage.draft(it.turn) == f"raw <{number}>"


async def test_nothing_new_is_no_statement(db: Database, saver: Saver, stage: Stage) -> None:
    """An idle house would write to its disk twice a second."""
    it = await grow(saver, stage)
    before = db.counts.copy()
    await saver.flush()
    saver.put(it.growing, "a", "a")
    saver.end(it.growing)
    await saver.flush()
    assert db.counts.since(before).statements == 0


async def test_nothing_is_shown_before_it_is_saved(saver: Saver, stage: Stage) -> None:
    """After a crash people would have read words that nobody ever said."""
    it, tasks = await grow(saver, stage), Tasks()
    saver.put(it.growing, "Hello", "Hello")
    async with stage.db.transaction() as on:
        assert await turns.ask_to_stop(on, stage.channel_head.key)  # holds the draft's row, so the save has to wait
        flushing = tasks.start(saver.flush(), "flush")
        await _somebody_waits(stage)
        saver.put(it.growing, " there", "Hello there")
        assert it.shown == []
    await flushing
    assert it.shown == ["Hello"], "what came while it was saved is not part of it"
    assert await stage.draft(it.turn) == "Hello"


async def _somebody_waits(stage: Stage) -> None:
    query = "SELECT count(*) AS waiting FROM pg_locks WHERE NOT granted"
    async with asyncio.timeout(30):
        while not (await stage.sql(query))[0]["waiting"]:
            pass


async def test_a_lost_fence_ends_it_unseen(saver: Saver, make_stage: MakeStage) -> None:
    """A process that was asleep would go on showing a reply that another one writes anew."""
    lost, kept, gone = [await grow(saver, await make_stage()) for _ in range(3)]
    await lost.stage.expire()
    fence = await take(lost.stage, holder())
    assert fence is not None
    assert await turns.resume(lost.stage.db, replace(lost.turn, fence=fence), kept=False)
    await gone.stage.sql("DELETE FROM draft WHERE space_id = $1", gone.turn.key.space)
    for it in (lost, kept, gone):
        saver.put(it.growing, "mine", "mine")
    await saver.flush()
    assert [it.interrupted for it in (lost, kept, gone)] == [Interruption.LOST, None, Interruption.LOST]
    assert [it.shown for it in (lost, kept, gone)] == [[], ["mine"], []]
    assert await lost.stage.draft(lost.turn) == ""


async def test_a_stop_from_another_process_arrives_with_the_next_save(saver: Saver, stage: Stage) -> None:
    """A stop button that another process heard would do nothing."""
    it = await grow(saver, stage)
    assert await turns.ask_to_stop(stage.db, stage.channel_head.key)
    saver.put(it.growing, "One more word", "One more word")
    await saver.flush()
    assert it.interrupted is Interruption.STOPPED
    assert it.shown == ["One more word"]


async def test_the_first_reason_counts(saver: Saver, stage: Stage, make_stage: MakeStage) -> None:
    """A reply that was taken away would be committed as one that was only stopped."""
    it = await grow(saver, stage)
    assert saver.interrupt(stage.channel_head.key, Interruption.LOST)
    assert saver.interrupt(stage.channel_head.key, Interruption.STOPPED)
    assert it.interrupted is Interruption.LOST
    assert not saver.interrupt((await make_stage()).channel_head.key, Interruption.STOPPED)


async def test_an_older_reply_does_not_end_the_newer_one(saver: Saver, stage: Stage) -> None:
    """After a head move the new reply would never be saved, because the old one said goodbye late."""
    old = await grow(saver, stage)
    await stage.expire()
    new = await grow(saver, stage)
    saver.end(old.growing)
    saver.put(new.growing, "new", "new")
    await saver.flush()
    assert new.shown == ["new"]


async def test_another_model_begins_anew(saver: Saver, stage: Stage, clock: SteppingClock) -> None:
    """The words of two models would run together after a fallback."""
    it = await grow(saver, stage)
    saver.put(it.growing, "First", "First")
    await saver.flush()
    saver.restart(it.growing)
    saver.put(it.growing, "Second", "Second")
    clock.advance(SHOW_EVERY)
    await saver.flush()
    assert it.growing.raw() == await stage.draft(it.turn) == "Second"
    assert it.shown == ["First", "Second"]


@pytest.mark.parametrize(("watched", "every"), [(True, SHOW_EVERY), (False, SAVE_EVERY)])
async def test_a_reply_is_saved_at_its_own_pace(
    saver: Saver, stage: Stage, clock: SteppingClock, watched: bool, every: float
) -> None:
    """Each token would be a write to the disk, or people would see a reply in lumps."""
    it = await grow(saver, stage, watched=watched)
    for text in ("a", "b", "c"):
        saver.put(it.growing, text, text)
        await saver.flush()
    assert it.shown == ["a"]
    clock.advance(every)
    await saver.flush()
    assert it.shown == ["a", "c"]


@pytest.fixture
async def running(impatient: Database, clock: SteppingClock) -> AsyncIterator[Saver]:
    """A saver at work, on a door that fails at once when it has to wait."""
    saver, tasks = Saver(impatient, clock), Tasks()
    tasks.start(saver.run(), "saver")
    yield saver
    await tasks.stop()


async def test_a_database_that_fails_loses_nothing(running: Saver, stage: Stage, clock: SteppingClock) -> None:
    """A short fault of the database would cost words that the model had written."""
    it = await grow(running, stage)
    (sending,) = await work.plan(stage.db, stage.here.key, None, None, [NewSending("notice", "Hello")])
    async with stage.db.transaction() as on:
        assert await turns.ask_to_stop(on, stage.channel_head.key)
        running.put(it.growing, "kept", "kept")
        running.delivered(sending, SendingState.SENT, "p1")
        await clock.asleep()  # it has failed and rests
        assert it.shown == []
        assert it.interrupted is None
        running.put(it.growing, " whole", "kept whole")
    clock.advance(AFTER_FAILURE)
    assert await asyncio.wait_for(it.growing.interrupted, 30) is Interruption.STOPPED
    assert it.shown == ["kept whole"]
    assert await stage.draft(it.turn) == "kept whole"
    await running.flush()
    assert await work.open_sendings(stage.db, stage.here.key) == []


async def test_a_failed_flush_says_so(impatient: Database, clock: SteppingClock, stage: Stage) -> None:
    """The last words before the end of the process would be lost without anyone hearing of it."""
    saver = Saver(impatient, clock)
    it = await grow(saver, stage)
    saver.put(it.growing, "last words", "last words")
    async with stage.db.transaction() as on:
        assert await turns.ask_to_stop(on, stage.channel_head.key)
        with pytest.raises(DatabaseError):
            await saver.flush()
    assert it.shown == []
    await saver.flush()
    assert it.shown == ["last words"]


async def test_deliveries_ride_along(db: Database, saver: Saver, stage: Stage) -> None:
    """Every part that was sent would cost a write of its own."""
    parts = [NewSending("reply", "one"), NewSending("reply", "two"), NewSending("notice", "three")]
    sendings = await work.plan(db, stage.here.key, None, None, parts)
    for number, it in enumerate(sendings[:2]):
        saver.delivered(it, SendingState.SENDING)
        saver.delivered(it, SendingState.SENT, f"p{number}")
    before = db.counts.copy()
    await saver.flush()
    assert db.counts.since(before).by_name == {"move_sending": 1}
    assert [it.text for it in await work.open_sendings(db, stage.here.key)] == ["three"]
