"""What holds somebody back: allowances of a day, prices, how fast somebody may write, how much they keep. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.values.house.allowances import (
    EACH,
    Allowance,
    AllowanceHolder,
    AllowanceUnit,
    Hundred,
    Price,
    Spender,
    Spent,
    Used,
)
from engine.values.house.settings import Settings
from engine.values.house.storage import StorageHolder, StorageKind, StorageQuota, StorageUses

NEAR: Final = 0.8
"""From this share on it is said that it runs short, and nobody relies on what was read a while ago."""
MEGABYTE: Final = 1 << 20
_MILLION: Final = 1_000_000
_WHOLE: Final = 100
_TYPICAL: Final = (3_500, 350)
"""Tokens that a reply reads and writes where nothing was measured; the work behind it is in them."""
ENOUGH_REPLIES: Final = 10
"""So many replies make an average."""

Priced = tuple[str, str, Price | None]
"""An endpoint's name, its model, what it costs."""


def applying(allowances: Iterable[Allowance], spender: Spender) -> list[Allowance]:
    """What holds for ``spender``, narrowest first.

    What was set for a person themselves stands in for what their roles have, and the most generous of these for what
    each person has; a unit at a time.
    """
    found = [it for it in allowances if it.space in (0, spender.space) and _concerns(it, spender)]
    order = list(AllowanceHolder)
    kept = [it for it in found if it.holder in (AllowanceHolder.CHANNEL, AllowanceHolder.SPACE, AllowanceHolder.HOUSE)]
    for space in {it.space for it in found}:
        for unit in AllowanceUnit:
            kept += _personal([it for it in found if it.space == space and it.unit is unit])
    return sorted((it for it in kept if it.limits), key=lambda it: (order.index(it.holder), it.space == 0, it.unit))


def covers(one: Allowance, owner: str, spender: Spender) -> bool:
    """Whether what ``spender`` uses counts towards ``one``, as it holds for ``owner`` (of a person: as in Spender)."""
    if one.space not in (0, spender.space):
        return False
    match one.holder:
        case AllowanceHolder.PERSON | AllowanceHolder.ROLE:
            return owner == spender.owner
        case AllowanceHolder.CHANNEL:
            return one.holder_id == str(spender.channel)
        case _:
            return True


def owner_of(one: Allowance, spender: Spender) -> str:
    """For whom ``one`` is counted when ``spender`` asks: each person by themselves, else all together ("")."""
    return spender.owner if one.holder in (AllowanceHolder.PERSON, AllowanceHolder.ROLE) else ""


def _concerns(one: Allowance, spender: Spender) -> bool:
    match one.holder:
        case AllowanceHolder.PERSON:
            return spender.person is not None and one.holder_id in (EACH, str(spender.person))
        case AllowanceHolder.ROLE:
            return spender.person is not None and one.holder_id in spender.roles
        case AllowanceHolder.CHANNEL:
            return one.holder_id == str(spender.channel)
        case _:
            return True


def _personal(found: Sequence[Allowance]) -> list[Allowance]:
    own = [it for it in found if it.holder is AllowanceHolder.PERSON and it.holder_id != EACH]
    roles = [it for it in found if it.holder is AllowanceHolder.ROLE]
    each = [it for it in found if it.holder is AllowanceHolder.PERSON and it.holder_id == EACH]
    return own or sorted(roles, key=lambda it: -it.amount)[:1] or each


def exceeded(used: Sequence[Used]) -> Used | None:
    """The first of ``used`` (narrowest first) of which nothing is left."""
    return next((it for it in used if it.used >= it.allowance.amount), None)


def is_near(used: Sequence[Used]) -> bool:
    """Whether any of them runs short."""
    return any(it.share >= NEAR for it in used)


def price_of(known: Iterable[Priced], endpoint: str, model: str) -> Price | None:
    """What an endpoint's model costs, as the operator has said."""
    return next((price for name, one, price in known if (name, one) == (endpoint, model)), None)


