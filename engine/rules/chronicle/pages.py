"""Which messages the next page of a story is made of, and what a model may say of them.

Pages are cut where enough was said, hidden messages apart, so that a story that is read late is cut in the same places.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, Field

from engine.rules.chronicle.imported import is_imported
from engine.rules.chronicle.named import named
from engine.rules.chronicle.timeline import LONGEST_DAY, LONGEST_LINE
from engine.rules.chronicle.wording import fitted, one_line
from engine.rules.recall.remembering.batches import BatchMessage
from engine.rules.recall.remembering.merging import states
from engine.values.chats.entries import Derived, row_says
from engine.values.story.chronicle import ChronicleKind, Recorded
from engine.values.story.chronicle_bodies import PageBody

LONGEST_PAGE: Final = 300
LONGEST_BRIEF: Final = 50
LONGEST_TITLE: Final = 40
LONGEST_NAME: Final = 40
LONGEST_STATE: Final = 120
LONGEST_KNOWN: Final = 300
MOST_LINES: Final = 2
MOST_THINGS: Final = 8
MOST_ALIASES: Final = 5


class ToldItem(BaseModel):
    """How it stands with a thing now; ``gone``: it is of no account any more."""

    name: str
    state: str = ""
    gone: bool = False


class ToldFigure(BaseModel):
    """What is known of a figure now, all in all."""

    name: str
    aliases: list[str] = Field(default_factory=list[str])
    known: str = ""


class ToldPage(BaseModel):
    """The whole answer."""

    page: str = ""
    title: str = ""
    brief: str = ""
    when: str = ""
    timeline: list[str] = Field(default_factory=list[str], json_schema_extra={"maxItems": MOST_LINES})
    items: list[ToldItem] = Field(default_factory=list[ToldItem], json_schema_extra={"maxItems": MOST_THINGS})
    figures: list[ToldFigure] = Field(default_factory=list[ToldFigure], json_schema_extra={"maxItems": MOST_THINGS})


@dataclass(frozen=True, slots=True)
class Hide:
    """An act at ``seq`` that keeps messages ``first`` to ``last`` from the model, or shows them to it again."""

    seq: int
    first: int
    last: int
    hidden: bool


@dataclass(frozen=True, slots=True)
class Hidings:
    """Every such act of a line, in order."""

    acts: tuple[Hide, ...] = ()

    def of(self, seq: int, upto: int) -> Hide | None:
        """The act that keeps message ``seq`` hidden, as of ``upto``; None when the model may read it."""
        about = [it for it in self.acts if it.first <= seq <= it.last and it.seq <= upto]
        return about[-1] if about and about[-1].hidden else None


@dataclass(frozen=True, slots=True)
class Gap:
    """Messages ``first`` to ``last`` that no page tells of; ``number`` is that of the next one.

    ``closed``: there is a page behind them, so one page tells of them all, unless they are ``unread``: they were passed
    over. ``room``: so many numbers are free for what is unread, here or, before a page that is not closed, in front.
    """

    first: int
    last: int
    number: int
    closed: bool = True
    unread: bool = False
    room: int = 0


@dataclass(frozen=True, slots=True)
class PageMessages:
    """The messages of a page, whoever may read them. ``at`` is the seq from where on its page holds.

    ``room``: so many numbers before its own are left free.
    """

    said: tuple[BatchMessage, ...]
    number: int
    at: int
    room: int = 0


def gaps(rows: Iterable[Recorded], head: int, backlog: int, *, skip: int = 0, every: int = 1) -> list[Gap]:
    """Where pages are lacking: where one was erased, and behind the last one, as far as ``backlog`` entries back.

    What lies up to seq ``skip`` is passed over too. Numbers are left free for pages of ``every`` messages of all that
    is passed over: there the gap is ``unread``.
    """
    pages = [it.row for it in rows if _is_page(it)]
    found: list[Gap] = []
    upto, number = 0, 0
    for begin, end, own, room in _stretches(it for it in pages if not is_imported(it)):
        if begin > upto + 1 and own > number + 1:
            found.append(Gap(upto + 1, begin - 1, number + 1, unread=room > 0, room=own - number - 1 if room else 0))
        upto, number = max(upto, end), max(number, own)
    number = max([number, *(row_says(it, PageBody).number for it in pages if is_imported(it))])
    if upto >= head:
        return found
    after = max(upto, head - backlog, skip)
    room = (after - upto) // every + 1 if after > upto else 0
    return [*found, Gap(after + 1, head, number + room + 1, closed=False, room=room)] if after < head else found


def _stretches(pages: Iterable[Derived]) -> list[tuple[int, int, int, int]]:
    """First and last seq of each page, its number, and how many numbers are left free before it."""
    found: dict[tuple[int, int, int], int] = {}
    for page in pages:
        body = row_says(page, PageBody)
        key = (page.from_seq, page.to_seq, body.number)
        found[key] = max(found.get(key, 0), body.origin.room)
    return [(*key, room) for key, room in sorted(found.items())]


def chunk(said: Sequence[BatchMessage], hidings: Hidings, gap: Gap, every: int, head: int) -> PageMessages | None:
    """What the page of a gap is made of, of all that was ``said`` in it; None while too little was.

    Messages that had been hidden before enough was said do not count.
    """
    taken = list(said) if gap.closed else _enough(said, hidings, every)
    if not taken:
        return None
    later = [max(it.place.seq, hide.seq if (hide := hidings.of(it.seq, head)) else 0) for it in taken]
    return PageMessages(tuple(taken), gap.number, max(later), 0 if gap.closed else gap.room)


def kept_page(told: ToldPage) -> ToldPage:
    """What of an answer is kept: everything on one line and in its length, each name once."""
    page = fitted(one_line(told.page), LONGEST_PAGE)
    return ToldPage(
        page=page,
        title=fitted(one_line(told.title), LONGEST_TITLE),
        brief=fitted(one_line(told.brief) or page, LONGEST_BRIEF),
        when=fitted(one_line(told.when), LONGEST_DAY),
        timeline=[it for text in told.timeline[:MOST_LINES] if (it := fitted(one_line(text), LONGEST_LINE))],
        items=list(_items(told)),
        figures=list(_figures(told)),
    )


def without_wrong(told: ToldPage, corrections: Iterable[tuple[str, str]]) -> ToldPage:
    """An answer without what states again what people have put right: (was, now) of each."""
    pairs = list(corrections)

    def good(text: str) -> bool:
        return not any(states(text, was, now) for was, now in pairs)

    return ToldPage(
        page=told.page if good(told.page) else "",
        title=told.title if good(told.title) else "",
        brief=told.brief if good(told.brief) else "",
        when=told.when,
        timeline=[it for it in told.timeline if good(it)],
        items=[it for it in told.items if good(f"{it.name} {it.state}")],
        figures=[it for it in told.figures if good(f"{it.name} {it.known}")],
    )


def _items(told: ToldPage) -> Iterator[ToldItem]:
    seen: set[str] = set()
    for item in told.items[:MOST_THINGS]:
        name = one_line(item.name)[:LONGEST_NAME]
        state = fitted(one_line(item.state), LONGEST_STATE)
        if name and named(name) not in seen and (state or item.gone):
            seen.add(named(name))
            yield ToldItem(name=name, state=state, gone=item.gone)


def _figures(told: ToldPage) -> Iterator[ToldFigure]:
    seen: set[str] = set()
    for figure in told.figures[:MOST_THINGS]:
        name = one_line(figure.name)[:LONGEST_NAME]
        known = fitted(one_line(figure.known), LONGEST_KNOWN)
        if name and known and named(name) not in seen:
            seen.add(named(name))
            others = dict.fromkeys(one_line(other)[:LONGEST_NAME] for other in figure.aliases[:MOST_ALIASES])
            yield ToldFigure(name=name, aliases=[one for one in others if one and one != name], known=known)


def _enough(said: Sequence[BatchMessage], hidings: Hidings, every: int) -> list[BatchMessage]:
    """The first ``every`` messages that count, with what stands between them."""
    if not hidings.acts:
        return list(said[:every]) if len(said) >= every else []
    for at, last in enumerate(said):
        count = sum(hidings.of(it.seq, last.seq) is None for it in said[: at + 1])
        if count >= every:
            return list(said[: at + 1])
    return []


def _is_page(recorded: Recorded) -> bool:
    return recorded.row.kind == ChronicleKind.PAGE
