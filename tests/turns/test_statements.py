"""What a turn asks of the database, to the last row of the work behind it."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.background_work import jobs_of
from engine.db.postgres.pool import Counts
from engine.values.chats.outgoing import PartLimit
from engine.work import leases
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests.servers.model import ModelServer, say
from tests.turns.room import Room, config_for, enter, new_origin, opened

ASKED = {
    # until the model is asked: arriving, claiming, loading, what is remembered
    "receive": 1,
    "take_lease": 1,
    "look": 1,
    "open_turn": 1,
    "load_turn": 1,
    "chronicle": 1,
    "sights": 1,
    "word_weights": 1,
    "memories_worded": 2,
    "memories_near": 2,
    "memory_candidates": 1,
    "memories_read": 1,
    # until the reply stands there
    "save_drafts": 1,
    "hold_lease": 1,
    "end_turn": 1,
    "append": 2,
    "plan_reply": 1,
    "give_back": 1,
    "move_sending": 1,
    # behind it: what was said is remembered, and the chronicle looked after
    "claim_due": 2,
    "unread_ahead": 1,
    "unread": 1,
    "said_before": 1,
    "remember": 1,
    "read_before": 1,
    "put_vectors": 1,
    "stands_of": 1,
    "acts": 2,
    "chronicle_standing": 1,
    "spoken": 1,
    "finish_reading": 2,
}
"""Statements, by name. A step of the chronicle, and facts every five turns, come on top."""
BEGUN = 3
"""Transactions of several statements, each of which takes two round trips more."""
COMMITS = 9
"""Those that wrote something: each waits for the disk."""


@pytest.fixture
async def chat(
    database_url: str, model: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Room]:
    """A private chat of a platform, some turns old, in a house whose heart does not beat into a turn."""
    monkeypatch.setattr(leases, "BEAT_SECONDS", 600.0)
    origin = replace(new_origin(), private=True)
    config = config_for(database_url, tmp_path, model).model_copy(update={"embedding": None})  # the built-in one
    async with opened(config, origin.platform, limit=PartLimit(2_000)) as engine:
        room = await enter(engine, model, origin)
        model.answer = lambda _: say("The keeper ", "looks up.")
        for text in ("Good evening.", "The lamp is out again.", "I'll bring oil tomorrow."):
            await _talked(room, text)
        yield room


async def test_a_turn_with_all_that_follows(chat: Room) -> None:
    """Each statement costs both sides as much as a good part of the answer; a small machine has nothing else to do."""
    counted = await _talked(chat, "Is there any left?")
    assert dict(counted.by_name) == ASKED
    assert counted.trips == sum(ASKED.values()) + 2 * BEGUN
    assert counted.commits == COMMITS


async def _talked(room: Room, text: str) -> Counts:
    """Say something, let the reply arrive and everything that is ready behind it be done; what was asked meanwhile."""
    await room.sql("UPDATE due SET not_before = now() + interval '1 day' WHERE space_id <> $1", room.here.space)
    before = room.db.counts.copy()
    await room.say(text)
    ended = room.ended[-1]
    room.engine.turns.delivered(ended.sendings, [f"p{it.id}" for it in ended.sendings])
    await room.engine.turns.written()
    tasks = Tasks()
    due = DueWork(room.db, "test", jobs_of(room.ctx, room.runner), SystemClock(), tasks)
    while await due.run_ready():
        pass
    await tasks.stop()
    return room.db.counts.since(before)
