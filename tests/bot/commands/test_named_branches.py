"""What branches are called in lists and trees, whatever was said on them."""

import pytest

from bot.commands.framework.reply import Listing
from tests.bot.visitor import Visitor, ann, owner
from tests.servers.model import say

__all__ = ["ann", "owner"]
EMPTY = "(empty)"


def _items(reply: object) -> dict[str, str]:
    return {it.key: it.text for block in reply.blocks if isinstance(block, Listing) for it in block.items}  # type: ignore[attr-defined]


async def _told(owner: Visitor, text: str, answer: str) -> None:
    owner.model.script(say(answer))
    await owner.says(text)
    await owner.idle()


@pytest.mark.parametrize("way", ["/undo", "/chats from 2", "/chats from", "/load door"])
async def test_the_branch_that_is_played_says_where_it_goes_on(owner: Visitor, way: str) -> None:
    """The tree would call the place where people stand “(empty)”."""
    await _told(owner, "I open the door.", "It creaks.")
    await owner.uses("/save door")
    await _told(owner, "I go in.", "It is dark.")
    await owner.uses(f"{way} yes" if way.startswith("/load") else way)
    goes_on = "It is dark." if way == "/chats from" else "It creaks."
    for line in ("/chats tree", "/chats branches"):
        shown = _items(await owner.uses(line))
        assert f"after “{goes_on}”" in shown["2"], line
        assert EMPTY not in shown.values(), line


async def test_so_does_a_branch_of_a_branch_on_which_nothing_was_said(owner: Visitor) -> None:
    """Twice back would be nowhere."""
    await _told(owner, "I open the door.", "It creaks.")
    await owner.uses("/chats from")
    await owner.uses("/chats from")
    for line in ("/chats tree", "/chats branches"):
        shown = _items(await owner.uses(line))
        assert {it.lstrip("┊ ") for number, it in shown.items() if number != "1"} == {"after “It creaks.”"}, line
