"""One card made of those of several characters."""

from engine.rules.framework.groups import joined_card
from engine.values.characters.casts import SceneCards, Ways
from engine.values.characters.characters import Card


def card(name: str) -> Card:
    return Card(
        2.0,
        name,
        description=f"{{{{char}}}} is {name}.",
        personality=f"P{name}",
        scenario=f"S{name}",
        mes_example=f"E{name}",
    )


ALICE, BOB = card("Alice Liddell"), card("Bob")
MUTED_BOB = ((ALICE, False), (BOB, True))


def test_cards_are_joined_without_the_muted() -> None:
    """The model would play from the card of somebody who only listens, or not know who is there."""
    ways = Ways(cards=SceneCards.JOIN, prefix="[<FIELDNAME>] ", suffix=" .")
    merged = joined_card(ALICE, MUTED_BOB, ways)
    assert merged.description == "[Description] Alice Liddell is Alice Liddell. ."
    assert merged.personality == "[Personality] PAlice Liddell ."
    assert merged.scenario == "[Scenario] SAlice Liddell ."
    assert merged.mes_example == "[Example Messages] <START>\nEAlice Liddell ."
    assert joined_card(BOB, MUTED_BOB, ways).personality.splitlines()[1] == "[Personality] PBob ."


def test_cards_are_joined_with_the_muted_where_the_group_says_so() -> None:
    """Characters who only listen would be unknown to the one who speaks."""
    merged = joined_card(ALICE, MUTED_BOB, Ways(cards=SceneCards.JOIN, muted_too=True), scenario=" A ball. ")
    assert merged.description == "Alice Liddell is Alice Liddell.\nBob is Bob."
    assert merged.scenario == "A ball."
    assert merged.mes_example == "<START>\nEAlice Liddell\n<START>\nEBob"
    assert merged.name == "Alice Liddell"


def test_cards_that_are_swapped_stay_as_they_are() -> None:
    """Every character of a group would be written like all the others."""
    assert joined_card(BOB, MUTED_BOB, Ways()) is BOB
