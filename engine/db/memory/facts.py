"""Facts about real people in Postgres: theirs, on no branch, with a history."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.db.memory.vectors import unit
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.values.chats.entries import Place
from engine.values.ids import SessionKey
from engine.values.memory.memories import NOWHERE, NewPersonFact, PersonFact, TellingPlace


async def facts_of(
    on: Statements,
    person: int,
    character: int | None = None,
    *,
    at: TellingPlace = NOWHERE,
    private_too: bool = False,
) -> list[PersonFact]:
    """What is true of ``person`` now and ``character`` knows (None: anybody), oldest first; told ``at`` a place.

    ``private_too``: all of it, wherever it was said.
    """
    rows = await on.fetch("facts_of", person, character, private_too, at.space, sorted(at.covered))
    return [fact_of(row) for row in rows]


async def near(
    on: Statements,
    told: tuple[int, int | None],
    model: int,
    vector: Sequence[float],
    limit: int,
    *,
    at: TellingPlace = NOWHERE,
    private_too: bool = False,
) -> list[tuple[PersonFact, float]]:
    """The facts nearest in meaning to ``vector`` of ``model`` with their cosines; ``told``: person and character."""
    place = (private_too, at.space, sorted(at.covered))
    rows = await on.fetch("facts_near", *told, *place, model, unit(vector), limit)
    return [(fact_of(row), row["cosine"]) for row in rows]


async def add(on: Statements, new: NewPersonFact) -> int | None:
    """Store a fact; None when the same words from the same place were stored before, or that has been erased."""
    return await on.fetchval("add_fact", *_columns(new))


async def supersede(on: Statements, old: int, new: NewPersonFact, why: str) -> int | None:
    """Store ``new``, which ends ``old`` of the same person; None, and nothing changes, when that has ended."""
    return await on.fetchval("supersede_fact", *_columns(new), old, why)


async def end(on: Statements, person: int, fact: int, why: str) -> bool:
    """End a fact; False when it is not true now."""
    return await on.fetchval("end_fact", person, fact, why) is not None


async def share(on: Statements, person: int, fact: int, *, private: bool) -> bool:
    """Say whether a fact is private; False when it is not true now."""
    return await on.fetchval("share_fact", person, fact, private) is not None


async def history(on: Statements, person: int, fact: int) -> list[PersonFact]:
    """A fact with what it took the place of and what took its place, oldest first."""
    return [fact_of(row) for row in await on.fetch("fact_history", person, fact)]


async def said_at(on: Statements, key: SessionKey, places: Sequence[Place]) -> list[PersonFact]:
    """Every fact, ended or not, that was said at one of ``places``: what an erasure of them takes along."""
    branches, seqs = [it.branch for it in places], [it.seq for it in places]
    return [fact_of(row) for row in await on.fetch("facts_from", key.space, key.session, branches, seqs)]


async def remove(on: Statements, person: int, facts: Sequence[int]) -> int:
    """Remove facts for good, with their vectors; how many."""
    return await on.execute("remove_facts", person, list(facts))


async def revive(on: Statements, person: int, gone: int) -> None:
    """What a fact that was removed had taken the place of is true again."""
    await on.execute("revive_facts", person, gone)


async def lacking(on: Statements, model: int, limit: int) -> list[tuple[int, int, str]]:
    """Facts that are true now, as person, id and text, that have no vector of ``model``."""
    return [tuple(row) for row in await on.fetch("facts_lacking", model, limit)]


async def put(on: Statements, model: int, vectors: Mapping[tuple[int, int], Sequence[float]]) -> None:
    """Store the vectors of facts, by person and id. Facts that are gone are passed over."""
    people, facts = [person for person, _ in vectors], [fact for _, fact in vectors]
    await on.execute("put_fact_vectors", model, people, facts, [unit(it) for it in vectors.values()])


async def drop_others(on: Statements, model: int, limit: int) -> int:
    """Remove up to ``limit`` vectors of facts that other models than ``model`` made; how many."""
    return await on.execute("drop_other_fact_vectors", model, limit)


def _columns(new: NewPersonFact) -> tuple[Any, ...]:
    place = new.place or Place(0, 0)
    key = new.session or SessionKey(0, 0)
    return (
        new.person,
        new.character,
        new.text,
        new.private,
        key.space,
        key.session,
        place.branch,
        place.seq,
        new.occurred_at,
    )


def fact_of(row: DriverRow) -> PersonFact:
    """The fact that a row says."""
    said = row["space_id"] > 0
    return PersonFact(
        id=row["id"],
        person=row["person_id"],
        text=row["text"],
        occurred_at=row["occurred_at"],
        character=row["character_id"],
        private=row["private"],
        session=SessionKey(row["space_id"], row["session_id"]) if said else None,
        place=Place(row["branch_id"], row["seq"]) if said else None,
        ended_at=row["ended_at"],
        ended_by=row["ended_by"],
        ended_why=row["ended_why"],
    )
