"""What may be recalled. Beside memories that may lie canaries that may not; without a rule, its canary is told."""

import re
import shutil
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.db.chats import audiences
from engine.db.chats.places import PlaceStore
from engine.db.memory import derivations, memories
from engine.db.people import consents
from engine.db.postgres.pool import Database, open_database
from engine.db.postgres.queries import SQL_FOLDER, Queries
from engine.rules.recall.words.words import terms
from engine.values.chats.audiences import Audience
from engine.values.chats.entries import Place, Range, Retirement
from engine.values.chats.incoming import Origin
from engine.values.memory.memories import Consent, MemoryCandidate, NewMemory, RecallScope, Sight, Tag
from engine.values.memory.recall import TimeRange
from tests.conftest import Sql
from tests.stores.memory_room import FORK, NOON, TRUNK, MemoryRoom, memory_room
from tests.story.places import fresh_character

TEXT = "the lamp is hidden under the bridge"

Read = Callable[[Database, RecallScope, int, list[int]], Awaitable[set[int]]]


async def _worded(on: Database, scope: RecallScope, _: int, __: list[int]) -> set[int]:
    return _ids(await memories.worded(on, scope, dict.fromkeys(terms(TEXT), 1.0), 100))


async def _near(on: Database, scope: RecallScope, model: int, _: list[int]) -> set[int]:
    return _ids(await memories.near(on, scope, model, [1, 1, 1], 100))


async def _within(on: Database, scope: RecallScope, _: int, __: list[int]) -> set[int]:
    found, total = await memories.within(on, scope, 100)
    assert len(found) == total
    return _ids(found)


async def _told(on: Database, scope: RecallScope, _: int, __: list[int]) -> set[int]:
    found, total = await memories.told(on, scope, 100)
    assert len(found) == total
    return {it.id for it in found}


async def _read(on: Database, scope: RecallScope, _: int, every: list[int]) -> set[int]:
    return {it.id for it in await memories.read(on, scope, every)}


async def _listing(on: Database, scope: RecallScope, _: int, __: list[int]) -> set[int]:
    found, total = await memories.listing(on, scope, offset=0, limit=100)
    assert len(found) == total == sum((await memories.counted(on, scope)).values())
    return {it.id for it in found}


async def _stars(on: Database, scope: RecallScope, model: int, _: list[int]) -> set[int]:
    return {it.id for it in await memories.stars(on, scope, model, 100)}


def _ids(found: list[MemoryCandidate]) -> set[int]:
    return {it.id for it in found}


READS: dict[str, Read] = {
    "worded": _worded,
    "near": _near,
    "within": _within,
    "told": _told,
    "read": _read,
    "listing": _listing,
    "stars": _stars,
}


@dataclass(frozen=True, slots=True)
class Cage:
    """The canaries by name, what may be recalled, and the scope in which that is so."""

    room: MemoryRoom
    scope: RecallScope
    allowed: dict[str, int]
    canaries: dict[str, int]

    @property
    def every(self) -> list[int]:
        return [*self.allowed.values(), *self.canaries.values()]


@pytest.fixture(scope="module")
async def cage(db: Database, sql: Sql) -> Cage:
    room = await memory_room(db)
    public, private, unseen = [await memory_room(db, room.here, room.character) for _ in range(3)]
    crew, hall, attic, thread = [await _read_by(sql, room, audience) for audience in (CREW, HALL, ATTIC, THREAD)]
    other = await fresh_character(db, room.here, "Eve")
    lets, hides = [await _person(sql, name) for name in ("lets", "hides")]
    await consents.put(db, lets, Consent(elsewhere=True))
    kept = {
        room: _own(room, other, hides),
        public: _public(room, lets, hides),
        crew: {"for_the_same": _said(room)},
        hall: {"for_more": _said(room)},
        attic: {
            "for_others": _said(room),
            "for_others_but_let": _said(room, 3, person=lets, about=(lets,)),
            "for_others_about_mo": _said(room, n=1, person=lets, about=(room.here.person,)),
            "for_others_of_nobody": _said(room, n=2, tag=Tag.AI_OUTPUT, person=None, people=()),
        },
        thread: {"for_fewer": _said(room)},
        private: {
            "by_whom_is_asked": _said(room),
            "by_another": _said(room, n=1, person=lets),
            "of_a_tag_not_told_there": _said(room, n=2, tag=Tag.MANUAL),
        },
        unseen: {"in_an_unseen_session": _said(room)},
        await memory_room(db): {"in_another_space": _said(room)},
    }
    numbers: dict[str, int] = {}
    for where, rows in kept.items():
        numbers.update(zip(rows, await where.keep(*rows.values()), strict=True))
    for where, name, place in (
        (room, "retired", Place(1, 3)),
        (public, "retired_there", Place(1, 3)),
        (room, "own", Place(2, 6)),
    ):
        await derivations.retire(db, where.key, Retirement(numbers[name], place, "deleted"))
    allowed = {name: number for name, number in numbers.items() if name in ALLOWED}
    canaries = {name: number for name, number in numbers.items() if name not in ALLOWED}
    covered = await audiences.covered(db, crew.here.key)
    return Cage(room, _scope((room, public, crew, hall, attic, thread), private, covered), allowed, canaries)


