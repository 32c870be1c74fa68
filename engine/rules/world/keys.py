"""The keys of a book, compiled so that one pass over a text finds all of them.

Compiling a thousand entries takes milliseconds, so books in use are kept compiled, as long as they are the same values.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.errors import RegexRefused
from engine.rules.regexes.js_regex import Compiled, JsRegex
from engine.rules.world.effort import Effort
from engine.rules.world.needles import Needle, Needles
from engine.rules.world.patterns import Patterns
from engine.values.characters.worlds import Force, ScanSource, WorldBook, WorldEntry
from engine.values.chats.notices import Notice

NOWHERE: Final = -1
"""The id of a key that cannot be looked for, and so is never seen."""

_KEPT: Final = 64
_MACRO: Final = "{{"
_SPACE: Final = "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(map(chr, range(0x2000, 0x200B)))
_SPACES: Final = frozenset(_SPACE)

Ids = tuple[int, ...]
Reach = tuple[int | None, frozenset[ScanSource]]
"""Where an entry looks: its own depth or None, and its sources."""


@dataclass(frozen=True, slots=True)
class Matching:
    """How plain keys are compared where an entry does not say."""

    case_sensitive: bool
    whole_words: bool


@dataclass(frozen=True, slots=True)
class RefusedKey:
    """A key that cannot be looked for, and why."""

    entry: WorldEntry
    key: str
    problem: Notice


@dataclass(frozen=True, slots=True)
class TimedKey:
    """A key that may be stopped while it is looked for, by its id."""

    entry: WorldEntry
    key: str
    number: int


@dataclass(frozen=True, slots=True, eq=False)
class Keyed:
    """An entry with its keys by their ids, in its own order. ``place``: its rank in its book, largest order first."""

    entry: WorldEntry
    place: int
    reach: Reach
    primary: Ids
    secondary: Ids
    exclude: Ids


@dataclass(frozen=True, slots=True, eq=False)
class KeyedBook:
    """A book ready to be looked for. ``always`` are entries that fire without a key, ``owners`` those a key belongs to.

    ``depths`` and ``sources`` are what entries look back to and into, ``reaches`` those of entries with regexes.
    ``levels`` are those of recursion that entries wait for, even entries that are switched off, as in SillyTavern;
    ``macros`` are keys that have macros in them.
    """

    entries: tuple[Keyed, ...]
    always: tuple[Keyed, ...]
    owners: dict[int, tuple[Keyed, ...]]
    folded: Needles
    exact: Needles
    patterns: Patterns
    reaches: frozenset[Reach]
    sources: frozenset[ScanSource]
    depths: frozenset[int | None]
    levels: frozenset[int]
    macros: frozenset[str]
    refused: tuple[RefusedKey, ...]
    timed: tuple[TimedKey, ...]


def trimmed(text: str) -> str:
    """``text`` without the white space around it, as JavaScript trims."""
    return text.strip(_SPACE)


class _Ids:
    """Gives each way to look for a key a number. The same key of many entries is one."""

    def __init__(self, matching: Matching, expanded: Mapping[str, str]) -> None:
        self._matching = matching
        self._expanded = expanded
        self._effort = Effort()
        self._numbers: dict[tuple[str, object], int] = {}
        self._takes_time: dict[int, bool] = {}
        self.folded: list[tuple[Needle, int]] = []
        self.exact: list[tuple[Needle, int]] = []
        self.patterns: list[tuple[int, Compiled]] = []
        self.refused: list[RefusedKey] = []
        self.timed: list[TimedKey] = []

    def keyed(self, entry: WorldEntry, place: int) -> Keyed:
        primary, secondary, exclude = (
            tuple(self._of(entry, key) for key in keys)
            for keys in (entry.keys, entry.secondary_keys, entry.exclude_keys)
        )
        return Keyed(entry, place, (entry.scan_depth, entry.sources), primary, secondary, exclude)

    def _of(self, entry: WorldEntry, key: str) -> int:
        text = trimmed(self._expanded.get(key, key))
        if not text:
            return NOWHERE
        try:
            regex = self._effort.read(text)
            if regex is None and entry.regex:
                regex = self._effort.bare(text, "" if self._sensitive(entry) else "i")
            return self._plain(entry, text) if regex is None else self._regex(entry, key, regex)
        except RegexRefused as refused:
            self.refused.append(RefusedKey(entry, key, Notice(refused.message, refused.data)))
            return NOWHERE

    def _plain(self, entry: WorldEntry, text: str) -> int:
        sensitive = self._sensitive(entry)
        whole = self._matching.whole_words if entry.whole_words is None else entry.whole_words
        needle = (text if sensitive else text.lower(), whole and _SPACES.isdisjoint(text))
        return self._number((needle[0], (sensitive, needle[1])), needle, self.exact if sensitive else self.folded)

    def _number(self, name: tuple[str, object], needle: Needle, where: list[tuple[Needle, int]]) -> int:
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self._numbers)
            where.append((needle, number))
        return number

    def _regex(self, entry: WorldEntry, key: str, regex: JsRegex) -> int:
        name = (regex.pattern, regex.flags)
        if name not in self._numbers:
            compiled = self._effort.compile(regex)
            self._numbers[name] = len(self._numbers)
            self.patterns.append((self._numbers[name], compiled))
            self._takes_time[self._numbers[name]] = compiled.takes_time
        number = self._numbers[name]
        if self._takes_time[number]:
            self.timed.append(TimedKey(entry, key, number))
        return number

    def _sensitive(self, entry: WorldEntry) -> bool:
        return self._matching.case_sensitive if entry.case_sensitive is None else entry.case_sensitive


class _Kept:
    """What was made of the books that are in use, by the very values they are: to compare them would take as long."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[object, ...], tuple[WorldBook, KeyedBook]] = OrderedDict()

    def get(self, book: WorldBook, form: tuple[object, ...], make: Callable[[], KeyedBook]) -> KeyedBook:
        name = (id(book), *form)
        kept = self._made.get(name)
        if kept is None:
            kept = self._made[name] = (book, make())  # held, so that nothing else gets its id
            if len(self._made) > _KEPT:
                self._made.popitem(last=False)
        else:
            self._made.move_to_end(name)
        return kept[1]


