"""Whether an expression is a time that somebody asks about, or a habit, a plan, a name."""

from dataclasses import dataclass
from typing import Final

from engine.rules.recall.timeparse.english.phrases import EnglishPhrase, word_before
from engine.rules.recall.timeparse.english.pieces import EnglishGrain, Stance, Tokens
from engine.rules.recall.timeparse.english.tense import Tense
from engine.rules.recall.timeparse.english.tokens import Token
from engine.rules.recall.timeparse.english.words import BEFORE, UNTIL, TokenKind, listed, words

_EVERY: Final = listed("every")
_PLACES: Final = listed("before a time")
_STRICT: Final = _PLACES - words("for last this at end")
_NAMERS: Final = listed("before a name")
_CHOSEN: Final = words("a an one another either neither which what that those such")
_COMPARED: Final = words("or than like love hate loves hates")
_TOPICS: Final = words("to of with than for my her his their")
_OPENERS: Final = words("was were is remember about recall")
_FOLLOWERS: Final = listed("behind a time")
_NAMES: Final = words("april may june august summer")  # of people as well
_SURE: Final = (Stance.THIS, Stance.DATED, Stance.PAST)


def accepted(tokens: Tokens, phrase: EnglishPhrase, tense: Tense) -> bool:
    """Whether the sentence means the past by this expression."""
    if phrase.stance in (Stance.INNER, Stance.FUTURE) or _repeated(tokens, phrase):
        return False
    if phrase.stance in (Stance.PAST, Stance.DATED):
        return True
    if phrase.stance is Stance.THIS:
        return tense is not Tense.FUTURE and not _idle(tokens, phrase)
    if tense is Tense.FUTURE or (tense is Tense.PRESENT and word_before(tokens, phrase.first)[0] != "since"):
        return False
    return _sensible(_in_context(tokens, phrase, tense))


def _repeated(tokens: Tokens, phrase: EnglishPhrase) -> bool:
    """ "Every Monday", "by Friday", "two weeks from Sunday", "Before Sunset"."""
    word, where = word_before(tokens, phrase.first)
    sure = phrase.stance in _SURE
    if word in _EVERY:
        return not (sure and word in ("all", "some"))
    first = tokens[phrase.first]
    if first.kind is TokenKind.BOUND and first.capital and tokens[phrase.first - 1].word:
        return True
    if word == "from" and tokens[where - 1].kind is TokenKind.UNIT:
        return True
    return word in ("next", "coming", "upcoming") or (word == "by" and not sure)


def _idle(tokens: Tokens, phrase: EnglishPhrase) -> bool:
    """ "Not today", "today is a gift"."""
    return tokens[phrase.first - 1].word == "not" or tokens[phrase.last].word in ("is", "isn't")


@dataclass(frozen=True, slots=True)
class _InContext:
    """An expression and the words around it."""

    phrase: EnglishPhrase
    tense: Tense
    first: Token
    behind: Token
    before: str
    earlier: str  # the word before that
    placed: bool  # behind a preposition
    numbered: bool  # with a date in it


def _in_context(tokens: Tokens, phrase: EnglishPhrase, tense: Tense) -> _InContext:
    first, before = tokens[phrase.first], tokens[phrase.first - 1].word
    earlier = tokens[phrase.first - 2].word
    placed = first.kind is TokenKind.BOUND or first.word in ("from", "between") or before in _PLACES
    placed = placed or (before in ("the", "my", "that", "this") and earlier in _PLACES)
    dated = (TokenKind.NUMBER, TokenKind.ORDINAL, TokenKind.DATE)
    numbered = any(tokens[index].kind in dated for index in range(phrase.first, phrase.last))
    return _InContext(phrase, tense, first, tokens[phrase.last], before, earlier, placed, numbered)


def _sensible(channel_head: _InContext) -> bool:
    """A bare weekday, month, season, holiday or clock time that stands where a time stands."""
    if (
        channel_head.before in ("was", "were")
        and channel_head.earlier == "how"
        and channel_head.first.kind is TokenKind.MONTH
    ):
        return True
    if channel_head.first.word == "all":
        return channel_head.tense is Tense.PAST
    if channel_head.phrase.doubtful and not (channel_head.placed and _clear(channel_head)):
        return False
    if _needs_past(channel_head) and channel_head.tense is not Tense.PAST:
        return False
    if (
        _is_name(channel_head)
        or channel_head.before in _COMPARED
        or (channel_head.before in _CHOSEN and len(channel_head.phrase.pieces) <= 1)
    ):
        return False
    if channel_head.placed:
        return True
    if len(channel_head.phrase.pieces) > 1 or (
        channel_head.first.kind is TokenKind.WEEKDAY and channel_head.tense is Tense.PAST
    ):
        return channel_head.before not in _NAMERS or channel_head.tense is Tense.PAST
    return _alone(channel_head)


def _needs_past(channel_head: _InContext) -> bool:
    """What speaks of the past only beside such a verb: clock times, "until", "for", "the hottest day of the summer"."""
    if channel_head.first.kind is TokenKind.BOUND and channel_head.first.value in (BEFORE, UNTIL):
        return True
    if channel_head.phrase.fine <= EnglishGrain.PART and len(channel_head.phrase.pieces) == 1:
        return True
    of = "of" in (channel_head.before, channel_head.earlier) and channel_head.before in ("of", "the")
    return channel_head.before == "for" or (of and channel_head.first.kind is TokenKind.SEASON)


def _is_name(channel_head: _InContext) -> bool:
    """ "In August Wilson's play", "from April O'Neil"."""
    capital = channel_head.behind.capital and not channel_head.behind.word.startswith("i")
    return channel_head.first.word in _NAMES and channel_head.phrase.fine >= EnglishGrain.MONTH and capital


def _clear(channel_head: _InContext) -> bool:
    """Whether a doubtful word behind a preposition is a time: "in May" and "in the fall", not "in the sun"."""
    kind = channel_head.first.kind
    if kind is TokenKind.SEASON:
        return channel_head.before != "for"
    if kind is TokenKind.ORDINAL or (channel_head.behind.word == "'s" and channel_head.first.word in _NAMES):
        return False
    return channel_head.before in _STRICT or kind is TokenKind.BOUND or channel_head.first.word in ("from", "between")


def _alone(channel_head: _InContext) -> bool:
    """Without a preposition: "Christmas was fun", "March 5th we met"."""
    if channel_head.first.word in _NAMES and channel_head.phrase.fine >= EnglishGrain.MONTH:
        return False
    if channel_head.tense is not Tense.PAST:
        return channel_head.phrase.fine == EnglishGrain.DAY and channel_head.numbered
    if channel_head.before in _TOPICS and channel_head.earlier not in _OPENERS:
        return False
    return (
        channel_head.before in _OPENERS
        or channel_head.behind.word in _FOLLOWERS
        or channel_head.behind.kind is TokenKind.STOP
    )
