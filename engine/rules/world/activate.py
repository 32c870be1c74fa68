"""Which entries of the world books in use a turn is told.

The texts are looked through once; entries that fire may call others by their keys (recursion), and if too few came up
the talk is looked through further back. Entries are considered in one order, which is also the order in which they may
take the budget: chat books first, then the persona's, then the character's, and inside them the largest order first.
What the talk means brings others at the end.
"""

from collections.abc import Callable, Sequence
from math import inf
from typing import Final

from engine.rules.regexes.search_time import SearchTime
from engine.rules.text.tokens import estimate
from engine.rules.world.budget import overfull, world_budget
from engine.rules.world.candidates import LoreCandidate, LoreCandidates
from engine.rules.world.chance import chance
from engine.rules.world.conditions import LoreTurn, ScanStep, lowered, waits
from engine.rules.world.groups import Contest
from engine.rules.world.meaning import with_meant
from engine.rules.world.outcome import Activation, Active, LeftOut, UntoldReason, Why
from engine.rules.world.scan import Scan, ScanLine
from engine.rules.world.timers import running, started
from engine.values.characters.lore_timers import LoreTimers
from engine.values.characters.worlds import BoundBook
from engine.values.models.stage import WorldRules

__all__ = ["Activation", "Active", "LeftOut", "Scan", "ScanLine", "UntoldReason", "Why", "activate", "world_budget"]

_MAX_CALLS: Final = 100
"""How often entries may call entries where the house sets no limit: a chain that long is nobody's story."""

_MAX_LEVELS: Final = 30
"""Levels of recursion that open one after the other; entries of higher ones wait."""


def activate(
    books: Sequence[BoundBook],
    scan: Scan,
    rules: WorldRules,
    timers: LoreTimers,
    expand: Callable[[str], str],
    time: SearchTime | None = None,
) -> Activation:
    """The entries that are told in this turn, what was left out, and the timers after it.

    ``expand`` fills in macros: in keys that have some, and in the contents of entries that are told. The same arguments
    always give the same answer, unless ``time`` is out, which keys may take that only backtracking finds.
    """
    turn = LoreTurn(scan, running(timers, books, scan.messages), lowered(scan.names), lowered(scan.tags))
    return with_meant(_Run(books, turn, rules, expand, time or SearchTime()).done(), books, turn, rules, expand)


