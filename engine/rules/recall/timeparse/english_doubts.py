"""Whether an expression is a time that somebody asks about, or a habit, a plan, a name."""

from collections.abc import Sequence
from typing import Final

from engine.rules.recall.timeparse.english_phrases import Phrase, word_before
from engine.rules.recall.timeparse.english_pieces import Grain, Stance, Tokens, at
from engine.rules.recall.timeparse.english_tense import Tense
from engine.rules.recall.timeparse.english_words import BEFORE, UNTIL, Kind, words

_EVERY: Final = words(
    "every each all most any many per some usually always often sometimes typically generally never normally no"
)
_PLACED: Final = words(
    "in on at since during over until till by from between after before around of late early mid end back throughout through last this for ago sometime within"
)
_STRONG: Final = words("in on since during over until till between after before throughout")
_NAMERS: Final = words(
    "aunt uncle mr mrs ms miss dr cousin sister brother friend named called cat dog professor auntie granny hi hey hello dear with and met meet love loves like likes said asked told girl miss saw"
)
_OPENERS: Final = words("was were is remember about recall")
_BEHIND: Final = words(
    "i we you he she they it did was were when with at in and but right or what where how who , ? . ! ) what's"
)
_PLAIN_NAMES: Final = words("april may june august summer")


def accepted(tokens: Tokens, phrase: Phrase, tense: Tense) -> bool:
    """Whether the sentence means the past by this expression."""
    if phrase.stance in (Stance.INNER, Stance.FUTURE) or _ahead(tokens, phrase):
        return False
    if phrase.stance in (Stance.PAST, Stance.DATED):
        return True
    if phrase.stance is Stance.THIS:
        return tense is not Tense.FUTURE
    if tense in (Tense.FUTURE, Tense.PRESENT) and not _quotes_back(tokens, phrase, tense):
        return False
    return _sensible(tokens, phrase, tense)


def _quotes_back(tokens: Tokens, phrase: Phrase, tense: Tense) -> bool:
    return tense is Tense.PRESENT and word_before(tokens, phrase.first)[0] == "since"


def _ahead(tokens: Tokens, phrase: Phrase) -> bool:
    word, where = word_before(tokens, phrase.first)
    if word in _EVERY:
        return True
    return word in ("next", "coming", "upcoming", "by") or (word == "from" and at(tokens, where - 1).kind is Kind.UNIT)


def _sensible(tokens: Tokens, phrase: Phrase, tense: Tense) -> bool:
    """A bare weekday, month, season, holiday or clock time that stands where a time stands."""
    first, kind = at(tokens, phrase.first), at(tokens, phrase.first).kind
    before = at(tokens, phrase.first - 1).word
    placed = (
        kind is Kind.BOUND
        or before in _PLACED
        or (before in ("the", "my", "that", "this") and at(tokens, phrase.first - 2).word in _PLACED)
    )
    if (
        before in ("was", "were")
        and at(tokens, phrase.first - 2).word == "how"
        and at(tokens, phrase.first).kind is Kind.MONTH
    ):
        return True
    if kind is Kind.BOUND and at(tokens, phrase.first).value in (BEFORE, UNTIL) and tense is not Tense.PAST:
        return False
    if phrase.doubtful and not (placed and _clear(tokens, phrase, before)):
        return False
    if phrase.fine <= Grain.PART and len(phrase.pieces) == 1 and tense is not Tense.PAST:
        return False
    if at(tokens, phrase.first - 1).word in ("or", "than", "like", "love", "hate", "loves", "hates"):
        return False
    if placed:
        return before != "for" or tense is Tense.PAST
    if first.kind is Kind.WEEKDAY or len(phrase.pieces) > 1:
        return before not in _NAMERS or tense is Tense.PAST
    return _alone(tokens, phrase, tense)


def _clear(tokens: Tokens, phrase: Phrase, before: str) -> bool:
    """Whether a doubtful word behind a preposition is a time: "in May", not "in the sun"; "the fall", not "in May's room"."""
    kind = at(tokens, phrase.first).kind
    behind = at(tokens, phrase.last)
    if kind is Kind.SEASON:
        return before != "for"
    if kind is Kind.ORDINAL:
        return False
    if behind.word == "'s" and at(tokens, phrase.first).word in _PLAIN_NAMES:
        return False
    return (
        before in _STRONG
        or kind is Kind.BOUND
        or before in ("from", "of", "by", "around", "late", "early", "mid", "back")
    )


def _alone(tokens: Tokens, phrase: Phrase, tense: Tense) -> bool:
    """Without a preposition: "Christmas was fun", "how was July", "March 5th we met"."""
    if at(tokens, phrase.first).word in _PLAIN_NAMES and phrase.fine >= Grain.MONTH:
        return False
    behind, before = at(tokens, phrase.last), at(tokens, phrase.first - 1).word
    if tense is not Tense.PAST:
        return phrase.fine == Grain.DAY and at(tokens, phrase.first).kind in (
            Kind.MONTH,
            Kind.NUMBER,
            Kind.ORDINAL,
            Kind.DATE,
        )
    return before in _OPENERS or behind.word in _BEHIND or behind.kind is Kind.STOP


def habitual(tokens: Tokens, sentence: Sequence[int]) -> bool:
    """Whether a sentence speaks of what happens again and again."""
    return any(tokens[index].word in ("every", "usually", "typically", "generally", "normally") for index in sentence)
