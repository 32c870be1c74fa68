"""Whether a turn may ask a model at all: what a day allows, and what a call is expected to take and has taken."""

from collections.abc import Sequence
from datetime import timedelta

from engine.db import allowances
from engine.db.allowances import Told
from engine.db.spending import Account
from engine.errors import AllowanceSpent, Paused
from engine.llm.roles import Roles
from engine.rules.allowance import NEAR, cost, exceeded, price_of, spent
from engine.rules.text.tokens import estimate
from engine.turns.needs import Needs
from engine.turns.prices import prices
from engine.values.allowances import Holder, Spender, Spent, Used
from engine.values.ids import ChannelKey
from engine.values.models import RoleName
from engine.values.outgoing import Noticed
from engine.values.sessions import Stand
from engine.values.turns import Claimed, Notice, Reply, Turn, TurnKind, TurnState

SPENT = "allowance"
"""How a turn has ended that was not begun because nothing is left of a day's allowance."""
LONGEST_REPLY = 1_000
"""Tokens that a reply may take where nothing limits it, so that calls side by side know of each other."""


def spender_of(needs: Needs, turn: Turn) -> Spender:
    """On whose behalf a turn asks a model."""
    roles = needs.spending.roles(turn.key.space, turn.person)
    return Spender(turn.key.space, turn.channel, turn.person, roles)


async def held_back(needs: Needs, claimed: Claimed, spender: Spender) -> Reply | None:
    """How a turn ends of whose allowance nothing is left; None when it may go on."""
    over = await needs.spending.exceeded(needs.db, spender)
    return await refused(needs, claimed, over) if over is not None else None


def expect(needs: Needs, account: Account, read: int, longest: int | None) -> Used | None:
    """Take a call into account; if nothing is left for it meanwhile, say of what instead."""
    account.expected = Spent()  # not what was expected before something joined the turn
    if over := exceeded(needs.spending.known(account.spender)):
        return over
    first = next(iter(needs.roles.endpoints(RoleName.CHAT)), None)
    account.expected = spent(first.price if first else None, read, longest or LONGEST_REPLY, 1)
    return None


async def refused(needs: Needs, claimed: Claimed, over: Used) -> Reply:
    """A turn that ends without a model: one line a day for each person and place, or where somebody asked for it."""
    turn, tells = claimed.turn, True
    if turn.kind in (TurnKind.REPLY, TurnKind.NEXT):
        day = (over.until - timedelta(seconds=1)).date()
        told = Told(turn.key.space, Holder.PERSON, str(turn.person or 0), day, 100, turn.channel)
        tells = await allowances.tell_once(needs.db, told)
    return Reply(TurnState.ERROR, SPENT, notice=notice_of(needs, AllowanceSpent.message, over) if tells else None)


def notice_of(needs: Needs, message: str, used: Used) -> Notice:
    """What is told of an allowance: whose it is, how much it is, when a new day begins."""
    left = max(1, -(-int((used.until - needs.clock.now()).total_seconds()) // 60))
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


def taken(roles: Roles, reply: Reply, asked: int, wasted: int) -> tuple[tuple[int, int], float | None]:
    """Tokens that a turn read and wrote, and dollars: by the endpoint's count, else estimated.

    ``asked`` is the size of its prompt, ``wasted`` of those that were asked before something joined the turn.
    """
    if reply.endpoint is None or reply.model is None:
        return (0, 0), None
    read = (asked if reply.prompt_tokens is None else reply.prompt_tokens) + wasted
    written = estimate(reply.raw or reply.text) if reply.reply_tokens is None else reply.reply_tokens
    return (read, written), cost(price_of(prices(roles), reply.endpoint, reply.model), read, written)


async def may_ask(needs: Needs, stand: Stand, person: int, *, paused: bool) -> None:
    """Whether somebody may have a model asked by a command. Raises Paused, AllowanceSpent."""
    if paused:
        raise Paused
    spender = Spender(stand.key.space, stand.channel, person, needs.spending.roles(stand.key.space, person))
    if over := await needs.spending.exceeded(needs.db, spender):
        raise AllowanceSpent(**notice_of(needs, AllowanceSpent.message, over).data)


async def warn_of_shortness(needs: Needs, turn: Turn, spender: Spender) -> None:
    """Once a day: say in the channel that the place's allowance runs short; of the house's the owners are told."""
    for used, notice in await _running_short(needs, spender):
        if used.allowance.holder is Holder.HOUSE:
            needs.spending.news.append(notice)
        else:
            needs.shows.tell(ChannelKey(turn.key.space, turn.channel), Noticed(notice))


async def _running_short(needs: Needs, spender: Spender) -> list[tuple[Used, Notice]]:
    """What has just run short of what the place or the house may use; nobody is told of people's own."""
    found: list[tuple[Used, Notice]] = []
    for used in _short(needs.spending.known(spender)):
        one = used.allowance
        day = (used.until - timedelta(seconds=1)).date()
        if needs.spending.warned.get(one) == used.until:
            continue
        needs.spending.warned[one] = used.until
        if await allowances.tell_once(needs.db, Told(one.space, one.holder, one.holder_id, day, 80)):
            found.append((used, notice_of(needs, "allowance-near", used)))
    return found


def _short(found: Sequence[Used]) -> list[Used]:
    shared = (Holder.CHANNEL, Holder.SPACE, Holder.HOUSE)
    return [it for it in found if it.allowance.holder in shared and it.share >= NEAR and it.allowance.amount]
