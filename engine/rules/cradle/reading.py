"""What a model read in a piece: which of its statements the piece really makes, and what they take the place of."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from pydantic import BaseModel, Field

from engine.rules.text.clean import clean_text
from engine.values.characters.cradles import Cradle, CradleStatement, DraftField

PART: Final = 8_000
"""Characters of a piece that are read at once."""
MOST_STATEMENTS: Final = 24
LONGEST_STATEMENT: Final = 600
LONGEST_QUESTION: Final = 300
LONGEST_QUOTE: Final = 300
LONGEST_TITLE: Final = 80
MOST_KEYS: Final = 8
SHORTEST_QUOTE: Final = 2
ENOUGH_TO_GREET: Final = 3
"""Statements from which a greeting may be written: it is the one thing that is composed, not read."""
ONCE: Final = frozenset({DraftField.GREETING, DraftField.SCENARIO})
"""What a card has one of: a new one takes the place of the old one."""
PROPOSED: Final = frozenset({DraftField.DESCRIPTION, DraftField.PERSONALITY, DraftField.SPEECH})
"""What a persona grows by, of what is fed after birth."""
_NUMBER: Final = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME: Final = re.compile(r"(?<![.!?\s…“\"'(])\s+([A-ZÀ-ÖØ-Þ][\w'’-]{2,})")
"""A word with a capital letter that does not begin a sentence."""
_SKIPPED: Final = re.compile(r"[\W_]+")


class ReadStatement(BaseModel):
    """A statement as a model gives it. ``instead_of`` is the number of an older one, 0 for none."""

    field: DraftField
    text: str
    quote: str = ""
    title: str = ""
    keys: list[str] = Field(default_factory=list, json_schema_extra={"maxItems": MOST_KEYS})
    instead_of: int = 0
    contradicts: bool = False


class PieceAnswer(BaseModel):
    """What a model answers that has read a part of a piece."""

    statements: list[ReadStatement] = Field(json_schema_extra={"maxItems": MOST_STATEMENTS})
    question: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is taken from an answer. ``unfounded`` counts what the piece does not say, and is left out."""

    added: tuple[CradleStatement, ...]
    question: str
    unfounded: int = 0


def next_part(text: str, start: int) -> str:
    """What of a piece is read next, from ``start`` on: ``PART`` characters, up to the end of a line or sentence."""
    part = text[start : start + PART]
    if start + PART >= len(text):
        return part
    end = max(part.rfind(it) for it in ("\n", "。", "！", "？", ". ", "! ", "? "))
    return part[: end + 1] if end > PART // 2 else part


def read(
    answer: PieceAnswer, cradle: Cradle, piece: int, words: str, now: datetime, first: int, asked: str = ""
) -> Reading:
    """What of ``answer`` the words of a piece bear out, as statements numbered from ``first``.

    A statement needs words of the piece that say so, and no number or name that neither these nor the draft has, nor
    the question that was ``asked``: a model wrote it, so it bears out nothing. What the draft says already is nothing
    new.
    """
    known = {_folded(it.text) for it in cradle.statements if it.holds or it.proposed}
    sources = _folded("\n".join([words, asked, *(it.text for it in cradle.holding), cradle.name]))
    said, added, unfounded = _folded(words), list[CradleStatement](), 0
    for statement in answer.statements[:MOST_STATEMENTS]:
        text = _line(statement.text, LONGEST_STATEMENT)
        if not text or _folded(text) in known:
            continue
        quote = _line(statement.quote, LONGEST_QUOTE)
        greets = statement.field is DraftField.GREETING and len(cradle.holding) + len(added) >= ENOUGH_TO_GREET
        founded = _says(said, quote)
        if not (greets or founded) or invents(text, sources):
            unfounded += 1
            continue
        known.add(_folded(text))
        older = _older(statement, cradle, added)
        added.append(_statement(statement, text, quote if founded else "", piece, now, first + len(added), older))
    return Reading(tuple(added), _line(answer.question, LONGEST_QUESTION), unfounded)


def dreamed(answer: PieceAnswer, cradle: Cradle, now: datetime, first: int) -> Reading:
    """What a model was asked to make up, where the draft says nothing yet; it ends nothing that was fed."""
    known = {_folded(it.text) for it in cradle.holding}
    told = {it.field for it in cradle.holding}
    added: list[CradleStatement] = []
    for statement in answer.statements[:MOST_STATEMENTS]:
        text = _line(statement.text, LONGEST_STATEMENT)
        if not text or _folded(text) in known or (statement.field in ONCE and statement.field in told):
            continue
        known.add(_folded(text))
        told.add(statement.field)
        added.append(_statement(statement, text, "", None, now, first + len(added), None))
    return Reading(tuple(added), _line(answer.question, LONGEST_QUESTION))


def proposals(added: Iterable[CradleStatement]) -> tuple[CradleStatement, ...]:
    """What is proposed of what was read after birth."""
    return tuple(replace(it, proposed=True) for it in added if it.field in PROPOSED)


def invents(text: str, sources: str) -> bool:
    """Whether a statement has a number, or a name inside of a sentence, that its folded ``sources`` do not have."""
    found = [*_NUMBER.findall(text), *_NAME.findall(text)]
    return any(_folded(it) not in sources for it in found)


def _says(said: str, quote: str) -> bool:
    folded = _folded(quote)
    return len(folded) >= SHORTEST_QUOTE and folded in said


def _older(it: ReadStatement, cradle: Cradle, added: Sequence[CradleStatement]) -> CradleStatement | None:
    """Which statement an answer takes the place of: the one it names; of greetings and scenarios the one there is.

    One whose place is taken already is left: its place is not to be taken twice.
    """
    named = cradle.statement(it.instead_of) if it.instead_of > 0 else None
    taken = {one.instead_of for one in added}
    if named is not None and named.holds and named.field is it.field and named.number not in taken:
        return named
    if it.field in ONCE:
        return next((one for one in (*reversed(added), *cradle.holding) if one.field is it.field), None)
    return None


def _statement(
    it: ReadStatement,
    text: str,
    quote: str,
    piece: int | None,
    now: datetime,
    number: int,
    older: CradleStatement | None,
) -> CradleStatement:
    world = it.field is DraftField.WORLD
    title = _line(it.title, LONGEST_TITLE) if world else ""
    keys = _keys(it.keys, title) if world else ()
    return CradleStatement(
        number=number,
        field=it.field,
        text=text,
        made_at=now,
        piece=piece,
        quote=quote,
        title=title,
        keys=keys,
        instead_of=older.number if older else None,
        contradicts=bool(older and it.contradicts),
    )


def _keys(given: Iterable[str], title: str) -> tuple[str, ...]:
    lines = (_line(it, LONGEST_TITLE) for it in (*given, title))
    return tuple(dict.fromkeys(it for it in lines if it))[:MOST_KEYS]


def _line(text: str, longest: int) -> str:
    return " ".join(clean_text(text).split())[:longest].strip()


def _folded(text: str) -> str:
    """``text`` as two that say the same are compared: without case, spaces and punctuation, widths as one."""
    return _SKIPPED.sub("", unicodedata.normalize("NFKC", text).casefold())
