"""Personas of people, in Postgres."""

from engine.db.pool import Statements
from engine.rules.acts import persona_body, persona_of
from engine.values.notes import UserPersona


async def listed(on: Statements, person: int, space: int) -> list[tuple[UserPersona, bool]]:
    """A person's personas by name, with the book each comes with in ``space``, and whether the person is it now."""
    rows = await on.fetch("personas", person, space)
    return [(persona_of(row["id"], row["name"], row["body"], row["book"]), bool(row["current"])) for row in rows]


async def add(on: Statements, person: int, persona: UserPersona) -> int:
    """A new persona of a person; its id."""
    return await on.fetchval("add_persona", person, persona.name, persona_body(persona))


async def change(on: Statements, person: int, persona: UserPersona) -> bool:
    """Give the persona with this id another name and text; False when the person has none such."""
    return await on.execute("change_persona", person, persona.id, persona.name, persona_body(persona)) == 1


async def be(on: Statements, person: int, number: int | None) -> bool:
    """Who a person is from now on; False when they have no such persona."""
    return await on.execute("be_persona", person, number) > 0


async def delete(on: Statements, person: int, number: int) -> bool:
    """A persona is listed no more and nobody is it; False when the person has no such persona."""
    return await on.fetchval("delete_persona", person, number) is not None
