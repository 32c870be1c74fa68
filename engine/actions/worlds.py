"""World books: list, show, bind, delete."""

from engine.actions import personas
from engine.actions.head_moves import Move, current_stand, move_head
from engine.actions.standing import Standing, standing, standing_if_any
from engine.db import deletions, log, worlds
from engine.db.worlds import BookRow
from engine.errors import NobodyPlays, NoPersona, NoSuchWorld, WorldOfTheHouse
from engine.rules.acts import books_of
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.deletions import Deleted
from engine.values.entries import EntryKind, NewEntry
from engine.values.incoming import Here
from engine.values.worlds import Binding, WorldBook, WorldInfo


async def listed(needs: Needs, here: Here) -> list[WorldInfo]:
    """The books that may be used here."""
    at = await standing_if_any(needs, here)
    of_chat = set(books_of(at.acts)) if at else set[int]()
    return [_info(row, of_chat) for row in await _rows(needs, here, at)]


async def show(needs: Needs, here: Here, number: int) -> WorldBook:
    """A book's newest version. Raises NoSuchWorld."""
    row = await usable(needs, here, number)
    book = await needs.books.book(needs.db, row.id, row.version)
    if book is None:
        raise NoSuchWorld(number=number)
    return book


async def usable(needs: Needs, here: Here, number: int) -> BookRow:
    """A book that may be used here. Raises NoSuchWorld."""
    rows = await worlds.listed(needs.db, here.space, here.person, None, None)
    row = next((it for it in rows if it.id == number), None)
    if row is None:
        raise NoSuchWorld(number=number)
    return row


async def bind(needs: Needs, runner: Runner, here: Here, number: int, binding: Binding, *, on: bool) -> None:
    """Bind a book, or unbind it. Raises NoSuchWorld, NoPersona, SessionMissing, NobodyPlays."""
    await usable(needs, here, number)
    change = worlds.bind if on else worlds.unbind
    if binding is Binding.CHAT:
        await _bind_to_chat(needs, runner, here, number, on=on)
    elif binding is Binding.CHARACTER:
        at = await standing(needs, here)
        if at.character is None:
            raise NobodyPlays
        await change(needs.db, here.space, number, character=at.character)
    else:
        persona = await personas.current(needs, here)
        if persona is None:
            raise NoPersona
        await change(needs.db, here.space, number, persona=persona.id)


async def delete(needs: Needs, here: Here, number: int) -> None:
    """Forget a book. Raises NoSuchWorld, WorldOfTheHouse."""
    row = await usable(needs, here, number)
    if row.builtin:
        raise WorldOfTheHouse(name=row.name)
    async with needs.db.transaction() as on:
        await worlds.delete(on, number)
        await deletions.note(on, here, Deleted.BOOK)


async def _bind_to_chat(needs: Needs, runner: Runner, here: Here, number: int, *, on: bool) -> None:
    async def act(move: Move) -> None:
        before = books_of(await log.newest_acts(move.on, move.key, move.line))
        after = [*(it for it in before if it != number), *([number] if on else [])]
        if set(after) != set(before):
            body = {"books": after}
            await move.append(NewEntry(EntryKind.BOOKS, needs.clock.now(), person=here.person, body=body))

    await move_head(needs, runner, here, await current_stand(needs, here), act)


async def _rows(needs: Needs, here: Here, at: Standing | None) -> list[BookRow]:
    persona = await personas.current(needs, here)
    character = at.character if at else None
    return await worlds.listed(needs.db, here.space, here.person, character, persona.id if persona else None)


def _info(row: BookRow, of_chat: set[int]) -> WorldInfo:
    held = {
        Binding.CHAT: row.id in of_chat,
        Binding.PERSONA: row.of_persona,
        Binding.CHARACTER: row.of_character,
    }
    bound = tuple(binding for binding, holds in held.items() if holds)
    return WorldInfo(row.id, row.name, row.entries, row.version, bound)
