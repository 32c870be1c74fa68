"""A session that moves to another channel or space, in Postgres. Its rows keep their numbers."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final

from engine.db.postgres.pool import Statements
from engine.values.chats.moving import MovingChat
from engine.values.chats.sessions import ChannelHead
from engine.values.ids import ChannelHeadKey, ChannelKey, SessionKey

BEFORE_HEAD: Final = ("move_session", "move_branch")
BEHIND_HEAD: Final = (
    "move_entry",
    "move_derived",
    "move_source",
    "move_retired",
    "move_savepoint",
    "move_memory",
    "move_memory_vector",
    "move_word",
    "move_word_count",
    "move_remembered",
    "move_chat_persona",
    "move_numbered",
)


async def put_code(on: Statements, digest: str, channel_head: ChannelHead, person: int, lasts: timedelta) -> None:
    """Let a session wait under a code; any code of it before is void."""
    key = channel_head.session_key
    await on.execute("put_move_code", digest, key.space, key.session, channel_head.key.channel_head, person, lasts)


async def waiting(on: Statements, digest: str, lasts: timedelta) -> MovingChat | None:
    """What waits under a code; None when nothing does, or no longer."""
    row = await on.fetchrow("move_code", digest, lasts)
    if row is None:
        return None
    key = ChannelHeadKey(row["space_id"], row["stand_id"])
    channel_head = ChannelHead(key, row["session_id"], row["channel_id"], row["branch_id"])
    place = " · ".join(name for name in (row["place"], row["channel"]) if name)
    return MovingChat(
        channel_head, row["title"], row["messages"], row["private"], place, row["stands"] - 1, row["person_id"]
    )


async def others_spoke(on: Statements, key: SessionKey, people: Sequence[int]) -> bool:
    """Whether anybody but ``people``, under any of their names, has said something or had it remembered there."""
    return bool(await on.fetchval("others_spoke", key.space, key.session, list(people)))


async def walled_words(on: Statements, key: SessionKey, people: Sequence[int], covered: Collection[int]) -> bool:
    """Whether anybody but ``people``, under any name, said something there that needs more than ``covered``."""
    return bool(await on.fetchval("walled_words", key.space, key.session, list(people), sorted(covered)))


async def told_of_others(
    on: Statements, key: SessionKey, people: Sequence[int], covered: Collection[int] | None
) -> bool:
    """Whether a reply there was made from what the character remembers of anybody but ``people``, under any name.

    Only what needs more than the clauses ``covered`` counts; None: all of it.
    """
    needed = None if covered is None else sorted(covered)
    return bool(await on.fetchval("told_of_others", key.space, key.session, list(people), needed))


async def leave_personas(on: Statements, key: SessionKey, people: Sequence[int]) -> None:
    """Nobody but ``people``, under any of their names, comes there any more: who they were in it is forgotten."""
    await on.execute("leave_personas", key.space, key.session, list(people))


async def leave_names(on: Statements, key: SessionKey, people: Sequence[int]) -> None:
    """The chat has no title any more, nor its branches and saves the names that others than ``people`` gave them."""
    await on.execute("leave_names", key.space, key.session, list(people))


async def drop_code(on: Statements, digest: str) -> bool:
    """A code is used once; False when it was."""
    return await on.execute("drop_move_code", digest) == 1


async def within(on: Statements, channel_head: ChannelHead, channel: int) -> None:
    """Play a session in another channel of its space from now on, and no more where it stood."""
    await on.execute("move_stand_within", channel_head.key.space, channel_head.key.channel_head, channel)


async def leave(on: Statements, channel_head: ChannelHead) -> None:
    """Play nothing any more in the channel of a head, which stays in its list."""
    await on.execute("leave_stand", channel_head.key.space, channel_head.key.channel_head)


async def to_space(on: Statements, channel_head: ChannelHead, there: ChannelKey) -> ChannelHead:
    """Take every row of a session to another space, where it stands in one channel; nothing stays behind."""
    key = channel_head.session_key
    where = (key.space, key.session, there.space)
    for statement in BEFORE_HEAD:
        await on.execute(statement, *where)
    number: int = await on.fetchval("move_stand_to", there.space, key.session, there.channel, channel_head.branch)
    await on.execute("move_turn", *where, number)
    for statement in BEHIND_HEAD:
        await on.execute(statement, *where)
    await on.execute("move_facts", *where)
    await on.execute("leave_rows", key.space, key.session)
    await on.execute("hand_characters", *where)
    return ChannelHead(ChannelHeadKey(there.space, number), key.session, there.channel, channel_head.branch)
