"""Answers, messages and notices as lines of text. Both kinds of terminal print them, each in its own way."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.arguments import localised
from bot.commands.framework.declared import UNTYPED, Table
from bot.commands.framework.forms import use_of
from bot.commands.framework.numbered import is_number, items_with_buttons, listed, numbered
from bot.commands.framework.reply import (
    Block,
    Confirm,
    Listing,
    ListItem,
    Paragraph,
    QuotedText,
    Reply,
    ReplyChoice,
    Retelling,
)
from bot.delivery.thoughts import is_thought, quoted, readable
from bot.delivery.troubles import told_apart, told_as, trouble_of
from bot.words.localise import Speaker
from bot.words.printable import printable
from engine.values.chats.entries import EntryStatus
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import ReadMessage, View
from engine.values.chats.swipes import Swipe
from engine.values.chats.turns import TurnState

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


def reply_lines(reply: Reply, table: Table, speak: Speaker) -> Iterator[TerminalParagraph]:
    """A command's answer. ``table`` knows how what its buttons do is typed.

    What a typed number chooses has it in brackets, and nothing else has: first the lines of lists, then the question,
    then what else can be chosen. A line that names the command of a choice stands for it.
    """
    found = numbers_of(reply)
    numbers = _line_numbers(reply, found, table, speak)
    for block in reply.blocks:
        yield from _block(block, speak, numbers)
    rest = [(number, it) for number, it in sorted(found.items()) if number not in numbers.values()]
    if rest and any(isinstance(it, Listing) for it in reply.blocks):
        yield TerminalParagraph("")
    question = printable(reply.confirm.question) if reply.confirm else ""
    if question:
        asked = question if _asks_by_number(reply) else speak.say("terminal-confirm", question=question)
        yield TerminalParagraph(asked, Style.TITLE)
    yield from (_choice(number, it, reply.confirm, table, speak) for number, it in rest)
    if found:
        yield TerminalParagraph(speak.say("terminal-number"), Style.DIM)


def numbers_of(reply: Reply) -> dict[int, ReplyChoice]:
    """What a typed number does: what is shown with a number, by that, and the rest behind the highest of these.

    Beside a question with choices a yes is the first of the rest and a no the last, as their buttons are elsewhere.
    """
    made = numbered(reply)
    lines = [it.chosen for it in items_with_buttons(reply) if not is_number(it.key)]
    others = [it for it in reply.choices if not is_number(it.key)]
    if reply.confirm and _asks_by_number(reply):
        others = [ReplyChoice(reply.confirm.yes, reply.confirm.label), *others, ReplyChoice(reply.confirm.no, "")]
    return made | dict(enumerate([*lines, *others], max((*made, *listed(reply)), default=0) + 1))


def _asks_by_number(reply: Reply) -> bool:
    """Whether its question is answered by a number, since there is more to choose from than yes and no."""
    return bool(reply.confirm and reply.confirm.fits and (reply.choices or items_with_buttons(reply)))


def _line_numbers(reply: Reply, found: Mapping[int, ReplyChoice], table: Table, speak: Speaker) -> dict[int, int]:
    """The numbers that choose lines of lists, by the identity of each line."""
    numbers = {id(choice): number for number, choice in found.items()}
    typed = {command: number for number, it in found.items() if (command := _command(it, table, speak))}
    made: dict[int, int] = {}
    for item in (it for block in reply.blocks if isinstance(block, Listing) for it in block.items):
        if item.choices:
            made[id(item)] = numbers[id(item.chosen)]
        elif is_number(item.key) and int(item.key) in found:
            made[id(item)] = int(item.key)
        elif item.key in typed:
            made[id(item)] = typed[item.key]
    return made


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
    """A line that is no reply. What a character says besides its reply is quoted: a terminal covers nothing."""
    text = printable(told_as(readable(notice), speak, owner=True))
    return TerminalParagraph(quoted(text) if is_thought(notice) else text, Style.DIM)


def swipe_line(swipe: Swipe | None, speak: Speaker) -> TerminalParagraph | None:
    """Which of several replies this is, and how to turn to another; nothing where there is one only.

    Of one that nobody asked for: how to have less of them.
    """
    if swipe is not None and swipe.first:
        return TerminalParagraph(speak.say("first-under"), Style.DIM)
    if swipe is None or swipe.count < 2 or not swipe.number:
        return None
    return TerminalParagraph(speak.say("terminal-swipes", number=swipe.number, count=swipe.count), Style.DIM)


def _choice(number: int, choice: ReplyChoice, asked: Confirm | None, table: Table, speak: Speaker) -> TerminalParagraph:
    """What a button would do: its number, and the command where it is one that people type, in their language."""
    command = _command(choice, table, speak)
    answer = "button-no" if asked and choice.control == asked.no else "button-yes"
    label = choice.alone or choice.label or speak.say(answer)
    typed = "yes" if command else "no"
    words = speak.say("terminal-choice", number=number, label=label, typed=typed, command=command)
    return TerminalParagraph(printable(words), Style.DIM)


def _command(choice: ReplyChoice, table: Table, speak: Speaker) -> str:
    """How what a button does is typed in the person's language; "" where people type no such command."""
    pressed = controls.pressed(choice.control)
    line = choice.typed or pressed.argument if pressed is not None and pressed.name == controls.RUN else ""
    use = use_of(table, line) if line else None
    return "" if use and UNTYPED in use.args else localised(line, table, speak)


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
            yield from (_item(item, numbers.get(id(item))) for item in items)
            if hint:
                yield TerminalParagraph(printable(hint), Style.DIM)


def _item(item: ListItem, number: int | None) -> TerminalParagraph:
    """A line of a list; ``number`` chooses it."""
    key = "" if number is not None and item.key == str(number) else item.key
    detail = f" · {item.detail}" if item.detail else ""
    said = "  ".join(it for it in (key, f"{item.text}{detail}") if it)
    said = f"[{number}] {said}" if number is not None else said
    mark = "› " if item.current else "  "
    return TerminalParagraph(printable(f"{mark}{said}"), Style.CURRENT if item.current else Style.PLAIN)


def _spoken(message: ReadMessage, speak: Speaker, *, newest: bool) -> Iterator[TerminalParagraph]:
    style = Style.PERSON if message.character is None else Style.CHARACTER
    if message.text:
        yield TerminalParagraph(printable(message.text), style, printable(message.speaker))
    if message.status is not EntryStatus.COMPLETE:
        now = "-now" if newest and message.status is not EntryStatus.EMPTY else ""
        yield TerminalParagraph(speak.say(f"said-{message.status.value}{now}"), Style.DIM)
