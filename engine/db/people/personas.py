"""Personas of people, in Postgres."""

from dataclasses import dataclass

from engine.db.postgres.pool import Statements
from engine.rules.bodies.personas import user_persona_json, user_persona_of
from engine.values.chats.incoming import Here
from engine.values.ids import ChannelKey, SessionKey
from engine.values.story.notes import UserPersona


@dataclass(frozen=True, slots=True)
class Listed:
    """A persona, whether the person is it now in a channel, and whether that is for the chat alone.

    ``known_here``: whether those who read the channel may know of it; ``known_in``: the titles of places where it is.
    """

    persona: UserPersona
    current: bool
    worn: bool
    known_here: bool = True
    known_in: tuple[str, ...] = ()


async def listed(on: Statements, here: Here) -> list[Listed]:
    """A person's personas by name, with the book each comes with in this space."""
    rows = await on.fetch("personas", here.person, here.space, here.channel)
    return [
        Listed(
            user_persona_of(row["id"], row["name"], row["body"], row["book"]),
            bool(row["current"]),
            bool(row["worn"]),
            row["known_here"],
            tuple(row["known_in"] or ()),
        )
        for row in rows
    ]


async def add(on: Statements, here: Here, persona: UserPersona) -> int:
    """A new persona of a person, known where it is written; its id."""
    number: int = await on.fetchval("add_persona", here.person, persona.name, user_persona_json(persona))
    await tell(on, here, number)
    return number


async def change(on: Statements, here: Here, persona: UserPersona) -> bool:
    """Give the persona with this id another name and text; False when the person has none such.

    It is known from then on where that was written, and nowhere else unless the person says so again.
    """
    changed = await on.execute("change_persona", here.person, persona.id, persona.name, user_persona_json(persona)) == 1
    if changed:
        await on.execute("withhold_persona", persona.id)
        await tell(on, here, persona.id)
    return changed


async def tell(on: Statements, here: Here, number: int) -> None:
    """Everybody who can read here now may know a persona of the person."""
    await on.execute("tell_persona", here.person, number, here.space, here.channel)


async def ask_once(on: Statements, number: int, place: ChannelKey) -> tuple[int, str] | None:
    """Note that its person is asked whether a persona may be known in ``place``: the question's number, and its name.

    None where they were asked before.
    """
    row = await on.fetchrow("ask_persona_once", number, place.space, place.channel)
    return (row["id"], row["name"]) if row else None


async def let_be_known(on: Statements, person: int, question: int) -> str | None:
    """A person says yes to such a question: the name of the persona; None where it is not theirs or is gone."""
    return await on.fetchval("let_persona_be_known", person, question)


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
