"""The numbers that people read: of one chat, from 1, without gaps, whatever happens elsewhere in the house."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

import pytest

from bot.commands.framework.reply import PAGE_SIZE, Listing, Reply
from engine.actions.characters import cards
from engine.actions.house import access
from engine.actions.house import numbers as numbers_actions
from engine.actions.memory import garden
from engine.actions.transfers import looking
from engine.db.chats import sessions
from engine.db.memory import derivations
from engine.rules.bodies.rows import read_row
from engine.turns.inputs.cast import who_plays
from engine.values.chats.entries import NewDerived, Place, Range
from engine.values.chats.places import SpaceAccess
from engine.values.house.numbers import Thing
from engine.values.story.chronicle import ChronicleKind
from tests.bot.visitor import Visitor, ann, owner, words
from tests.conftest import Sql
from tests.turns.files import PRESET, WORLD, as_json

__all__ = ["ann", "owner"]

Made = Callable[[Visitor, int], Awaitable[object]]


async def _saved(it: Visitor, n: int) -> None:
    await it.says(f"Hello {n}.")
    await it.idle()
    said = await it.uses(f"/save door {n}")
    assert f"/load {n} " in repr(said).replace(")", " ").replace(",", " "), "what is said leads elsewhere"


async def _begun(it: Visitor, n: int) -> None:
    await it.uses("/new")
    await it.uses(f"/chats rename Chat {n}")


async def _remembered(it: Visitor, n: int) -> None:
    if n == 1:
        await it.uses("/new")
    await it.uses(f"/memory add note {n}")


async def _known(it: Visitor, n: int) -> None:
    await it.uses(f"/me fact add likes tea {n}")


def _told(kind: ChronicleKind, word: str) -> Made:
    """Puts a piece into what the story is told by, behind the newest message."""

    async def make(it: Visitor, n: int) -> None:
        if n == 1:
            await it.says("Hello.")
            await it.idle()
        here = await it.engine.places.resolve(it.origin)
        ctx = it.engine.ctx
        async with ctx.db.transaction() as on:
            channel_head = await sessions.current(on, here.key)
            assert channel_head
            line = await ctx.lines.current(on, channel_head.session_key, channel_head.branch)
            place = Place(channel_head.branch, line.head)
            holder = await who_plays(on, channel_head.session_key, line)
            span = (Range(channel_head.branch, 1, line.head),)
            body = read_row(kind, {"name": f"{word} {n}"})
            await derivations.derive(
                on, channel_head.session_key, NewDerived(kind, place, holder, span, f"{word} {n}", body, 100 + n)
            )

    return make


async def _filed(it: Visitor, value: object, name: str, offer: str = "") -> None:
    here = await it.engine.places.resolve(it.origin)
    looked = await looking.look(it.engine.ctx, here, as_json(value), name)
    await it.presses(f"run:/import yes {looked.token} {offer}".strip())


async def _booked(it: Visitor, n: int) -> None:
    await _filed(it, {**WORLD, "name": f"Book {n}"}, "book.json", "bring")


async def _preset(it: Visitor, n: int) -> None:
    await _filed(it, PRESET, f"Order {n}.json")


async def _background(it: Visitor, n: int) -> None:
    said = await it.uses(f'/story background new "Town {n}" Rain.')
    assert f"/story background use {n}" in repr(said), "what is said leads elsewhere"


async def _played(it: Visitor, n: int) -> None:
    await it.uses(f'/me persona set "Role {n}" A sailor.')


async def _made(it: Visitor, n: int) -> None:
    here = await it.engine.places.resolve(it.origin)
    await cards.create(it.engine.ctx, here, f"Mira {n}", {})


@dataclass(frozen=True, slots=True)
class Kind:
    """What lists show: the command that lists it, how the n-th comes into being, what deletes number n.

    The texts of a list end with n. ``first``: the number of the first thing that is listed.
    """

    listed: str
    make: Made
    delete: str = ""
    buttons: bool = False
    edit: str = ""
    first: int = 1


KINDS: dict[str, Kind] = {
    "saves": Kind("/load list", _saved, "/save delete {}"),
    "chats": Kind("/chats", _begun),
    "memories": Kind("/memory list", _remembered, "/memory delete {}", True, "/memory edit {} {}"),
    "facts": Kind("/me fact", _known, "/me fact delete {}", True, "/me fact edit {} {}"),
    "timeline": Kind(
        "/story timeline",
        _told(ChronicleKind.TIMELINE, "line"),
        "/story timeline delete {}",
        True,
        "/story timeline edit {} {}",
    ),
    "items": Kind("/story items", _told(ChronicleKind.ITEM, "lamp"), "/story items delete #{}", True),
    "people": Kind("/story people", _told(ChronicleKind.DOSSIER, "Tom"), "/story people delete #{}", True),
    "summaries": Kind("/story summary list", _told(ChronicleKind.SUMMARY, "met")),
    "books": Kind("/scene world", _booked, "/scene world delete {}"),
    "presets": Kind("/scene preset", _preset, "/scene preset delete {}", first=0),
    "backgrounds": Kind("/story background", _background, "/story background delete {}"),
    "personas": Kind("/me persona list", _played, "/me persona delete {}"),
    "characters": Kind("/char", _made, "/char delete {}"),
}
DELETED = [name for name, kind in KINDS.items() if kind.delete]
PRESSED = [name for name, kind in KINDS.items() if kind.buttons]
EDITED = [name for name, kind in KINDS.items() if kind.edit]


def items(reply: Reply) -> dict[int, str]:
    """The texts of a list by the numbers that people read."""
    listed = [item for block in reply.blocks if isinstance(block, Listing) for item in block.items]
    return {int(item.key.lstrip("#")): item.text for item in listed if item.key.lstrip("#").isdecimal()}


def numbered(found: Mapping[int, str], n: int) -> int:
    """The number of the thing that was made as the n-th."""
    return next(number for number, text in found.items() if text.endswith(f" {n}"))


async def elsewhere_of(owner: Visitor) -> Visitor:
    """Somebody else, in a place of their own."""
    bob = owner.named("bob")
    there = await bob.engine.places.resolve(bob.origin)
    await owner.uses(f"/admin open id:{there.space} chat")
    return bob


@pytest.mark.share(2)
@pytest.mark.parametrize("kind", KINDS)
async def test_a_first_thing_has_the_number_one(owner: Visitor, kind: str) -> None:
    """Somebody saves for the first time and reads "/load 3", because others have saved elsewhere."""
    it = KINDS[kind]
    elsewhere = await elsewhere_of(owner)
    for n in (1, 2):
        await it.make(elsewhere, n)
        await it.make(owner, n)
    for one in (owner, elsewhere):
        page = await one.uses(it.listed)
        found = sorted(items(page))
        assert found == [*range(it.first, it.first + len(found))]
        assert numbered(items(page), 1) < numbered(items(page), 2)
        [first, *_] = [block for block in page.blocks if isinstance(block, Listing)]
        named = {int(number) for number in re.findall(r"/\w+(?: \w+)* (\d+)", first.hint)}
        assert named <= set(found), "the hint names what is not there"
        rows = [item for block in page.blocks if isinstance(block, Listing) for item in block.items]
        typed = [(choice.typed.split(), item.key) for item in rows for choice in item.choices]
        assert all(key in line for line, key in typed), "a button says another number than the line it stands beside"


@pytest.mark.parametrize("kind", DELETED)
async def test_a_number_means_what_it_meant_when_it_was_shown(owner: Visitor, kind: str) -> None:
    """Somebody reads a list, one thing goes and another comes, and the number that they type deletes the wrong one."""
    it = KINDS[kind]
    for n in (1, 2, 3):
        await it.make(owner, n)
    before = items(await owner.uses(it.listed))
    gone = numbered(before, 2)
    await owner.uses(f"{it.delete.format(gone)} yes")
    await it.make(owner, 4)
    after = items(await owner.uses(it.listed))
    assert {n: text for n, text in after.items() if n in before} == {n: it for n, it in before.items() if n != gone}
    assert numbered(after, 4) == max(before) + 1
    refused = await owner.uses(f"{it.delete.format(gone)} yes")
    assert items(await owner.uses(it.listed)) == after
    assert str(gone) in words(refused), "nothing says that this number is not there"


@pytest.mark.share(2)
@pytest.mark.parametrize("kind", DELETED)
async def test_a_number_of_another_chat_is_refused(owner: Visitor, kind: str) -> None:
    """Somebody types a number that another chat showed, and something of this one goes."""
    it = KINDS[kind]
    elsewhere = await elsewhere_of(owner)
    for n in (1, 2):
        await it.make(elsewhere, n)
    await it.make(owner, 1)
    there, here = items(await elsewhere.uses(it.listed)), items(await owner.uses(it.listed))
    number = numbered(there, 2)
    assert number not in here
    refused = await owner.uses(f"{it.delete.format(number)} yes")
    assert str(number) in words(refused)
    assert items(await owner.uses(it.listed)) == here
    assert items(await elsewhere.uses(it.listed)) == there


@pytest.mark.parametrize("kind", PRESSED)
async def test_a_button_means_its_thing_wherever_it_is_pressed(owner: Visitor, kind: str) -> None:
    """Somebody presses a button of a list of one chat while another one is open, and the other's thing is deleted."""
    it = KINDS[kind]
    for n in (1, 2):
        await it.make(owner, n)
    page = await owner.uses(it.listed)
    shown = [item for block in page.blocks if isinstance(block, Listing) for item in block.items]
    row = next(item for item in shown if item.text.endswith(" 1"))
    drop = next(choice for choice in row.choices if " delete " in choice.control)
    await owner.uses("/new")
    await it.make(owner, 1)
    await it.make(owner, 3)
    there = items(await owner.uses(it.listed))
    asked = await owner.presses(drop.control)
    if asked.confirm:
        await owner.presses(f"run:{asked.confirm.command}")
    left = items(await owner.uses(it.listed))
    gone = {text for n, text in there.items() if n not in left}
    assert gone <= {row.text}
    assert len(gone) == (1 if kind in ("memories", "facts") else 0), "only those are seen from other chats too"


