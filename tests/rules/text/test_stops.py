"""Where sentences end: what is embedded, told again and shown in short is cut there."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.blurbs import blurb
from engine.rules.chronicle.import_changes import joined_text
from engine.rules.chronicle.summaries import cut_at_sentence
from engine.rules.chronicle.wording import fitted
from engine.rules.recall.questions.sentences import sentences as questions
from engine.rules.recall.questions.wording import sentences
from engine.rules.recall.remembering.meaning import meaning_text
from engine.rules.text.stops import cut_behind
from engine.values.characters.characters import Card

WHOLE = (
    "It cost 3.5.",
    "We meet at 3.30.",
    "The boat left at 5 p.m. for the island.",
    "Version 2.0.1 is out.",
    "See www.example.org/a.html?b=1.5 for more.",
    "It is at https://example.org/v1.2/index.html.",
    "Mr. Smith paid Dr. Jones.",
    "Bring fruit, e.g. apples.",
    "J. R. Smith wrote it.",
    "It is in vol. 3, p. 12, no. 7.",
    "Then ... nothing.",
    "价格是3.5元。",
)
SEVERAL = (
    ("It cost 3.5. It was late.", ["It cost 3.5.", "It was late."]),
    ("Well... I went home.", ["Well...", "I went home."]),
    ("She said no. I stayed.", ["She said no.", "I stayed."]),
    ("So do I. They left.", ["So do I.", "They left."]),
    ("Dr. Jones came at 3.30. Mr. Smith left.", ["Dr. Jones came at 3.30.", "Mr. Smith left."]),
    ("See example.org. It is new.", ["See example.org.", "It is new."]),
    ("我在3.30到家.他走了。", ["我在3.30到家.", "他走了。"]),
)
ENDS = re.compile(r"\.++|[!?。！？]|\n")


@pytest.mark.parametrize("text", WHOLE)
def test_no_sentence_is_cut_within(text: str) -> None:
    """What something cost is not remembered, or who came: "It cost 3." and "5.", "Dr." and "Jones"."""
    assert sentences(text) == [text]
    assert list(questions(text)) == [text]
    assert joined_text(text, text) == text


def test_what_something_cost_is_remembered() -> None:
    """ "It cost 3." is compared with questions, and who asks for the doctor finds somebody called Jones."""
    assert meaning_text("It cost 3.5. Was it late?") == "It cost 3.5."
    assert meaning_text("Dr. Jones came.") == "Dr. Jones came."


@pytest.mark.parametrize(("text", "found"), SEVERAL)
def test_sentences_are_told_apart(text: str, found: list[str]) -> None:
    """Two things that were said are one, and a question beside them is remembered as if it told something."""
    assert sentences(text) == found
    assert list(questions(text)) == found


def test_a_sentence_of_another_keeps_its_title() -> None:
    """ "Dr." was told already, so the second doctor has none."""
    assert joined_text("Dr. Jones came.", "Dr. Haddad came.") == "Dr. Jones came. Dr. Haddad came."


def test_a_line_about_somebody_does_not_end_behind_a_title() -> None:
    """In the list of characters stands "Dr."."""
    card = Card(2.0, "Ann", description="Dr. Ann Smith, aged 3.5 decades, is a doctor. She rows.")
    assert blurb(card, "you") == "Dr. Ann Smith, aged 3.5 decades, is a doctor."


@pytest.mark.parametrize("text", ["They came home. He paid 3.5 in all", "They came home. He saw Dr. Jones there"])
def test_what_is_too_long_ends_with_a_sentence(text: str) -> None:
    """A summary ends with "He paid 3." or "He saw Dr."."""
    for longest in range(text.rindex(".") + 1, len(text)):
        for cut in (cut_at_sentence(text, longest), fitted(text, longest)):
            assert cut == "They came home." or cut.endswith("…")


WORDS = ("Dr. ", "e.g. ", "3.5", "...", ". ", "?", "!\n", "www.a.org?b ", "I. ", "“", '"', ")", "船", "。", "ab ")
PIECES = st.lists(st.sampled_from(WORDS), max_size=60).map("".join)


@given(st.one_of(PIECES, st.text(max_size=200)))
def test_no_letter_is_lost(text: str) -> None:
    """Words that were said are nowhere."""
    assert "".join(cut_behind(text, ENDS)) == text


@given(PIECES)
def test_every_cut_is_at_an_end(text: str) -> None:
    """A word, a number or an address is torn apart."""
    pieces = list(cut_behind(text, ENDS))
    for piece, after in itertools.pairwise(pieces):
        assert ENDS.search(piece[-1])
        assert not (piece.endswith(".") and (after[:1].isdecimal() or (after[:1].isascii() and after[:1].isalpha())))
        assert not re.search(r"\b(?:Dr|e\.g)\.$", piece)


@given(st.floats(0, 1e6).map(lambda it: f"{it:.3f}"), st.sampled_from((". ", "? ", "! ", "。")))
def test_a_number_stays_whole(number: str, end: str) -> None:
    """What something cost is half of it."""
    assert next(cut_behind(f"It cost {number}{end}Dear", ENDS)) == f"It cost {number}{end.strip()}"
