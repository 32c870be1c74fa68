"""The buttons that turn the pages of a list, and what they say when they are pressed."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from fluent.syntax.ast import BaseNode, VariableReference
from hypothesis import given
from hypothesis import strategies as st

from bot.commands.framework.arguments import ArgumentFault, Wrong, bind
from bot.commands.framework.declared import Param, ParamKind
from bot.commands.framework.paging import turning, wanted
from bot.words.localise import LANGUAGES, Speech
from engine.values.paging import Paged, Wanted, moment_of, number_of
from tests.code.locales import entries

SPEAK = Speech().speaker("en")
PARAMS = (Param("words", ParamKind.REST, required=True), Param("page", ParamKind.PAGE))


def test_buttons_go_on_from_the_rows_that_are_shown() -> None:
    """A save that was made meanwhile would push another one off every page."""
    found = Paged(("b", "c"), 9, 2, 5, earlier="<7", further=">6")
    assert [it.control for it in turning(SPEAK, "/load list", found)] == ["run:/load list 1<7", "run:/load list 3>6"]
    assert [it.label for it in turning(SPEAK, "/load list", found)] == [
        SPEAK.say("previous-page", page=1),
        SPEAK.say("next-page", page=3),
    ]
    assert turning(SPEAK, "/load list", Paged(("a",), 1)) == ()
    assert turning(SPEAK, f"/load search {'x' * 60}", found) == (), "no button where none can carry it"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (None, Wanted()),
        (3, Wanted(3)),
        ("3", Wanted(3)),
        ("3>12", Wanted(3, mark=">12")),
        ("2<1.17.9", Wanted(2, mark="<1.17.9")),
        ("x", Wanted()),
    ],
)
def test_what_a_page_means(typed: object, meant: Wanted) -> None:
    """Somebody who types a number, or presses an old button, would get another page."""
    assert wanted(typed) == meant


def test_a_page_behind_words_may_say_where_it_goes_on() -> None:
    """The second page of a search would be a search for other words."""
    assert bind(PARAMS, "the lamp 2>1200") == {"words": "the lamp", "page": "2>1200"}
    assert bind(PARAMS, "the lamp 2") == {"words": "the lamp", "page": "2"}
    assert bind(PARAMS, "the lamp > 2>x") == {"words": "the lamp > 2>x"}
    assert bind((Param("page", ParamKind.PAGE),), "#2") == {"page": "2"}
    wrong = bind((Param("page", ParamKind.PAGE),), "two")
    assert isinstance(wrong, Wrong)
    assert wrong.fault is ArgumentFault.NOT_A_NUMBER


@given(st.datetimes(datetime(1970, 1, 1), datetime(9000, 1, 1)))  # noqa: DTZ001 - the zone is set below
def test_a_moment_survives_in_a_button(at: datetime) -> None:
    """Chats that were played in one second would be lost between two pages."""
    at = at.replace(tzinfo=UTC)
    assert moment_of(number_of(at)) == at


@given(st.text(max_size=40) | st.from_regex(r"[<>][0-9]{1,18}(\.[0-9]{1,18})*", fullmatch=True))
def test_any_words_are_a_mark_or_none(text: str) -> None:
    """A button that somebody made up would be an error instead of a page."""
    numbers = Wanted(mark=text).numbers
    assert all(0 <= it < 2**63 and moment_of(it).year >= 1970 for it in numbers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_page_is_not_counted(language: str) -> None:
    """Every short list would end in “(1/1)”, a sign that tells nobody anything."""
    speak, tried = Speech().speaker(language), 0
    for name, entry in entries(language).items():
        if {"page", "pages"} <= {it.id.name for it in _within(entry) if isinstance(it, VariableReference)}:
            tried += 1
            alone, more = (re.findall(r"\d+", speak.say(name, page=1, pages=it)) for it in (1, 3))
            assert (alone, more) == ([], ["1", "3"]), name
    assert tried > 40


def _within(node: BaseNode) -> Iterator[BaseNode]:
    """Everything that a message is made of."""
    for value in vars(node).values():
        for it in value if isinstance(value, list) else [value]:
            if isinstance(it, BaseNode):
                yield it
                yield from _within(it)
