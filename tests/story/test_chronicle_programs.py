"""Random programs of people, crashes and work in time or late, against what a chronicle should be."""

import os
from collections.abc import AsyncIterator

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from engine.db.postgres.pool import Database
from tests.servers.model import ModelServer
from tests.story import chronicle_steps
from tests.story.chronicle_checks import each_branch, in_order
from tests.story.chronicle_steps import MENDED, PLAIN, Step
from tests.story.chronicled import new_chronicled
from tests.story.house import House, open_house
from tests.story.told import AUTO, CLASSIC, OFF, Rules

PROGRAMS = int(os.environ.get("OMOIDE_PROGRAMS", "6"))
LENGTH = int(os.environ.get("OMOIDE_PROGRAM_STEPS", "20"))

numbers = st.integers(0, 1_000)
rules = st.builds(Rules, st.sampled_from((2, 3, 5)), st.sampled_from((CLASSIC, AUTO, OFF)))
Program = list[tuple[Step, int, int]]


def programs(steps: tuple[Step, ...]) -> st.SearchStrategy[Program]:
    """Programs of these steps."""
    return st.lists(st.tuples(st.sampled_from(steps), numbers, numbers), min_size=LENGTH, max_size=LENGTH)


CHAPTER_OF_ONE_PAGE: Program = [
    (chronicle_steps.keep_some, 0, 0),
    (chronicle_steps.say, 0, 0),
    (chronicle_steps.move_while_growing, 0, 0),
    (chronicle_steps.edit, 0, 0),
    (chronicle_steps.close_chapter, 0, 0),
    (chronicle_steps.keep_some, 0, 0),
    (chronicle_steps.say, 239, 0),
    (chronicle_steps.say, 389, 0),
    (chronicle_steps.edit, 0, 0),
]

ASKED_TOO_EARLY: Program = [
    (chronicle_steps.say, 0, 134),
    (chronicle_steps.branch_from, 70, 0),
    (chronicle_steps.compress, 0, 0),
    (chronicle_steps.say, 0, 19),
    (chronicle_steps.grow, 0, 0),
]
"""Who the character has become is asked where it has not said anything: only a person has, and the model failed."""

HIDDEN_BEYOND_AN_UNDO: Program = [
    *[(chronicle_steps.say, 0, 0)] * 4,
    (chronicle_steps.hide, 0, 2),
    (chronicle_steps.undo, 0, 0),
    (chronicle_steps.say, 0, 0),
]
"""Of what was hidden, the undo takes back a part; the rest stays hidden."""

TOLD_ON_ONE_LINE_ALONE: Program = [
    *[(chronicle_steps.say, 0, 0)] * 3,
    (chronicle_steps.mend_while_kept, 97, 0),
    (chronicle_steps.say, 0, 0),
    (chronicle_steps.step_while_kept, 0, 0),
    (chronicle_steps.switch, 0, 0),
    (chronicle_steps.go_on, 0, 0),
    (chronicle_steps.note, 0, 0),
    (chronicle_steps.hide, 0, 1),
    (chronicle_steps.undo, 0, 0),
    *[(chronicle_steps.say, 0, 0)] * 9,
]
"""What is told of a hidden message on the line of the undo was not live where it was hidden."""


@pytest.fixture(scope="module")
async def model_server() -> AsyncIterator[ModelServer]:
    async with ModelServer() as running:
        yield running


@pytest.fixture(scope="module")
async def house(db: Database, model_server: ModelServer) -> AsyncIterator[House]:
    async with open_house(db, model_server.url) as opened:
        yield opened


@pytest.mark.slow
@pytest.mark.share(2)
@settings(max_examples=PROGRAMS, deadline=None, suppress_health_check=(HealthCheck.too_slow,))
@example(Rules(3, CLASSIC), CHAPTER_OF_ONE_PAGE)
@example(Rules(2, CLASSIC), ASKED_TOO_EARLY)
@example(Rules(2, CLASSIC), HIDDEN_BEYOND_AN_UNDO)
@example(Rules(2, CLASSIC), TOLD_ON_ONE_LINE_ALONE)
@given(rules, st.one_of(programs(PLAIN), programs(MENDED)))
async def test_a_chronicle_is_what_its_story_was(
    house: House, model_server: ModelServer, rules: Rules, program: Program
) -> None:
    """Some order of work, restores and crashes would tell a story twice, wrongly, or of what was never said."""
    play = await new_chronicled(house, model_server, rules)
    try:
        for step, a, b in program:
            await step(play, a, b)
            await play.check()
            await in_order(play)
        await each_branch(play)
        await chronicle_steps.keep(play, 0, 0)
        assert not model_server._queue, "every answer was asked for"
    finally:
        await play.boot.die()
        model_server._queue.clear()
