"""Facts about people are theirs: true until they end, told to whom they may be, with a history."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from engine.db.memory import facts, vectors
from engine.db.people import consents, erasure
from engine.db.postgres.pool import Database, Statements
from engine.values.chats.entries import Place
from engine.values.memory.memories import Consent, NewPersonFact, PersonFact, TellingPlace
from tests.conftest import Sql
from tests.stores.memory_room import NOON, MemoryRoom, memory_room
from tests.story.places import fresh_character


@pytest.fixture
async def room(db: Database, sql: Sql) -> MemoryRoom:
    """With a person of its own: others know nothing of them."""
    made = await memory_room(db)
    person = await sql(
        "INSERT INTO person (platform, external, name) VALUES ('test', gen_random_uuid(), 'Mo') RETURNING id"
    )
    return replace(made, here=replace(made.here, person=person[0]["id"]))


def said(room: MemoryRoom, text: str, seq: int = 2, **changes: object) -> NewPersonFact:
    new = NewPersonFact(room.here.person, text, NOON, session=room.key, place=Place(1, seq))
    return replace(new, **changes)


def on_card(room: MemoryRoom, text: str) -> NewPersonFact:
    return NewPersonFact(room.here.person, text, NOON)


async def told(room: MemoryRoom, character: int | None = None, *, private_too: bool = True) -> list[str]:
    at = TellingPlace(room.here.space)
    found = await facts.facts_of(room.db, room.here.person, character, at=at, private_too=private_too)
    return [it.text for it in found]


async def test_everything_of_a_fact_comes_back(room: MemoryRoom) -> None:
    """The person would not see where a fact comes from, and could not have its source forgotten."""
    number = await facts.add(room.db, said(room, "likes tea", character=room.character, private=False))
    assert number is not None
    person = room.here.person
    assert await facts.facts_of(room.db, person, at=TellingPlace(room.here.space)) == [
        PersonFact(
            number, person, "likes tea", NOON, room.character, private=False, session=room.key, place=Place(1, 2)
        )
    ]


async def test_what_was_said_once_is_one_fact(room: MemoryRoom) -> None:
    """A job that runs twice would fill the card with the same line, or bring back what was corrected."""
    made = await asyncio.gather(*(facts.add(room.db, said(room, "likes tea")) for _ in range(4)))
    (number,) = [it for it in made if it is not None]
    assert await facts.end(room.db, room.here.person, number, "wrong")
    assert await facts.add(room.db, said(room, "likes tea")) is None
    assert await told(room) == []
    others = [said(room, "likes tea", 3), said(room, "likes tea", character=room.character), said(room, "likes rum")]
    assert None not in [await facts.add(room.db, it) for it in others]


async def test_a_card_may_say_again_what_it_said_before(room: MemoryRoom) -> None:
    """Who takes a line off their card by mistake could never write it again."""
    number = await facts.add(room.db, on_card(room, "likes tea"))
    assert number is not None
    assert await facts.add(room.db, on_card(room, "likes tea")) is None
    await facts.end(room.db, room.here.person, number, "deleted")
    assert await facts.add(room.db, on_card(room, "likes tea")) is not None
    assert await told(room) == ["likes tea"]


async def test_a_corrected_fact_never_comes_back(room: MemoryRoom) -> None:
    """The old value would be told beside the new one, by words or by meaning."""
    model = room.model
    first = await facts.add(room.db, said(room, "lives in Rome"))
    assert first is not None
    await facts.put(room.db, model, {(room.here.person, first): [1, 0, 0]})
    second = await facts.supersede(room.db, first, said(room, "lives in Oslo", 4), "moved")
    third = await facts.supersede(room.db, second or 0, on_card(room, "lives in Bergen"), "corrected")
    assert await facts.supersede(room.db, first, said(room, "lives in Nice", 5), "late") is None
    assert await told(room) == ["lives in Bergen"]
    assert await facts.near(room.db, (room.here.person, None), model, [1, 0, 0], 9, private_too=True) == []
    assert not await facts.end(room.db, room.here.person, first, "again")
    for number in (first, second, third):
        chain = await facts.history(room.db, room.here.person, number or 0)
        assert [(it.text, it.ended_by, it.ended_why) for it in chain] == [
            ("lives in Rome", second, "moved"),
            ("lives in Oslo", third, "corrected"),
            ("lives in Bergen", None, None),
        ]
        assert chain[0].ended_at is not None


async def test_a_correction_to_what_is_known_already_ends_the_wrong_one(room: MemoryRoom) -> None:
    """The wrong fact would stay because the right one was there already."""
    right = await facts.add(room.db, on_card(room, "lives in Oslo"))
    wrong = await facts.add(room.db, on_card(room, "lives in Rome"))
    assert await facts.supersede(room.db, wrong or 0, on_card(room, "lives in Oslo"), "corrected") == right
    assert await told(room) == ["lives in Oslo"]


async def test_facts_are_told_by_whom_they_were_told_to(room: MemoryRoom, sql: Sql) -> None:
    """A secret told to one character would be known to all, or be told in front of everybody."""
    eve = await fresh_character(room.db, room.here, "Eve")
    stranger = await sql(
        "INSERT INTO person (platform, external, name) VALUES ('test', gen_random_uuid(), 'Z') RETURNING id"
    )
    for new in (
        said(room, "secret of Ada", character=room.character),
        said(room, "secret of Eve", character=eve),
        said(room, "known to all", private=False, occurred_at=NOON - timedelta(days=1)),
        replace(said(room, "of another"), person=stranger[0]["id"], private=False),
    ):
        assert await facts.add(room.db, new) is not None
    assert await told(room, room.character) == ["known to all", "secret of Ada"]
    assert await told(room, eve, private_too=False) == ["known to all"]
    assert await told(room) == ["known to all", "secret of Ada", "secret of Eve"]
    every = await facts.lacking(room.db, room.model, 10_000)
    mine = {(person, fact): [1.0, 0, 0] for person, fact, _ in every if person == room.here.person}
    assert len(mine) == 3
    await facts.put(room.db, room.model, mine | {(room.here.person, 0): [1.0, 0, 0]})
    at = TellingPlace(room.here.space)
    near = await facts.near(room.db, (room.here.person, eve), room.model, [1, 1, 0], 9, at=at)
    assert [(it.text, round(cosine, 2)) for it, cosine in near] == [("known to all", 0.71)]
    assert await facts.near(room.db, (room.here.person, eve), room.model, [1, 1, 0], 1, private_too=True)
    other = await vectors.Models().number(room.db, "other than that", 3)
    assert await facts.near(room.db, (room.here.person, eve), other, [1, 1, 0], 9, private_too=True) == []
    (first, *_) = await facts.facts_of(room.db, room.here.person, room.character, private_too=True)
    assert await facts.share(room.db, room.here.person, first.id, private=True)
    assert await told(room, eve, private_too=False) == []


async def test_a_fact_goes_with_the_message_it_was_said_in(room: MemoryRoom, sql: Sql) -> None:
    """Somebody deletes a message, and the character goes on knowing what it said."""
    numbers = [await facts.add(room.db, said(room, text, seq)) for text, seq in (("one", 2), ("two", 2), ("three", 3))]
    await facts.end(room.db, room.here.person, numbers[1] or 0, "wrong")
    found = await facts.said_at(room.db, room.key, [Place(1, 2), Place(2, 3)])
    assert [it.text for it in found] == ["one", "two"]
    assert await facts.remove(room.db, room.here.person, [it.id for it in found]) == 2
    assert await told(room) == ["three"]


@pytest.mark.parametrize("first", ["erase", "learn"])
async def test_who_erases_and_who_learns_wait_for_each_other(room: MemoryRoom, sql: Sql, first: str) -> None:
    """A message that is deleted in the very moment in which a fact is taken from it would leave the fact behind."""

    async def erase(on: Statements) -> None:
        await erasure.empty_entries(on, room.key, [Place(1, 2)])
        found = await facts.said_at(on, room.key, [Place(1, 2)])
        await facts.remove(on, room.here.person, [it.id for it in found])

    async def learn(on: Statements) -> None:
        await facts.add(on, said(room, "likes tea"))

    waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    async with asyncio.TaskGroup() as both, room.db.transaction() as on:
        await (erase if first == "erase" else learn)(on)
        both.create_task((learn if first == "erase" else erase)(room.db))
        while not await sql(waiting):
            pass
    assert await told(room) == []


async def test_consent_is_what_was_said_last(room: MemoryRoom) -> None:
    """A person takes their consent back, and their words are told elsewhere all the same."""
    person = room.here.person
    assert await consents.get(room.db, person) == Consent(elsewhere=False, facts=True)
    for it in (Consent(elsewhere=True, facts=False), Consent(elsewhere=False, facts=False)):
        await consents.put(room.db, person, it)
        assert await consents.get(room.db, person) == it


async def test_vectors_of_older_models_go(room: MemoryRoom, sql: Sql) -> None:
    """Whoever changes the embedding model keeps the vectors of every fact of every model before it."""
    number = await facts.add(room.db, said(room, "likes tea"))
    other = await vectors.Models().number(room.db, "another", 3)
    for model in (room.model, other):
        await facts.put(room.db, model, {(room.here.person, number or 0): [1.0, 0.0, 0.0]})
    while await facts.drop_others(room.db, other, 1):
        pass
    rows = await sql("SELECT model_id FROM person_fact_vector WHERE person_id = $1", room.here.person)
    assert [it["model_id"] for it in rows] == [other]