class _Run:
    """One turn's search. What lost a roll is not rolled for again; what lost otherwise may fire again later."""

    def __init__(
        self,
        books: Sequence[BoundBook],
        turn: LoreTurn,
        rules: WorldRules,
        expand: Callable[[str], str],
        time: SearchTime,
    ) -> None:
        self._turn = turn
        self._rules = rules
        self._expand = expand
        self._candidates = LoreCandidates(books, turn, rules, expand, time)
        self._levels = self._candidates.levels[:_MAX_LEVELS]
        self._level = self._levels.pop(0) if self._levels else 0
        self._active: list[LoreCandidate] = []
        self._left: dict[LoreCandidate, UntoldReason] = {}
        self._settled: set[LoreCandidate] = set()
        self._used = 0
        self._calls = 0
        self._overflow = False

    def done(self) -> Activation:
        step: ScanStep | None = ScanStep.FIRST
        steps = 0
        limit = self._rules.recursion_steps or inf
        while step and steps < limit and self._calls <= _MAX_CALLS:
            step = self._next(step, self._admitted(self._fired(step), step))
            steps += 1
        return self._told()

    def _fired(self, step: ScanStep) -> list[LoreCandidate]:
        """What fires in a step and may be told, in the order in which it is considered: what holds comes first."""
        fired: list[LoreCandidate] = []
        for candidate in self._candidates.stirred(step):
            if candidate in self._settled or not self._candidates.fires(candidate, step):
                continue
            if candidate.obstacle is not None:
                self._drop(candidate, candidate.obstacle)
            elif not candidate.sticks and waits(candidate.entry, step, self._level):
                self._left[candidate] = UntoldReason.WAITS
            elif self._candidates.excluded(candidate, step):
                self._left[candidate] = UntoldReason.EXCLUDED
            else:
                fired.append(candidate)
        return sorted(fired, key=lambda it: not it.sticks)

    def _admitted(self, fired: Sequence[LoreCandidate], step: ScanStep) -> list[LoreCandidate]:
        """Those of ``fired`` that are told: they win in their groups, chance lets them pass, the budget holds them."""
        taken = {it.entry.groups[0] for it in self._active if len(it.entry.groups) == 1}
        seed = self._turn.scan.seed
        contest: Contest[LoreCandidate] = Contest(
            taken, lambda it: self._candidates.score(it, step), self._rules.group_scoring, seed
        )
        lost = contest.losers(fired)
        self._left.update((it, UntoldReason.GROUP) for it in fired if it in lost)
        lucky = [it for it in fired if it not in lost and self._passes(it)]
        crowded = self._crowded(lucky)
        self._left.update((it, UntoldReason.BOOK_BUDGET) for it in lucky if it in crowded)
        return self._fitting([it for it in lucky if it not in crowded])

    def _passes(self, candidate: LoreCandidate) -> bool:
        if candidate.sticks or candidate.entry.probability >= 100:
            return True
        if (
            chance(self._turn.scan.seed, candidate.book.key, candidate.entry.uid, "probability") * 100
            < candidate.entry.probability
        ):
            return True
        self._drop(candidate, UntoldReason.PROBABILITY)
        return False

    def _crowded(self, lucky: Sequence[LoreCandidate]) -> set[LoreCandidate]:
        """Those that do not fit into the budgets that their books have of their own."""
        crowded: set[LoreCandidate] = set()
        for key, budget in {it.book.key: it.book.book.token_budget for it in lucky}.items():
            if budget is None:
                continue
            room = budget - sum(it.tokens for it in self._active if it.book.key == key)
            own = [self._sized(it) for it in lucky if it.book.key == key and not it.entry.ignore_budget]
            crowded.update(overfull(own, room))
        return crowded

    def _fitting(self, entries: Sequence[LoreCandidate]) -> list[LoreCandidate]:
        """Those that the budget holds. Once it does not hold one, it holds none of the rest that counts."""
        full = False
        told: list[LoreCandidate] = []
        for entry in entries:
            fits = self._used + self._sized(entry).tokens < self._turn.scan.budget
            full = full or not (fits or entry.entry.ignore_budget)
            if full and not entry.entry.ignore_budget:
                self._left[entry] = UntoldReason.BUDGET
            else:
                told.append(entry)
                self._tell(entry)
        self._overflow = self._overflow or full
        return told

    def _tell(self, candidate: LoreCandidate) -> None:
        self._used += candidate.tokens
        self._left.pop(candidate, None)
        self._settled.add(candidate)
        self._active.append(candidate)

    def _sized(self, candidate: LoreCandidate) -> LoreCandidate:
        """An entry with its macros expanded, once."""
        if candidate.content is None:
            candidate.content = self._expand(candidate.entry.content)
            candidate.tokens = estimate(candidate.content, self._turn.scan.factor)
        return candidate

    def _drop(self, candidate: LoreCandidate, reason: UntoldReason) -> None:
        self._left[candidate] = reason
        self._settled.add(candidate)

    def _next(self, step: ScanStep, fresh: Sequence[LoreCandidate]) -> ScanStep | None:
        """Why to look through the texts again, if there is a reason; they hold by then what has come up."""
        told = [it for it in fresh if not it.entry.prevent_recursion and it.book.book.recursive is not False]
        following = self._following(step, told)
        if following:
            self._candidates.texts.add_entries([(it.title, it.content or "") for it in told])
        return following

    def _following(self, step: ScanStep, told: Sequence[LoreCandidate]) -> ScanStep | None:
        if not self._overflow:
            if any(it.shelf.recursive for it in told):
                self._calls += 1
                return ScanStep.RECURSION
            if step is ScanStep.WIDER and self._candidates.recursive:
                return (
                    ScanStep.RECURSION
                )  # widening hears no entries, so what it looked at is looked at with them again
            if self._wants_more() and self._candidates.widen():
                return ScanStep.WIDER
        if self._levels:
            self._level = self._levels.pop(0)
            return ScanStep.LEVEL
        return None

    def _wants_more(self) -> bool:
        return not self._rules.recursion_steps and len(self._active) < self._rules.min_activations

    def _told(self) -> Activation:
        """The outcome. Of two entries with the same order, what was considered first stands last."""
        scan = self._turn.scan
        for it in self._active:
            if not (it.content or "").strip():
                self._left[it] = UntoldReason.NO_TEXT
        active = [it for it in sorted(self._active, key=lambda it: -it.entry.order) if it not in self._left]
        left = [LeftOut(it.book.key, it.entry, reason, it.key) for it, reason in self._left.items()]
        settled = {*self._active, *self._left}
        left += [
            LeftOut(it.book.key, it.entry, UntoldReason.SECOND_KEYS, key)
            for it, key in self._candidates.half_seen.items()
            if it not in settled
        ]
        told = ((it.book.key, it.entry) for it in self._active)
        return Activation(
            tuple(_active(it) for it in reversed(active)),
            (*left, *self._candidates.refused()),
            started(self._turn.running.timers, told, scan.messages),
            self._overflow,
        )


def _active(candidate: LoreCandidate) -> Active:
    return Active(
        candidate.book.key,
        candidate.entry,
        candidate.content or "",
        candidate.tokens,
        candidate.why,
        candidate.key,
        candidate.seen.seq,
        candidate.seen.origin,
    )
