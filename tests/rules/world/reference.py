"""Activation written down as simply as it can be: every key is looked for again in whole texts, one by one."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine.rules.regexes.js_regex import compile_js, parse_key
from engine.rules.text.tokens import estimate
from engine.rules.world.activate import Scan
from engine.rules.world.chance import chance
from engine.values.characters.worlds import Logic, ScanSource, WorldEntry
from engine.values.models.stage import WorldRules

FIRST, RECURSION, LEVEL, WIDER = "first", "recursion", "level", "wider"


@dataclass
class Naive:
    """One book, no timers and no groups. ``active`` are the entries in the order in which they came up."""

    entries: list[WorldEntry]
    scan: Scan
    rules: WorldRules
    expand: Callable[[str], str]
    active: list[WorldEntry] = field(default_factory=list[WorldEntry])
    failed: list[WorldEntry] = field(default_factory=list[WorldEntry])
    heard: list[str] = field(default_factory=list[str])
    depth: int = 0
    level: int = 0
    used: int = 0
    overflow: bool = False

    def run(self) -> list[str]:
        """The uids in the order in which they are sent."""
        self.depth = self.rules.scan_depth
        levels = sorted({it.delay_until_recursion for it in self.entries if it.delay_until_recursion})
        self.level = levels.pop(0) if levels else 0
        state, steps = FIRST, 0
        while state and (not self.rules.recursion_steps or steps < self.rules.recursion_steps):
            steps += 1
            told = [it for it in self._admitted(self._fired(state)) if not it.prevent_recursion]
            state = self._next(state, told)
            if not state and levels:
                self.level, state = levels.pop(0), LEVEL
            if state:
                self.heard.append("\n".join(self.expand(it.content) for it in told))
        by_order = sorted(self.active, key=lambda it: -it.order)
        return [it.uid for it in reversed(by_order) if self.expand(it.content).strip()]

    def _next(self, state: str, told: list[WorldEntry]) -> str:
        if self.overflow:
            return ""
        if self.rules.recursive and (told or state == WIDER):
            return RECURSION
        few = len(self.active) < self.rules.min_activations and not self.rules.recursion_steps
        if not few or self.depth > len(self.scan.lines):
            return ""
        self.depth += 1
        return WIDER

    def _fired(self, state: str) -> list[WorldEntry]:
        ordered = sorted((it for it in self.entries if it.enabled), key=lambda it: -it.order)
        return [it for it in ordered if it not in self.active and it not in self.failed and self._fires(it, state)]

    def _fires(self, it: WorldEntry, state: str) -> bool:
        again = state in (RECURSION, LEVEL)
        if it.delay_until_recursion and (not again or it.delay_until_recursion > self.level):
            return False
        if again and self.rules.recursive and it.exclude_recursion:
            return False
        text = self._text(it, state)
        if any(self._seen(key, text, it) for key in it.exclude_keys):
            return False
        if it.constant:
            return True
        if not any(self._seen(key, text, it) for key in it.keys):
            return False
        secondary = [self._seen(key, text, it) for key in it.secondary_keys]
        if not it.selective or not secondary:
            return True
        return {
            Logic.AND_ANY: any(secondary),
            Logic.NOT_ALL: not all(secondary),
            Logic.NOT_ANY: not any(secondary),
            Logic.AND_ALL: all(secondary),
        }[it.logic]

    def _text(self, it: WorldEntry, state: str) -> str:
        depth = self.depth if it.scan_depth is None else it.scan_depth
        if depth <= 0:
            return ""
        lines = [f"{line.name}: {line.text}".strip() for line in reversed(self.scan.lines)][:depth]
        if not self.rules.include_names:
            lines = [line.text.strip() for line in reversed(self.scan.lines)][:depth]
        sources = [
            self.scan.sources[source] for source in ScanSource if source in it.sources & self.scan.sources.keys()
        ]
        parts = ["\n\x01".join(lines), *sources, *self.scan.injected, *(self.heard if state != WIDER else ())]
        return "\x01" + "\n\x01".join(parts)

    def _seen(self, key: str, text: str, it: WorldEntry) -> bool:
        key = self.expand(key).strip()
        if not key:
            return False
        if regex := parse_key(key):
            return compile_js(regex.pattern, regex.flags).search(text)
        sensitive = self.rules.case_sensitive if it.case_sensitive is None else it.case_sensitive
        key, text = (key, text) if sensitive else (key.lower(), text.lower())
        whole = self.rules.whole_words if it.whole_words is None else it.whole_words
        if whole and len(re.split(r"\s+", key)) == 1:
            return bool(re.search(rf"(?:^|\W){re.escape(key)}(?:$|\W)", text, re.ASCII))
        return key in text

    def _admitted(self, fired: Iterable[WorldEntry]) -> list[WorldEntry]:
        told: list[WorldEntry] = []
        full = False
        for it in fired:
            if full and not it.ignore_budget:
                continue
            if it.probability < 100 and chance(self.scan.seed, "w", it.uid, "probability") * 100 >= it.probability:
                self.failed.append(it)
                continue
            tokens = estimate(self.expand(it.content), self.scan.factor)
            if not it.ignore_budget and self.used + tokens >= self.scan.budget:
                self.overflow = full = True
                continue
            self.used += tokens
            self.active.append(it)
            told.append(it)
        return told


def newest(key: str, it: WorldEntry, naive: Naive) -> int | None:
    """The seq of the newest message that holds a plain key."""
    alone = Naive([it], naive.scan, naive.rules, naive.expand)
    for line in reversed(naive.scan.lines):
        text = f"\x01{line.name}: {line.text}" if naive.rules.include_names else f"\x01{line.text}"
        if alone._seen(key, text, it):
            return line.seq
    return None
