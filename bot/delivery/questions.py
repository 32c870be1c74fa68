"""Notices that ask something: the answers, as buttons under them. Pure."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.commands.framework.reply import ReplyChoice
from bot.commands.house.newcomers import ZONE_ASKED, elsewhere_choices, persona_choices, zone_choices
from bot.commands.memory.web_search import search_choice
from bot.commands.people.abouts import adult_choice
from bot.commands.people.links import link_choices, part_choice
from bot.commands.story.chronicle import pages_choice
from bot.commands.story.story import back_choice
from bot.delivery.surface import Button
from bot.words.localise import Speaker
from engine.actions.people import linking
from engine.values.chats.notices import Notice
from engine.values.chats.undoing import SECONDS, TAKEN_BACK

_ANSWERS: Final[Mapping[str, Callable[[Speaker, Notice], tuple[ReplyChoice, ...]]]] = {
    "elsewhere-asked": lambda speak, _: elsewhere_choices(speak),
    "persona-asked": persona_choices,
    ZONE_ASKED: zone_choices,
    "error-adult-elsewhere": lambda speak, it: (adult_choice(speak),) if it.data["where"] == "private" else (),
    "search-offer": lambda speak, _: (search_choice(speak),),
    "pages-begun": lambda speak, _: (pages_choice(speak, on=False),),
    linking.ASKED: lambda speak, notice: link_choices(speak, int(notice.data["token"])),
    linking.AGREED: lambda speak, _: (part_choice(speak),),
    linking.JOINED: lambda speak, _: (part_choice(speak),),
    TAKEN_BACK: lambda speak, notice: (back_choice(speak, str(notice.data["left"])),),
}
FADES: Final[Mapping[str, float]] = {TAKEN_BACK: SECONDS}
"""After how many seconds the buttons of a notice go."""


def answers_to(notice: Notice, speak: Speaker) -> tuple[tuple[Button, ...], ...]:
    """The buttons under ``notice``, one a row; none under one that asks nothing."""
    return tuple((Button(it.control, it.label),) for it in choices_to(notice, speak))


def choices_to(notice: Notice, speak: Speaker) -> tuple[ReplyChoice, ...]:
    """The same as an answer to a command has them."""
    answers = _ANSWERS.get(notice.message)
    return answers(speak, notice) if answers else ()
