"""Which pages and dossiers are chosen by words in common."""

import pytest

from engine.rules.chronicle.common_words import by_words, is_named
from engine.values.chats.entries import Place
from engine.values.story.chronicle import Chronicle, Dossier
from tests.rules.chronicle.test_choosing import dossier, page

ENGLISH = Chronicle(
    pages=(
        page(1, "Mira finds a silver key under the stairs of the lighthouse."),
        page(2, "Mira and Mara quarrel about the boat. Mara leaves."),
        page(3, "Mira repairs the lamp of the lighthouse in the storm."),
        page(4, "Mira reads a letter from her brother; he is in prison."),
    ),
    dossiers=(dossier(1, "Mara", "the captain"), dossier(2, "Tom")),
)
CHINESE = Chronicle(
    pages=(
        page(1, "林岚在灯塔的楼梯下面找到一把银钥匙。"),
        page(2, "林岚和陈默为了船吵了一架，陈默离开了。"),
        page(3, "暴风雨里，林岚修好了灯塔的灯。"),
    ),
    dossiers=(dossier(1, "陈默", "船长"), dossier(2, "王婶")),
)


def chosen(story: Chronicle, newest: str, before: str = "") -> tuple[list[int], list[str]]:
    choice = by_words(story, newest, before)
    return [it.number for it in choice.pages], [it.name for it in choice.dossiers]


@pytest.mark.parametrize(
    ("story", "newest", "pages", "names"),
    [
        (ENGLISH, "Where did you put the silver key?", [1], []),
        (ENGLISH, "What does your brother write?", [4], []),
        (ENGLISH, "Is Mara coming back?", [2], ["Mara"]),
        (ENGLISH, "And the Captain's boat?", [2], ["Mara"]),
        (ENGLISH, "Marathon runners are tomcats.", [], []),
        (ENGLISH, "It is a fine day.", [], []),
        (CHINESE, "那把银钥匙呢？", [1], []),
        (CHINESE, "陈默后来怎么样了？", [2], ["陈默"]),
        (CHINESE, "船长还会回来吗", [2], ["陈默"]),
        (CHINESE, "今天天气不错", [], []),
    ],
)
def test_what_is_asked_about_is_chosen(story: Chronicle, newest: str, pages: list[int], names: list[str]) -> None:
    """Without a model for it a character forgets its story."""
    found, told = chosen(story, newest)
    assert (found[: len(pages)], told) == (pages, names)
    assert found or not pages


def test_what_few_pages_say_counts_more() -> None:
    """A word of every page crowds out the one that tells something."""
    assert chosen(ENGLISH, "Mira, tell me of the lighthouse and the letter.")[0][0] == 4
    assert chosen(ENGLISH, "Mira?")[0] == []


def test_of_equals_the_newest_comes_first() -> None:
    """An old page takes the place of the one that tells how it stands now."""
    twins = Chronicle(pages=(page(1, "The red door."), page(2, "The red door."), page(3, "A garden.")))
    assert chosen(twins, "The red door!")[0] == [2, 1]


def test_what_was_just_said_says_what_is_meant() -> None:
    """ "Tell me more" finds nothing."""
    assert chosen(ENGLISH, "Tell me more.", "The silver key lay under the stairs.") == ([1], [])
    assert chosen(ENGLISH, "And then?", "Mara has left in the night.")[1] == ["Mara"]


def test_who_is_named_now_comes_before_who_was() -> None:
    """The figure that somebody asks about is the one that is left out."""
    assert chosen(ENGLISH, "What of Tom?", "Mara has left.")[1] == ["Tom", "Mara"]


def test_nothing_to_choose_from() -> None:
    """A story without pages ends a turn."""
    assert by_words(Chronicle(), "The silver key").empty
    assert by_words(ENGLISH, "").empty


@pytest.mark.parametrize(
    ("name", "text", "there"),
    [
        ("mira", "mira's lamp", True),
        ("mira", "和mira说", True),
        ("mira", "admirable", False),
        ("éowyn", "éowyn rides", True),
        ("林岚", "见到林岚了", True),
        ("r2-d2", "call r2-d2!", True),
        ("the (old) one", "fear the (old) one.", True),
        ("", "anything", False),
        (" ", "a b", False),
    ],
)
def test_a_name_stands_in_a_text(name: str, text: str, there: bool) -> None:
    """A dossier is told because its name is part of another word, or not told where it is meant."""
    assert is_named(name, text) is there


def test_a_figure_without_a_name_is_never_spoken_of() -> None:
    """A dossier that a model made without a name stands in every prompt."""
    assert by_words(Chronicle(dossiers=(Dossier(1, "", "…", Place(1, 1)),)), "anything at all").empty
