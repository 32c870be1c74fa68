"""Several characters in one chat."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from engine.rules.formats.groups import Activation, CardMode, Group
from engine.rules.framework.groups import Call, merged_card, speakers
from engine.values.characters import Card
from engine.values.prompts import Generation


def card(name: str, talkativeness: float = 0.0) -> Card:
    return Card(
        2.0,
        name,
        description=f"{{{{char}}}} is {name}.",
        personality=f"P{name}",
        scenario=f"S{name}",
        mes_example=f"E{name}",
        talkativeness=talkativeness,
    )


CARDS: Mapping[str, Card] = {"alice": card("Alice Liddell"), "bob": card("Bob"), "ming": card("小明")}
GROUP = Group("g", "Group", ("alice", "bob", "ming"))
NORMAL = Call(Generation.NORMAL, "hi", by_person=True, said=("alice", None))


def asked(text: str = "hi", *said: str | None, by_person: bool = True, seed: str = "1") -> Call:
    return Call(Generation.NORMAL, text, by_person, said, seed)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hello, Alice!", ("alice",)),
        ("Bob, ask ALICE", ("bob", "alice")),
        ("liddell?", ("alice",)),
        ("bobby is away, 小明你说呢", ("ming",)),
    ],
)
def test_whoever_is_named_answers_in_the_order_of_the_names(text: str, expected: tuple[str, ...]) -> None:
    """Somebody who was not spoken to would answer."""
    assert speakers(GROUP, CARDS, asked(text)) == expected


def test_nobody_named_and_nobody_talkative_still_gets_one_answer() -> None:
    """A message to the round would stay without an answer."""
    answers = {speakers(GROUP, CARDS, asked("hi", seed=str(seed))) for seed in range(40)}
    assert answers == {("alice",), ("bob",), ("ming",)}


def test_the_talkative_join_in() -> None:
    """A chatterbox would be as quiet as everybody else."""
    cards = {**CARDS, "bob": card("Bob", 1.0), "ming": card("小明", 0.5)}
    found = [speakers(GROUP, cards, asked("Alice?", seed=str(seed))) for seed in range(200)]
    assert all(it[0] == "alice" and "bob" in it for it in found)
    assert 60 < sum("ming" in it for it in found) < 140


def test_a_character_does_not_answer_itself_unless_it_may() -> None:
    """A character alone in its mood would talk to itself without end."""
    call = asked("I am Alice Liddell", None, "alice", by_person=False)
    assert "alice" not in speakers(GROUP, CARDS, call)
    assert speakers(replace(GROUP, allow_self_responses=True), CARDS, call) == ("alice",)


def test_a_list_answers_in_its_order_without_the_muted() -> None:
    """A muted character would speak, or the order of the round be lost."""
    group = replace(GROUP, strategy=Activation.LIST, disabled=("bob",))
    assert speakers(group, CARDS, asked()) == ("alice", "ming")


def test_a_pool_gives_the_word_to_who_has_not_had_it() -> None:
    """One character would take every turn of the round."""
    group = replace(GROUP, strategy=Activation.POOLED)
    assert speakers(group, CARDS, asked("x", "ming", None, "alice", "alice", "bob", by_person=False)) == ("ming",)
    all_spoke = asked("x", None, "alice", "ming", "bob", by_person=False)
    assert speakers(group, CARDS, all_spoke)[0] != "bob"


def test_by_hand_nobody_answers_unasked() -> None:
    """Characters would speak although their owner picks each speaker."""
    group = replace(GROUP, strategy=Activation.MANUAL)
    assert speakers(group, CARDS, asked("Alice?")) == ()


@pytest.mark.parametrize("generation", [Generation.CONTINUE, Generation.SWIPE])
def test_a_message_is_continued_by_who_said_it(generation: Generation) -> None:
    """Another character would end the sentence."""
    assert speakers(GROUP, CARDS, Call(generation, "", by_person=False, said=("bob", "alice", None))) == ("alice",)


def test_cards_are_joined_without_the_muted() -> None:
    """The model would play from the card of somebody who is not there, or not know who is."""
    group = replace(GROUP, mode=CardMode.APPEND, disabled=("bob",), join_prefix="[<FIELDNAME>] ", join_suffix=" .")
    merged = merged_card(group, {"alice": CARDS["alice"], "bob": CARDS["bob"]}, "alice")
    assert merged.description == "[Description] Alice Liddell is Alice Liddell. ."
    assert merged.personality == "[Personality] PAlice Liddell ."
    assert merged.scenario == "[Scenario] SAlice Liddell ."
    assert merged.mes_example == "[Example Messages] <START>\nEAlice Liddell ."
    assert merged_card(group, CARDS, "bob").personality.splitlines()[1] == "[Personality] PBob ."


def test_cards_are_joined_with_the_muted_where_the_group_says_so() -> None:
    """Characters who only listen would be unknown to the one who speaks."""
    group = replace(GROUP, mode=CardMode.APPEND_DISABLED, disabled=("bob",), members=("alice", "bob"))
    merged = merged_card(group, CARDS, "alice", scenario=" A ball. ")
    assert merged.description == "Alice Liddell is Alice Liddell.\nBob is Bob."
    assert merged.scenario == "A ball."
    assert merged.mes_example == "<START>\nEAlice Liddell\n<START>\nEBob"
    assert merged.name == "Alice Liddell"


def test_cards_that_are_swapped_stay_as_they_are() -> None:
    """Every character of a group would be written like all the others."""
    assert merged_card(GROUP, CARDS, "bob") is CARDS["bob"]
