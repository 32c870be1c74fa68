"""Where a story goes: onto another branch, onto a new one."""

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.showing import repeat_last
from engine.actions.chats.views import view_of
from engine.context import EngineContext
from engine.db.chats import branches as store
from engine.db.chats import log
from engine.db.house import settings
from engine.errors import BranchInUse, BranchTaken, DatabaseConstraint, NoSuchBranch, TooFarBack
from engine.rules.lines import fork_point
from engine.rules.text.clean import clean_text
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import View
from engine.values.chats.sessions import BranchInfo, BranchNode, ForkReason
from engine.values.paging import Paged, Wanted

LONGEST_NAME = 60


async def branches(ctx: EngineContext, here: Here) -> list[BranchInfo]:
    """The thousand newest branches of the session that is played here, first to last."""
    channel_head = await current_head(ctx, here)
    return await store.listed(ctx.db, channel_head.session_key, channel_head.branch)


async def page(ctx: EngineContext, here: Here, wanted: Wanted, *, archived: bool = False) -> Paged[BranchInfo]:
    """A page of them, the one that is played first, then the newest; or of those that were put away."""
    channel_head = await current_head(ctx, here)
    return await store.page(ctx.db, channel_head.session_key, channel_head.branch, wanted, archived=archived)


async def tree(ctx: EngineContext, here: Here) -> tuple[list[BranchNode], int]:
    """Every branch of the session that is played here, first to last, and the number of the one that is played."""
    channel_head = await current_head(ctx, here)
    return await store.nodes(ctx.db, channel_head.session_key), channel_head.branch


async def rename(ctx: EngineContext, here: Here, branch: int, name: str) -> str:
    """Give a branch a name, which is returned as it was kept. Raises NoSuchBranch."""
    channel_head = await current_head(ctx, here)
    kept = clean_text(name).strip()[:LONGEST_NAME]
    if not await store.rename(ctx.db, channel_head.session_key, branch, kept, here.person):
        raise NoSuchBranch(number=branch)
    return kept


async def put_away(ctx: EngineContext, here: Here, branch: int, *, away: bool = True) -> None:
    """Leave a branch out of lists, or show it again. Raises NoSuchBranch, and BranchInUse where people stand on it."""
    channel_head = await current_head(ctx, here)
    if away and branch == channel_head.branch:
        raise BranchInUse(number=branch)
    if not await store.put_away(ctx.db, channel_head.session_key, branch, away=away):
        raise NoSuchBranch(number=branch)


async def fork(ctx: EngineContext, runner: Runner, here: Here, there: Here) -> View:
    """Let the story go on in another channel of the same space too, on a branch of its own. Here it stays as it is.

    The settings of this channel hold there. The new channel is shown where the story stands. Raises SessionMissing.
    """
    channel_head = await current_head(ctx, here)
    key = channel_head.session_key
    async with ctx.db.transaction() as on:
        line = await ctx.lines.current(on, key, channel_head.branch)
        parent, forked_at = fork_point(line, line.head)
        branch = await log.fork(on, key, parent, forked_at, ForkReason.THREAD)
        new = await store.add_head(on, key, there.key, branch)
        await settings.copy_channel(on, here.key, there.channel, here.person)

    async def act(move: HeadMove) -> View:
        view = await view_of(ctx, move.on, move.found.channel_head, move.line)
        await repeat_last(move, view, Notice("divider-fork", {"title": view.title or "none"}))
        return view

    return await move_head(ctx, runner, there, new, act)


async def switch(ctx: EngineContext, runner: Runner, here: Here, branch: int) -> View:
    """Stand at the end of another branch. Raises NoSuchBranch, BranchTaken."""
    channel_head = await current_head(ctx, here)

    async def act(move: HeadMove) -> View:
        if branch not in await log.branches(move.on, move.key):
            raise NoSuchBranch(number=branch)
        try:
            await move.go_to(branch, await log.head(move.on, move.key, branch))
        except DatabaseConstraint as error:
            raise BranchTaken(number=branch) from error
        view = await view_of(ctx, move.on, move.found.channel_head, move.line)
        await repeat_last(move, view, Notice("divider-branch", {"branch": str(branch)}))
        return view

    return await move_head(ctx, runner, here, channel_head, act)


async def branch_from(ctx: EngineContext, runner: Runner, here: Here, back: int) -> View:
    """A new branch that begins ``back`` messages before the end. Raises TooFarBack."""
    channel_head = await current_head(ctx, here)

    async def act(move: HeadMove) -> View:
        said = await log.messages(move.on, move.key, move.line, max(back, 1))
        if back > len(said):
            raise TooFarBack(messages=len(said))
        await move.fork(said[-back].place.seq - 1 if back else move.head, ForkReason.BRANCH)
        view = await view_of(ctx, move.on, move.found.channel_head, move.line)
        await repeat_last(move, view, Notice("divider-from"))
        return view

    return await move_head(ctx, runner, here, channel_head, act)
