"""A random tree in Postgres, through the stores, and everything in which the stores' reading differs from the tree."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.db.chats import log, sessions
from engine.db.memory import derivations
from engine.db.postgres.pool import Database, Transaction
from engine.rules.lines import cut, line_of
from engine.values.chats.entries import Derived, Entry, EntryKind, Line, NewDerived, Place
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ForkReason
from engine.values.ids import SessionKey
from tests.story.trees import KINDS, Tree

ACTS = (EntryKind.NOTE, EntryKind.REVISION)


@dataclass(frozen=True, slots=True)
class Stored:
    """A tree and where it is: its session, the real characters, the real number of every row."""

    tree: Tree
    key: SessionKey
    person: int
    characters: Sequence[int]
    rows: dict[int, int]

    def line(self, branch: int) -> Line:
        return line_of(self.tree.branches, branch, len(self.tree.paths[branch]))

    def real(self, rows: Sequence[Derived]) -> list[Derived]:
        """Rows of the tree as the store numbers and orders them."""
        named = [replace(it, id=self.rows[it.id], holder=self.characters[it.holder]) for it in rows]
        return sorted(named, key=lambda it: (it.place.seq, it.id))


async def store(db: Database, here: Here, characters: Sequence[int], tree: Tree) -> Stored:
    """Write ``tree`` as a new session of ``here``."""
    async with db.transaction() as on:
        channel_head = await sessions.create(on, here.key, seed=1, person=here.person)
        stored = Stored(tree, channel_head.session_key, here.person, characters, {})
        for branch in sorted(tree.branches)[1:]:
            there = tree.branches[branch]
            assert await log.fork(on, stored.key, there.parent, there.forked_at, ForkReason.BRANCH) == branch
        for branch, path in tree.paths.items():
            own = [replace(tree.entries[it], person=here.person) for it in path if it.branch == branch]
            await log.append(on, stored.key, branch, tree.branches[branch].forked_at, own)
        await _store_rows(on, stored)
    return stored


async def _store_rows(on: Transaction, stored: Stored) -> None:
    for row in stored.tree.rows:
        holder, sources = stored.characters[row.holder], stored.tree.sources[row.id]
        new = NewDerived(row.kind, row.place, holder, sources, row.text, row.body, row.n)
        number = await derivations.derive(on, stored.key, new)
        assert number is not None
        stored.rows[row.id] = number
    for it in stored.tree.retirements:
        await derivations.retire(on, stored.key, replace(it, derived=stored.rows[it.derived]))


async def differences(db: Database, stored: Stored) -> list[str]:
    """What the stores read otherwise than the tree has it, by branch and reading; nothing when all is well."""
    found: list[str] = []
    async with db.transaction(readonly=True) as on:
        for branch in stored.tree.branches:
            for reading, (read, wanted) in (await _readings(on, stored, branch)).items():
                if read != wanted:
                    found.append(f"branch {branch}, {reading}: read {read!r}, wanted {wanted!r}")
    return found


async def _readings(on: Transaction, stored: Stored, branch: int) -> dict[str, tuple[Any, Any]]:
    tree, key, line = stored.tree, stored.key, stored.line(branch)
    path = tree.paths[branch]
    entries = [_entry(stored, branch, it) for it in path]
    messages = [it for it in entries if it.kind is EntryKind.MESSAGE]
    acts = [replace(it, text=tree.entries[it.place].text, revised=False) for it in entries if it.kind in ACTS]
    some, middle = len(messages) // 2 + 1, len(path) // 2
    live = stored.real(tree.live(branch))
    readings: dict[str, tuple[Any, Any]] = {
        "head": (await log.head(on, key, branch), len(path)),
        "entries": (await log.entries(on, key, line), entries),
        "entries behind": (await log.entries(on, key, line, middle), entries[middle:]),
        "messages": (await log.messages(on, key, line, 500), messages),
        "last message": (await log.messages(on, key, line, 1), messages[-1:]),
        "last messages": (await log.messages(on, key, line, some), messages[-some:]),
        "acts": ([replace(it, person_name="Mo") for it in await log.acts(on, key, line, ACTS)], acts),
        "message count": (await sessions.messages_on(on, key, line), len(messages)),
        "message count of a stretch": (
            await sessions.messages_on(on, key, cut(line, after=middle)),
            sum(it.place.seq > middle for it in messages),
        ),
        "live": (await derivations.live(on, key, line, KINDS), live),
        "live of a kind": (
            await derivations.live(on, key, line, KINDS[:1]),
            [it for it in live if it.kind == KINDS[0]],
        ),
    }
    for seq in {1, middle, len(path)} & set(range(1, len(path) + 1)):
        made = stored.real(tree.made_from(branch, seq))
        readings[f"made from {seq}"] = (await derivations.made_from(on, key, line, seq), made)
    return readings


def _entry(stored: Stored, branch: int, place: Place) -> Entry:
    """An entry as readers of ``branch`` must see it."""
    entry = stored.tree.entries[place]
    text = stored.tree.text(branch, place)
    return Entry(
        place=place,
        body=entry.body,
        said_at=entry.said_at,
        text=text,
        person=stored.person,
        person_name="Mo",
        revised=text != entry.text,
        target_seq=entry.target_seq,
    )
