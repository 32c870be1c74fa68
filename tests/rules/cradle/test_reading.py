"""What may be taken from a piece that a model has read."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

import pytest

from engine.rules.cradle.reading import PART, PieceAnswer, dreamed, invents, next_part, read
from engine.values.characters.cradles import Cradle, CradleStatement, DraftField

NOW: Final = datetime(2026, 3, 1, tzinfo=UTC)
WORDS: Final = "Mira keeps the lamp on Gull Island. She is 34 years old, and hates rain."


def cradle(*told: CradleStatement) -> Cradle:
    return Cradle(1, "Mira", 1, NOW, None, "", (), told)


def told(number: int, text: str, field: DraftField = DraftField.DESCRIPTION, **more: Any) -> CradleStatement:
    return CradleStatement(number, field, text, NOW, piece=1, quote=text, **more)


def answer(*statements: dict[str, Any], question: str = "") -> PieceAnswer:
    made = [{"field": "description", "quote": "", **it} for it in statements]
    return PieceAnswer.model_validate({"statements": made, "question": question})


def texts(found: Sequence[CradleStatement]) -> list[str]:
    return [it.text for it in found]


def test_a_statement_needs_words_of_the_piece() -> None:
    """A model makes something up, and people find it in a card that they never fed it to."""
    given = answer(
        {"text": "She keeps a lamp.", "quote": "keeps the lamp"},
        {"text": "She sings.", "quote": "sings every night"},
        {"text": "She is calm."},
        {"text": "Rain is what she hates.", "quote": "HATES,  rain"},
    )
    found = read(given, cradle(), 1, WORDS, NOW, 1)
    assert texts(found.added) == ["She keeps a lamp.", "Rain is what she hates."]
    assert found.unfounded == 2
    assert [it.number for it in found.added] == [1, 2]


@pytest.mark.parametrize(
    ("text", "made_up"),
    [
        ("She is 34 years old.", False),
        ("She is 43 years old.", True),
        ("She was born in 1992.", True),
        ("She lives on Gull Island.", False),
        ("She lives on Seal Island.", True),
        ("Calm and exact.", False),
        ("她今年 34 岁。", False),
        ("她今年 35 岁。", True),
    ],
)
def test_no_number_and_no_name_is_made_up(text: str, made_up: bool) -> None:
    """The quote is true, and the sentence around it says another age, or a place that nobody named."""
    found = read(answer({"text": text, "quote": "hates rain"}), cradle(), 1, WORDS, NOW, 1)
    assert (found.unfounded == 1) is made_up
    assert invents("In Lisbon she met Ben.", "lisbonben") is False


def test_what_the_draft_says_is_nothing_new() -> None:
    """Every piece says the name again, and the card says it ten times."""
    found = read(
        answer({"text": "she hates  rain!", "quote": "hates rain"}),
        cradle(told(1, "She hates rain.")),
        2,
        WORDS,
        NOW,
        2,
    )
    assert (found.added, found.unfounded) == ((), 0)


def test_a_newer_one_takes_the_place_of_the_one_it_names() -> None:
    """Two ages stand side by side in a card."""
    before = cradle(told(1, "She is 30 years old."), told(2, "She is kind.", DraftField.PERSONALITY))
    given = answer({"text": "She is 34 years old.", "quote": "34 years old", "instead_of": 1, "contradicts": True})
    [new] = read(given, before, 2, WORDS, NOW, 3).added
    assert (new.instead_of, new.contradicts) == (1, True)
    other = answer({"text": "She is 34 years old.", "quote": "34 years old", "instead_of": 2, "contradicts": True})
    [new] = read(other, before, 2, WORDS, NOW, 3).added
    assert (new.instead_of, new.contradicts) == (None, False), "of another field"


def test_a_greeting_is_written_once_there_is_enough_for_it() -> None:
    """A character greets with what nobody knows of it yet, or with two greetings."""
    greeting = {"field": "greeting", "text": "Oh, it rains again."}
    assert read(answer(greeting), cradle(), 1, WORDS, NOW, 1).added == ()
    three = [told(it, f"Fact {'abc'[it]}.") for it in range(3)]
    [first] = read(answer(greeting), cradle(*three), 1, WORDS, NOW, 4).added
    assert first.field is DraftField.GREETING
    greeted = cradle(*three, told(9, "Hm.", DraftField.GREETING))
    [second] = read(answer({**greeting, "text": "Rain."}), greeted, 1, WORDS, NOW, 10).added
    assert second.instead_of == 9


def test_what_is_dreamed_up_ends_nothing_that_was_fed() -> None:
    """Somebody asks for the rest to be made up, and what they fed is gone."""
    before = cradle(told(1, "She hates rain."), told(2, "Come in.", DraftField.GREETING))
    given = answer(
        {"text": "She loves rain.", "instead_of": 1},
        {"field": "greeting", "text": "Go away."},
        {"field": "personality", "text": "Proud."},
    )
    found = dreamed(given, before, NOW, 3)
    assert texts(found.added) == ["She loves rain.", "Proud."]
    assert all(it.instead_of is None and it.piece is None for it in found.added)


def test_a_long_piece_is_read_part_by_part_to_its_end() -> None:
    """The end of a long letter is never read, or a sentence is cut in two."""
    text = "".join(f"Sentence {it} is about the sea. " for it in range(1_500))
    parts, at = list[str](), 0
    while part := next_part(text, at):
        parts.append(part)
        at += len(part)
    assert "".join(parts) == text
    assert all(len(it) <= PART for it in parts)
    assert all(it.rstrip().endswith(".") for it in parts)
    assert next_part("灯" * 3 * PART, 0) == "灯" * PART


def test_a_question_bears_out_nothing() -> None:
    """A model asks whether she drinks, is told no, and quotes its own question."""
    given = answer({"text": "She drinks.", "quote": "does she drink"}, {"text": "No drinker, Bo says.", "quote": "No"})
    found = read(given, cradle(), 1, "No, never.", NOW, 1, "Does she drink, as Bo says?")
    assert texts(found.added) == ["No drinker, Bo says."], "names in the question are known"
    assert found.unfounded == 1


def test_a_quote_is_of_the_piece_or_is_none() -> None:
    """People read words in quotation marks, as somebody's, that nobody fed."""
    three = [told(it, f"Fact {'abc'[it]}.") for it in range(3)]
    given = answer({"field": "greeting", "text": "Oh, rain.", "quote": "she greets with the rain"})
    [greeting] = read(given, cradle(*three), 1, WORDS, NOW, 4).added
    assert greeting.quote == ""


def test_a_card_has_one_greeting_though_an_answer_has_two() -> None:
    """Two greetings hold, and the draft shows one that the card does not have."""
    three = [told(it, f"Fact {'abc'[it]}.") for it in range(3)]
    two = answer(*({"field": "greeting", "text": it, "instead_of": 9} for it in ("Rain.", "Sun.")))
    greeted = cradle(*three, told(9, "Hm.", DraftField.GREETING))
    assert [it.instead_of for it in read(two, greeted, 1, WORDS, NOW, 10).added] == [9, 10]
    assert texts(dreamed(two, cradle(*three), NOW, 4).added) == ["Rain."]


def test_the_place_of_one_is_taken_once() -> None:
    """Two sentences end the same one, and only one of them can be turned round."""
    before = cradle(told(1, "She is 30 years old."))
    given = answer(
        {"text": "She is 34 years old.", "quote": "34 years old", "instead_of": 1, "contradicts": True},
        {"text": "She hates rain.", "quote": "hates rain", "instead_of": 1, "contradicts": True},
    )
    found = read(given, before, 2, WORDS, NOW, 2).added
    assert [(it.instead_of, it.contradicts) for it in found] == [(1, True), (None, False)]
