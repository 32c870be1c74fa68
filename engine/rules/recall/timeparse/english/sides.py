"""Ranges and sides: "from Monday to Wednesday", "since March", "before Christmas", "two days after Thanksgiving"."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final

from engine.rules.recall.timeparse.calendar import DAY, days, hours, years
from engine.rules.recall.timeparse.english.counts import Amount, number, offset
from engine.rules.recall.timeparse.english.hours import HOURS_OF
from engine.rules.recall.timeparse.english.phrases import EnglishPhrase, Resolve, compose, word_before
from engine.rules.recall.timeparse.english.pieces import EnglishGrain, Stance, Tokens
from engine.rules.recall.timeparse.english.tokens import Token
from engine.rules.recall.timeparse.english.words import AFTER, BEFORE, SINCE, TokenKind
from engine.values.memory.recall import TimeRange

_TO: Final = frozenset({"to", "until", "till", "through", "thru", "-", "–", "—"})
_SURE: Final = frozenset({Stance.THIS, Stance.DATED, Stance.PAST})


def ranges(tokens: Tokens, phrases: list[EnglishPhrase]) -> list[EnglishPhrase]:
    """Joins "from A to B" and "between A and B" to one expression each."""
    found: list[EnglishPhrase] = []
    for phrase in phrases:
        if found and _is_range(tokens, found[-1], phrase):
            found[-1] = _range(found[-1], phrase, word_before(tokens, found[-1].first))
        else:
            found.append(phrase)
    return found


def _is_range(tokens: Tokens, one: EnglishPhrase, two: EnglishPhrase) -> bool:
    words = [tokens[index].word for index in range(one.last, min(two.first, one.last + 3))]
    if (
        not one.pieces
        or not two.pieces
        or not words
        or two.first - one.last > 2
        or Stance.FUTURE in (one.stance, two.stance)
    ):
        return False
    if words[-1] in ("the", "on") and len(words) > 1:
        words.pop()
    if len(words) != 1:
        return False
    opening = word_before(tokens, one.first)[0]
    if words[0] == "and":
        return opening == "between"
    return words[0] in _TO and (opening in ("from", "between") or one.fine == two.fine or words[0] != "to")


def _range(one: EnglishPhrase, two: EnglishPhrase, opening: tuple[str, int]) -> EnglishPhrase:
    shared = [piece for piece in two.pieces if piece.grain > max(one.coarse, two.fine)]

    def resolve(within: TimeRange | None, now: datetime) -> TimeRange | None:
        if shared:
            within = compose(shared, within, now)
        begin, end = _ends(one, two, within, now)
        if begin and end and begin.start and end.start and begin.start >= end.start:
            begin = one.resolve(within, end.start)
        if begin is None or end is None or begin.start is None or end.end is None or begin.start >= end.end:
            return None
        return TimeRange(begin.start, end.end)

    first = opening[1] if opening[0] in ("from", "between") else one.first
    stance = max(one.stance, two.stance)
    doubtful = one.doubtful and two.doubtful and first == one.first
    return EnglishPhrase(
        first, two.last, max(one.fine, two.fine), max(one.coarse, two.coarse), stance, resolve, doubtful=doubtful
    )


def _ends(
    one: EnglishPhrase, two: EnglishPhrase, within: TimeRange | None, now: datetime
) -> tuple[TimeRange | None, TimeRange | None]:
    if one.stance in (Stance.DATED, Stance.PAST) and two.stance not in _SURE:
        begin = one.resolve(within, now)
        if begin is None or begin.start is None:
            return None, None
        whole = (
            years(begin.start.year, 1, now)
            if one.fine >= EnglishGrain.DAY
            else days(begin.start.date(), begin.start.date(), now)
        )
        end = two.resolve(whole if two.coarse >= EnglishGrain.MONTH or one.fine < EnglishGrain.DAY else None, now)
        return begin, end
    end = two.resolve(within, now)
    if end is None or end.start is None:
        return None, None
    before = end.start if within is None and one.stance not in _SURE else now
    return one.resolve(within, before), end


def sides(tokens: Tokens, phrases: list[EnglishPhrase]) -> list[EnglishPhrase]:
    """Applies "since", "before", "after", "until" and distances to the expressions behind them."""
    found: list[EnglishPhrase] = []
    for phrase in phrases:
        word, where = word_before(tokens, phrase.first)
        bound = tokens[where]
        made = _sided(tokens, phrase, where) if bound.kind is TokenKind.BOUND else _from_on(tokens, phrase, word, where)
        if phrase.stance is Stance.FUTURE:
            made = phrase
        while found and made.first < found[-1].last:
            found.pop()
        found.append(made)
    return found


def _from_on(tokens: Tokens, phrase: EnglishPhrase, word: str, where: int) -> EnglishPhrase:
    if word in ("from", "starting") and tokens[phrase.last].word in ("on", "onwards", "onward", "forward"):
        return replace(phrase, first=where, last=phrase.last + 1, resolve=_side(phrase, SINCE))
    return phrase


def _sided(tokens: Tokens, phrase: EnglishPhrase, where: int) -> EnglishPhrase:
    bound = tokens[where]
    before = tokens[where - 1]
    if bound.value in (BEFORE, AFTER) and (moved := _moved(tokens, phrase, where, before)):
        return moved
    if phrase.stance is Stance.INNER and not (phrase.fine <= EnglishGrain.CLOCK and bound.value == SINCE):
        return phrase
    sure = bound.value == SINCE and phrase.fine > EnglishGrain.CLOCK
    return replace(phrase, first=where, resolve=_side(phrase, bound.value), doubtful=phrase.doubtful and not sure)


def _side(phrase: EnglishPhrase, side: int) -> Resolve:
    def resolve(within: TimeRange | None, now: datetime) -> TimeRange | None:
        whole = phrase.resolve(within, now)
        if whole is None or whole.start is None or whole.end is None:
            return None
        middle = whole.start + (whole.end - whole.start) / 2 if phrase.fine <= EnglishGrain.CLOCK else None
        day = _day_around(phrase, now)
        if side in (SINCE, AFTER):
            begin = middle or (whole.start if side == SINCE else whole.end)
            end = day.end if day is not None and day.end is not None and side == AFTER else now
            return TimeRange(begin, end) if begin < min(now, end) else None
        end = middle or (whole.start if side == BEFORE else whole.end)
        return TimeRange(None if day is None or day.start is None or day.start >= end else day.start, end)

    return resolve


def _day_around(phrase: EnglishPhrase, now: datetime) -> TimeRange | None:
    """The day or night that a clock time or meal is said to lie in."""
    outer = [piece for piece in phrase.pieces if piece.grain > phrase.fine]
    if phrase.fine > EnglishGrain.PART or not outer:
        return None
    found = compose(outer, None, now)
    return found if found is not None and found.start and found.end and found.end - found.start <= 2 * DAY else None


def _moved(tokens: Tokens, phrase: EnglishPhrase, where: int, before: Token) -> EnglishPhrase | None:
    sign = -1 if tokens[where].value == BEFORE else 1
    first = where - 1
    if before.kind is TokenKind.UNIT:
        count, loose = 1.0, False
        for back in (4, 3, 2, 1):
            counted = number(tokens, where - 1 - back)
            if counted and counted[2] == where - 1:
                count, loose, first = counted[0], counted[1], where - 1 - back
                break
        else:
            first = where - 2 if tokens[where - 2].word == "the" else where - 1
        moved = Amount(count, before.value, loose, where)
        return _by(phrase, first, lambda whole, now: offset(whole, moved, sign, now), EnglishGrain.DAY)
    if before.kind is TokenKind.PART:
        return _by(phrase, first, lambda whole, now: _part_next_to(whole, before.value, sign, now), EnglishGrain.PART)
    if before.kind is TokenKind.WEEKDAY:
        return _by(phrase, first, lambda whole, now: _weekday_next_to(whole, before.value, sign, now), EnglishGrain.DAY)
    return None


def _by(phrase: EnglishPhrase, first: int, move: Resolve, fine: int) -> EnglishPhrase:
    def resolve(within: TimeRange | None, now: datetime) -> TimeRange | None:
        whole = phrase.resolve(within, now)
        return None if whole is None else move(whole, now)

    return replace(phrase, first=first, fine=fine, resolve=resolve, doubtful=False)


def _edge(whole: TimeRange | None, sign: int) -> date | None:
    if whole is None or whole.start is None or whole.end is None:
        return None
    return whole.start.date() if sign < 0 else (whole.end - timedelta(minutes=1)).date()


def _part_next_to(whole: TimeRange | None, part: int, sign: int, now: datetime) -> TimeRange | None:
    edge = _edge(whole, sign)
    return None if edge is None else hours(edge + DAY * sign, *HOURS_OF[part], now)


def _weekday_next_to(whole: TimeRange | None, weekday: int, sign: int, now: datetime) -> TimeRange | None:
    edge = _edge(whole, sign)
    if edge is None:
        return None
    distance = (edge.weekday() - weekday) % 7 if sign < 0 else (weekday - edge.weekday()) % 7
    there = edge + DAY * sign * (distance or 7)
    return days(there, there, now)
