"""What a new fact does to those that are known."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.recall.remembering.merging import Decision, MergeCandidate, MergeVerdict, decide, same, states

BROTHER, SISTER = "Ann's brother visited from Oslo.", "Ann's sister visited from Oslo."
ADD, UPDATE, SUPERSEDE, IGNORE = MergeVerdict.ADD, MergeVerdict.UPDATE, MergeVerdict.SUPERSEDE, MergeVerdict.IGNORE


@pytest.mark.parametrize(
    ("old", "new", "near", "wanted"),
    [
        ("Ann likes tea.", "ann likes tea", 0.9, IGNORE),
        ("Ann is allergic to peanuts.", "Ann is very allergic to peanuts!", 0.95, IGNORE),
        ("Ann likes tea with milk.", "Ann likes tea.", 0.9, IGNORE),
        ("Ann works as a nurse at the hospital.", "The hospital employs Ann, who is a nurse there.", 0.95, IGNORE),
        ("安对花生过敏。", "安对花生过敏", 0.99, IGNORE),
        ("Ann likes coriander.", "Ann doesn't like coriander.", 0.97, SUPERSEDE),
        ("Ann smokes.", "Ann stopped smoking.", 0.9, SUPERSEDE),
        ("Ann works at the bakery.", "Ann no longer works at the bakery.", 0.97, SUPERSEDE),
        ("Ann has 2 cats.", "Ann has 3 cats.", 0.99, SUPERSEDE),
        ("安喜欢香菜。", "安不喜欢香菜。", 0.97, SUPERSEDE),
        ("安住在上海。", "安已经不住在上海了。", 0.95, SUPERSEDE),
        ("安有两只猫。", "安有三只猫。", 0.98, SUPERSEDE),
        ("Ann's favourite colour is blue.", "Ann's favourite colour is green.", 0.97, ADD),
        ("Ann likes tea.", "Ann likes coffee.", 0.95, ADD),
        ("Ann is Bob's boss.", "Bob is Ann's boss.", 0.99, ADD),
        ("Ann has 2 cats.", "Ann has 3 dogs.", 0.9, ADD),
        ("安喜欢红茶。", "安喜欢咖啡。", 0.95, ADD),
        ("安觉得这家店不错。", "安觉得这家店很贵。", 0.9, ADD),
        ("Ann has a sister.", "Ann has a sister called Mia.", 0.9, UPDATE),
    ],
)
def test_rules_of_our_own(old: str, new: str, near: float, wanted: MergeVerdict) -> None:
    """The character goes on believing what is true no more, or loses a fact that looks like another."""
    decision = decide(new, ADD, None, [MergeCandidate("c1", old, near)])
    assert decision == Decision(wanted, "c1" if wanted in (SUPERSEDE, UPDATE) else None)


def test_a_negation_is_never_swallowed_by_the_model() -> None:
    """The model calls a negation an update of the fact it denies, and both stay."""
    known = [MergeCandidate("c1", "Ann eats meat.", 0.9), MergeCandidate("c2", "Ann has a dog.", 0.3)]
    assert decide("Ann does not eat meat.", SUPERSEDE, "c1", known) == Decision(SUPERSEDE, "c1")
    assert decide("Ann moved to Oslo.", SUPERSEDE, "c9", known) == Decision(ADD)
    assert decide("Ann moved to Oslo.", IGNORE, None, known) == Decision(IGNORE)


@pytest.mark.parametrize("mark", ["not ", "never ", "no longer "])
def test_two_negations_are_compared_to_the_letter(mark: str) -> None:
    """Of "likes tea, not coffee" and "likes coffee, not tea" only the first is remembered."""
    assert not same(f"Ann drinks tea, {mark}coffee", f"Ann drinks coffee, {mark}tea", 0.99)
    assert same(f"Ann drinks tea, {mark}coffee", f"Ann drinks tea, {mark}coffee.", 0.0)


@pytest.mark.parametrize(
    ("text", "was", "now", "wanted"),
    [
        ("My brother came from Oslo to visit.", BROTHER, SISTER, True),
        (SISTER, BROTHER, SISTER, False),
        ("Not my brother, my sister visited from Oslo.", BROTHER, SISTER, False),
        ("The brother of Bob fishes.", BROTHER, SISTER, False),
        ("Ann likes coriander.", "Ann likes coriander.", "Ann does not like coriander.", True),
        ("Ann does not like coriander.", "Ann likes coriander.", "Ann does not like coriander.", False),
        ("她有两只猫，都很黏人。", "安有两只猫。", "安有三只猫。", True),
        ("我弟弟来看我了。", "安的弟弟来看她。", "安的妹妹来看她。", True),
    ],
)  # fmt: skip
def test_what_states_the_old_value(text: str, was: str, now: str, wanted: bool) -> None:
    """A corrected fact comes back from a page that nobody thought of, or another fact is lost with it."""
    assert states(text, was, now) is wanted


@given(st.text(max_size=80), st.floats(0, 1))
def test_every_text_is_the_same_as_itself(text: str, near: float) -> None:
    """A fact that is told twice is kept twice."""
    assert same(text, text, near)
    assert decide(text, ADD, None, [MergeCandidate("c1", text, near)]) == Decision(IGNORE)


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_is_borne(one: str, other: str) -> None:
    """A strange sentence stops the notes of a whole talk."""
    decide(one, ADD, None, [MergeCandidate("c1", other, 1.0)])
    states(one, other, "x")