async def _read_by(sql: Sql, room: MemoryRoom, audience: Audience) -> MemoryRoom:
    """A session of the same character in a channel of the same space that ``audience`` reads."""
    (space,) = await sql("SELECT external FROM space WHERE id = $1", room.here.space)
    name = "-".join(it for one in audience for it in one)
    origin = Origin("test", space["external"], name, "", "", audience=audience)
    there = await PlaceStore().resolve(room.db, origin)
    return await memory_room(room.db, replace(there, person=room.here.person), room.character)


def _scope(seen: Sequence[MemoryRoom], private: MemoryRoom, covered: frozenset[int]) -> RecallScope:
    room = seen[0]
    mo = room.here.person
    sights = (
        *(Sight(it.key, TRUNK) for it in seen),
        Sight(private.key, TRUNK, tags=frozenset({Tag.USER_INPUT, Tag.CORE}), only_by=mo),
    )
    when = TimeRange(NOON, NOON + timedelta(days=8))
    tags = frozenset({Tag.USER_INPUT, Tag.AI_OUTPUT, Tag.MANUAL})
    return RecallScope(room.here.space, room.character, sights, people=(mo,), covered=covered, tags=tags, when=when)


ALLOWED = {"own", "of_others", "was_there", "begun_before", "of_nobody"} | {
    "told_by_who_is_here",
    "told_by_who_lets",
    "reply_among_friends",
    "for_the_same",
    "for_more",
    "for_others_but_let",
    "by_whom_is_asked",
}
WALLED = {"for_others", "for_others_about_mo", "for_fewer"}
CREW: Audience = (("role:7",),)
HALL: Audience = (("role:7", "role:8"),)
ATTIC: Audience = (("role:8",),)
THREAD: Audience = (*CREW, ("thread:1",))
ON_FORK = {"place": Place(2, 6), "sources": (Range(2, 6, 6),)}


def _own(room: MemoryRoom, other: int, hides: int) -> dict[str, NewMemory]:
    """In the session that is played: everybody who was there is told, whoever said it."""
    early, late = NOON - timedelta(days=2), NOON + timedelta(days=9)
    return {
        "own": _said(room),
        "of_others": _said(room, 3, person=hides, about=(hides,), people=(hides,)),
        "was_there": _said(room, 4, holder=other, characters=(other, room.character)),
        "begun_before": _said(room, 1, occurred_at=early, until=NOON + timedelta(hours=1)),
        "of_nobody": _said(room, 5, person=None, people=()),
        "held_by_another": _said(room, n=1, holder=other),
        "on_another_line": _said(room, **ON_FORK),
        "retired": _said(room, n=2),
        "of_another_tag": _said(room, n=3, tag=Tag.CORE),
        "too_early": _said(room, n=4, occurred_at=early, until=NOON - timedelta(days=1)),
        "over_before": _said(room, n=5, occurred_at=early, until=NOON),
        "too_late": _said(room, n=6, occurred_at=late, until=late),
    }


def _public(room: MemoryRoom, lets: int, hides: int) -> dict[str, NewMemory]:
    """In another session that may be looked into: what is nobody's who is not here and does not let it be told."""
    mo = room.here.person
    reply = {"tag": Tag.AI_OUTPUT, "person": None}
    return {
        "told_by_who_is_here": _said(room),
        "told_by_who_lets": _said(room, 3, person=lets, about=(mo,)),
        "reply_among_friends": _said(room, 4, **reply, people=(mo, lets)),
        "told_by_who_hides": _said(room, n=1, person=hides),
        "about_who_hides": _said(room, n=2, about=(mo, hides)),
        "reply_to_who_hides": _said(room, n=3, **reply, people=(mo, hides)),
        "reply_to_nobody": _said(room, n=4, **reply, people=()),
        "retired_there": _said(room, n=5),
        "on_another_line_there": _said(room, n=6, **ON_FORK),
    }


