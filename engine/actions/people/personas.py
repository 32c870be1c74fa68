"""Who a person is in their stories."""

from dataclasses import replace

from engine.actions.chats.head_moves import current_head
from engine.context import EngineContext
from engine.db.people import personas
from engine.db.postgres.pool import Statements
from engine.errors import NoSuchPersona
from engine.rules.text.clean import clean_text
from engine.rules.text.names import on_one_line
from engine.values.chats.incoming import Here
from engine.values.story.notes import UserPersona

LONGEST_NAME = 80
LONGEST_DESCRIPTION = 100_000


async def current(ctx: EngineContext, here: Here, *, chat_alone: bool = False) -> UserPersona | None:
    """Who the person is now in the chat that is played here; None: nobody but themselves.

    ``chat_alone``: who they are in this chat alone; None: who they are elsewhere.
    """
    listed = await personas.listed(ctx.db, here)
    return next((it.persona for it in listed if (it.worn if chat_alone else it.current)), None)


async def known(ctx: EngineContext, here: Here, number: int) -> tuple[bool, tuple[str, ...]]:
    """Whether those who read here may know a persona of the person, and the titles of all places where it is known."""
    found = next((it for it in await personas.listed(ctx.db, here) if it.persona.id == number), None)
    return (found.known_here, found.known_in) if found else (False, ())


async def let_be_known(ctx: EngineContext, here: Here, question: int) -> str:
    """Say yes to the question whether a persona may be known in some place: its name. Raises NoSuchPersona."""
    name = await personas.let_be_known(ctx.db, here.person, question)
    if name is None:
        raise NoSuchPersona(number=question)
    return name


async def wear(ctx: EngineContext, here: Here, number: int | None) -> None:
    """Be one of one's personas in this chat alone, and be known as it here; None: be who one is elsewhere.

    Raises SessionMissing, NoSuchPersona.
    """
    chat = (await current_head(ctx, here)).session_key
    if number is None:
        await personas.take_off(ctx.db, chat, here.person)
        return
    async with ctx.db.transaction() as on:
        if not await personas.wear(on, chat, here.person, number):
            raise NoSuchPersona(number=number)
        await personas.tell(on, here, number)


async def put(ctx: EngineContext, here: Here, persona: UserPersona | None) -> None:
    """Change the persona with this ``id``, or make a new one (id 0), and be it. None: be nobody from now on.

    Raises NoSuchPersona, TextTooLong.
    """
    if persona is None:
        await personas.be(ctx.db, here.person, None)
        return
    async with ctx.db.transaction() as on:
        await personas.be(on, here.person, await keep(on, here, persona))


async def keep(on: Statements, here: Here, persona: UserPersona) -> int:
    """Make a persona (id 0), or change the one with its id: its id. Raises NoSuchPersona, TextTooLong."""
    name = on_one_line(clean_text(persona.name))[:LONGEST_NAME] or "?"
    clean = replace(persona, name=name, description=clean_text(persona.description, LONGEST_DESCRIPTION))
    if not persona.id:
        return await personas.add(on, here, clean)
    if not await personas.change(on, here, clean):
        raise NoSuchPersona(number=persona.id)
    return persona.id


async def listed(ctx: EngineContext, here: Here) -> list[UserPersona]:
    """The person's personas, by name."""
    return [it.persona for it in await personas.listed(ctx.db, here)]


async def use(ctx: EngineContext, here: Here, number: int) -> None:
    """Be one of one's personas, and be known as it here. Raises NoSuchPersona."""
    async with ctx.db.transaction() as on:
        if not await personas.be(on, here.person, number):
            raise NoSuchPersona(number=number)
        await personas.tell(on, here, number)


async def delete(ctx: EngineContext, here: Here, number: int) -> None:
    """Take one of one's personas off the list. Raises NoSuchPersona."""
    if not await personas.delete(ctx.db, here.person, number):
        raise NoSuchPersona(number=number)
