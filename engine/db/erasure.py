"""Erasure in Postgres: an entry's words, and what was made of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.db.pool import Statements
from engine.rules.text.titles import preview_from, quote_from, title_from
from engine.values.entries import Place
from engine.values.ids import ChannelKey, SessionKey


@dataclass(frozen=True, slots=True)
class Made:
    """A derived row and one range of seqs, as they lie on ``branch``, that it was made from.

    All that it was made from lies between ``first`` and ``last``, as they lie on branch ``home``.
    """

    id: int
    kind: str
    branch: int
    to_seq: int
    home: int
    first: int
    last: int
    body: Mapping[str, Any]


async def revisions(on: Statements, key: SessionKey, seq: int) -> list[Place]:
    """The revisions of an entry with that seq, on any branch."""
    rows = await on.fetch("revisions_of", key.space, key.session, seq)
    return [Place(row["branch_id"], row["seq"]) for row in rows]


async def empty_entries(on: Statements, key: SessionKey, places: Sequence[Place]) -> list[str]:
    """Empty entries; what they said."""
    branches, seqs = [it.branch for it in places], [it.seq for it in places]
    rows = await on.fetch("empty_entries", key.space, key.session, branches, seqs)
    return [row["text"] for row in rows if row["text"].strip()]


async def empty_traces(on: Statements, key: SessionKey, texts: Sequence[str]) -> None:
    """Empty what shows these texts of a session: its title, names and previews of savepoints."""
    titles, previews = [title_from(it) for it in texts], [preview_from(it) for it in texts]
    if texts:
        await on.execute("empty_titles", key.space, key.session, titles)
        await on.execute("empty_previews", key.space, key.session, previews)


async def empty_quotes(on: Statements, channel: ChannelKey, message: int, texts: Sequence[str]) -> None:
    """Empty what quotes these texts of a message (a row of the inbox): replies to it, in any session of its channel."""
    if texts:
        await on.execute("empty_quotes", channel.space, channel.channel, message, [quote_from(it) for it in texts])


async def made_from(on: Statements, key: SessionKey, seq: int) -> list[Made]:
    """The derived rows of any branch with a source that has that seq."""
    rows = await on.fetch("made_from_seq", key.space, key.session, seq)
    return [
        Made(it["id"], it["kind"], it["branch_id"], it["to_seq"], it["home"], it["first"], it["last"], it["body"])
        for it in rows
    ]


async def remove_derived(on: Statements, key: SessionKey, ids: Sequence[int]) -> None:
    """Remove derived rows, and the retirements that they brought about."""
    await on.execute("remove_derived", key.space, key.session, sorted(set(ids)))
