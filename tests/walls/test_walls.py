"""What is said where few can read is told nowhere else, whatever people do; and without the rule it would be."""

from pathlib import Path
from typing import Final

import pytest

from tests import share
from tests.turns.room import new_origin
from tests.walls.acts import lives
from tests.walls.clauses import CLAUSES, without
from tests.walls.player import playing
from tests.walls.world import World

STEPS: Final = 150


async def test_walls_hold(database_url: str, tmp_path: Path) -> None:
    """A word of a place where few can read reaches a prompt or an answer that somebody else reads."""
    world = World(share.day(), new_origin().platform)
    async with playing(database_url, tmp_path, world) as player:
        await lives(player, STEPS)
    assert not player.leaks, "\n".join(player.leaks)
    assert player.posts, "no character posts anything, so nothing is proved of posts"
    assert player.own > player.prompts / 4, "nothing is recalled at all, so nothing is proved"


@pytest.mark.share(2)
async def test_without_the_rule_they_do_not(database_url: str, tmp_path: Path) -> None:
    """The worlds above are so quiet that they would hold without any rule."""
    leaks: list[str] = []
    for seed in range(4):
        world = World(seed, new_origin().platform)
        async with playing(database_url, tmp_path / str(seed), world, queries=without("personas", tmp_path)) as player:
            await lives(player, STEPS)
        leaks += player.leaks
        if leaks:
            break
    assert leaks


@pytest.mark.parametrize("clause", CLAUSES)
def test_each_clause_is_there(tmp_path: Path, clause: str) -> None:
    """A clause is written otherwise, and what ``make walls`` takes away is not it any more."""
    assert without(clause, tmp_path)
