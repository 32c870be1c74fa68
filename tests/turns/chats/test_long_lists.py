"""Long lists, turned while something is added to them: no row is lost, none is told twice."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from engine.actions.characters import cards
from engine.actions.characters import characters as characters_actions
from engine.actions.chats import branches as branches_actions
from engine.actions.chats import savepoints, sessions
from engine.actions.memory import finding, garden
from engine.actions.memory.finding import AT_MOST
from engine.values.chats.sessions import SessionStatus
from engine.values.paging import Paged, Wanted
from tests.turns.room import CARD, Room

SIZE = 2
ROWS = 5

Read = Callable[[Wanted], Awaitable[Paged[Any]]]
Add = Callable[[str], Awaitable[Any]]


def saves(room: Room) -> tuple[Read, Add]:
    return lambda wanted: savepoints.page(room.engine.ctx, room.here, wanted), lambda name: savepoints.save(
        room.engine.ctx, room.here, name
    )


def branches(room: Room) -> tuple[Read, Add]:
    async def add(name: str) -> None:
        """Beside the one that is played."""
        key = "SELECT space_id, session_id FROM stand WHERE space_id = $1 AND channel_id = $2"
        [(space, session)] = await room.sql(key, room.here.space, room.here.channel)
        await room.sql(
            "INSERT INTO branch (space_id, session_id, id, parent, forked_at, reason, name)"
            " SELECT $1, $2, 1 + max(id), 1, 1, 'branch', $3 FROM branch WHERE space_id = $1 AND session_id = $2",
            space,
            session,
            name,
        )

    return lambda wanted: branches_actions.page(room.engine.ctx, room.here, wanted), add


def chats(room: Room) -> tuple[Read, Add]:
    active = (SessionStatus.ACTIVE,)

    async def add(name: str) -> None:
        await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ann")
        await sessions.rename(room.engine.ctx, room.here, name)

    return lambda wanted: sessions.page(room.engine.ctx, room.here, active, wanted), add


def memories(room: Room) -> tuple[Read, Add]:
    async def read(wanted: Wanted) -> Paged[Any]:
        return (await garden.page(room.engine.ctx, room.here, wanted)).part

    return read, lambda name: garden.add(room.engine.ctx, room.engine.runner, room.here, name)


def characters(room: Room) -> tuple[Read, Add]:
    async def read(wanted: Wanted) -> Paged[Any]:
        return (await characters_actions.page(room.engine.ctx, room.here, wanted)).part

    async def add(name: str) -> None:
        await cards.create(room.engine.ctx, room.here, name, {})

    return read, add


def number_of(row: Any) -> int:
    found = getattr(row, "memory", row)
    return found.key.session if hasattr(found, "key") else found.id


@pytest.mark.parametrize("kind", [saves, branches, chats, memories, characters])
async def test_what_is_added_shifts_no_page(room: Room, kind: Callable[[Room], tuple[Read, Add]]) -> None:
    """Somebody who looks for an old save would never see it, since another was made while they turned the pages."""
    read, add = kind(room)
    for n in range(ROWS):
        await add(f"Row {n}")
    before = {number_of(it) for it in (await read(Wanted(size=100))).items}
    seen: list[int] = []
    page, turned = await read(Wanted(size=SIZE)), 1
    first = [number_of(it) for it in page.items]
    while True:
        seen += [number_of(it) for it in page.items]
        if not page.further:
            break
        await add(f"Later {turned}")
        turned += 1
        page = await read(Wanted(turned, SIZE, mark=page.further))
    assert [it for it in seen if it in before] == list(dict.fromkeys(it for it in seen if it in before)), "none twice"
    assert before <= set(seen), "none lost"
    back: list[int] = []
    while page.earlier:
        await add(f"Between {turned}")
        page = await read(Wanted(1, SIZE, mark=page.earlier))
        back += [number_of(it) for it in page.items]
    assert set(first) <= set(back), "and the way back leads to where it began"


async def test_a_page_says_how_many_there_are(room: Room) -> None:
    """The number of a page, or of all, would not fit what is shown."""
    read, add = saves(room)
    for n in range(ROWS):
        await add(f"Row {n}")
    page = await read(Wanted(2, SIZE))
    assert (page.page, page.pages, page.total, [it.name for it in page.items]) == (2, 3, 5, ["Row 2", "Row 1"])
    assert (await read(Wanted(99, SIZE))).page == 3
    assert [it.name for it in (await read(Wanted(1, SIZE, mark=page.further))).items] == ["Row 0"]
    assert [it.name for it in (await read(Wanted(2, SIZE, mark=">x"))).items] == ["Row 2", "Row 1"], "no mark at all"
    assert [it.name for it in (await read(Wanted(2, SIZE, mark=">1.2"))).items] == ["Row 2", "Row 1"], "another list's"
    nothing = await read(Wanted(3, SIZE, "nobody"))
    assert (nothing.items, nothing.total, nothing.page, nothing.further) == ((), 0, 1, "")


async def test_letters_are_folded_in_every_script(room: Room) -> None:
    """A save named in capitals, in Russian or with an accent, would not be found by small letters."""
    for name in ("ÉCOLE du port", "Старая ГАВАНЬ", "港口的 Lamp"):
        await savepoints.save(room.engine.ctx, room.here, name)
    for typed, name in (("école", "ÉCOLE du port"), ("гавань", "Старая ГАВАНЬ"), ("港口的 lamp", "港口的 Lamp")):
        assert [it.name for it in await finding.saves_called(room.engine.ctx, room.here, typed)] == [name]
        assert [it.name for it in (await savepoints.page(room.engine.ctx, room.here, Wanted(words=typed))).items] == [
            name
        ]


async def test_characters_are_found_by_number_name_and_part(room: Room) -> None:
    """Whoever types the name of one among thousands would get another, or be told of those of other places."""
    for name in ("Nina", "Nina Brand", "Anina"):
        await cards.create(room.engine.ctx, room.here, name, {})
    called = partial(characters_actions.called, room.engine.ctx)
    assert [name for _, name in await called(room.here, "nina")] == ["Nina", "Nina Brand", "Anina"]
    [(number, _), *_] = await called(room.here, "NINA")
    assert (await called(room.here, f"#{number}"))[0] == (number, "Nina")
    assert await called(replace(room.here, space=room.here.space + 10**6, person=0), "nina") == []
    assert len(await called(room.here, "")) <= AT_MOST
    assert CARD["data"]["name"] in [name for _, name in await called(room.here, "")]