def _said(room: MemoryRoom, seq: int = 2, **changes: Any) -> NewMemory:
    return room.said(seq, TEXT, **{"until": NOON + timedelta(days=seq), **changes})


async def _person(sql: Sql, name: str) -> int:
    made = "INSERT INTO person (platform, external, name) VALUES ('cage', $1, $1) RETURNING id"
    return (await sql(made, name))[0]["id"]


@pytest.mark.parametrize("name", READS)
async def test_no_canary_is_told(cage: Cage, name: str) -> None:
    """A character would tell what another session, line, space or person's private chat was told."""
    found = await READS[name](cage.room.db, cage.scope, cage.room.model, cage.every)
    assert {it for it, number in cage.canaries.items() if number in found} == set()
    assert {it for it, number in cage.allowed.items() if number not in found} == set()


async def test_the_scope_is_asked_anew_each_time(cage: Cage) -> None:
    """A person who is not here, who takes their consent back, or what only some could read, would still be quoted."""
    db, scope = cage.room.db, cage.scope
    alone = await _read(db, replace(scope, people=()), 0, cage.every)
    assert alone & set(cage.allowed.values()) == {
        cage.allowed[it] for it in ("own", "of_others", "was_there", "begun_before", "of_nobody", "for_others_but_let")
    }
    in_public = await _read(db, replace(scope, covered=frozenset()), 0, cage.every)
    assert {it for it, number in cage.allowed.items() if number not in in_public} == {"for_the_same", "for_more"}
    changed = await _read(db, replace(scope, covered=None), 0, cage.every)
    assert {it for it, number in cage.canaries.items() if number in changed} == WALLED
    fork = await _read(db, replace(scope, sights=(Sight(cage.room.key, FORK),)), 0, cage.every)
    assert cage.canaries["on_another_line"] in fork
    assert not {cage.allowed["own"], cage.allowed["of_nobody"]} & fork
    open_end = replace(scope, when=TimeRange(NOON, None))
    assert cage.canaries["too_late"] in await _read(db, open_end, 0, cage.every)
    everything = replace(scope, when=None, tags=frozenset(Tag))
    told = await _read(db, everything, 0, cage.every)
    assert {cage.canaries[it] for it in ("too_early", "over_before", "too_late", "of_another_tag")} <= told


RULES = {
    "line": (
        r"AND memory\.branch_id = line\.branch_id\s+AND memory\.seq > line\.after AND memory\.seq <= line\.upto",
        "",
    ),
    "tag": (r"\(line\.tags IS NULL OR it\.tag = ANY \(line\.tags\)\)", "true"),
    "holder": (r"\(it\.holder = \$9 OR \$9 = ANY \(it\.characters\)\)", "$9::bigint IS NOT NULL"),
    "only by": (r"\(line\.only_by IS NULL OR it\.person_id = line\.only_by\)", "true"),
    "from": (r"it\.occurred_at >= \$11 OR it\.until > \$11", "true"),
    "to": (r"it\.occurred_at < \$12", "true"),
    "audience": (r"it\.audience IS NULL OR", "true OR"),
    "covered": (r"it\.audience <@ \$13", "it.audience IS NOT NULL"),
    "consent": (r"bool_and\(concerned\.id IN \(SELECT person_id FROM consent WHERE elsewhere\)\)", "bool_and(true)"),
    "elsewhere": (r"line\.sight = 1 OR \(", "true OR ("),
    "retired": (r"it\.derived_id NOT IN \(", "0 NOT IN ("),
}
"""Each rule of the fragment, and what is there without it."""


@pytest.mark.parametrize("rule", RULES)
async def test_without_a_rule_its_canary_is_told(cage: Cage, database_url: str, tmp_path: Path, rule: str) -> None:
    """A rule that is lost in a later change would be missed by every test."""
    folder = tmp_path / "sql"
    shutil.copytree(SQL_FOLDER, folder)
    pattern, instead = RULES[rule]
    text, changed = re.subn(pattern, instead, (folder / "memory.sql").read_text("utf-8"))
    assert changed == 1
    (folder / "memory.sql").write_text(text)
    careless = await open_database(database_url, min_size=1, max_size=1, queries=Queries.load(folder))
    try:
        for name, read in READS.items():
            if (name, rule) != ("read", "line"):  # it looks for the places on the line first
                assert await read(careless, cage.scope, cage.room.model, cage.every) & set(cage.canaries.values()), name
    finally:
        await careless.close()
