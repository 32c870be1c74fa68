"""Answers, messages and notices as lines of text. Both kinds of terminal print them, each in its own way."""

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.arguments import localised
from bot.commands.framework.declared import UNTYPED, Table
from bot.commands.framework.forms import use_of
from bot.commands.framework.numbered import is_number, items_with_buttons, listed, numbered
from bot.commands.framework.reply import Block, Listing, ListItem, Paragraph, QuotedText, Reply, ReplyChoice, Retelling
from bot.delivery.troubles import told_apart, told_as, trouble_of
from bot.words.localise import Speaker
from engine.values.chats.entries import EntryStatus
from engine.values.chats.outgoing import ReadMessage, View
from engine.values.chats.swipes import Swipe
from engine.values.chats.turns import Notice, TurnState

_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_ENDED: Final = {
    TurnState.INTERRUPTED: "said-interrupted-now",
    TurnState.EMPTY: "said-empty",
    TurnState.ERROR: "said-error-now",
}


_TYPED: Final = frozenset({TurnState.INTERRUPTED, TurnState.ERROR})
"""Ends whose line names a command."""


class Style(StrEnum):
    """What a line is, as far as its colour is concerned."""

    PLAIN = "plain"
    TITLE = "title"
    CURRENT = "current"
    DIM = "dim"
    CHARACTER = "character"
    PERSON = "person"
    QUOTED = "quoted"


@dataclass(frozen=True, slots=True)
class TerminalParagraph:
    """One paragraph. ``lead`` is who says it."""

    text: str
    style: Style = Style.PLAIN
    lead: str = ""


def printable(text: str) -> str:
    """``text`` without what would command the terminal, or turn the rest of the line around."""
    return _CONTROLS.sub("", text)


def reply_lines(reply: Reply, table: Table, speak: Speaker) -> Iterator[TerminalParagraph]:
    """A command's answer. ``table`` knows how what its buttons do is typed."""
    found, shown = numbers_of(reply), listed(reply)
    numbers = {id(choice): number for number, choice in found.items()}
    for block in reply.blocks:
        yield from _block(block, speak, numbers)
    told = {id(it.choices[0]) for it in items_with_buttons(reply)} | {id(found[it]) for it in shown & found.keys()}
    yield from (_choice(number, it, table, speak) for number, it in sorted(found.items()) if id(it) not in told)
    if found and not reply.confirm:
        yield TerminalParagraph(_how_to_choose(found, shown, speak), Style.DIM)
    if reply.confirm:
        yield TerminalParagraph(speak.say("terminal-confirm", question=printable(reply.confirm.question)), Style.TITLE)


def numbers_of(reply: Reply) -> dict[int, ReplyChoice]:
    """What a typed number does: what is shown with a number, by that, and the rest behind the highest of these.

    Beside a question a yes is the first of the rest: a number must not mean something else than what is asked for.
    """
    made = numbered(reply)
    yes = reply.confirm and controls.control(controls.RUN, reply.confirm.command)
    asked = (
        [ReplyChoice(yes, reply.confirm.label)]
        if reply.confirm and yes and reply.choices and reply.confirm.fits
        else []
    )
    lines = (it.choices[0] for it in items_with_buttons(reply) if not is_number(it.key))
    others = [*lines, *asked, *(it for it in reply.choices if not is_number(it.key))]
    return made | dict(enumerate(others, max((*made, *listed(reply)), default=0) + 1))


def view_lines(view: View, speak: Speaker, last: int | None = None) -> Iterator[TerminalParagraph]:
    """The last messages; what was cut off says so, and on the newest also what to do."""
    spoken = view.spoken if last is None else view.spoken[-last:]
    for message in spoken:
        yield from _spoken(message, speak, newest=message is spoken[-1])


def last_words(view: View) -> str:
    """What the character said last, when nobody spoke after it."""
    last = view.spoken[-1] if view.spoken else None
    return last.text if last and last.character is not None else ""


