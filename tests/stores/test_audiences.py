"""The store tells what the rule allows, and nothing else: both are asked of random places."""

from dataclasses import replace
from itertools import combinations

from engine.db.chats import audiences, log
from engine.db.chats.places import PlaceStore
from engine.db.postgres.pool import Database
from engine.rules.audiences import audience_covers
from engine.rules.lines import line_of
from engine.values.chats.audiences import EVERYBODY, Audience, clause
from engine.values.chats.entries import Branch
from tests.conftest import Sql
from tests.stores.memory_room import memory_room
from tests.story.places import fresh_origin

READERS = ("role:1", "thread:1", "user:a")
CLAUSES = [clause(it) for size in (1, 2, 3) for it in combinations(READERS, size)]
AUDIENCES: list[Audience] = [tuple(sorted(it)) for size in (0, 1, 2) for it in combinations(CLAUSES, size)]


async def test_the_store_covers_what_the_rule_covers(db: Database, sql: Sql) -> None:
    """One of the two is mended and the other is not, and a place is told what the rule forbids."""
    places, origin = PlaceStore(), fresh_origin()
    heres = [await places.resolve(db, replace(origin, channel=f"c{n}", audience=it)) for n, it in enumerate(AUDIENCES)]
    rows = await sql("SELECT id, audience FROM channel WHERE space_id = $1", heres[0].space)
    numbers = {it["id"]: it["audience"] or [] for it in rows}
    for place, here in zip(AUDIENCES, heres, strict=True):
        covered = await audiences.covered(db, here.key)
        told = [covered.issuperset(numbers[it.channel]) for it in heres]
        assert told == [audience_covers(it, place) for it in AUDIENCES]


async def test_an_audience_that_changes_holds_from_then_on(db: Database) -> None:
    """What was said before a channel was opened or closed would change hands with it."""
    places, origin = PlaceStore(), fresh_origin()
    crew, both = (("role:1",),), (("role:1", "role:2"),)
    here = await places.resolve(db, replace(origin, audience=crew))
    room = await memory_room(db, here)
    line = line_of({1: Branch(1)}, 1, 8)
    said = await log.entries(db, room.key, line)
    assert {it.audience for it in said} == {tuple(await audiences.covered(db, here.key))}
    for audience, seen in ((both, False), (EVERYBODY, False), (None, False), (crew, True)):
        assert await places.resolve(db, replace(origin, audience=audience)) == here
        covered = await audiences.covered(db, here.key)
        assert [covered.issuperset(it.audience) for it in await log.entries(db, room.key, line)] == [seen] * len(said)


async def test_what_was_said_before_anybody_knew_gets_the_first_audience(db: Database) -> None:
    """After an update what the crew had said would be told to everybody."""
    places, origin = PlaceStore(), fresh_origin()
    here = await places.resolve(db, origin)
    room = await memory_room(db, here)
    await room.keep(room.said(2, "The lamp is hidden."))
    await places.resolve(db, replace(origin, audience=(("role:1",),)))
    elsewhere = await places.resolve(db, replace(origin, channel="other", audience=EVERYBODY))
    for channel, seen in ((here, 1), (elsewhere, 0)):
        covered = await audiences.covered(db, channel.key)
        assert len(await room.all(replace(room.scope, covered=covered))) == seen
