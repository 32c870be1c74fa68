"""Whether a text names somebody, and what macros have stored on somebody's behalf."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.values.chats.entries import Place
from engine.values.documents import Json

_SHORTEST = 2
_SHORT, _SHORT_CHINESE = 12, 6
_ENDS = re.compile(r"[.!?。！？…\n]+")
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_LETTERS = re.compile(r"[a-z0-9\u00c0-\u024f\u0370-\u04ff]", re.IGNORECASE)


def names_any(names: Iterable[str], text: str) -> bool:
    """Whether ``text`` holds one of ``names``: as a word of its own where words are set apart, in any case."""
    folded = text.casefold()
    return any(_names(name.strip().casefold(), folded) for name in names)


def _names(name: str, folded: str) -> bool:
    if len(name) < _SHORTEST or name not in folded:
        return False
    before = r"(?<!\w)" if _LETTERS.match(name[0]) else ""
    after = r"(?!\w)" if _LETTERS.match(name[-1]) else ""
    return re.search(before + re.escape(name) + after, folded) is not None


class Sentences:
    """What somebody has said, sentence by sentence, to be found again in what others say. Short ones are anybody's."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._by_start: dict[str, list[str]] = {}
        for sentence in {it.strip() for text in texts for it in _ENDS.split(text)}:
            if len(sentence) >= (_SHORT_CHINESE if _CHINESE.search(sentence) else _SHORT):
                self._by_start.setdefault(sentence[:_SHORT_CHINESE], []).append(sentence)

    def __bool__(self) -> bool:
        return bool(self._by_start)

    def stand_in(self, text: str) -> bool:
        """Whether ``text`` repeats one of them to the letter. Takes as long as the text is."""
        if not self._by_start:
            return False
        return any(
            text.startswith(sentence, at)
            for at in range(len(text) - _SHORT_CHINESE + 1)
            for sentence in self._by_start.get(text[at : at + _SHORT_CHINESE], ())
        )


Stored = Mapping[str, Mapping[str, Json]]
"""What macros and quick replies have stored: values by name, by scope."""

_Value = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class StoredAct:
    """What macros or quick replies had stored at a place. ``theirs``: a turn or a press of the person stored it."""

    place: Place
    body: Stored
    theirs: bool


def without_theirs(acts: Sequence[StoredAct]) -> dict[Place, Stored]:
    """The bodies that change when every value goes that the person's turns brought in; ``acts`` in order of seq."""
    known: set[_Value] = set()
    tainted: set[_Value] = set()
    for act in acts:
        values = set(_values(act.body))
        if act.theirs:
            tainted |= values - known
        else:
            known |= values - tainted
    return _without(acts, lambda scope, name, it: (scope, name, repr(it)) in tainted)


def without_copies(acts: Sequence[StoredAct], said: Sentences) -> dict[Place, Stored]:
    """The bodies that change when every value goes that repeats what somebody ``said``, whoever had it stored."""
    return _without(acts, lambda _, name, it: repeated_in(said, name, it))


def repeated_in(said: Sentences, name: str, value: Json) -> bool:
    """Whether a stored value repeats what somebody ``said``: in its name, or in any of its texts."""
    texts = value.values() if isinstance(value, dict) else (value,)
    return any(said.stand_in(it) for it in (name, *texts) if isinstance(it, str))


def _without(acts: Sequence[StoredAct], goes: Callable[[str, str, Json], bool]) -> dict[Place, Stored]:
    changed: dict[Place, Stored] = {}
    for act in acts:
        kept = {
            scope: {name: it for name, it in values.items() if not goes(scope, name, it)}
            for scope, values in act.body.items()
        }
        if kept != act.body:
            changed[act.place] = kept
    return changed


def _values(body: Stored) -> Iterable[_Value]:
    for scope, values in body.items():
        yield from ((scope, name, repr(it)) for name, it in values.items())
