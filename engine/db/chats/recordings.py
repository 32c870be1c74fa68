"""Recordings in messages, in Postgres: what waits until somebody has listened to it, and what was heard."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from engine.db.chats.sessions import head_from
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead
from engine.values.ids import ChannelKey


@dataclass(frozen=True, slots=True)
class Unheard:
    """A message that nobody has listened to yet: ``here`` it was said, by its person."""

    id: int
    here: Here
    text: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class HeardMessage:
    """A message that can be taken up now. ``channel_head`` is where its channel plays, None where it plays nothing."""

    quiet: bool
    channel_head: ChannelHead | None


async def transcripts(on: Statements, hashes: Sequence[str]) -> dict[str, str]:
    """What was heard in these files."""
    rows = await on.fetch("transcripts", list(hashes)) if hashes else []
    return {row["sha256"]: row["text"] for row in rows}


async def keep_transcript(on: Statements, sha256: str, model: str, text: str) -> None:
    """Keep what ``model`` heard in a file; nothing where the file is gone, or somebody was first."""
    await on.execute("keep_transcript", sha256, model, text)


async def unheard_in(on: Statements, channel: ChannelKey) -> list[Unheard]:
    """The messages of a channel that wait until somebody has listened to them."""
    return [_unheard(it) for it in await on.fetch("unheard", channel.space, channel.channel, [], timedelta())]


async def unheard_on(on: Statements, platforms: Sequence[str], longer_than: timedelta) -> list[Unheard]:
    """Those of whole platforms that have waited for longer."""
    return [_unheard(it) for it in await on.fetch("unheard", None, None, list(platforms), longer_than)]


async def heard(on: Statements, it: Unheard, spoken: str, files: Sequence[Mapping[str, Any]]) -> HeardMessage | None:
    """Somebody has listened to a message; None where it is gone, or another was first."""
    row = await on.fetchrow("heard", it.here.space, it.id, spoken, [dict(one) for one in files])
    if row is None:
        return None
    return HeardMessage(row["quiet"], head_from(it.here.space, row) if row["id"] is not None else None)


def _unheard(row: DriverRow) -> Unheard:
    here = Here(row["space_id"], row["channel_id"], row["person_id"], row["platform"], row["private"])
    return Unheard(row["id"], here, row["text"], row["body"])
