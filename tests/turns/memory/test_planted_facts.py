"""Facts that were planted in a story are asked for at its end; the benchmark does it with ten times as many."""

import pytest

from tests.bench.planted import tale
from tests.bench.planted_play import EVERYTHING, NOTHING, answers, lived, put
from tests.turns.room import Room

TURNS, FACTS = 60, 6
SHORT = {"history_limit": "20"}
"""So many messages are shown at most: the story is longer than its prompt."""


@pytest.mark.share(2)
@pytest.mark.parametrize("language", ["zh", "en"])
async def test_a_long_story_is_still_known(room: Room, language: str) -> None:
    """The character has forgotten who, what, where, how many and what was promised, once that was long ago."""
    told = tale(language, turns=TURNS, facts=FACTS)
    await lived(room, told, {**EVERYTHING, **SHORT})
    everything = await answers(room, told.facts)
    assert len(everything.lost) <= 1, everything.lost
    await put(room, {**NOTHING, **SHORT})
    cut_off = await answers(room, told.facts)
    assert len(cut_off.lost) > len(everything.lost) + 1


@pytest.mark.parametrize("language", ["zh", "en"])
def test_an_answer_stands_in_one_place(language: str) -> None:
    """The benchmark counts as known what was guessed from everyday talk or read in the question."""
    told = tale(language)
    said = "\n".join(text for turn in told.turns for text in turn).casefold()
    asked = "\n".join(it.question for it in told.facts).casefold()
    assert [it.key for it in told.facts if said.count(it.key.casefold()) != 1 or it.key.casefold() in asked] == []
    assert len({it.question for it in told.facts}) == len(told.facts)
