"""Turning the pages of what is too long for a phone. Pure."""

import re
from typing import Any, Final

from bot.commands.framework import controls
from bot.commands.framework.reply import PAGE_SIZE, ReplyChoice
from bot.words.localise import Speaker
from engine.values.paging import Paged, Wanted, is_mark

_PAGE: Final = re.compile(r"(\d{1,15})([<>].*)?")


def is_page(word: str) -> bool:
    """Whether ``word`` is the number of a page, with or without the mark of a button."""
    found = _PAGE.fullmatch(word)
    return found is not None and (found[2] is None or is_mark(found[2]))


def wanted(given: object, words: str = "") -> Wanted:
    """The part of a list that a page's argument means, ``given`` as it was typed or said by a button."""
    found = _PAGE.fullmatch(str(given))
    return Wanted(int(found[1]), PAGE_SIZE, words, found[2] or "") if found else Wanted(1, PAGE_SIZE, words)


def turning(speak: Speaker, line: str, found: Paged[Any]) -> tuple[ReplyChoice, ...]:
    """The buttons that show what comes before and behind a part of ``line``, a command line, where there is any.

    They go on from its rows, whatever was added meanwhile. None where a platform cannot carry the line.
    """
    ways = (
        (max(found.page - 1, 1), found.earlier, "previous-page"),
        (min(found.page + 1, found.pages), found.further, "next-page"),
    )
    made = [(controls.control(controls.RUN, f"{line} {page}{mark}"), page, word) for page, mark, word in ways if mark]
    return tuple(
        ReplyChoice(control, speak.say(word, page=page), typed=f"{line} {page}")
        for control, page, word in made
        if controls.fits(control)
    )


def next_page(speak: Speaker, line: str, page: int, pages: int) -> tuple[ReplyChoice, ...]:
    """The button that shows the page behind ``page`` of ``line``, a command line; none behind the last."""
    if page >= pages:
        return ()
    return (ReplyChoice(controls.control(controls.RUN, f"{line} {page + 1}"), speak.say("next-page", page=page + 1)),)


def both_pages(speak: Speaker, line: str, page: int, pages: int) -> tuple[ReplyChoice, ...]:
    """The buttons that show the page before ``page`` of ``line`` and the one behind it, where there are any.

    None where a platform cannot carry the line.
    """
    wished = [(page - 1, "previous-page"), (page + 1, "next-page")]
    made = [(controls.control(controls.RUN, f"{line} {number}"), number, word) for number, word in wished]
    return tuple(
        ReplyChoice(control, speak.say(word, page=number))
        for control, number, word in made
        if 1 <= number <= pages and controls.fits(control)
    )
