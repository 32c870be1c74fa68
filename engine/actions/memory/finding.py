"""Which chat, save or branch of a story a number or a word means. Long lists are searched where they lie."""

from typing import Final

from engine.actions.chats.head_moves import current_head
from engine.context import EngineContext
from engine.db.chats import branches, log, saves, sessions
from engine.db.postgres.pool import Statements
from engine.errors import NoSuchBranch, NoSuchSavepoint
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import BranchInfo, ChannelHead, Savepoint, SessionName, SessionStatus

AT_MOST: Final = 25
"""So many things that may be meant are read; an input field shows no more."""


def number_in(given: str) -> int | None:
    """The number that somebody typed, with or without its #; None for words."""
    digits = given.strip().lstrip("#")
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= 15 else None


async def saves_called(ctx: EngineContext, here: Here, given: str, *, deleted: bool = False) -> list[Savepoint]:
    """Which savepoints a number or a name may mean, the likeliest first. Raises SessionMissing."""
    channel_head = await current_head(ctx, here)
    number, name = number_in(given), given.strip()
    return await saves.called(ctx.db, channel_head.session_key, number, name, AT_MOST if name else 0, deleted=deleted)


async def branches_called(ctx: EngineContext, here: Here, given: str) -> list[BranchInfo]:
    """The branches that may be meant, those that were put away too. Raises SessionMissing."""
    channel_head = await current_head(ctx, here)
    limit = AT_MOST if given.strip() else 0
    return await branches.called(
        ctx.db, channel_head.session_key, channel_head.branch, number_in(given), given.strip(), limit
    )


async def sessions_called(ctx: EngineContext, here: Here, given: str) -> list[SessionName]:
    """The chats of this place that may be meant, wherever they are kept."""
    limit = AT_MOST if given.strip() else 0
    return await sessions.called(ctx.db, here.key, tuple(SessionStatus), number_in(given), given.strip(), limit)


async def one_save(on: Statements, channel_head: ChannelHead, number: int) -> Savepoint:
    """The save of that number. Raises NoSuchSavepoint."""
    found = await saves.numbered(on, channel_head.session_key, number)
    if found is None:
        raise NoSuchSavepoint(number=number)
    return found


async def one_branch(on: Statements, channel_head: ChannelHead, branch: int) -> None:
    """See to it that a branch is there. Raises NoSuchBranch."""
    if branch not in await log.branches(on, channel_head.session_key):
        raise NoSuchBranch(number=branch)