@pytest.mark.parametrize("kind", PRESSED)
async def test_people_read_numbers_alone(owner: Visitor, kind: str) -> None:
    """Somebody presses a button and reads how the database calls what it is about."""
    it = KINDS[kind]
    await it.make(owner, 1)
    page = await owner.uses(it.listed)
    [row] = [item for block in page.blocks if isinstance(block, Listing) for item in block.items]
    change, drop = row.choices
    assert "id:" in change.control
    assert "id:" not in change.typed + drop.typed
    asked = await owner.presses(change.control)
    assert asked.form
    assert "id:" not in words(asked)
    sure = await owner.presses(drop.control)
    assert sure.confirm
    assert "id:" not in sure.confirm.question + sure.confirm.typed
    await owner.presses(f"run:{sure.confirm.command}")
    gone = await owner.presses(f"run:{sure.confirm.command}")
    assert words(gone)
    assert "id:" not in words(gone)


async def test_who_looks_at_the_same_time_sees_the_same_numbers(owner: Visitor) -> None:
    """Two people look at what nobody looked at before, and one thing has two numbers, or a number is left out."""
    here = await owner.engine.places.resolve(owner.origin)
    await owner.uses("/new")
    made = [await garden.add(owner.engine.ctx, owner.engine.runner, here, f"note {n}") for n in range(1, 6)]
    found = await asyncio.gather(
        *(numbers_actions.of(owner.engine.ctx, here, Thing.MEMORY, made[n % 5 :]) for n in range(10))
    )
    told = {row: number for one in found for row, number in one.items()}
    assert all(one[row] == told[row] for one in found for row in one)
    assert [told[it] for it in made] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("kind", EDITED)
