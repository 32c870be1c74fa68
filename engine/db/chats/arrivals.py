"""What became of rows of the inbox, in Postgres."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.db.postgres.pool import Statements
from engine.values.chats.entries import Place
from engine.values.chats.sessions import ChannelHead
from engine.values.ids import ChannelKey


@dataclass(frozen=True, slots=True)
class Target:
    """A message that was taken up, by its name in the channel: which entry of which session it became.

    ``spoken``: what was said aloud in it, which no edit changes.
    """

    id: int
    external: str
    session: int
    place: Place
    spoken: str = field(default="", repr=False)


async def targets(on: Statements, channel: ChannelKey, externals: Sequence[str]) -> dict[str, Target]:
    """The messages of ``channel`` with these names that are entries now."""
    rows = await on.fetch("targets", channel.space, channel.channel, list(externals))
    return {
        row["external"]: Target(
            row["id"], row["external"], row["session_id"], Place(row["branch_id"], row["seq"]), row["spoken"]
        )
        for row in rows
    }


async def consume(on: Statements, channel_head: ChannelHead, consumed: Sequence[tuple[int, int]]) -> None:
    """Messages (row, seq) have become entries of ``channel_head``'s branch without a turn."""
    ids, seqs = [it for it, _ in consumed], [seq for _, seq in consumed]
    await on.execute("consume", channel_head.key.space, channel_head.session, channel_head.branch, ids, seqs)


async def finish(on: Statements, space: int, ids: Sequence[int]) -> None:
    """Edits and deletions have been applied; their words are not kept twice."""
    await on.execute("finish_changes", space, list(ids))


async def forget(on: Statements, channel: ChannelKey, target: Target) -> None:
    """Empty a message and its edits as they arrived; files that nothing else holds go with it."""
    await on.execute("forget_message", channel.space, channel.channel, target.external, target.id)
