"""Replies at one place, and the platform's messages that show entries, in Postgres."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.db.house.work import as_sending
from engine.db.postgres.pool import Statements
from engine.values.chats.entries import EntryStatus, Place
from engine.values.chats.outgoing import Sending
from engine.values.chats.sessions import ChannelHead
from engine.values.chats.swipes import Sibling, SwipeSlot
from engine.values.ids import ChannelKey, SessionKey


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """The entry that a message of the platform is about; ``turn`` is whose reply it is."""

    session: int
    place: Place
    turn: int | None


async def slot(on: Statements, key: SessionKey, upto: Place) -> SwipeSlot:
    """The place right behind the last message up to ``upto``, which is any entry of a branch, or its fork."""
    rows = await on.fetch("siblings", key.space, key.session, upto.branch, upto.seq)
    before = next((Place(it["before_branch"], it["before_seq"]) for it in rows if it["before_seq"] is not None), None)
    replies = tuple(
        Sibling(
            Place(row["branch_id"], row["seq"]),
            row["character_id"],
            EntryStatus(row["status"]),
            row["turn_id"],
            row["greeting"],
            row["greetings"],
        )
        for row in rows
        if row["seq"] is not None and row["character_id"] is not None
    )
    followed = {it["branch_id"]: it["seq"] for it in rows if it["seq"] is not None}
    bare = tuple(it["branch_id"] for it in rows if it["seq"] is None)
    return SwipeSlot(before, replies, bare, followed, max((it["first_plan"] or 0 for it in rows), default=0))


@dataclass(frozen=True, slots=True)
class Wording:
    """The words of a reply. ``audience``: the clauses that whoever could read them met."""

    place: Place
    text: str
    audience: frozenset[int]


async def wordings(on: Statements, key: SessionKey, places: Sequence[Place]) -> dict[Place, Wording]:
    """The words of replies beside one another, each as it reads at the end of its own branch."""
    rows = await on.fetch("wordings", key.space, key.session, [it.branch for it in places], [it.seq for it in places])
    return {
        place: Wording(place, it["text"], frozenset(it["audience"] or ()))
        for it in rows
        for place in (Place(it["branch_id"], it["seq"]),)
    }


async def stood_on(on: Statements, channel_head: ChannelHead) -> set[int]:
    """The branches that other channel heads of the same session are on."""
    rows = await on.fetch("stood_on", channel_head.key.space, channel_head.session, channel_head.key.channel_head)
    return {it["branch_id"] for it in rows}


async def plan_line(
    on: Statements,
    channel_head: ChannelHead,
    said: tuple[Place, int | None],
    parts: Sequence[tuple[str, str | None]],
) -> tuple[Sending, ...]:
    """Plan that an entry (its place and turn) is seen again: texts, each with the message it stands in, if any."""
    place, turn = said
    rows = await on.fetch(
        "plan_line",
        channel_head.key.space,
        channel_head.session,
        channel_head.channel,
        turn,
        place.branch,
        place.seq,
        [text for text, _ in parts],
        [message for _, message in parts],
    )
    return tuple(as_sending(channel_head.key.space, it) for it in rows)


async def line_goes_out(on: Statements, sending: Sending) -> None:
    """A part of a line is about to be sent."""
    await on.execute("line_goes_out", sending.space, sending.id)


async def showing(on: Statements, channel_head: ChannelHead, said: tuple[Place, int | None]) -> list[str]:
    """The platform's messages that show an entry (its place and turn) where ``channel_head`` is, by part."""
    place, turn = said
    where = (channel_head.key.space, channel_head.session, channel_head.channel)
    rows = await on.fetch("showing_place", *where, place.branch, place.seq, turn)
    return [it["platform_id"] for it in rows]


async def showing_words(on: Statements, channel_head: ChannelHead, places: Sequence[Place]) -> list[str]:
    """The platform's messages that show once more what people said at ``places``, where ``channel_head`` is."""
    where = (channel_head.key.space, channel_head.session, channel_head.channel)
    rows = await on.fetch("showing_words", *where, [it.branch for it in places], [it.seq for it in places])
    return [it["platform_id"] for it in rows]


async def shown_as(on: Statements, key: SessionKey, channel: int, said: tuple[Place, int | None]) -> tuple[str, ...]:
    """The texts in which a channel showed an entry (its place and turn) last, by part; none where that is not kept."""
    place, turn = said
    rows = await on.fetch("shown_as", key.space, key.session, channel, place.branch, place.seq, turn)
    return tuple(it["text"] for it in rows)


async def subject(on: Statements, channel: ChannelKey, message: str) -> ShownEntry | None:
    """What a message of the platform is about; None when it is none of ours, or nothing that was taken up."""
    row = await on.fetchrow("shows_place", channel.space, channel.channel, message)
    if row is None or row["seq"] is None:
        return None
    return ShownEntry(row["session_id"], Place(row["branch_id"], row["seq"]), row["turn_id"])


async def subject_at(on: Statements, key: SessionKey, place: Place) -> ShownEntry | None:
    """What an entry is; None where no message lies there."""
    row = await on.fetchrow("entry_turn", key.space, key.session, place.branch, place.seq)
    return ShownEntry(key.session, place, row["turn_id"]) if row else None