async def test_what_is_changed_keeps_its_number(owner: Visitor, kind: str) -> None:
    """Somebody corrects number 1, and from then on it is called something else."""
    it = KINDS[kind]
    for n in (1, 2):
        await it.make(owner, n)
    before = items(await owner.uses(it.listed))
    for text in ("first other words", "second other words"):
        await owner.uses(it.edit.format(1, text))
        after = items(await owner.uses(it.listed))
        assert after == {**before, 1: after[1]}
        assert after[1].endswith(text)


async def test_a_load_brings_the_numbers_back(owner: Visitor) -> None:
    """Somebody goes back to where a memory said something else, and its number means another one, or none."""
    await owner.says("hello")
    await owner.idle()
    await owner.uses("/memory add the boat is red")
    await owner.uses("/memory add the lamp is old")
    before = items(await owner.uses("/memory list"))
    await owner.uses("/save here")
    await owner.uses("/memory edit 1 the boat is blue")
    await owner.uses("/memory delete 2 yes")
    await owner.uses("/memory add it rains")
    changed = items(await owner.uses("/memory list"))
    assert changed == {1: "the boat is blue", 3: "it rains"}
    await owner.uses("/load 1 yes")
    assert items(await owner.uses("/memory list")) == before
    shown = await owner.uses("/memory show 1")
    assert words(shown).startswith("the boat is red")
    await owner.uses("/memory add it snows")
    assert items(await owner.uses("/memory list")) == {**before, 4: "it snows"}


