"""What people read of a character that grows: its draft, its pieces, what a piece has changed."""

from dataclasses import replace
from typing import Final

from bot.commands.framework import controls
from bot.commands.framework.arguments import row
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.numbering import about
from bot.commands.framework.paging import next_page
from bot.commands.framework.picking import Pickable
from bot.commands.framework.reply import Listing, ListItem, Paragraph, Reply, ReplyChoice, page_of
from bot.commands.story.story import shortened
from engine.values.characters.cradles import (
    Cradle,
    CradleInfo,
    CradlePiece,
    CradleStage,
    CradleStatement,
    Fed,
    PieceKind,
    PieceState,
)

LINE: Final = "/cradle"
LONG: Final = 300
MOST_CHANGES: Final = 12
"""Of the sentences that a piece adds so many are shown, with their buttons."""
_SHORT: Final = 120

Growing = Pickable[CradleInfo]
"""A cradle as people mean it."""


def proposals(call: CommandCall, meant: Growing, cradle: Cradle, title: str) -> Reply:
    """Of a born character: what was fed since, and waits for a yes."""
    if not cradle.proposed:
        hint = call.speak.say("cradle-grown-up", name=cradle.name, number=str(meant.number))
        return Reply((Paragraph(title), Paragraph(hint)), choices=(to_feed(call, meant.row, str(meant.number)),))
    shown, page, pages = page_of(tuple(_proposal(call, meant, it) for it in cradle.proposed), call.number("page", 1))
    hint = call.speak.say("cradle-proposals-hint", number=str(meant.number), sentence=shown[0].key)
    more = next_page(call.speak, f"{LINE} show {meant.number}", page, pages)
    return Reply((Paragraph(title), Listing(call.speak.say("cradle-proposals"), shown, hint)), choices=more)


def _proposal(call: CommandCall, meant: Growing, it: CradleStatement) -> ListItem:
    key = str(it.number)
    yes = about_sentence(call, meant, f"{LINE} agree", key, "cradle-button-agree")
    no = about_sentence(call, meant, f"{LINE} refuse", key, "cradle-button-refuse")
    return ListItem(shortened(it.text, LONG), where(call, it), key, choices=(yes, replace(no, beside=True)))


def came_of(call: CommandCall, meant: Growing, fed: Fed) -> list[Paragraph | Listing]:
    """What came of a piece."""
    number, piece = str(meant.number), str(fed.piece.number)
    if fed.piece.state is PieceState.TAKEN:  # while it was read
        return [Paragraph(call.speak.say("cradle-unfed", piece=piece, count=0))]
    if fed.fault and not fed.waits:
        return [Paragraph(call.speak.say("cradle-unread", piece=piece, fault=fed.fault, number=number))]
    if fed.waits:
        return [Paragraph(call.speak.say("cradle-waits", piece=piece, fault=fed.fault or "none", number=number))]
    left_out = [Paragraph(call.speak.say("cradle-unfounded", count=fed.unfounded))] if fed.unfounded else []
    if not fed.added:
        return [Paragraph(call.speak.say("cradle-nothing-new", piece=piece)), *left_out]
    items = tuple(_change(call, fed.cradle, it) for it in fed.added[:MOST_CHANGES])
    hint = (
        call.speak.say("cradle-more", count=len(fed.added) - len(items), number=number)
        if fed.added[MOST_CHANGES:]
        else ""
    )
    return [Listing(call.speak.say("cradle-read", piece=piece, count=len(fed.added)), items, hint), *left_out]


def _change(call: CommandCall, cradle: Cradle, it: CradleStatement) -> ListItem:
    """A new sentence; where it took another's place, both side by side."""
    before = cradle.statement(it.instead_of) if it.instead_of else None
    if before is None:
        return ListItem(shortened(it.text, LONG), _because(call, it), str(it.number))
    told_before = call.speak.say(
        "cradle-before",
        text=shortened(before.text, _SHORT),
        piece=str(before.piece or 0),
        against="yes" if it.contradicts else "no",
    )
    return ListItem(shortened(it.text, LONG), f"{_because(call, it)}\n{told_before}", str(it.number))


def _because(call: CommandCall, it: CradleStatement) -> str:
    quote = shortened(it.quote, _SHORT)
    return call.speak.say("cradle-because", field=field_label(call, it), quoted="yes" if quote else "no", quote=quote)


def where(call: CommandCall, it: CradleStatement) -> str:
    """Where a sentence comes from."""
    title = it.title if it.title else ""
    said = call.speak.say("cradle-where", field=field_label(call, it), piece=str(it.piece or 0))
    return f"{said} · {title}" if title else said


def field_label(call: CommandCall, it: CradleStatement) -> str:
    """What the field of a sentence is called."""
    return call.speak.say(f"cradle-field-{it.field.value}")


def title_of(call: CommandCall, cradle: Cradle, stage: CradleStage) -> str:
    """A cradle in a line."""
    fed = sum(it.state is not PieceState.TAKEN for it in cradle.pieces)
    waiting = sum(it.state is PieceState.WAITING for it in cradle.pieces)
    named = "born" if cradle.born_at else stage.value
    return call.speak.say("cradle-title", name=cradle.name, stage=named, pieces=fed, waiting=waiting)


def question_of(call: CommandCall, cradle: Cradle) -> list[Paragraph]:
    """What the draft would like to know next."""
    return [Paragraph(call.speak.say("cradle-asks", question=cradle.question))] if cradle.question else []


def begins_with(text: str, name: str) -> bool:
    """Whether words begin with a name: "Al" is not how "Alder trees" begins; Chinese puts nothing between words."""
    said, called = text.casefold(), name.casefold()
    after = said[len(called) : len(called) + 1]
    return said.startswith(called) and not (called[-1:].isascii() and after.isascii() and after.isalnum())


def piece_text(it: CradlePiece) -> str:
    """A piece, by its first words or its name."""
    return shortened(it.text if it.kind is PieceKind.TEXT else it.source or it.text, _SHORT)


def about_piece(call: CommandCall, cradle: Cradle, it: CradlePiece) -> str:
    """When a piece was fed, and what came of it."""
    count = sum(one.piece == it.number for one in cradle.statements)
    day = call.local(it.fed_at)
    return call.speak.say("cradle-piece", kind=it.kind.value, state=it.state.value, day=f"{day:%Y-%m-%d}", count=count)


def choices_for(call: CommandCall, meant: Growing, cradle: Cradle) -> tuple[ReplyChoice, ...]:
    """What can be done next with a cradle."""
    if cradle.born_at is not None:
        return (to_feed(call, meant.row, str(meant.number)),)
    number = str(meant.number)
    every = [to_feed(call, meant.row, number)]
    if cradle.holding:
        for line, label in ((f"{LINE} try", "try"), (f"{LINE} dream", "dream"), (f"{LINE} born", "born")):
            every.append(about(line, meant.row, number, call.speak.say(f"cradle-button-{label}")))
    return tuple(every)


def to_feed(call: CommandCall, character: int, number: str) -> ReplyChoice:
    """The button that feeds more."""
    return about(f"{LINE} feed", character, number, call.speak.say("cradle-button-feed"))


def about_sentence(call: CommandCall, meant: Growing, line: str, key: str, label: str, **words: str) -> ReplyChoice:
    """A button about a sentence of a cradle."""
    control = controls.control(controls.RUN, f"{line} {key} {row(meant.row)}")
    return ReplyChoice(control, call.speak.say(label, **words), typed=f"{line} {key} {meant.number}")