def cost(price: Price | None, read: float, written: float, cached: float = 0) -> float | None:
    """US dollars for so many tokens, ``cached`` of those read out of the service's cache; None for no known price."""
    if price is None:
        return None
    again = price.read if price.cached is None else price.cached
    return ((read - cached) * price.read + cached * again + written * price.written) / _MILLION


def spent(price: Price | None, read: float, written: float, messages: int = 0) -> Spent:
    """What a call takes of every unit."""
    return Spent(read + written, 100 * (cost(price, read, written) or 0.0), messages)


def house_default(tokens: int | None, cents: int | None, *, local: bool, priced: bool) -> Allowance | None:
    """What the house may use in a day while nobody has set it: what the operator said, cents where prices are known.

    A model on this machine costs nothing and has no limit, unless the operator says one.
    """
    if tokens is None and cents is None and local and not priced:
        return None
    if cents is not None or (tokens is None and priced):
        return Allowance(0, AllowanceHolder.HOUSE, "", AllowanceUnit.CENTS, 100 if cents is None else cents)
    return Allowance(0, AllowanceHolder.HOUSE, "", AllowanceUnit.TOKENS, 300_000 if tokens is None else tokens)


def share_of(whole: Allowance, percent: float) -> Allowance | None:
    """What each person may use of what all in a space may together; None where one person may use all of it."""
    if whole.holder is not AllowanceHolder.SPACE or not whole.limits or not 0 < percent < _WHOLE:
        return None
    amount = max(min(whole.amount, 1), int(whole.amount * percent / _WHOLE))
    return Allowance(whole.space, AllowanceHolder.PERSON, EACH, whole.unit, amount)


def hundred(price: Price | None, measured: tuple[float, float] | None = None) -> Hundred:
    """What a hundred messages take: by ``measured`` tokens (read, written) a reply, else by what is usual."""
    read, written = measured or _TYPICAL
    return Hundred(round(100 * (read + written)), cost(price, 100 * read, 100 * written), measured is not None)


@dataclass(frozen=True, slots=True)
class Bucket:
    """How many messages somebody may send at once, as of ``at`` (seconds that only grow). ``told``: they know."""

    left: float
    at: float
    told: bool = False


def left_in(bucket: Bucket, now: float, a_minute: int) -> float:
    """How many messages may pass at once by now."""
    return min(float(a_minute), bucket.left + max(0.0, now - bucket.at) * a_minute / 60)


def poured(bucket: Bucket | None, now: float, a_minute: int) -> tuple[Bucket, bool]:
    """The bucket after one more message, and whether that may pass: ``a_minute`` at once, and so many each minute."""
    full = float(a_minute)
    before = bucket or Bucket(full, now)
    left = left_in(before, now, a_minute)
    if left >= 1:
        return Bucket(left - 1, now, told=before.told and left < full / 2), True
    return Bucket(left, now, told=True), False


def quotas(settings: Settings, used: StorageUses) -> list[StorageQuota]:
    """Every quota of a person and of their space, the person's first."""
    limits = {
        StorageHolder.PERSON: (settings.person_files, settings.person_imports, settings.person_memories),
        StorageHolder.SPACE: (settings.space_files, settings.space_imports, settings.space_memories),
    }
    return [
        StorageQuota(
            kind,
            holder,
            used[kind].own if holder is StorageHolder.PERSON else used[kind].everybody,
            limit * MEGABYTE if kind is StorageKind.FILES else limit,
        )
        for holder, of_holder in limits.items()
        for kind, limit in zip(StorageKind, of_holder, strict=True)
    ]


def full(found: Iterable[StorageQuota], kind: StorageKind, more: int) -> StorageQuota | None:
    """The first quota of a kind that has no room for so much ``more``."""
    return next((it for it in found if it.kind is kind and it.used + more > it.limit), None)
