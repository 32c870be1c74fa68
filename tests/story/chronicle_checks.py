"""What must hold of a chronicle: all of it where nothing was mended, else what can be said plainly."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from engine.db.story import chronicle
from engine.values.chats.entries import EntryKind
from engine.values.story.chronicle import ChronicleKind
from tests.story import told
from tests.story.chronicled import Chronicled, is_plain
from tests.story.model import Node
from tests.story.told import CHAPTER, COMPRESS, Happened, Live

ENDS = frozenset({CHAPTER})
"""Acts for which somebody waits, so that what follows from them is done before all else."""


async def in_order(play: Chronicled, *, done: bool = False) -> None:
    """Where people stand, the chronicle is what it should be: all of it if ``done``, else the first steps of it."""
    head, live = play.model.head, await play.here_live()
    nothing_old(head, live)
    if not is_plain(head):
        if done:
            await whole(play, live)
        return
    wanted, others = play.steps(head), list(play.model.heads.values())
    if not all(is_plain(it) for it in others):  # where messages read otherwise, what lies before was told later
        if done:
            await whole(play, live)
    elif done:
        assert live == told.fold(wanted), "everything is told, at its place, and nothing else"
    elif any(node.said.act in ENDS for it in others for node in (it.way if it else [])):
        assert live <= {row for it in wanted for row in it.new}
    else:
        _begun(wanted, live)


def _begun(steps: Sequence[Happened], live: frozenset[Live]) -> None:
    """The first of ``steps`` have been done, and no other."""
    assert any(told.fold(steps[:count]) == live for count in range(len(steps) + 1)), "steps are done in order"


def nothing_old(head: Node | None, live: Iterable[Live]) -> None:
    """Nothing that is live names a message that is hidden, or as it was before it was mended."""
    names = {it.name for it in told.heard(head.way if head else []) if not it.hidden}
    for row in live:
        assert names.issuperset(told.names_in(row.text)), row


async def whole(play: Chronicled, live: frozenset[Live]) -> None:
    """Each message of a page is told of once, by what holds now."""
    head = play.model.head
    said = {it.seq: it for it in told.heard(head.way if head else [])}
    ctx = play.boot.ctx
    line = await ctx.lines.current(ctx.db, play.key, play.model.here)
    rows = await chronicle.history(ctx.db, play.key, line, [ChronicleKind.PAGE])
    stretches = sorted({(it.row.from_seq, it.row.to_seq) for it in rows})
    _apart(stretches)
    pages = {(it.first, it.last): it for it in live if it.kind == ChronicleKind.PAGE}
    assert len(pages) == sum(it.kind == ChronicleKind.PAGE for it in live), "no page is there twice"
    for first, last in stretches:
        names = [said[seq].name for seq in range(first, last + 1) if seq in said and not said[seq].hidden]
        page = pages.get((first, last))
        if page and page.text:
            assert page.text in (" ".join(names), told.span(names)), page
    _apart(sorted((it.first, it.last) for it in live if it.kind in (ChronicleKind.SUMMARY, ChronicleKind.CHAPTER)))
    named = [(it.kind, it.mark) for it in live if it.kind in (ChronicleKind.ITEM, ChronicleKind.DOSSIER)]
    assert len(named) == len(set(named))
    _levels(play, head, live, len(stretches))


def _apart(stretches: Sequence[tuple[int, int]]) -> None:
    for before, after in pairwise(stretches):
        assert before[1] < after[0], (before, after)


def _levels(play: Chronicled, head: Node | None, live: frozenset[Live], count: int) -> None:
    """Where nothing is hidden, the newest pages are detailed, and those before them brief."""
    way = head.way if head else []
    everywhere = [it.said for one in play.model.heads.values() for it in (one.way if one else [])]
    if any(it.act == COMPRESS or it.kind is EntryKind.HIDE for it in everywhere):
        return
    assert count == len(told.heard(way)) // play.rules.page_every
    marks = {
        f"{it}/{0 if it > count - told.FRESH else 1}" for it in range(max(1, count - told.CATALOGUE + 1), count + 1)
    }
    assert marks == {it.mark for it in live if it.kind == ChronicleKind.PAGE and it.text}


async def each_branch(play: Chronicled) -> None:
    """Nothing was done to branches that were left; played again and kept, each is told as it should be."""
    for branch, line in (await play.lines()).items():
        head = play.model.heads[branch]
        live = await play.live(line)
        nothing_old(head, live)
        if all(is_plain(it) for it in play.model.heads.values()):
            assert live <= {row for it in play.steps(head) for row in it.new}, f"branch {branch}"
