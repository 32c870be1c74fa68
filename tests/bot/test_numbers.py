"""The numbers that people read: of one chat, from 1, without gaps, whatever happens elsewhere in the house."""

import re
from collections.abc import Awaitable, Callable

import pytest

from bot.commands.reply import Listing, Reply
from tests.bot.visitor import Visitor, ann, owner

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


KINDS: dict[str, tuple[str, Made]] = {
    "saves": ("/load list", _saved),
    "chats": ("/chats", _begun),
}


def keys(reply: Reply) -> list[int]:
    """The numbers of a list."""
    return [int(item.key) for block in reply.blocks if isinstance(block, Listing) for item in block.items if item.key]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_first_thing_has_the_number_one(owner: Visitor, kind: str) -> None:
    """Somebody saves for the first time and reads "/load 3", because others have saved elsewhere."""
    listed, make = KINDS[kind]
    elsewhere = owner.named("bob")
    there = await elsewhere.engine.places.resolve(elsewhere.origin)
    await owner.uses(f"/admin open {there.space} chat")
    await make(elsewhere, 1)
    await make(owner, 1)
    await make(elsewhere, 2)
    await make(owner, 2)
    for it in (owner, elsewhere):
        page = await it.uses(listed)
        found = sorted(keys(page))
        assert found == [*range(1, len(found) + 1)]
        assert len(found) >= 2
        [first, *_] = [block for block in page.blocks if isinstance(block, Listing)]
        named = {int(number) for number in re.findall(r"/\w+(?: \w+)? (\d+)", first.hint)}
        assert named <= set(found), "the hint names what is not there"
        for choice in page.choices:
            number = re.search(r" (\d+)(?: |$)", choice.control)
            assert number is None or f"{number[1]} · " in choice.label
