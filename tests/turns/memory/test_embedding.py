"""Vectors of what is remembered: made behind the turns, made again for another model, and missed by nobody."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.actions.chats import inspections
from engine.actions.house import allowances, settings
from engine.actions.memory import garden
from engine.config.endpoints import RoleConfig
from engine.db.house import work
from engine.db.house.allowances import AllowanceNotice, tell_once
from engine.embed.builtin import BuiltinEmbedder
from engine.errors import ModelPaused
from engine.jobs.house.sweep import HOUSE, SWEEP, mark_sweep, sweep
from engine.jobs.memory.embed import BATCH, Embedding
from engine.jobs.memory.remember import remember
from engine.rules.recall.remembering.sources import CHRONICLE, EMBED, FACTS, REMEMBER
from engine.values.chats.turns import TurnState
from engine.values.house.allowances import ASKER, AllowanceHolder, AllowanceUnit
from engine.values.house.setting_scopes import SettingScope
from engine.values.models.prompts import PartVerdict
from engine.work.clock import SystemClock
from engine.work.due import HOLD, Alone, DueWork
from engine.work.tasks import Tasks
from tests import calendar
from tests.conftest import Sql
from tests.connections import engine_at
from tests.servers.model import ModelServer, Seen, fail, say
from tests.turns.remembered import append, claimed, is_exact, memories
from tests.turns.room import Room, config_for, enter, new_origin, opened

PATH = "/v1/embeddings"


async def _remember_only(room: Room) -> None:
    """Do everything but the embedding."""
    await remember(room.ctx, await claimed(room, REMEMBER))


async def _lacking(room: Room) -> int:
    return sum(it["vectors"] == 0 for it in await memories(room))


async def test_a_batch_at_a_time(room: Room) -> None:
    """One long chat is embedded in one go, and everybody else's questions wait for it."""
    await append(room, 2 * BATCH + 3)
    await _remember_only(room)
    job = Embedding(room.ctx)
    for left in (BATCH + 3, 3):
        due = await claimed(room, EMBED)
        await job(due)
        assert await _lacking(room) == left
    await job(await claimed(room, EMBED))
    assert await _lacking(room) == 0
    assert [it for it in await room.due() if it["kind"] == EMBED] == []


async def test_an_endpoint_that_fails_is_let_rest(room: Room) -> None:
    """An embedding server that is down is asked for each chat every few seconds; or nothing is remembered meanwhile."""
    await append(room, 3)
    await _remember_only(room)
    assert [it["terms"] > 0 for it in await memories(room)] == [True] * 3, "words find it already"
    room.model.others[PATH] = lambda _: fail(503)
    job, due = Embedding(room.ctx), await claimed(room, EMBED)
    pauses: list[Any] = []
    for _ in range(3):
        with pytest.raises(ModelPaused) as caught:
            await job(due)
        pauses.append(caught.value.data["seconds"])
    assert pauses == [15, 30, 60]
    del room.model.others[PATH]
    await job(due)
    assert await _lacking(room) == 0


async def test_a_text_that_is_refused_stops_no_other(room: Room) -> None:
    """One message that the embedding server refuses keeps all older ones from being found by meaning."""
    await append(room, 3)
    await _remember_only(room)
    answer = room.model._embeddings

    def picky(seen: Seen) -> object:
        texts = seen.body["input"]
        return fail(400) if any("Message 3 " in it for it in texts) else answer(seen.body)

    room.model.others[PATH] = picky
    await Embedding(room.ctx)(await claimed(room, EMBED))
    assert await _lacking(room) == 0
    query = """
        SELECT derived.text FROM memory_vector AS it JOIN derived ON derived.id = it.derived_id
        WHERE it.space_id = $1 AND vector_norm(it.v::vector) = 0
    """
    assert [it["text"] for it in await room.sql(query, room.here.space)] == ["Message 3 of the log."]


class _Meanwhile:
    """An embedding model that something happens behind the back of while it works."""

    def __init__(self, embedder: Any, act: Callable[[], Awaitable[Any]]) -> None:
        self._embedder, self._act = embedder, act

    def __getattr__(self, name: str) -> Any:
        return getattr(self._embedder, name)

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        made: list[list[float]] = await self._embedder.embed(texts)
        await self._act()
        return made


