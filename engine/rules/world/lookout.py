"""Where the keys of one book have been seen so far. A text that was searched is not searched again."""

from collections.abc import Iterable

from engine.rules.regexes.search_time import SearchTime
from engine.rules.world.keys import Keyed, KeyedBook
from engine.rules.world.scanning import IN_PROMPT, Passage, ScanScope, Sighting, Texts
from engine.values.characters.worlds import ScanSource


class Lookout:
    """Looks for one book's keys."""

    def __init__(self, book: KeyedBook, texts: Texts, time: SearchTime) -> None:
        self._book = book
        self._texts = texts
        self._time = time
        self._depth = 0
        self._talk: dict[int, int] = {}
        self._sources: dict[ScanSource, frozenset[int]] = {}
        self._entries: dict[int, Sighting] = {}
        self._heard = 0
        self._matched: dict[tuple[ScanScope, int], frozenset[int]] = {}
        self._stirred: set[Keyed] = set()
        for source in book.sources & texts.sources.keys():
            self._sources[source] = frozenset(self._seen_in(texts.sources[source]))
        self._injected = frozenset(self._seen_in(texts.injected))

    def widen(self, depth: int) -> None:
        """Look into the newest ``depth`` messages."""
        if depth > self._depth:
            for key, part in self._seen_in(self._texts.talk(self._depth, depth)).items():
                self._talk.setdefault(key, self._depth + part)
            self._depth = depth

    def hear(self) -> None:
        """Look into the texts of entries that have come since the last time."""
        for passage in self._texts.entries[self._heard :]:
            for key, part in self._seen_in(passage).items():
                self._entries.setdefault(key, passage.parts[part][1])
        self._heard = len(self._texts.entries)

    def try_regexes(self, look: ScanScope) -> None:
        """Look for regexes in all that ``look`` falls on."""
        self._stir(self._matching(look))

    def stirred(self) -> set[Keyed]:
        """The entries of which a primary key was seen anywhere since this was asked the last time."""
        stirred, self._stirred = self._stirred, set()
        return stirred

    def seen(self, key: int, look: ScanScope) -> bool:
        """Whether a key was seen in what ``look`` falls on."""
        if key in self._book.patterns:
            return key in self._matching(look)
        return look.depth > 0 and (
            self._talk.get(key, look.depth) < look.depth
            or key in self._injected
            or (look.entries and key in self._entries)
            or (bool(look.sources) and self._in_sources(key, look))
        )

    def where(self, key: int, look: ScanScope) -> Sighting:
        """Where a key that was seen stands: in the newest message that holds it, or else beside the talk."""
        if key in self._book.patterns:
            whole = self._texts.whole(look)
            return whole.at(self._book.patterns.start(key, whole.text, self._time))
        if (depth := self._talk.get(key, look.depth)) < look.depth:
            return self._texts.message(depth)
        if key in self._injected or self._in_sources(key, look):
            return IN_PROMPT
        return self._entries[key]

    def _in_sources(self, key: int, look: ScanScope) -> bool:
        return any(key in self._sources.get(it, ()) for it in look.sources)

    def _seen_in(self, passage: Passage) -> dict[int, int]:
        found = passage.sightings(self._book) if passage.parts else {}
        self._stir(found)
        return found

    def _matching(self, look: ScanScope) -> frozenset[int]:
        moment = (look, self._heard)
        if moment not in self._matched:
            self._matched[moment] = self._book.patterns.matching(self._texts.whole(look).data, self._time)
        return self._matched[moment]

    def _stir(self, keys: Iterable[int]) -> None:
        owners = self._book.owners
        self._stirred.update(*(owners.get(key, ()) for key in keys))
