"""Notices that ask something: the answers, as buttons under them. Pure."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.commands.chronicle import pages_choice
from bot.commands.newcomers import elsewhere_choices
from bot.commands.reply import Choice
from bot.delivery.surface import Button
from bot.localise import Speaker

_ANSWERS: Final[Mapping[str, Callable[[Speaker], tuple[Choice, ...]]]] = {
    "elsewhere-asked": elsewhere_choices,
    "pages-begun": lambda speak: (pages_choice(speak, on=False),),
}


def answers_to(message: str, speak: Speaker) -> tuple[tuple[Button, ...], ...]:
    """The buttons under the notice ``message``, one a row; none under one that asks nothing."""
    answers = _ANSWERS.get(message)
    return tuple((Button(it.control, it.label),) for it in answers(speak)) if answers else ()