async def test_what_is_deleted_meanwhile_gets_no_vector(room: Room) -> None:
    """A message that is deleted while it is embedded leaves its vector behind, or fails the whole batch."""
    await append(room, 3)
    await _remember_only(room)
    gone = (await memories(room))[1]["derived_id"]

    async def delete() -> None:
        await room.sql("DELETE FROM derived WHERE space_id = $1 AND id = $2", room.here.space, gone)

    embedder = _Meanwhile(room.ctx.embedder, delete)
    await Embedding(replace(room.ctx, embedder=embedder))(await claimed(room, EMBED))
    assert [(it["vectors"], it["derived_id"] != gone) for it in await memories(room)] == [(1, True)] * 2


async def _swept(room: Room) -> list[str]:
    """Sweep the house now; what is due then in the room's space."""
    await mark_sweep(room.db)
    await room.sql("UPDATE due SET not_before = now() WHERE space_id = 0")
    (due,) = await work.claim_due(room.db, [SWEEP], "test", HOLD, 1)
    assert due.key == HOUSE
    await sweep(room.ctx, due)
    return sorted(it["kind"] for it in await room.due())


async def _house_is_due(sql: Sql) -> bool:
    return bool(await sql("SELECT 1 FROM due WHERE space_id = 0 AND kind = $1", SWEEP))


async def test_the_sweep_brings_lost_marks_back(fresh_database: str, model: ModelServer, tmp_path: Path) -> None:
    """What was said while a mark was lost is never remembered, or only by its words.

    In a house of its own: a sweep marks so many sessions at once, and those of other tests lack vectors too.
    """
    origin = new_origin()
    async with opened(config_for(fresh_database, tmp_path, model), origin.platform) as engine:
        room = await enter(engine, model, origin)
        await append(room, 3)
        await room.sql("DELETE FROM due WHERE space_id = $1", room.here.space)
        assert await _swept(room) == [CHRONICLE, FACTS, REMEMBER]
        await _remember_only(room)
        await room.sql("DELETE FROM due WHERE space_id = $1", room.here.space)
        assert await _swept(room) == [CHRONICLE, EMBED, FACTS]
        await room.drain()
        await is_exact(room)
        assert await _swept(room) == [], "and it marks nothing that has been done"


async def test_another_model_embeds_everything_anew(fresh_database: str, model: ModelServer, tmp_path: Path) -> None:
    """After a change of the embedding model, old memories are found by words alone, or two models are mixed."""
    origin, config = new_origin(), config_for(fresh_database, tmp_path, model)
    async with opened(config, origin.platform) as engine:
        room = await enter(engine, model, origin)
        await append(room, BATCH + 1)
        await room.drain()
    other = config.model_copy(update={"embedding": RoleConfig.model_validate({"url": model.url, "model": "better"})})
    async with opened(other, origin.platform) as engine:
        room = await enter(engine, model, origin, None)
        models = "SELECT model_id, count(*) AS count FROM memory_vector GROUP BY 1 ORDER BY 1"
        assert await _swept(room) == [EMBED]
        assert await _house_is_due(room.sql), "it looks again when that is done"
        await room.drain()
        assert [tuple(it) for it in await room.sql(models)] == [(1, BATCH + 1), (2, BATCH + 1)]
        assert await _swept(room) == []
        assert [tuple(it) for it in await room.sql(models)] == [(2, BATCH + 1)]
        assert not await _house_is_due(room.sql)


async def test_the_sweep_forgets_what_was_told_of_past_days(room: Room) -> None:
    """A row for each day on which somebody was told that an allowance runs short stays for ever."""
    today = room.ctx.clock.now().date()
    for days in (0, 1, 30, 400):
        told = AllowanceNotice(
            room.here.space, AllowanceHolder.SPACE, "", today - timedelta(days=days), 80, room.here.channel
        )
        assert await tell_once(room.db, told)
    await _swept(room)
    rows = await room.sql("SELECT day FROM allowance_told WHERE space_id = $1 ORDER BY day DESC", room.here.space)
    assert [(today - it["day"]).days for it in rows] == [0, 1]


async def test_the_model_is_asked_before_anybody_is_heard(room: Room) -> None:
    """The first question after a start finds nothing: what the model has to learn first makes every search too late."""
    assert [it.path for it in room.model.requests if it.path == PATH] != []
    room.model.answer = lambda _: say("I see.")
    await room.say("Good evening!")
    seen = await inspections.last(room.engine.ctx, room.here)
    assert seen is not None
    assert [it.origin for it in seen.lines if it.verdict is PartVerdict.LATE] == []