async def test_places_have_numbers_without_gaps(owner: Visitor, sql: Sql) -> None:
    """Somebody who invited the bot to a second server reads "/admin open 4711", or opens another one than they read."""
    await sql("SELECT nextval(pg_get_serial_sequence('space', 'id')) FROM generate_series(1, 500)")
    guild = owner.named("bob", private=False, space=f"g-{owner.origin.space}")
    guild = replace(guild, origin=replace(guild.origin, space_title=guild.origin.space))
    there = await guild.engine.places.resolve(guild.origin)
    here = await owner.engine.places.resolve(owner.origin)
    every = [it.id for it in await access.spaces(owner.engine.ctx, here)]
    assert await access.space_ids(owner.engine.ctx, here) == every, "they are numbered in another order than listed"
    page = await owner.uses(f"/admin spaces {every.index(there.space) // PAGE_SIZE + 1}")
    numbers = await numbers_actions.known(owner.engine.ctx, here, Thing.SPACE, every)
    assert sorted(numbers.values()) == list(range(1, len(every) + 1))
    rows = [item for block in page.blocks if isinstance(block, Listing) for item in block.items]
    found = next(it for it in rows if it.text == guild.origin.space)
    assert found.key == str(numbers[there.space])
    assert all(f" id:{there.space} " in choice.control for choice in found.choices), "a button is about its row"
    assert [choice.typed for choice in found.choices] == [f"/admin open {found.key}", f"/admin close {found.key}"]
    assert (f"{found.key} · {found.text}", found.key) in await owner.handler.complete(
        owner.origin, owner.sender, "admin open", "space", found.text, {}
    )
    opened = await owner.uses(f"/admin open {found.key} story")
    assert found.text in words(opened)
    assert [choice.typed for choice in opened.choices] == [f"/admin close {found.key}"]
    assert (await access.admission(owner.engine.ctx, there)).access is SpaceAccess.OPEN
    unknown = str(len(every) + 1)
    assert unknown in words(await owner.uses(f"/admin open {unknown}"))
