"""An answer as messages: bold titles, lists for a narrow screen, questions with buttons. Pure.

Texts of people and of models stay plain text: the platforms send them with formatting and mentions switched off, or
``plain`` escapes them, and only the stretches named in ``bold`` stand out.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from bot.commands.framework import controls
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
from bot.delivery.surface import Button, SurfaceMessage
from bot.words.localise import Speaker, Speech
from engine.service.parts import split
from engine.values.chats.entries import EntryStatus
from engine.values.chats.outgoing import PartLimit, ReadMessage

_GAP: Final = "\n\n"
_IN_A_ROW: Final = 2
_FEW: Final = 4  # items whose buttons have a row each
_ROWS: Final = 5  # of buttons, of five each: so many Discord takes
_WIDEST: Final = 5
_WIDTHS: Final = ((_IN_A_ROW, _IN_A_ROW), (4, 2), (4, 3), (5, 3), (5, 4), (5, _WIDEST))

Rows = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    bold: bool = False
    said: bool = False


def pages(
    reply: Reply,
    limit: PartLimit,
    speech: Speech,
    key: str,
    *,
    answers: str = "",
    plain: Callable[[str], str] | None = None,
    said: Callable[[str], str] = str,
) -> list[SurfaceMessage]:
    """The messages that ``reply`` makes, none when it says nothing; ``key`` (at most 20 characters) names the first.

    All but the first are silent; the buttons stand under the last, and the files come with it. ``answers`` is what the
    first one replies to. ``plain``: how a text is written to be shown as it is, where the platform formats all others.
    What was said in a story, and other words of people and models as a whole, are shown as ``said`` writes them.
    """
    speak = speech.speaker(reply.tongue)
    pieces = list(_pieces(reply, speak))
    if plain is not None:
        pieces = [replace(it, text=(said if it.said else plain)(it.text)) for it in pieces]
    text = "".join(piece.text for piece in pieces).rstrip()
    texts = split(text, limit)
    starts = [0, *accumulate(len(one) for one in texts)]
    moved = starts[-1] != len(text)  # by code blocks that were cut
    bold = [] if moved else _stretches(pieces, lambda it: it.bold)
    quoted = [] if moved else _stretches(pieces, lambda it: it.said)
    return [
        SurfaceMessage(
            one,
            f"{key}.{n}" if n else key,
            buttons=_buttons(reply, speak) if n == len(texts) - 1 else (),
            silent=n > 0,
            answers="" if n else answers,
            bold=tuple(_within(bold, starts[n], starts[n] + len(one))),
            quoted=tuple(_within(quoted, starts[n], starts[n] + len(one))),
            documents=reply.documents if n == len(texts) - 1 else (),
        )
        for n, one in enumerate(texts)
    ]


def sendable(reply: Reply, most_bytes: int, speech: Speech) -> Reply:
    """``reply`` without the files that are larger than a platform takes, and a line that says so for each.

    0 bytes: it takes none.
    """
    small = tuple(it for it in reply.documents if len(it.data) <= most_bytes)
    if small == reply.documents:
        return reply
    speak, megabytes = speech.speaker(reply.tongue), most_bytes >> 20
    large = [it for it in reply.documents if len(it.data) > most_bytes]
    why = "pages-file-too-big" if most_bytes else "pages-no-files"
    lines = [Paragraph(speak.say(why, name=it.filename, megabytes=megabytes)) for it in large]
    return replace(reply, blocks=(*reply.blocks, *lines), documents=small)


def _pieces(reply: Reply, speak: Speaker) -> Iterator[_Piece]:
    """Everything in order; blank lines stand between the blocks."""
    for block in reply.blocks:
        yield from _block(block, speak)
        yield _Piece(_GAP)
    if reply.confirm is not None:
        yield _Piece(reply.confirm.question, bold=True)
        if not reply.confirm.fits:
            yield _Piece("\n" + speak.say("pages-confirm", command=reply.confirm.typed or reply.confirm.command))


def _block(block: Block, speak: Speaker) -> Iterator[_Piece]:
    match block:
        case Paragraph(text):
            yield _Piece(text)
        case QuotedText(text):
            yield _Piece(text, said=True)
        case Retelling(view, last):
            spoken = view.spoken[-last:]
            yield _Piece("\n".join(line for message in spoken for line in _spoken(message, speak)), said=True)
        case Listing(title, items, hint):
            yield _Piece(title, bold=True)
            for item in items:
                yield from _item(item)
            if hint:
                yield _Piece(f"{_GAP}{hint}")


def _item(item: ListItem) -> Iterator[_Piece]:
    """One line, and a second one for the details, so that nothing is wider than a phone."""
    key = f"{item.key} · " if item.key else ""
    yield _Piece("\n› " if item.current else "\n")
    yield _Piece(f"{key}{item.text}", bold=item.current)
    if item.detail:
        yield _Piece(f"\n  {item.detail}")


def _spoken(message: ReadMessage, speak: Speaker) -> Iterator[str]:
    if message.text:
        yield speak.say("with-colon", before=message.speaker, behind=message.text)
    if message.status is not EntryStatus.COMPLETE:
        yield speak.say(f"said-{message.status.value}")


def _stretches(pieces: list[_Piece], wanted: Callable[[_Piece], bool]) -> list[tuple[int, int]]:
    ends = list(accumulate(len(piece.text) for piece in pieces))
    return [
        (end - len(piece.text), end) for piece, end in zip(pieces, ends, strict=True) if wanted(piece) and piece.text
    ]


def _within(stretches: list[tuple[int, int]], start: int, end: int) -> Iterator[tuple[int, int]]:
    for begins, ends in stretches:
        if begins < end and ends > start:
            yield max(begins, start) - start, min(ends, end) - start


def _buttons(reply: Reply, speak: Speaker) -> Rows:
    """The buttons of the items, then those of the whole; narrow rows where that gives no more than a platform takes."""
    answers = _answers(reply.confirm, speak) if reply.confirm else ()
    choices = [*answers[:1], *reply.choices, *answers[1:]]  # the usual first, the way out last
    items = [item for block in reply.blocks if isinstance(block, Listing) for item in block.items if item.choices]
    of_items = [it for item in items for it in item.choices]
    usual = _IN_A_ROW if len(items) <= _FEW else 2 * _IN_A_ROW
    widths = [(max(usual, wide), narrow) for wide, narrow in _WIDTHS]
    laid = ((*_rows(of_items, wide), *_rows(choices, narrow)) for wide, narrow in widths)
    return next((rows for rows in laid if len(rows) <= _ROWS), (*_rows([*of_items, *choices], _WIDEST),))


def _rows(choices: Sequence[ReplyChoice], width: int) -> Rows:
    """One that no platform carries is left out: it would cost the whole answer, or be there and do nothing.

    Those that stand beside each other have a row of their own.
    """
    rows: list[list[Button]] = []
    closed = True
    groups = _groups([it for it in choices if controls.fits(it.control)])
    for group in groups:
        if closed or len(group) > 1 or len(rows[-1]) >= width:
            rows.append([])
        rows[-1] += [Button(it.control, it.label, it.alone) for it in group]
        closed = len(group) > 1
    return tuple(tuple(row) for row in rows)


def _groups(choices: Sequence[ReplyChoice]) -> list[list[ReplyChoice]]:
    made: list[list[ReplyChoice]] = []
    for choice in choices:
        if choice.beside and made:
            made[-1].append(choice)
        else:
            made.append([choice])
    return made


def _answers(confirm: Confirm, speak: Speaker) -> tuple[ReplyChoice, ...]:
    if not confirm.fits:
        return ()
    return (
        ReplyChoice(confirm.yes, confirm.label or speak.say("button-yes")),
        ReplyChoice(confirm.no, speak.say("button-no")),
    )