@pytest.mark.parametrize("platforms", [True, False])
async def test_the_builtin_model_is_loaded_before_anybody_is_heard(
    database_url: str, model: ModelServer, tmp_path: Path, platforms: bool
) -> None:
    """The same for who has set no model; and a backup, where nobody talks, waits for a model that it does not need."""
    config = config_for(database_url, tmp_path, model).model_copy(update={"embedding": None})
    await BuiltinEmbedder(config.data_dir / "models").embed(
        ["."]
    )  # makes its file, for which a start waits a while only
    served = {new_origin().platform: None} if platforms else {}
    async with engine_at(config, name="first", platforms=served, background=False) as engine:
        embedder = engine.runner._ctx.embedder
        assert isinstance(embedder, BuiltinEmbedder)
        assert (embedder._encoder is not None) is platforms


async def test_a_model_that_is_away_holds_up_no_start(database_url: str, model: ModelServer, tmp_path: Path) -> None:
    """A start fails, or waits, because of an embedding endpoint that is down."""
    config = config_for(database_url, tmp_path, model)
    down = RoleConfig.model_validate({"url": "http://127.0.0.1:1/v1", "model": "vectors"})
    origin = new_origin()
    model.answer = lambda _: say("I see.")
    async with opened(config.model_copy(update={"embedding": down}), origin.platform) as engine:
        room = await enter(engine, model, origin)
        await room.say("Good evening!")
        assert room.ended[-1].state is TurnState.COMPLETE


async def _embedded(room: Room) -> list[tuple[int, int]]:
    """Who had vectors made for them, and how many tokens that took."""
    await room.ctx.spending.store(room.db)
    query = "SELECT person_id, prompt_tokens FROM usage WHERE space_id = $1 AND role = 'embedding' ORDER BY id"
    return [(it["person_id"], it["prompt_tokens"]) for it in await room.sql(query, room.here.space)]


async def _no_new_day(room: Room) -> None:
    """What was used does not become free again meanwhile."""
    await settings.put(room.ctx, room.here, SettingScope.SPACE, "timezone", calendar.zone_by_day())


async def _work(room: Room) -> None:
    """Embed all that is due in this room, as long as that goes on."""
    await room.sql("UPDATE due SET not_before = now() + interval '90 minutes' WHERE space_id <> $1", room.here.space)
    await room.sql("UPDATE due SET not_before = now() WHERE space_id = $1", room.here.space)
    tasks = Tasks()
    due = DueWork(room.db, "test", {EMBED: Alone(Embedding(room.ctx))}, SystemClock(), tasks)
    while await due.run_ready():
        pass
    await tasks.stop()


@pytest.mark.calendar
async def test_vectors_are_part_of_what_a_day_allows(room: Room) -> None:
    """A long chat is embedded at somebody's cost long after the limit of the day was reached, or what waits is lost."""
    await append(room, 3 * BATCH)
    await _remember_only(room)
    await _no_new_day(room)
    tokens = (AllowanceHolder.SPACE, "", AllowanceUnit.TOKENS)
    await allowances.put(room.ctx, room.here, *tokens, 2 * BATCH)  # the server counts one a text
    await _work(room)
    assert await _lacking(room) == BATCH
    assert sum(it for _, it in await _embedded(room)) >= 2 * BATCH
    [waits] = [it for it in await room.due() if it["kind"] == EMBED]
    assert (waits["fault"], waits["tries"]) == ("error-day-spent", 0)
    await allowances.put(room.ctx, room.here, *tokens, 100 * BATCH)
    await _work(room)
    assert await _lacking(room) == 0


@pytest.mark.calendar
async def test_what_somebody_looks_for_counts_as_theirs(room: Room) -> None:
    """Searching is free, so one person searches at the cost of all others; or over the limit finds nothing."""
    await append(room, 3)
    await room.drain()
    await _no_new_day(room)
    for n in range(3):
        with allowances.on_behalf(room.ctx, room.here):
            await garden.search(room.ctx, room.here, f"the log {n}")
    mine = sum(tokens for person, tokens in await _embedded(room) if person == room.here.person)
    assert mine >= 3
    await allowances.put(room.ctx, room.here, AllowanceHolder.PERSON, ASKER, AllowanceUnit.TOKENS, mine)
    asked = len(room.model.requests)
    with allowances.on_behalf(room.ctx, room.here):
        assert await garden.search(room.ctx, room.here, "Message of the log")
    assert len(room.model.requests) == asked, "words alone were looked for"
