"""Which stretch of time an English text means."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from engine.rules.recall.timeparse.calendar import is_empty, is_future
from engine.rules.recall.timeparse.english.doubts import accepted
from engine.rules.recall.timeparse.english.idioms import hidden
from engine.rules.recall.timeparse.english.phrases import EnglishPhrase, inside, phrases
from engine.rules.recall.timeparse.english.pieces import EnglishGrain, Stance, Tokens
from engine.rules.recall.timeparse.english.reading import pieces
from engine.rules.recall.timeparse.english.sides import ranges, sides
from engine.rules.recall.timeparse.english.tense import Tense, at_phrase, nearest_marks, tenses
from engine.rules.recall.timeparse.english.tokens import tokens as tokens_of
from engine.rules.recall.timeparse.english.words import TokenKind, listed, words
from engine.values.memory.recall import TimeRange

_MOST: Final = 24  # expressions looked at; a question has a few
_PREPOSITIONS: Final = listed("before an expression")


def find(text: str, now: datetime) -> TimeRange | None:
    """The range that ``text`` asks about, or None."""
    tokens = tokens_of(text)
    parts = pieces(tokens, hidden(tokens))
    if not parts:
        return None
    marks = tenses(tokens)
    nearest = nearest_marks(tokens, marks)
    offered = sides(tokens, ranges(tokens, phrases(tokens, parts)))[:_MOST]
    kept = [(one, at_phrase(tokens, marks, nearest, one.first, one.last)) for one in offered]
    fitting = [(one, tense) for one, tense in kept if accepted(tokens, one, tense)]
    for chosen in _in_order(tokens, _nested(tokens, fitting)):
        if (found := _settled(tokens, chosen, now)) is not None:
            return found
    return None


def _in_order(tokens: Tokens, fitting: list[tuple[EnglishPhrase, Tense]]) -> list[EnglishPhrase]:
    """The likeliest first: in a question, about the past, sure, and early in the text."""
    asked = _questions(tokens)

    def rank(row: tuple[EnglishPhrase, Tense]) -> tuple[bool, bool, bool, bool, int]:
        phrase, tense = row
        topic = tokens[phrase.first - 1].word == "about"
        return (phrase.first not in asked, topic, tense is not Tense.PAST, phrase.stance is Stance.THIS, phrase.first)

    return [phrase for phrase, _ in sorted(fitting, key=rank)]


def _questions(tokens: Tokens) -> set[int]:
    found: set[int] = set()
    begin = 0
    for index, token in enumerate(tokens):
        if token.kind is TokenKind.STOP:
            if token.word in ("?", "？"):
                found.update(range(begin, index))
            begin = index + 1
    return found


def _nested(tokens: Tokens, fitting: list[tuple[EnglishPhrase, Tense]]) -> list[tuple[EnglishPhrase, Tense]]:
    """Puts "on Tuesday" into the "last week" of the same sentence."""
    found: list[tuple[EnglishPhrase, Tense]] = []
    for phrase, tense in fitting:
        if found and _holds(tokens, found[-1][0], phrase):
            outer = found.pop()[0]
            found.append((inside(outer, phrase), tense))
        elif found and _holds(tokens, phrase, found[-1][0]):
            inner, mark = found.pop()
            found.append((inside(phrase, inner), mark))
        else:
            found.append((phrase, tense))
    return found


def _holds(tokens: Tokens, outer: EnglishPhrase, inner: EnglishPhrase) -> bool:
    if outer.stance not in (Stance.THIS, Stance.DATED, Stance.PAST) or inner.stance is not Stance.OPEN or outer.vague:
        return False
    if inner.coarse >= outer.fine or outer.fine < EnglishGrain.DAY or tokens[inner.first - 1].word == "about":
        return False
    low, high = sorted((outer.first, inner.first))
    return not any(tokens[index].kind is TokenKind.STOP for index in range(low, min(high, low + 30)))


def _settled(tokens: Tokens, phrase: EnglishPhrase, now: datetime) -> TimeRange | None:
    try:
        found = phrase.resolve(None, now)
        if found is None or (found.start is not None and is_future(found.start, now)):
            return None
        if is_empty(found):
            return None  # the last no weeks are no time at all
    except (OverflowError, ValueError):
        return None
    around = tokens[phrase.first - 1].word in _AROUND
    parts = sorted([*phrase.outer, (phrase.first, phrase.last)])
    return replace(found, certain=not (phrase.vague or around), spans=tuple(_span(tokens, *part) for part in parts))


_AROUND: Final = words("around about roughly approximately like")


def _span(tokens: Tokens, first: int, last: int) -> tuple[int, int]:
    """Where an expression stands in the text, with the preposition before it."""
    while tokens[first - 1].word in _PREPOSITIONS:
        first -= 1
    return tokens[first].start, tokens[last - 1].end
