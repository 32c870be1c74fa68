"""What is left of every allowance, as this process knows it: asked before each call of a model, mostly from memory.

What was read from Postgres is a while old at most; what this process has used since, and what is on its way, is
added. So calls that run side by side here go beyond an allowance by the last one at most. Several processes may each
have such a call, and below the share at which an allowance counts as near they do not see what others used in the last
half minute.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from zoneinfo import ZoneInfo

from engine.db.house import allowances
from engine.db.house.allowances import SetAllowance
from engine.db.postgres.pool import Statements
from engine.ports import Clock
from engine.rules.allowance import applying, covers, exceeded, is_near, owner_of, share_of
from engine.rules.recall.remembering.day_limits import day_began, until_tomorrow
from engine.values.chats.notices import Notice
from engine.values.house.allowances import EACH, Allowance, AllowanceHolder, EndpointUse, Spender, Spent, Used
from engine.values.house.shares import DayShare

_asking: ContextVar[Spender] = ContextVar("asking")
REFRESH_SECONDS = 30.0
NEAR_SECONDS = 2.0
"""So old may be what was read where an allowance runs short."""
KEPT_ROLES = 10_000


@dataclass(slots=True)
class Account:
    """A call of a model. ``expected`` is what it may take until ``settled`` says what it took, at that instant."""

    spender: Spender
    expected: Spent = field(default_factory=Spent)
    settled: float | None = None


@dataclass(slots=True)
class _Owed:
    """What was used and is not stored yet: it is counted in ``account``. ``dollars``: None where no price is known."""

    account: Account
    dollars: float | None = None


def asking() -> Spender:
    """On whose behalf the running turn, job or command asks; the house where nobody is named."""
    return _asking.get(Spender(0))


@contextmanager
def on_behalf_of(spender: Spender) -> Generator[None]:
    """Whatever is asked within it is asked for ``spender``."""
    before = _asking.set(spender)
    try:
        yield
    finally:
        _asking.reset(before)


@dataclass(frozen=True, slots=True)
class _Rule:
    """An allowance, the day it holds for, and what was used of it by each owner when that was read."""

    allowance: Allowance
    until: datetime
    used: dict[str, Spent]
    by_default: bool


class Spending:
    """``default`` is the house's own allowance while nobody has set one; ``zone`` the house's.

    ``share``: how many percent of what a space may use one person may, where nothing else is set. ``shares``: of
    what the house may use, characters may for each.
    """

    def __init__(
        self,
        default: Allowance | None,
        zone: str,
        clock: Clock,
        share: float = 0,
        shares: Mapping[DayShare, float] = MappingProxyType({}),
    ) -> None:
        self._default = default
        self._share = share
        self.shares = dict.fromkeys(DayShare, 0.0) | dict(shares)
        self._zone = zone
        self._clock = clock
        self._rules: list[_Rule] = []
        self._read_at: float | None = None
        self._accounts: list[Account] = []
        self._owed: dict[EndpointUse, _Owed] = {}
        self._reading = asyncio.Lock()
        self._roles: OrderedDict[tuple[int, int], frozenset[str]] = OrderedDict()
        self._through: OrderedDict[int, str] = OrderedDict()
        self.warned: dict[Allowance, datetime] = {}
        """Of what it was said that it runs short, until its day is over."""
        self.news: deque[Notice] = deque(maxlen=8)
        """What the owners are to be told."""

    async def refresh(self, on: Statements) -> None:
        """Read anew what may be used and what is used; what is owed is stored before."""
        async with self._reading:
            await self._store(on)
            asked = self._clock.monotonic()
            given = await allowances.every(on)
            found = [(it.allowance, it.zone, False) for it in given]
            found += [(it, zone, True) for it, zone in self._shares(given)]
            if self._default is not None and not any(it.holder is self._default.holder for it, _, _ in found):
                found.append((self._default, None, True))
            now = self._clock.now()
            zones = [ZoneInfo(zone or self._zone) for _, zone, _ in found]
            since = [(it, day_began(now, zone)) for (it, _, _), zone in zip(found, zones, strict=True)]
            used = await allowances.used(on, since) if found else []
            self._rules = [
                _Rule(allowance, now + until_tomorrow(now, zone), spent, by_default)
                for (allowance, _, by_default), zone, spent in zip(found, zones, used, strict=True)
            ]
            self._read_at = asked
            self._accounts = [it for it in self._accounts if it.settled is None or it.settled >= asked]

    async def checked(self, on: Statements, spender: Spender) -> list[Used]:
        """What holds for ``spender`` and how much of it is used, narrowest first; read anew where it matters."""
        found = self.known(spender)
        oldest = NEAR_SECONDS if is_near(found) else 2 * REFRESH_SECONDS
        ended = any(rule.until <= self._clock.now() for rule in self._rules)
        if ended or self._read_at is None or self._clock.monotonic() - self._read_at >= oldest:
            await self.refresh(on)
            found = self.known(spender)
        return found

    async def exceeded(self, on: Statements, spender: Spender) -> Used | None:
        """The narrowest allowance of which ``spender`` has nothing left; None when a model may be asked."""
        return exceeded(await self.checked(on, spender)) if self._rules or self._read_at is None else None

    def known(self, spender: Spender) -> list[Used]:
        """The same as it was last read, with what this process has used since."""
        holding = applying((rule.allowance for rule in self._rules), spender)
        rules = {rule.allowance: rule for rule in self._rules}
        return [self._used(rules[it], owner_of(it, spender)) for it in holding]

    def every(self) -> list[Used]:
        """All that was set and the house's default, those of each person and of roles without what is used."""
        personal = (AllowanceHolder.PERSON, AllowanceHolder.ROLE)
        owners = [it.allowance.holder_id if it.allowance.holder in personal else "" for it in self._rules]
        return [self._used(rule, owner) for rule, owner in zip(self._rules, owners, strict=True)]

    @contextmanager
    def account(self, spender: Spender) -> Generator[Account]:
        """A call that is about to be made: what it is expected to take counts as used until it is settled."""
        account = self.opened(spender)
        try:
            yield account
        finally:
            if account.settled is None:
                self._accounts = [it for it in self._accounts if it is not account]

    def opened(self, spender: Spender) -> Account:
        """A call that has been made, to be settled."""
        account = Account(spender)
        self._accounts.append(account)
        return account

    def owe(self, use: EndpointUse, took: Spent, dollars: float | None) -> None:
        """Something was made. It counts from now on, and is stored with the next reading: no turn waits for that."""
        owed = self._owed.get(use)
        if owed is None:
            owed = self._owed[use] = _Owed(self.opened(use.spender))
        before = owed.account.expected
        owed.account.expected = Spent(before.tokens + took.tokens, before.cents + took.cents)
        if dollars is not None:
            owed.dollars = (owed.dollars or 0.0) + dollars

    async def store(self, on: Statements) -> None:
        """Store what is owed."""
        async with self._reading:
            await self._store(on)

    async def _store(self, on: Statements) -> None:
        owed, self._owed = self._owed, {}
        if not owed:
            return
        try:
            await allowances.note_uses(
                on, [(use, int(it.account.expected.tokens), it.dollars) for use, it in owed.items()]
            )
        except BaseException:
            for use, it in owed.items():
                self.owe(use, it.account.expected, it.dollars)
                self._accounts = [one for one in self._accounts if one is not it.account]
            raise
        for it in owed.values():
            it.account.settled = self._clock.monotonic()

    def day_began(self) -> datetime:
        """When the house's day began."""
        return day_began(self._clock.now(), ZoneInfo(self._zone))

    def seconds_left(self, used: Used) -> int:
        """For how many seconds the day of an allowance lasts, at least one."""
        return max(1, int((used.until - self._clock.now()).total_seconds()))

    def settle(self, account: Account, spent: Spent) -> None:
        """The call has taken ``spent``, and that is stored."""
        account.expected, account.settled = spent, self._clock.monotonic()

    def knows(self, space: int, person: int, roles: frozenset[str]) -> None:
        """Somebody was just seen with these roles."""
        self._roles[space, person] = roles
        self._roles.move_to_end((space, person))
        if len(self._roles) > KEPT_ROLES:
            self._roles.popitem(last=False)

    def speaks(self, person: int, through: str) -> None:
        """Somebody speaks through something that gives them any name."""
        self._through[person] = through
        self._through.move_to_end(person)
        if len(self._through) > KEPT_ROLES:
            self._through.popitem(last=False)

    def spender(self, space: int, channel: int, person: int | None) -> Spender:
        """Who is counted for somebody, with the roles that this process last saw them with."""
        roles = self._roles.get((space, person or 0), frozenset[str]())
        return Spender(space, channel, person, roles, self._through.get(person or 0, ""))

    def _shares(self, given: Sequence[SetAllowance]) -> list[tuple[Allowance, str | None]]:
        """What each person may use of what their space may, with its time zone."""
        known = {(it.allowance.space, it.allowance.unit) for it in given if it.allowance.holder_id == EACH}
        found = [(share_of(it.allowance, self._share if it.share is None else it.share), it.zone) for it in given]
        return [(it, zone) for it, zone in found if it is not None and (it.space, it.unit) not in known]

    def _used(self, rule: _Rule, owner: str) -> Used:
        one = rule.allowance
        used = rule.used.get(owner, Spent()).of(one.unit)
        used += sum(it.expected.of(one.unit) for it in self._accounts if covers(one, owner, it.spender))
        return Used(one, used, rule.until, by_default=rule.by_default)
