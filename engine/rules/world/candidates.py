"""The entries that could be told: those that fire without a key, those that hold, and those a key of which was seen."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules.regexes.search_time import SearchTime
from engine.rules.world.conditions import LoreTurn, ScanStep
from engine.rules.world.keys import Keyed, KeyedBook, Matching, Reach, keyed_book
from engine.rules.world.logic import satisfied, score
from engine.rules.world.lookout import Lookout
from engine.rules.world.outcome import LeftOut, UntoldReason, Why
from engine.rules.world.scanning import IN_PROMPT, ScanScope, Sighting, Texts
from engine.values.characters.worlds import MAX_DEPTH, Binding, BoundBook, Force, WorldEntry
from engine.values.house.setting_choices import BookOrder
from engine.values.models.stage import WorldRules

_BINDINGS: Final = tuple(Binding)


@dataclass(slots=True, eq=False)
class LoreCandidate:
    """An entry in a turn. ``rank``: the smaller, the earlier it is considered. The rest is known once it fires."""

    book: BoundBook
    entry: WorldEntry
    shelf: "ActiveBook"
    keyed: Keyed
    rank: tuple[float, ...]
    sticks: bool
    rests: bool
    obstacle: UntoldReason | None
    why: Why = Why.KEY
    key: str = ""
    seen: Sighting = IN_PROMPT
    content: str | None = None
    tokens: int = 0

    @property
    def title(self) -> str:
        """What people call it."""
        return self.entry.comment or self.entry.uid


@dataclass(frozen=True, slots=True, eq=False)
class ActiveBook:
    """A book in use. ``recursive``: its entries call others as soon as they fire, and are called."""

    number: int
    bound: BoundBook
    keyed: KeyedBook
    lookout: Lookout
    recursive: bool


class LoreCandidates:
    """Finds what fires, step by step."""

    def __init__(
        self,
        books: Sequence[BoundBook],
        turn: LoreTurn,
        rules: WorldRules,
        expand: Callable[[str], str],
        time: SearchTime,
    ) -> None:
        self._turn = turn
        self._time = time
        self._rules = rules
        self._known: dict[tuple[ActiveBook, Keyed], LoreCandidate] = {}
        self._looks: dict[tuple[int, Reach], ScanScope] = {}
        self.half_seen: dict[LoreCandidate, str] = {}  # a key of each was seen, and its second keys speak against it
        self.texts = Texts(turn.scan, include_names=rules.include_names)
        self._shelves = tuple(self._shelved(books, expand))
        self.depth = rules.scan_depth
        self.levels = sorted({it for shelf in self._shelves for it in shelf.keyed.levels})
        self.recursive = any(it.recursive for it in self._shelves)

    def refused(self) -> Iterator[LeftOut]:
        """The keys that cannot be looked for, and those for which there was no time."""
        for shelf in self._shelves:
            for it in shelf.keyed.refused:
                yield LeftOut(shelf.bound.key, it.entry, UntoldReason.KEY_REFUSED, it.key, it.problem)
            for timed in shelf.keyed.timed:
                if shelf.keyed.patterns.late(timed.number, self._time):
                    yield LeftOut(shelf.bound.key, timed.entry, UntoldReason.TOO_SLOW, timed.key)

    def stirred(self, step: ScanStep) -> list[LoreCandidate]:
        """All that could fire by what the texts hold now, in the order in which they are considered."""
        self._looks.clear()
        for shelf in self._shelves:
            depths = [self._depth(shelf, it) for it in shelf.keyed.depths]
            shelf.lookout.widen(max(depths, default=0))
            shelf.lookout.hear()
            for reach in shelf.keyed.reaches:
                shelf.lookout.try_regexes(self._look(shelf, reach, step))
            for keyed in shelf.lookout.stirred():
                self._candidate(shelf, keyed)
        return sorted(self._known.values(), key=lambda it: it.rank)

    def widen(self) -> bool:
        """Look one message further back; False when all were looked at, and once more."""
        if self.depth > self.texts.depth:
            return False
        self.depth += 1
        return True

    def fires(self, candidate: LoreCandidate, step: ScanStep) -> bool:
        """Whether an entry fires in a step, whatever conditions it has; says why in it."""
        if not self._considered(candidate, step):
            return False
        if candidate.entry.force is Force.ACTIVATE:
            candidate.why = Why.FORCED
        elif candidate.entry.constant:
            candidate.why = Why.CONSTANT
        elif candidate.sticks:
            candidate.why = Why.STICKY
        else:
            return self._key_fires(candidate, self._look(candidate.shelf, candidate.keyed.reach, step))
        return True

    def excluded(self, candidate: LoreCandidate, step: ScanStep) -> bool:
        """Whether a key was seen that forbids the entry."""
        if not candidate.keyed.exclude or candidate.entry.force is Force.ACTIVATE:
            return False
        look = self._look(candidate.shelf, candidate.keyed.reach, step)
        return any(candidate.shelf.lookout.seen(key, look) for key in candidate.keyed.exclude)

    def score(self, candidate: LoreCandidate, step: ScanStep) -> int:
        """How many keys of an entry were seen, for its groups."""
        look = self._look(candidate.shelf, candidate.keyed.reach, step)
        primary, secondary = (
            sum(candidate.shelf.lookout.seen(key, look) for key in keys)
            for keys in (candidate.keyed.primary, candidate.keyed.secondary)
        )
        return (
            score(candidate.entry.logic, primary, secondary, len(candidate.keyed.secondary))
            if candidate.keyed.primary
            else 0
        )

    def _considered(self, candidate: LoreCandidate, step: ScanStep) -> bool:
        """Whether an entry takes part in a step.

        Whether others may call it is for its book to say, and then for itself; but a level opens for every entry.
        """
        if not step.is_recursion or candidate.sticks:
            return True
        return not candidate.entry.exclude_recursion if candidate.shelf.recursive else step is ScanStep.LEVEL

    def _key_fires(self, candidate: LoreCandidate, look: ScanScope) -> bool:
        lookout = candidate.shelf.lookout
        number = next((n for n, key in enumerate(candidate.keyed.primary) if lookout.seen(key, look)), None)
        if number is None:
            return False
        if candidate.entry.selective and candidate.keyed.secondary:
            secondary = (lookout.seen(key, look) for key in candidate.keyed.secondary)
            if not satisfied(candidate.entry.logic, secondary):
                self.half_seen[candidate] = candidate.entry.keys[number]
                return False
        candidate.key = candidate.entry.keys[number]
        candidate.seen = lookout.where(candidate.keyed.primary[number], look)
        candidate.why = Why.RECURSION if candidate.seen.origin else Why.KEY
        return True

    def _look(self, shelf: ActiveBook, reach: Reach, step: ScanStep) -> ScanScope:
        if (look := self._looks.get((shelf.number, reach))) is None:
            depth, sources = reach
            hears = step is not ScanStep.WIDER
            look = self._looks[shelf.number, reach] = ScanScope(self._depth(shelf, depth), sources, hears)
        return look

    def _depth(self, shelf: ActiveBook, own: int | None) -> int:
        """How far back to look. Who looks no message back looks at nothing else either."""
        asked = next((it for it in (own, shelf.bound.book.scan_depth) if it is not None), self.depth)
        return max(1, min(asked, MAX_DEPTH, self.texts.depth)) if asked > 0 else 0

    def _candidate(self, shelf: ActiveBook, keyed: Keyed) -> None:
        if (shelf, keyed) not in self._known:
            book, entry = shelf.bound, keyed.entry
            sticks, rests = self._turn.sticks(book.key, entry), self._turn.rests(book.key, entry)
            rank, obstacle = self._rank(shelf, keyed), self._turn.obstacle(book.key, entry)
            self._known[shelf, keyed] = LoreCandidate(book, entry, shelf, keyed, rank, sticks, rests, obstacle)

    def _rank(self, shelf: ActiveBook, keyed: Keyed) -> tuple[float, ...]:
        binding = _BINDINGS.index(shelf.bound.binding)
        order = -keyed.entry.order
        first = (order, binding) if self._rules.book_order is BookOrder.EVENLY else (binding, order)
        return (*first, shelf.number, keyed.place)

    def _shelved(self, books: Sequence[BoundBook], expand: Callable[[str], str]) -> Iterator[ActiveBook]:
        """The books, each once, with what fires in them whatever is said."""
        matching = Matching(self._rules.case_sensitive, self._rules.whole_words)
        unique: dict[str, BoundBook] = {}
        for book in sorted(books, key=lambda it: _BINDINGS.index(it.binding)):
            unique.setdefault(book.key, book)
        for number, bound in enumerate(unique.values()):
            keyed = keyed_book(bound.book, matching, expand)
            recursive = self._rules.recursive if bound.book.recursive is None else bound.book.recursive
            shelf = ActiveBook(number, bound, keyed, Lookout(keyed, self.texts, self._time), recursive)
            for alway in keyed.always:
                self._candidate(shelf, alway)
            for it in keyed.entries if self._turn.running.sticky else ():
                if self._turn.sticks(bound.key, it.entry):
                    self._candidate(shelf, it)
            yield shelf
