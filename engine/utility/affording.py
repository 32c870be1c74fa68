"""Whether a turn may ask a model at all: what a day allows, and what a call is expected to take and has taken."""

from collections.abc import Sequence
from datetime import timedelta

from engine.context import EngineContext
from engine.db.house import allowances
from engine.db.house.allowances import AllowanceNotice
from engine.db.house.spending import Account
from engine.errors import AllowanceSpent, Paused
from engine.llm.roles import Roles
from engine.rules.allowance import NEAR, cost, exceeded, price_of, spent
from engine.rules.text.tokens import estimate
from engine.utility.prices import prices
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Noticed
from engine.values.chats.sessions import ChannelHead
from engine.values.chats.turns import Claimed, ModelReply, Turn, TurnKind, TurnState
from engine.values.house.allowances import AllowanceHolder, Spender, Spent, Used
from engine.values.house.status import PromptsCost
from engine.values.ids import ChannelKey
from engine.values.models.models import RoleName

SPENT = "allowance"
"""How a turn has ended that was not begun because nothing is left of a day's allowance."""
LONGEST_REPLY = 1_000
"""Tokens that a reply may take where nothing limits it, so that calls side by side know of each other."""


def spender_of(ctx: EngineContext, turn: Turn) -> Spender:
    """On whose behalf a turn asks a model."""
    return ctx.spending.spender(turn.key.space, turn.channel, turn.person)


async def held_back(ctx: EngineContext, claimed: Claimed, spender: Spender) -> ModelReply | None:
    """How a turn ends of whose allowance nothing is left; None when it may go on."""
    over = await ctx.spending.exceeded(ctx.db, spender)
    return await refused(ctx, claimed, over) if over is not None else None


def expect(ctx: EngineContext, account: Account, read: int, longest: int | None) -> Used | None:
    """Take a call into account; if nothing is left for it meanwhile, say of what instead."""
    account.expected = Spent()  # not what was expected before something joined the turn
    if over := exceeded(ctx.spending.known(account.spender)):
        return over
    first = next(iter(ctx.roles.endpoints(RoleName.CHAT)), None)
    account.expected = spent(first.price if first else None, read, longest or LONGEST_REPLY, 1)
    return None


async def refused(ctx: EngineContext, claimed: Claimed, over: Used) -> ModelReply:
    """A turn that ends without a model: one line a day for each person and place, or where somebody asked for it."""
    turn, tells = claimed.turn, True
    if turn.kind in (TurnKind.REPLY, TurnKind.NEXT):
        day, asker = (over.until - timedelta(seconds=1)).date(), spender_of(ctx, turn).owner
        told = AllowanceNotice(turn.key.space, AllowanceHolder.PERSON, asker, day, 100, turn.channel)
        tells = await allowances.tell_once(ctx.db, told)
    return ModelReply(TurnState.ERROR, SPENT, notice=notice_of(ctx, AllowanceSpent.message, over) if tells else None)


def notice_of(ctx: EngineContext, message: str, used: Used) -> Notice:
    """What is told of an allowance: whose it is, how much it is, when a new day begins."""
    left = max(1, -(-int((used.until - ctx.clock.now()).total_seconds()) // 60))
    one = used.allowance
    data = {
        "holder": one.holder.value,
        "unit": one.unit.value,
        "amount": one.amount,
        "dollars": f"{one.amount / 100:.2f}",
        "percent": int(100 * used.share),
        "hours": left // 60,
        "minutes": left % 60,
    }
    return Notice(message, data)


def taken(roles: Roles, reply: ModelReply, asked: int, wasted: int) -> tuple[tuple[int, int], float | None]:
    """Tokens that a turn read and wrote, and dollars: by the endpoint's count, else estimated.

    ``asked`` is the size of its prompt, ``wasted`` of those that were asked before something joined the turn.
    """
    if reply.endpoint is None or reply.model is None:
        return (0, 0), None
    read = (asked if reply.prompt_tokens is None else reply.prompt_tokens) + wasted
    written = estimate(reply.raw or reply.text) if reply.reply_tokens is None else reply.reply_tokens
    price = price_of(prices(roles), reply.endpoint, reply.model)
    return (read, written), cost(price, read, written, reply.cached_tokens or 0)


def prompts_of(roles: Roles, reply: ModelReply, read: int) -> PromptsCost:
    """What the prompts of a reply have cost that read so many tokens."""
    price = price_of(prices(roles), reply.endpoint or "", reply.model or "")
    cached = reply.cached_tokens
    counted = 0 if cached is None else reply.prompt_tokens or 0
    return PromptsCost(1, read, cost(price, read, 0, cached or 0), counted, cached or 0)


async def may_ask(ctx: EngineContext, channel_head: ChannelHead, person: int, *, paused: bool) -> None:
    """Whether somebody may have a model asked by a command. Raises Paused, AllowanceSpent."""
    if paused:
        raise Paused
    spender = ctx.spending.spender(channel_head.key.space, channel_head.channel, person)
    if over := await ctx.spending.exceeded(ctx.db, spender):
        raise AllowanceSpent(**notice_of(ctx, AllowanceSpent.message, over).data)


async def warn_of_shortness(ctx: EngineContext, turn: Turn, spender: Spender) -> None:
    """Once a day: say in the channel that the place's allowance runs short; of the house's the owners are told."""
    for used, notice in await _running_short(ctx, spender):
        if used.allowance.holder is AllowanceHolder.HOUSE:
            ctx.spending.news.append(notice)
        else:
            ctx.shows.tell(ChannelKey(turn.key.space, turn.channel), Noticed(notice))


async def _running_short(ctx: EngineContext, spender: Spender) -> list[tuple[Used, Notice]]:
    """What has just run short of what the place or the house may use; nobody is told of people's own."""
    found: list[tuple[Used, Notice]] = []
    for used in _short(ctx.spending.known(spender)):
        one = used.allowance
        day = (used.until - timedelta(seconds=1)).date()
        if ctx.spending.warned.get(one) == used.until:
            continue
        ctx.spending.warned[one] = used.until
        if await allowances.tell_once(ctx.db, AllowanceNotice(one.space, one.holder, one.holder_id, day, 80)):
            found.append((used, notice_of(ctx, "allowance-near", used)))
    return found


def _short(found: Sequence[Used]) -> list[Used]:
    shared = (AllowanceHolder.CHANNEL, AllowanceHolder.SPACE, AllowanceHolder.HOUSE)
    return [it for it in found if it.allowance.holder in shared and it.share >= NEAR and it.allowance.amount]
