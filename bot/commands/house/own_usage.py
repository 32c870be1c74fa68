"""What somebody has used of the day, of the limits and of the room for what they keep, and what is left."""

from collections.abc import Iterator
from dataclasses import replace

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.reply import Listing, ListItem, Reply
from bot.commands.house.budgets import bar, item, usage_of
from engine.actions.house import allowances, storage
from engine.values.house.allowances import AllowanceHolder, AllowanceReach
from engine.values.house.storage import StorageHolder, StorageKind, StorageQuota

_MEGABYTE = 1 << 20


async def own_usage(call: CommandCall) -> Reply:
    """The person's own usage, in private: of the last days, of today, and what they keep here."""
    reply = await usage_of(call, AllowanceReach.PERSON)
    kept = tuple(_kept(call, it) for it in _nearest(await storage.quotas(call.ctx, call.here)))
    blocks = (
        *reply.blocks,
        Listing(call.speak.say("usage-left"), (*(await _of_today(call)), *_by_the_minute(call))),
        Listing(call.speak.say("usage-kept"), kept),
    )
    return replace(reply, blocks=blocks, private=True, secret=True)


async def _of_today(call: CommandCall) -> list[ListItem]:
    """What limits the person or where they are; of the whole house nobody else is told."""
    found = await allowances.listed(call.ctx, call.here, AllowanceReach.PERSON)
    left = [item(call, it, own=True) for it in found if it.allowance.holder is not AllowanceHolder.HOUSE]
    return left or [ListItem(call.speak.say("usage-day"), call.speak.say("budget-no-limit"))]


def _by_the_minute(call: CommandCall) -> Iterator[ListItem]:
    """How many messages more may be written now; an owner writes as many as they like."""
    left, whole = call.engine.rates.left(call.here)
    if whole and AccessRole.OWNER not in call.access_roles:
        yield ListItem(call.speak.say("usage-minute"), call.speak.say("usage-minute-left", left=left, whole=whole))


def _nearest(found: list[StorageQuota]) -> Iterator[StorageQuota]:
    """Of each kind the quota that is reached first."""
    for kind in StorageKind:
        yield min((it for it in found if it.kind is kind), key=lambda it: (it.left, it.holder is StorageHolder.SPACE))


def _kept(call: CommandCall, quota: StorageQuota) -> ListItem:
    unit = _MEGABYTE if quota.kind is StorageKind.FILES else 1
    share = quota.used / quota.limit if quota.limit else 1.0
    name = call.speak.say("usage-kept-kind", kind=quota.kind.value, holder=quota.holder.value)
    used, limit, left = -(-quota.used // unit), quota.limit // unit, quota.left // unit
    amounts = {"used": used, "limit": limit, "left": left}
    words = call.speak.say(
        "usage-kept-used", kind=quota.kind.value, bar=bar(share), percent=int(100 * share), **amounts
    )
    return ListItem(name, words)
