"""Personas of people, in Postgres."""

from dataclasses import dataclass

from engine.db.postgres.pool import Statements
from engine.rules.bodies.personas import user_persona_json, user_persona_of
from engine.values.chats.incoming import Here
from engine.values.ids import SessionKey
from engine.values.story.notes import UserPersona


@dataclass(frozen=True, slots=True)
class Listed:
    """A persona, whether the person is it now in a channel, and whether that is for the chat alone."""

    persona: UserPersona
    current: bool
    worn: bool


async def listed(on: Statements, here: Here) -> list[Listed]:
    """A person's personas by name, with the book each comes with in this space."""
    rows = await on.fetch("personas", here.person, here.space, here.channel)
    found = [(user_persona_of(row["id"], row["name"], row["body"], row["book"]), row) for row in rows]
    return [Listed(persona, bool(row["current"]), bool(row["worn"])) for persona, row in found]


async def add(on: Statements, person: int, persona: UserPersona) -> int:
    """A new persona of a person; its id."""
    return await on.fetchval("add_persona", person, persona.name, user_persona_json(persona))


async def change(on: Statements, person: int, persona: UserPersona) -> bool:
    """Give the persona with this id another name and text; False when the person has none such."""
    return await on.execute("change_persona", person, persona.id, persona.name, user_persona_json(persona)) == 1


async def be(on: Statements, person: int, number: int | None) -> bool:
    """Who a person is from now on; False when they have no such persona."""
    return await on.execute("be_persona", person, number) > 0


async def wear(on: Statements, chat: SessionKey, person: int, number: int) -> bool:
    """Who a person is in one chat from now on; False when they have no such persona."""
    return await on.execute("wear_persona", chat.space, chat.session, person, number) == 1


async def take_off(on: Statements, chat: SessionKey, person: int) -> None:
    """In one chat a person is who they are elsewhere."""
    await on.execute("take_off_persona", chat.space, chat.session, person)


async def delete(on: Statements, person: int, number: int) -> bool:
    """A persona is listed no more and nobody is it; False when the person has no such persona."""
    return await on.fetchval("delete_persona", person, number) is not None
