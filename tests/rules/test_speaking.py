"""Who speaks in a scene, and who was there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.casting import missed
from engine.rules.speaking import NewestWords, answering, names_of
from engine.values.characters.casts import CastVoice, SceneStrategy
from engine.values.characters.characters import Card

ALICE, BOB, MING = 1, 2, 3
NATURAL = SceneStrategy.NATURAL


def voices(*talk: float) -> list[CastVoice]:
    names = [("Alice Liddell", "Alice", "Liddell"), ("Bob",), ("小明",)]
    shares = (*talk, 0.0, 0.0, 0.0)
    return [CastVoice(n, names[n - 1], shares[n - 1]) for n in (ALICE, BOB, MING)]


def people(*texts: str, seed: str = "1", replied: tuple[int, ...] = ()) -> NewestWords:
    return NewestWords(texts, replied=replied, seed=seed)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hello, Alice!", (ALICE,)),
        ("Bob, ask ALICE", (BOB, ALICE)),
        ("liddell?", (ALICE,)),
        ("bobby is away, 小明你说呢", (MING,)),
        ("你问小明，Bob，再问Alice", (MING, BOB, ALICE)),
    ],
)
def test_whoever_is_named_answers_in_the_order_of_the_names(text: str, expected: tuple[int, ...]) -> None:
    """Somebody who was not spoken to would answer."""
    assert answering(voices(0.9, 0.9, 0.9), NATURAL, people(text)) == expected


def test_the_longest_name_counts() -> None:
    """Who is called Anna Bell would be answered by Anna as well."""
    both = [CastVoice(1, ("Ann",)), CastVoice(2, ("Ann Bell",)), CastVoice(3, ("小明",)), CastVoice(4, ("小明月",))]
    assert answering(both, NATURAL, people("Ann Bell and 小明月")) == (2, 4)
    assert answering(both, NATURAL, people("Ann, 小明")) == (1, 3)


def test_a_reply_calls_whose_words_it_replies_to() -> None:
    """An answer to Bob's words would be taken up by somebody else."""
    assert answering(voices(), NATURAL, people("Why? Ask Alice.", replied=(BOB,))) == (BOB, ALICE)


def test_what_a_character_may_be_called() -> None:
    """Nobody types full names with titles on a phone."""
    card = Card(2.0, "Dr. Elena Vasquez", nickname="Ellie")
    assert names_of(card) == ("Dr. Elena Vasquez", "Ellie", "Elena", "Vasquez")
    assert names_of(Card(2.0, "李小明")) == ("李小明", "小明")


def test_nobody_named_and_nobody_talkative_still_gets_one_answer() -> None:
    """A message to the round would stay without an answer."""
    answers = {answering(voices(), NATURAL, people("hi", seed=str(seed))) for seed in range(40)}
    assert answers == {(ALICE,), (BOB,), (MING,)}


def test_the_talkative_join_in() -> None:
    """A chatterbox would be as quiet as everybody else."""
    found = [answering(voices(0.0, 1.0, 0.5), NATURAL, people("hi", seed=str(seed))) for seed in range(200)]
    assert all(BOB in it and ALICE not in it for it in found)
    assert 60 < sum(MING in it for it in found) < 140
    assert answering(voices(0.0, 1.0, 0.9), NATURAL, people("Alice?")) == (ALICE, BOB)


def test_the_other_ways_to_choose() -> None:
    """A muted character would speak, one would take every turn, or those by hand would speak unasked."""
    muted = [CastVoice(it.character, it.names, it.talk, muted=it.character == BOB) for it in voices()]
    assert answering(muted, SceneStrategy.LIST, people("hi")) == (ALICE, MING)
    assert answering(muted, SceneStrategy.MANUAL, people("hi")) == ()
    assert answering(muted, SceneStrategy.MANUAL, people("小明？ Bob?")) == (MING,)
    after_alice = NewestWords(("x",), by_person=False, last=ALICE, since=(MING, ALICE))
    assert answering(voices(), SceneStrategy.POOLED, after_alice) == (BOB,)
    assert answering(voices(), SceneStrategy.LIST, after_alice) == (BOB,)


@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=6),
    st.sampled_from(SceneStrategy),
    st.text(max_size=20),
    st.booleans(),
)
def test_who_speaks_is_somebody_who_may(talk: list[float], strategy: SceneStrategy, seed: str, by_person: bool) -> None:
    """A character would answer itself without end, twice at once, or differently after a restart."""
    cast = [CastVoice(n, (f"Name{n}",), one) for n, one in enumerate(talk)]
    heard = NewestWords(("Name0, Name0!",), by_person=by_person, last=None if by_person else 0, seed=seed)
    found = answering(cast, strategy, heard)
    assert found == answering(cast, strategy, heard)
    assert len(set(found)) == len(found) <= (len(cast) if by_person else 1)
    assert by_person or 0 not in found
    assert found or not by_person


def test_who_was_away_missed_what_was_said() -> None:
    """Somebody would know what was said behind their back."""
    acts = [(1, ALICE, True), (5, BOB, True), (9, BOB, False), (14, BOB, True)]
    assert missed(acts, ALICE, 20) == ()
    assert missed(acts, BOB, 20) == ((1, 4), (9, 13))
    assert missed(acts[:3], BOB, 12) == ((1, 4), (9, 12))
    assert missed(acts, MING, 3) == ((1, 3),)
