"""A stretch of time told in short: each of its matters, in little room, and no chit-chat."""

from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.rules.framework.build import build
from engine.rules.recall.remembering.junk import tells
from engine.rules.recall.telling.condensing import CondensedLine, condensed
from engine.rules.recall.telling.quoting import framed, said_line, selected
from engine.rules.recall.telling.stating import STATES, says, stated
from engine.rules.recall.words.words import stems
from engine.rules.text.tokens import estimate
from engine.values.house.setting_choices import Language
from engine.values.models.prompts import PromptLimits, PromptPart, PromptSlot, Quote
from tests.bench.days import CHARACTER, LANGUAGES, MOST_MATTERS, Day, days, missing, words
from tests.rules.framework.table import stage, talk, user

LIMITS = PromptLimits(budget_tokens=20_000, reply_max_tokens=500)
_AFTER = 100_000


def told(day: Day, room: int) -> list[str]:
    """The lines of a day as they stand in the prompt that is built with them."""
    language = Language(day.language)
    said = [it for it in day.said if tells(it.text)]
    names = {stem for it in said for stem in stems(it.speaker)}
    lines = [
        CondensedLine(
            it.text, estimate(said_line(it.at, it.speaker, "", language, dated=False)), reply=it.speaker == CHARACTER
        )
        for it in said
    ]
    quotes = [
        Quote(
            said_line(said[it.number].at, said[it.number].speaker, it.text, language, dated=False),
            frozenset({it.number}),
            "said",
            it.number,
            float(it.number),
        )
        for it in condensed(lines, room, names=names)
    ]
    frame = selected(framed("memory-1", tokens=room), "Of these: {told}", len(lines))
    part = PromptPart(PromptSlot.RECALLED, "diary", (), quotes=tuple(quotes), frame=frame)
    built = build(stage(talk=talk(user(_AFTER, "And yesterday?")), parts=(part,), limits=LIMITS))
    blocks = [it.text for it in built.prompt.messages if "<memory-1>" in it.text]
    return blocks[0].split("<memory-1>\n")[1].split("\n</memory-1>")[0].splitlines() if blocks else []


def complete(made: Sequence[Day], room: int) -> float:
    """The share of days of which every matter is told."""
    return sum(not missing(it.matters, told(it, room)) for it in made) / len(made)


@pytest.mark.share(2)
@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_matter_of_a_day_is_told(language: str) -> None:
    """Asked what the day was about, the character tells of the loudest matter and has forgotten the others."""
    made = days(language)
    assert complete(made, 1_000) >= 0.98
    assert complete([it for it in made if it.held_out], 1_000) >= 0.98
    assert complete(made, 400) >= 0.90


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_matter_of_some_days_is_told(language: str) -> None:
    """The same, in a moment."""
    some = days(language)[::10]
    assert complete(some, 1_000) >= 0.98


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_days_are_what_they_should_be(language: str) -> None:
    """The days are easy, or a matter counts as told because of what is said every day: the measure says nothing."""
    made = days(language)
    assert {len(it.matters) for it in made} == set(range(1, MOST_MATTERS + 1))
    assert min(len(it.said) for it in made) == 2
    assert max(len(it.said) for it in made) > 350
    assert not any(missing(it.matters, [one.text for one in it.said]) for it in made)
    lists = words(language)
    for half in (0, 1):
        chit_chat = [*lists["chat"][half], *lists["padding"][half], *lists["frames"][half]]
        for topic in lists["topics"][half]:
            keys = [[it.replace("{x}", value) for it in topic["key"]] for value in topic["x"]]
            assert missing(keys, chit_chat) == keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_chit_chat_states_nothing(language: str) -> None:
    """Good nights and meals use up the room of what was told that day."""
    lists = words(language)
    for half in (0, 1):
        idle = sum(says(stated(it)) < 2 * STATES for it in lists["chat"][half]) / len(lists["chat"][half])
        assert idle >= 0.95
        for topic in lists["topics"][half]:
            for it in topic["says"]:
                assert says(stated(it.replace("{x}", topic["x"][0]))) > STATES


def lines_of(*texts: str) -> list[CondensedLine]:
    return [CondensedLine(it, above=8) for it in texts]


def test_the_one_line_of_a_matter_is_not_drowned() -> None:
    """Forty lines about a boat, one about a diagnosis: the diagnosis is not told."""
    boat = [f"The boat needs a new {it} before the regatta." for it in ("mast", "sail", "rudder", "keel", "winch")] * 8
    row = lines_of(*boat[:20], "The doctor says it is diabetes.", *boat[20:])
    assert "The doctor says it is diabetes." in [it.text for it in condensed(row, 60)][:2]


def test_a_long_message_is_shortened_not_dropped() -> None:
    """The only one who wrote at length is not told of, or cut in the middle of what they said."""
    idle = "I do not know what to say, it is what it is, you know how I am about these things. " * 5
    row = lines_of(f"{idle}We sold the vineyard to a cooperative from Trento. {idle}", *["Nice day today!"] * 30)
    [it, *_] = condensed(row, 60)
    assert "We sold the vineyard to a cooperative from Trento." in it.text
    assert it.text.startswith("…")
    assert estimate(it.text) <= 60


def test_what_is_known_is_not_told_again() -> None:
    """The page of the diary is told, and then everything once more, line by line."""
    row = [
        CondensedLine("The ferry to Lindau is cancelled on Sunday.", 8, "monday"),
        CondensedLine("Our parrot escaped through the bathroom window.", 8, "monday"),
        CondensedLine("The ferry to Lindau runs again.", 8, "tuesday"),
    ]
    page = "They learnt that the Sunday ferry to Lindau was cancelled."
    assert {it.number for it in condensed(row, 200, known={"monday": [page]})} == {1, 2}


def test_each_part_of_a_long_time_comes_first() -> None:
    """Of a week somebody hears Monday."""
    row = [
        CondensedLine(f"The {thing} of the {what} is broken.", 8, day)
        for day in range(7)
        for what in ("mill", "barn", "cellar")
        for thing in ("door", "roof", "ladder", "chain")
    ]
    assert {row[it.number].part for it in condensed(row, 400)[:7]} == set(range(7))


@given(
    st.lists(st.text(alphabet="ab c.,?。，今天船坏了\n", max_size=90), max_size=30),
    st.integers(min_value=1, max_value=300),
)
@example(["???????????????????。。。了.b??????????????????b了了"], 300)
def test_any_lines(texts: list[str], room: int) -> None:
    """A strange line ends the turn, is told twice, or the prompt says what nobody said."""
    row = lines_of(*texts)
    found = condensed(row, room)
    assert len({it.number for it in found}) == len(found)
    assert found == condensed(row, room)
    for it in found:
        for piece in it.text.replace("…", "\n").split("\n"):
            assert " ".join(piece.split()) in " ".join(row[it.number].text.split())
