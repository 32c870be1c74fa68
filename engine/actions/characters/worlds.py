"""World books: list, show, bind, delete."""

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.heads import HeadLine, head_line, head_line_if_any
from engine.actions.people import personas
from engine.context import EngineContext
from engine.db.characters import worlds
from engine.db.characters.worlds import BookRow
from engine.db.chats import log
from engine.db.people import deletions
from engine.errors import NobodyPlays, NoPersona, NoSuchWorld, WorldOfTheHouse
from engine.rules.acts import books_of
from engine.turns.runner import Runner
from engine.values.characters.worlds import Binding, WorldBook, WorldInfo
from engine.values.chats.bodies import BooksBody
from engine.values.chats.entries import NewEntry
from engine.values.chats.incoming import Here
from engine.values.people.deletions import Deleted


async def listed(ctx: EngineContext, here: Here) -> list[WorldInfo]:
    """The books that may be used here, and what each is bound to."""
    at = await head_line_if_any(ctx, here)
    of_chat = set(books_of(at.acts)) if at else set[int]()
    return [_info(row, of_chat) for row in await _rows(ctx, here, at)]


async def show(ctx: EngineContext, here: Here, number: int) -> WorldBook:
    """A book's newest version. Raises NoSuchWorld."""
    row = await usable(ctx, here, number)
    book = await ctx.books.book(ctx.db, row.id, row.version)
    if book is None:
        raise NoSuchWorld(number=number)
    return book


async def usable(ctx: EngineContext, here: Here, number: int) -> BookRow:
    """A book that may be used here. Raises NoSuchWorld."""
    rows = await worlds.listed(ctx.db, here.space, here.person, None, None)
    row = next((it for it in rows if it.id == number), None)
    if row is None:
        raise NoSuchWorld(number=number)
    return row


async def bind(ctx: EngineContext, runner: Runner, here: Here, number: int, binding: Binding, *, on: bool) -> None:
    """Bind a book to this chat, to who plays here, or to the person's current persona; or unbind it.

    Raises NoSuchWorld, NoPersona, SessionMissing, NobodyPlays, WorldOfTheHouse for one of the character's own folder.
    """
    row = await usable(ctx, here, number)
    change = worlds.bind if on else worlds.unbind
    if binding is Binding.CHAT:
        await _bind_to_chat(ctx, runner, here, number, on=on)
    elif binding is Binding.CHARACTER:
        at = await head_line(ctx, here)
        if at.character is None:
            raise NobodyPlays
        if not on and await _comes_along(ctx, here, at.character, number):
            raise WorldOfTheHouse(name=row.name, number=number)
        await change(ctx.db, here.space, number, character=at.character)
    else:
        persona = await personas.current(ctx, here)
        if persona is None:
            raise NoPersona
        await change(ctx.db, here.space, number, persona=persona.id)


async def delete(ctx: EngineContext, here: Here, number: int) -> None:
    """Forget a book; it holds nowhere from now on. Raises NoSuchWorld, WorldOfTheHouse."""
    row = await usable(ctx, here, number)
    if row.builtin:
        raise WorldOfTheHouse(name=row.name, number=number)
    async with ctx.db.transaction() as on:
        await worlds.delete(on, number)
        await deletions.note(on, here, Deleted.BOOK)


async def _comes_along(ctx: EngineContext, here: Here, character: int, number: int) -> bool:
    rows = await worlds.listed(ctx.db, here.space, here.person, character, None)
    return any(it.comes_along for it in rows if it.id == number)


async def _bind_to_chat(ctx: EngineContext, runner: Runner, here: Here, number: int, *, on: bool) -> None:
    async def act(move: HeadMove) -> None:
        before = books_of(await log.newest_acts(move.on, move.key, move.line))
        after = [*(it for it in before if it != number), *([number] if on else [])]
        if set(after) != set(before):
            body = BooksBody(books=tuple(after))
            await move.append(NewEntry(body, ctx.clock.now(), person=here.person))

    await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def _rows(ctx: EngineContext, here: Here, at: HeadLine | None) -> list[BookRow]:
    persona = await personas.current(ctx, here)
    character = at.character if at else None
    return await worlds.listed(ctx.db, here.space, here.person, character, persona.id if persona else None)


def _info(row: BookRow, of_chat: set[int]) -> WorldInfo:
    held = {
        Binding.CHAT: row.id in of_chat,
        Binding.PERSONA: row.of_persona,
        Binding.CHARACTER: row.of_character,
    }
    bound = tuple(binding for binding, holds in held.items() if holds)
    return WorldInfo(row.id, row.name, row.entries, row.version, bound)