_COMPILED: Final = _Kept()


def keyed_book(book: WorldBook, matching: Matching, expand: Callable[[str], str]) -> KeyedBook:
    """``book`` compiled, with the macros in its keys expanded. Kept for the next call with the same value."""
    plain = _COMPILED.get(book, (matching,), lambda: _compiled(book, matching, {}))
    if not plain.macros:
        return plain
    expanded = {it: expand(it) for it in plain.macros}
    return _COMPILED.get(book, (matching, *expanded.values()), lambda: _compiled(book, matching, expanded))


def _compiled(book: WorldBook, matching: Matching, expanded: Mapping[str, str]) -> KeyedBook:
    ids = _Ids(matching, expanded)
    able = [it for it in book.entries if it.enabled and it.force is not Force.DONT_ACTIVATE]
    able.sort(key=lambda it: -it.order)
    entries = tuple(ids.keyed(it, place) for place, it in enumerate(able))
    regexes = {number for number, _ in ids.patterns}
    return KeyedBook(
        entries=entries,
        always=tuple(it for it in entries if it.entry.constant or it.entry.force is Force.ACTIVATE),
        owners=_owners(entries),
        folded=Needles(ids.folded),
        exact=Needles(ids.exact),
        patterns=Patterns(ids.patterns),
        reaches=frozenset(it.reach for it in entries if not regexes.isdisjoint(it.primary)),
        sources=frozenset(source for it in entries for source in it.entry.sources),
        depths=frozenset(it.entry.scan_depth for it in entries),
        levels=frozenset(it.delay_until_recursion for it in book.entries if it.delay_until_recursion > 0),
        macros=frozenset(key for it in entries for key in _keys(it.entry) if _MACRO in key),
        refused=tuple(ids.refused),
        timed=tuple(ids.timed),
    )


def _keys(entry: WorldEntry) -> tuple[str, ...]:
    return entry.keys + entry.secondary_keys + entry.exclude_keys


def _owners(entries: Iterable[Keyed]) -> dict[int, tuple[Keyed, ...]]:
    owners: dict[int, list[Keyed]] = {}
    for entry in entries:
        for number in set(entry.primary):
            owners.setdefault(number, []).append(entry)
    return {number: tuple(them) for number, them in owners.items()}
