"""Branches in Postgres as people see them: lists, names, trees, stands on them, and what parts one from another."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.db.chats.log import arrays
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.paging import part_of, turn_columns
from engine.db.postgres.patterns import folds_simply, holding
from engine.db.postgres.pool import Statements
from engine.rules.lines import cut
from engine.rules.tree import Tree, tree_of
from engine.values.chats.entries import Line
from engine.values.chats.sessions import BranchInfo, BranchNode, ChannelHead, ForkReason
from engine.values.chats.undoing import SECONDS
from engine.values.ids import ChannelHeadKey, ChannelKey, SessionKey
from engine.values.paging import Paged, Wanted, mark_of


@dataclass(frozen=True, slots=True)
class Parted:
    """A derived row that is live on one of two lines only; ``name`` where it is of something with a name."""

    kind: str
    text: str
    name: str


async def page(
    on: Statements, key: SessionKey, current: int, wanted: Wanted, *, archived: bool = False
) -> Paged[BranchInfo]:
    """A page of the branches of a session, newest first, the ``current`` one before all; or of those put away."""
    which = (key.space, key.session, archived, holding(wanted.words), current)
    marked = next(iter(wanted.numbers), None)
    rows = await on.fetch("branch_list", *which, *turn_columns(wanted, 1), marked)
    return part_of(rows, wanted, lambda row: _info(row, current), lambda row: mark_of(row["id"]))


async def listed(on: Statements, key: SessionKey, current: int) -> list[BranchInfo]:
    """The thousand newest branches of a session, the oldest of them first."""
    found = await page(on, key, current, Wanted(size=1_000))
    return sorted(found.items, key=lambda it: it.id)


async def called(
    on: Statements, key: SessionKey, current: int, number: int | None, name: str, limit: int
) -> list[BranchInfo]:
    """Which branches may be meant: the one of that number, those of that name, those that have it in their name."""
    which = (key.space, key.session, folds_simply(name), holding(name))
    rows = await on.fetch("branches_called", *which, current, number, name, limit)
    return [_info(row, current) for row in rows]


async def just_undone(on: Statements, key: SessionKey, branch: int) -> int | None:
    """Behind which seq a branch begins that an undo has made a moment ago; None for any other."""
    return await on.fetchval("branch_undone", key.space, key.session, branch, SECONDS)


async def tree(on: Statements, key: SessionKey) -> Tree:
    """How the branches of a session lie."""
    row = await on.fetchrow("branch_tree", key.space, key.session)
    assert row is not None
    return tree_of(row["numbers"], row["parents"])


async def nodes(on: Statements, key: SessionKey, only: Sequence[int] | None = None) -> list[BranchNode]:
    """The branches of a session, or ``only`` these, first to last."""
    return [
        BranchNode(
            id=row["id"],
            parent=row["parent"],
            forked_at=row["forked_at"],
            name=row["name"],
            preview=row["preview"],
            messages=row["messages"],
            archived=row["archived"],
            after=row["after"] or "",
        )
        for row in await on.fetch("branch_nodes", key.space, key.session, None if only is None else list(only))
    ]


async def rename(on: Statements, key: SessionKey, branch: int, name: str, person: int) -> bool:
    """Give a branch a name; False when there is none of that number."""
    return await on.fetchval("name_branch", key.space, key.session, branch, name, person or None) is not None


async def put_away(on: Statements, key: SessionKey, branch: int, *, away: bool) -> bool:
    """Leave a branch out of lists, or show it again; False when there is none of that number."""
    return await on.fetchval("put_branch", key.space, key.session, branch, away) is not None


async def add_head(on: Statements, key: SessionKey, channel: ChannelKey, branch: int) -> ChannelHead:
    """A head of a session in another ``channel`` of its space, which plays it from now on."""
    number: int = await on.fetchval("stand_elsewhere", key.space, key.session, channel.channel, branch)
    return ChannelHead(ChannelHeadKey(key.space, number), key.session, channel.channel, branch)


async def only_on(
    on: Statements, key: SessionKey, line: Line, other: Line, common: int, covered: Collection[int]
) -> list[Parted]:
    """What is live on ``line`` and not on ``other``; they are one up to seq ``common``. Messages are not among it.

    ``covered``: the clauses that everybody meets who is told of it.
    """
    tail, there, trunk = cut(line, after=common), cut(other, after=common), cut(line, upto=common)
    lines = (*arrays(tail), *arrays(there), *arrays(trunk))
    rows = await on.fetch("parted", key.space, key.session, *lines, sorted(covered))
    return [Parted(row["kind"], row["text"], row["name"]) for row in rows]


def _info(row: DriverRow, current: int) -> BranchInfo:
    return BranchInfo(
        id=row["id"],
        parent=row["parent"],
        forked_at=row["forked_at"],
        reason=ForkReason(row["reason"]),
        messages=row["messages"],
        preview=row["preview"],
        created_at=row["created_at"],
        current=row["id"] == current,
        name=row["name"],
        after=row["after"],
        archived=row["archived"],
        elsewhere=row["elsewhere"],
    )
