"""The chronicle as it should be, in the plainest way: the story is told message by message, and each rule looks whether
its time has come. What a model would write is known, for the scripted one names the messages that it was shown.

It shares no idea with the engine: no planner, nothing late, nothing ended; only what a story is told by at its end.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine.rules.text.tokens import estimate
from engine.values.chats.entries import EntryKind, EntryStatus
from tests.story.model import PERSONS, Node

CHAPTER, COMPRESS, GROW = "chapter", "compress", "grow"
FRESH, CATALOGUE, LINES = 5, 6, 5
"""The fewest that a setting allows."""
EVERY_REPLIES, TURNS, ENTRIES_A_TURN = 10, 5, 8
CLASSIC, AUTO, OFF = "classic", "auto", "off"
TRIGGER, FIRST, LAST = 3_000, 3, 3
BUDGET, STAYING = 1_000, 10

_NAME = re.compile(r"#[0-9]+")
UNNUMBERED = ("Hello.", "Good evening.")


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings of a story: messages a page, and how the middle of the talk is summed up."""

    page_every: int = 2
    summary: str = CLASSIC


@dataclass(frozen=True, slots=True)
class Live:
    """A row of the chronicle that is live: what of it people or prompts can see. ``mark`` tells apart what else."""

    kind: str
    text: str
    first: int
    last: int
    place: int
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that the chronicle does at a place of the line: rows that begin there, and rows that end."""

    family: str
    place: int
    new: tuple[Live, ...]
    ended: tuple[Live, ...] = ()


@dataclass(frozen=True, slots=True)
class Heard:
    """A message: ``name`` is what the scripted model calls it."""

    seq: int
    name: str
    text: str
    replies: bool
    speaks: bool
    hidden: bool = False


def name_of(text: str) -> str:
    """What the scripted model calls a message."""
    found = _NAME.search(text)
    return found[0] if found else text.split(maxsplit=1)[0].strip(".")


def names_in(text: str) -> list[str]:
    """The messages that a text of the scripted model names."""
    return _NAME.findall(text)


def span(names: Sequence[str]) -> str:
    """How the scripted model tells a stretch in short."""
    return f"{names[0]}~{names[-1]}"


def number(name: str) -> int:
    """By what the scripted model decides what else a page tells of."""
    return int(name[1:]) if name.startswith("#") else 0


def tells_of_lamp(first: str) -> bool:
    """Whether a page that begins with this message tells of the lamp."""
    return number(first) % 2 == 0


def lamp_is_gone(first: str) -> bool:
    """Whether it is gone then."""
    return number(first) % 10 == 0


def tells_of_zed(first: str) -> bool:
    """Whether a page that begins with this message tells of Zed."""
    return number(first) % 3 == 0


def grown(old: str, names: Sequence[str]) -> str:
    """Who the character has become, by the old persona and the last talk."""
    version = int(old.rpartition(" v")[2]) + 1 if old else 1
    return f"{span(names)} v{version}"


def halves(texts: Sequence[str]) -> list[list[str]]:
    """Into which lines the scripted model makes lines of the timeline."""
    half = len(texts) // 2
    return [list(it) for it in (texts[:half], texts[half:]) if it]


def across(texts: Sequence[str]) -> str:
    """From the first to the last message that some texts name, where each is a ``span``."""
    return f"{texts[0].partition('~')[0]}~{texts[-1].rpartition('~')[2]}"


def heard(way: Sequence[Node]) -> list[Heard]:
    """What was said on a way, as it reads at its end."""
    texts = {node.said.target: node.said.text for node in way if node.said.kind is EntryKind.REVISION}
    hidden: dict[int, bool] = {}
    for node in way:
        if node.said.kind is EntryKind.HIDE:
            what, first, last = node.said.act.split()
            hidden |= dict.fromkeys(range(int(first), int(last) + 1), what == "hide")
    return [
        Heard(
            seq,
            name_of(text := texts.get(seq, said.text)),
            text,
            replies=said.who not in PERSONS and said.greeting is None,
            speaks=said.who not in PERSONS,
            hidden=hidden.get(seq, False),
        )
        for seq, said in ((seq, node.said) for seq, node in enumerate(way, 1))
        if said.kind is EntryKind.MESSAGE and said.status in (EntryStatus.COMPLETE, EntryStatus.INTERRUPTED)
    ]


def happened(way: Sequence[Node], rules: Rules) -> list[Happened]:
    """All that the chronicle does along a way on which nothing was mended or hidden, in order."""
    said = {it.seq: it for it in heard(way)}
    pages, sums, persona = _Pages(rules.page_every), _Sums(rules.summary), _Persona()
    found: list[Happened] = []
    for seq, node in enumerate(way, 1):
        act = node.said.act
        if seq in said:
            found += [*pages.hear(said[seq]), *sums.hear(said[seq]), *persona.hear(said[seq], seq)]
        elif act == COMPRESS:
            found += pages.shrink(seq, FRESH // 2)
        elif act == CHAPTER:
            found += sums.close(seq)
        elif act == GROW:
            found += persona.grow(seq)
    return found


def fold(steps: Sequence[Happened]) -> frozenset[Live]:
    """What is live when these have been done."""
    live: set[Live] = set()
    for it in steps:
        live -= set(it.ended)
        live |= set(it.new)
    return frozenset(live)


def _tokens(text: str) -> int:
    return estimate(text)


@dataclass(slots=True)
class _Pages:
    every: int
    open: list[Heard] = field(default_factory=list[Heard])
    count: int = 0
    detailed: list[tuple[int, Live, str]] = field(default_factory=list[tuple[int, Live, str]])
    brief: list[tuple[int, Live]] = field(default_factory=list[tuple[int, Live]])
    lines: list[Live] = field(default_factory=list[Live])
    lamp: Live | None = None
    zed: Live | None = None

    def hear(self, message: Heard) -> Iterator[Happened]:
        self.open.append(message)
        if len(self.open) == self.every:
            names = [it.name for it in self.open]
            first, last = self.open[0].seq, self.open[-1].seq
            self.open = []
            self.count += 1
            yield self._page(names, first, last)
            yield from self.shrink(last, FRESH)
            yield from self._merge(last)

    def _page(self, names: list[str], first: int, last: int) -> Happened:
        whole, short = " ".join(names), span(names)
        page = Live("story_page", whole, first, last, last, f"{self.count}/0")
        line = Live("timeline", short, first, last, last)
        remembered = [Live("event", short, first, last, last), Live("plot", whole, first, last, last)]
        new, ended = [page, line, *remembered], list[Live]()
        self.detailed.append((self.count, page, short))
        self.lines.append(line)
        if tells_of_lamp(names[0]):
            ended += [self.lamp] if self.lamp else []
            self.lamp = None if lamp_is_gone(names[0]) else Live("item", short, 0, last, last, "Lamp")
            new += [self.lamp] if self.lamp else []
        if tells_of_zed(names[0]):
            ended += [self.zed] if self.zed else []
            self.zed = Live("dossier", short, 0, last, last, "Zed")
            new.append(self.zed)
        return Happened("pages", last, tuple(new), tuple(ended))

    def shrink(self, seq: int, fresh: int) -> Iterator[Happened]:
        while len(self.detailed) > fresh:
            count, page, short = self.detailed.pop(0)
            brief = replace(page, text=short, place=seq, mark=f"{count}/1")
            self.brief.append((count, brief))
            yield Happened("pages", seq, (brief,), (page,))
        while len(self.detailed) + len(self.brief) > CATALOGUE:
            yield Happened("pages", seq, (), (self.brief.pop(0)[1],))

    def _merge(self, seq: int) -> Iterator[Happened]:
        if len(self.lines) > LINES:
            old, kept = self.lines[:4], self.lines[4:]
            texts = iter(halves([it.text for it in old]))
            new = [
                Live("timeline", across(next(texts)), pair[0].first, pair[-1].last, seq, "merged")
                for pair in (old[:2], old[2:])
            ]
            self.lines = [*new, *kept]
            yield Happened("pages", seq, tuple(new), tuple(old))


@dataclass(slots=True)
class _Sums:
    mode: str
    said: list[Heard] = field(default_factory=list[Heard])
    fresh: list[Heard] = field(default_factory=list[Heard])
    beginning: bool = True
    told: Live | None = None
    chapters: int = 0

    def hear(self, message: Heard) -> Iterator[Happened]:
        self.said.append(message)
        self.fresh.append(message)
        size = _tokens if self.mode == AUTO else len
        trigger = BUDGET // 2 if self.mode == AUTO else TRIGGER
        if self.mode == OFF or sum(size(it.text) for it in self.fresh) <= trigger:
            return
        skipped = FIRST if self.mode == CLASSIC and self.beginning else 0
        stays = self._staying()
        covered = self.fresh[skipped : len(self.fresh) - stays]
        if sum(size(it.text) for it in covered) <= trigger // 4:
            return
        first, since = covered[0].name, covered[0].seq
        if self.told:
            first, since = self.told.text.partition("~")[0], self.told.first
        new = Live("summary", f"{first}~{covered[-1].name}", since, covered[-1].seq, message.seq)
        yield Happened("sums", message.seq, (new,), (self.told,) if self.told else ())
        self.told, self.beginning, self.fresh = new, False, self.fresh[len(self.fresh) - stays :]

    def _staying(self) -> int:
        if self.mode == CLASSIC:
            return LAST
        kept = size = 0
        for it in reversed(self.fresh):
            size += estimate(it.text)
            if kept >= STAYING and size > BUDGET // 2 // 4:
                break
            kept += 1
        return kept

    def close(self, seq: int) -> Iterator[Happened]:
        self.chapters += 1
        names = [it.name for it in self.said]
        first, last = self.said[0].seq, self.said[-1].seq
        text, detail = span(names), " ".join(names)
        chapter = Live("chapter", text, first, last, seq, f"chapter {self.chapters}")
        remembered = (Live("event", text, first, last, seq), Live("plot", detail, first, last, seq))
        yield Happened("sums", seq, (chapter, *remembered), (self.told,) if self.told else ())
        self.said, self.fresh, self.told, self.beginning = [], [], None, True


@dataclass(slots=True)
class _Persona:
    said: list[Heard] = field(default_factory=list[Heard])
    count: int = 0
    text: str = ""
    version: int = 0

    def hear(self, message: Heard, seq: int) -> Iterator[Happened]:
        self.said.append(message)
        self.count += message.replies
        if self.count == EVERY_REPLIES:
            yield from self.grow(seq)

    def grow(self, seq: int) -> Iterator[Happened]:
        self.count = 0
        self.version += 1
        self.text = grown(self.text, [it.name for it in self._last(seq)])
        yield Happened("persona", seq, (Live("evolution", self.text, 0, seq, seq, str(self.version)),))

    def _last(self, seq: int) -> list[Heard]:
        near = [it for it in self.said if it.seq >= seq - TURNS * ENTRIES_A_TURN]
        replies = [at for at, it in enumerate(near) if it.speaks]
        return near[replies[-1 - TURNS] + 1 :] if len(replies) > TURNS else near