def ended_lines(state: TurnState, notice: Notice | None, speak: Speaker, character: str) -> list[TerminalParagraph]:
    """What stands under a reply that is not whole, or that comes with a notice: what happened, and what to type then.

    There is no button here that tries again, so the command is named below any notice. When a model fails the
    ``character`` says so, as it does everywhere; whoever sits here is the owner, and reads below it what it was. A try
    that nobody asked for has no notice, and what was told before still holds.
    """
    if notice is None and state is TurnState.ERROR:
        return []
    if notice is not None and trouble_of(notice) is not None:
        words, rest = told_apart(notice, speak, owner=True)
        return [
            TerminalParagraph(printable(words), Style.CHARACTER, printable(character)),
            TerminalParagraph(printable(rest), Style.DIM),
        ]
    said = [notice_line(notice, speak)] if notice is not None else []
    if state in _ENDED and (notice is None or state in _TYPED):
        said.append(TerminalParagraph(speak.say(_ENDED[state]), Style.DIM))
    return said


def notice_line(notice: Notice, speak: Speaker) -> TerminalParagraph:
    """A line that is no reply."""
    return TerminalParagraph(printable(told_as(notice, speak, owner=True)), Style.DIM)


def swipe_line(swipe: Swipe | None, speak: Speaker) -> TerminalParagraph | None:
    """Which of several replies this is, and how to turn to another; nothing where there is one only."""
    if swipe is None or swipe.count < 2 or not swipe.number:
        return None
    return TerminalParagraph(speak.say("terminal-swipes", number=swipe.number, count=swipe.count), Style.DIM)


def _how_to_choose(found: Mapping[int, ReplyChoice], shown: Set[int], speak: Speaker) -> str:
    """What can be typed; which numbers, where others can be read that choose nothing."""
    if shown <= found.keys():
        return speak.say("terminal-number")
    first, last = min(found), max(found)
    if last - first < len(found):
        return speak.say("terminal-numbers", count=len(found), first=first, last=last)
    return speak.say("terminal-some-numbers", numbers=speak.say("list-comma").join(map(str, sorted(found))))


def _choice(number: int, choice: ReplyChoice, table: Table, speak: Speaker) -> TerminalParagraph:
    """What a button would do: its number, and the command where it is one that people type, in their language."""
    pressed = controls.pressed(choice.control)
    line = choice.typed or pressed.argument if pressed is not None and pressed.name == controls.RUN else ""
    use = use_of(table, line) if line else None
    command = "" if use and UNTYPED in use.args else localised(line, table, speak)
    typed = "yes" if command else "no"
    label = choice.alone or choice.label or speak.say("button-yes")
    words = speak.say("terminal-choice", number=number, label=label, typed=typed, command=command)
    return TerminalParagraph(printable(words), Style.DIM)


def _block(block: Block, speak: Speaker, numbers: Mapping[int, int]) -> Iterator[TerminalParagraph]:
    match block:
        case Paragraph(text):
            yield TerminalParagraph(printable(text))
        case QuotedText(text):
            yield TerminalParagraph(printable(text), Style.QUOTED)
        case Retelling(view, last):
            yield from view_lines(view, speak, last)
        case Listing(title, items, hint):
            yield TerminalParagraph(printable(title), Style.TITLE)
            yield from (_item(item, numbers) for item in items)
            if hint:
                yield TerminalParagraph(printable(hint), Style.DIM)


def _item(item: ListItem, numbers: Mapping[int, int]) -> TerminalParagraph:
    number = numbers.get(id(item.choices[0]), "") if item.choices and not is_number(item.key) else ""
    key = "".join(f"{it}  " for it in (number, item.key) if it)
    detail = f" · {item.detail}" if item.detail else ""
    mark = "› " if item.current else "  "
    return TerminalParagraph(
        printable(f"{mark}{key}{item.text}{detail}"), Style.CURRENT if item.current else Style.PLAIN
    )


def _spoken(message: ReadMessage, speak: Speaker, *, newest: bool) -> Iterator[TerminalParagraph]:
    style = Style.PERSON if message.character is None else Style.CHARACTER
    if message.text:
        yield TerminalParagraph(printable(message.text), style, printable(message.speaker))
    if message.status is not EntryStatus.COMPLETE:
        now = "-now" if newest and message.status is not EntryStatus.EMPTY else ""
        yield TerminalParagraph(speak.say(f"said-{message.status.value}{now}"), Style.DIM)
