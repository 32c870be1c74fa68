"""The numbers that people read: of one chat, from 1, without gaps, whatever happens elsewhere in the house."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from bot.commands.reply import Listing, Reply
from engine.values.numbers import Thing
from tests.bot.visitor import Visitor, ann, owner, words

__all__ = ["ann", "owner"]

Made = Callable[[Visitor, int], Awaitable[object]]


async def _saved(it: Visitor, n: int) -> None:
    await it.says(f"hello {n}")
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


@dataclass(frozen=True, slots=True)
class Kind:
    """What lists show: the command that lists it, how one comes into being, and the command that deletes number n."""

    listed: str
    make: Made
    delete: str = ""
    thing: Thing | None = None


KINDS: dict[str, Kind] = {
    "saves": Kind("/load list", _saved, "/save delete {}"),
    "chats": Kind("/chats", _begun),
    "memories": Kind("/memory list", _remembered, "/memory delete {}", Thing.MEMORY),
    "facts": Kind("/me fact", _known, "/me fact delete {}", Thing.FACT),
}
DELETED = [name for name, kind in KINDS.items() if kind.delete]
SHELF = [name for name, kind in KINDS.items() if kind.thing]


def items(reply: Reply) -> dict[int, str]:
    """The texts of a list by the numbers that people read."""
    listed = [item for block in reply.blocks if isinstance(block, Listing) for item in block.items]
    return {int(item.key.lstrip("#")): item.text for item in listed if item.key.lstrip("#").isdecimal()}


async def elsewhere_of(owner: Visitor) -> Visitor:
    """Somebody else, in a place of their own."""
    bob = owner.named("bob")
    there = await bob.engine.places.resolve(bob.origin)
    await owner.uses(f"/admin open {there.space} chat")
    return bob


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
        assert found == [*range(1, len(found) + 1)]
        assert len(found) >= 2
        [first, *_] = [block for block in page.blocks if isinstance(block, Listing)]
        named = {int(number) for number in re.findall(r"/\w+(?: \w+)* (\d+)", first.hint)}
        assert named <= set(found), "the hint names what is not there"
        for choice in page.choices:
            number = re.search(r" (\d+)(?: |$)", choice.typed or choice.control)
            assert number is None or number[1] in choice.label


@pytest.mark.parametrize("kind", DELETED)
async def test_a_number_means_what_it_meant_when_it_was_shown(owner: Visitor, kind: str) -> None:
    """Somebody reads a list, one thing goes and another comes, and the number that they type deletes the wrong one."""
    it = KINDS[kind]
    for n in (1, 2, 3):
        await it.make(owner, n)
    before = items(await owner.uses(it.listed))
    await owner.uses(f"{it.delete.format(2)} yes")
    await it.make(owner, 4)
    after = items(await owner.uses(it.listed))
    assert after == {**{n: text for n, text in before.items() if n != 2}, 4: after[4]}
    refused = await owner.uses(f"{it.delete.format(2)} yes")
    assert items(await owner.uses(it.listed)) == after
    assert "2" in words(refused), "nothing says that number 2 is not there"


@pytest.mark.parametrize("kind", DELETED)
async def test_a_number_of_another_chat_is_refused(owner: Visitor, kind: str) -> None:
    """Somebody types a number that another chat showed, and something of this one goes."""
    it = KINDS[kind]
    elsewhere = await elsewhere_of(owner)
    for n in (1, 2):
        await it.make(elsewhere, n)
    await it.make(owner, 1)
    there, here = items(await elsewhere.uses(it.listed)), items(await owner.uses(it.listed))
    refused = await owner.uses(f"{it.delete.format(2)} yes")
    assert "2" in words(refused)
    assert items(await owner.uses(it.listed)) == here
    assert items(await elsewhere.uses(it.listed)) == there


@pytest.mark.parametrize("kind", SHELF)
async def test_a_button_means_its_thing_wherever_it_is_pressed(owner: Visitor, kind: str) -> None:
    """Somebody presses a button of a list of one chat while another one is open, and the other's thing is deleted."""
    it = KINDS[kind]
    for n in (1, 2):
        await it.make(owner, n)
    page = await owner.uses(it.listed)
    shown = [item for block in page.blocks if isinstance(block, Listing) for item in block.items]
    row = next(item for item in shown if item.key.lstrip("#") == "1")
    drop = next(choice for choice in row.choices if " delete " in choice.control)
    assert "id:" in drop.control
    await owner.uses("/new")
    await it.make(owner, 3)
    there = items(await owner.uses(it.listed))
    asked = await owner.presses(drop.control)
    question = asked.confirm.question if asked.confirm else words(asked)
    assert " 3" not in question, "it is about what lies in the other chat"
    if asked.confirm:
        await owner.presses(f"run:{asked.confirm.command}")
    await owner.uses(it.listed)
    left = items(await owner.uses(it.listed))
    gone = {text for n, text in there.items() if n not in left}
    assert gone <= {row.text}


async def test_who_looks_at_the_same_time_sees_the_same_numbers(owner: Visitor) -> None:
    """Two people look at what nobody looked at before, and one thing has two numbers, or a number is left out."""
    here = await owner.engine.places.resolve(owner.origin)
    await owner.uses("/new")
    made = [await owner.engine.memories.add(here, f"note {n}") for n in range(1, 6)]
    numbers = owner.engine.numbers
    found = await asyncio.gather(*(numbers.of(here, Thing.MEMORY, made[n % 5 :]) for n in range(10)))
    told = {row: number for one in found for row, number in one.items()}
    assert all(one[row] == told[row] for one in found for row in one)
    assert [told[it] for it in made] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("kind", ["memories", "facts"])
async def test_what_is_changed_keeps_its_number(owner: Visitor, kind: str) -> None:
    """Somebody corrects number 1, and from then on it is called something else."""
    it = KINDS[kind]
    for n in (1, 2):
        await it.make(owner, n)
    before = items(await owner.uses(it.listed))
    edit = it.delete.format(1).replace("delete", "edit")
    for text in ("first other words", "second other words"):
        await owner.uses(f"{edit} {text}")
        after = items(await owner.uses(it.listed))
        assert after == {**before, 1: after[1]}
        assert after[1].endswith(text)
    await owner.uses(f"{it.delete.format(1)} yes")
    assert items(await owner.uses(it.listed)) == {2: before[2]}


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
