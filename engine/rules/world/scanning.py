"""The texts that keys are looked for in: the talk, texts injected into the prompt, the card's, and entries themselves.

They stand in one piece, each part on its own line behind a U+0001, the newest message first. Regexes may name that sign
to mean the beginning of a message.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Final

from engine.rules.world.keys import KeyedBook, trimmed
from engine.rules.world.needles import as_bytes
from engine.rules.world.scan import Scan
from engine.values.characters.worlds import MAX_DEPTH, ScanSource

_START: Final = "\x01"
_BETWEEN: Final = "\n\x01"
_SAME_STEP: Final = "\n"


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where a key was seen: in the message ``seq``, in the entry titled ``origin``, or else somewhere in the prompt."""

    seq: int | None = None
    origin: str = ""


IN_PROMPT: Final = Sighting()


@dataclass(frozen=True, slots=True)
class ScanScope:
    """What one entry looks into: so many messages, these sources, and the texts of entries or not.

    At depth 0 it looks into nothing at all.
    """

    depth: int
    sources: frozenset[ScanSource]
    entries: bool


class Passage:
    """Parts of a text that are searched in one go, and what each of them is."""

    def __init__(self, parts: Sequence[tuple[str, Sighting]], between: str = _BETWEEN) -> None:
        self.parts = parts
        self.between = between

    def sightings(self, book: KeyedBook) -> dict[int, int]:
        """The plain keys of ``book`` that stand in it, and the number of the first part that holds each."""
        found: dict[int, int] = {}
        for needles, form in ((book.exact, "_exact"), (book.folded, "_folded")):
            if needles:
                text, starts = getattr(self, form)
                found.update((key, bisect_right(starts, at) - 1) for key, at in needles.first(text).items())
        return found

    @cached_property
    def _exact(self) -> tuple[str, list[int]]:
        return self._form(text for text, _ in self.parts)

    @cached_property
    def _folded(self) -> tuple[str, list[int]]:
        return self._form(text.lower() for text, _ in self.parts)

    def _form(self, texts: Iterable[str]) -> tuple[str, list[int]]:
        pieces = [as_bytes(it) for it in texts]
        starts = accumulate((len(it) + len(self.between) for it in pieces), initial=0)
        return self.between.join(pieces), list(starts)


class Whole:
    """All that one look falls on, for regexes: they may match from one part into the next."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self._passages = passages
        texts = [it.between.join(text for text, _ in it.parts) for it in passages]
        self.text = _START + _BETWEEN.join(texts) if texts else ""
        self.data = _utf8(self.text)

    def at(self, byte: int) -> Sighting:
        """What the part is that holds this byte."""
        starts, where = self._parts
        return where[max(bisect_right(starts, byte) - 1, 0)] if where else IN_PROMPT

    @cached_property
    def _parts(self) -> tuple[list[int], list[Sighting]]:
        starts: list[int] = []
        where: list[Sighting] = []
        passage_starts = len(_START)
        for passage in self._passages:
            at = passage_starts
            for text, it in passage.parts:
                starts.append(at)
                where.append(it)
                at += (len(text) if text.isascii() else len(_utf8(text))) + len(passage.between)
            passage_starts = at + len(_BETWEEN) - (len(passage.between) if passage.parts else 0)
        return starts, where


class Texts:
    """Everything there is to look into. The talk is made ready no further back than anyone looks."""

    def __init__(self, scan: Scan, *, include_names: bool) -> None:
        self._scan = scan
        self._include_names = include_names
        self._newest_first = scan.lines[: -MAX_DEPTH - 1 : -1]
        self._lines: list[tuple[str, Sighting]] = []
        self._stretches: dict[tuple[int, int], Passage] = {}
        self._wholes: dict[tuple[ScanScope, int], Whole] = {}
        self.injected = Passage([(it, IN_PROMPT) for it in scan.injected])
        self.sources = {source: Passage([(text, IN_PROMPT)]) for source, text in scan.sources.items() if text}
        self.entries: list[Passage] = []

    @property
    def depth(self) -> int:
        """How many messages there are."""
        return len(self._newest_first)

    def talk(self, start: int, end: int) -> Passage:
        """The messages ``start`` to ``end``, counted from the newest."""
        if (start, end) not in self._stretches:
            self._stretches[start, end] = Passage(self._upto(end)[start:end])
        return self._stretches[start, end]

    def message(self, number: int) -> Sighting:
        """The message ``number``, counted from the newest."""
        return self._upto(number + 1)[number][1]

    def add_entries(self, told: Sequence[tuple[str, str]]) -> None:
        """Let keys be looked for in the texts of entries too: their titles and contents."""
        self.entries.append(Passage([(text, Sighting(origin=title)) for title, text in told], _SAME_STEP))

    def whole(self, look: ScanScope) -> Whole:
        """All that ``look`` falls on."""
        heard = len(self.entries) if look.entries else 0
        if (look, heard) not in self._wholes:
            beside = [self.sources[it] for it in ScanSource if it in look.sources and it in self.sources]
            injected = [self.injected] if self.injected.parts else []
            told = [*beside, *injected, *self.entries[:heard]]
            self._wholes[look, heard] = Whole([self.talk(0, look.depth), *told] if look.depth else [])
        return self._wholes[look, heard]

    def _upto(self, end: int) -> list[tuple[str, Sighting]]:
        for it in self._newest_first[len(self._lines) : end]:
            text = f"{it.name}: {it.text}" if self._include_names else it.text
            self._lines.append((trimmed(text), Sighting(it.seq)))
        return self._lines


def _utf8(text: str) -> bytes:
    return text.encode(errors="replace")
