"""Who speaks in a scene with several characters, by what was said and by nothing else. Pure.

Whoever is called answers: by name, nickname or a word of the name, or by a reply to its own words. When nobody is,
those who feel like it do. Chance comes from a stored seed: the same place of a story has the same speakers again.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules.attention import draw_of, places_of
from engine.values.characters.casts import CastVoice, SceneStrategy
from engine.values.characters.characters import Card

MOST_ANSWERS: Final = 12
"""So many characters answer one message at most."""

_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_LEAST_WORD: Final = 3
_ALWAYS: Final = 1.0
_UNSPACED_FULL_NAME: Final = 3
_NO_NAMES: Final = frozenset(
    {"the", "and", "von", "van", "der", "den", "del", "dos", "mrs", "miss", "mister", "lady", "lord", "sir", "old"}
    | {
        "king",
        "young",
        "little",
        "big",
        "captain",
        "doctor",
        "professor",
        "queen",
        "prince",
        "princess",
        "brother",
        "sister",
    }
    | {"father", "mother", "uncle", "aunt", "master"}
)


@dataclass(frozen=True, slots=True)
class NewestWords:
    """What asks for an answer: the newest words, and whose words they reply to.

    ``by_person``: people said it; else the character ``last`` did. ``since``: who has spoken since people last did, in
    order. ``seed`` decides chance.
    """

    texts: tuple[str, ...]
    by_person: bool = True
    replied: tuple[int, ...] = ()
    last: int | None = None
    since: tuple[int, ...] = ()
    seed: str = ""


def names_of(card: Card) -> tuple[str, ...]:
    """All that a character may be called: name, nickname, and the words of the name that are no title."""
    whole = [name for name in (card.name, card.called) if name.strip()]
    words = [word for name in whole for word in _WORD.findall(name) if _is_a_name(word)]
    given = [name[1:] for name in whole if len(name) == _UNSPACED_FULL_NAME and _is_han(name)]
    return tuple(dict.fromkeys((*whole, *words, *given)))


def answering(voices: Sequence[CastVoice], strategy: SceneStrategy, heard: NewestWords) -> tuple[int, ...]:
    """Who answers, one after the other.

    People get an answer from somebody, unless all are muted or (MANUAL) nobody was called. Characters answer one
    another one at a time, and only when called or willing; nobody answers itself.
    """
    able = [it for it in voices if not it.muted and (heard.by_person or it.character != heard.last)]
    chosen = called(able, heard) or _uncalled(able, strategy, heard)
    if heard.by_person and strategy is SceneStrategy.LIST:
        chosen = [it.character for it in able]
    elif heard.by_person and strategy in (SceneStrategy.AUTO, SceneStrategy.NATURAL):
        chosen = [*chosen, *(it.character for it in able if it.talk >= _ALWAYS and it.character not in chosen)]
    return tuple(chosen[: MOST_ANSWERS if heard.by_person else 1])


def called(voices: Sequence[CastVoice], heard: NewestWords) -> list[int]:
    """Who is replied to or named, in that order; the longest name counts where several begin at one place."""
    able = {it.character for it in voices}
    names = _names(voices)
    found = [it for it in heard.replied if it in able]
    for text in heard.texts:
        found += _named(names, text)
    return list(dict.fromkeys(found))


def _uncalled(able: Sequence[CastVoice], strategy: SceneStrategy, heard: NewestWords) -> list[int]:
    """Who speaks although nobody is called."""
    order = [it.character for it in _drawn(able, heard)]
    match strategy:
        case SceneStrategy.MANUAL:
            return []
        case SceneStrategy.LIST:
            return _next_in_list(able, heard)
        case SceneStrategy.POOLED:
            silent = [it for it in order if heard.by_person or it not in heard.since]
            return (silent or order)[:1]
        case _:
            willing = [it.character for it in _drawn(able, heard) if _is_willing(it, heard)]
            chatty = [it.character for it in _drawn(able, heard) if it.talk > 0]
            return willing or ((chatty or order)[:1] if heard.by_person else [])


def _is_willing(voice: CastVoice, heard: NewestWords) -> bool:
    return voice.talk > draw_of(heard.seed, "talks", voice.character)


def _next_in_list(able: Sequence[CastVoice], heard: NewestWords) -> list[int]:
    """The first who has not spoken since people did; nobody when the round is over."""
    return [it.character for it in able if it.character not in heard.since][:1]


def _drawn(voices: Iterable[CastVoice], heard: NewestWords) -> list[CastVoice]:
    """In an order that only the seed decides."""
    return sorted(voices, key=lambda it: draw_of(heard.seed, "order", it.character))


def _names(voices: Sequence[CastVoice]) -> Mapping[str, int]:
    """Who is meant by each name; one that would mean two of them in part means neither, whole ones the first."""
    owners: dict[str, list[int]] = {}
    for voice in voices:
        for name in voice.names:
            owners.setdefault(_plain(name), []).append(voice.character)
    whole = {_plain(name) for voice in voices for name in voice.names[:1]}
    return {name: them[0] for name, them in owners.items() if name and (len(set(them)) == 1 or name in whole)}


def _named(names: Mapping[str, int], text: str) -> Iterator[int]:
    spans = sorted((start, -len(name), who) for name, who in names.items() for start in places_of(text, name))
    upto = 0
    for start, size, who in spans:
        if start >= upto:
            upto = start - size
            yield who


def _is_a_name(word: str) -> bool:
    short = len(word) < (2 if _is_han(word) else _LEAST_WORD)
    return not short and word.casefold() not in _NO_NAMES


def _is_han(text: str) -> bool:
    return all(unicodedata.name(it, "").startswith("CJK ") for it in text)


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()
