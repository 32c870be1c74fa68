"""Budgets, usage, silence, roles, and who changed what."""

from collections.abc import Sequence
from datetime import datetime

from engine.actions import allowances, order
from engine.actions.order import Rates
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.allowances import Change, Grant, Holder, Hundred, Reach, Unit, Usage, Used
from engine.values.incoming import Here
from engine.values.turns import Notice


class Allowances:
    """What may be used in a day, and what was used."""

    def __init__(self, needs: Needs, rates: Rates) -> None:
        self._needs = needs
        self._rates = rates

    async def list(self, here: Here, reach: Reach) -> list[Used]:
        """What may be used in a day and how much of it is, the widest first. Of the house: raises NotOwner."""
        return await allowances.listed(self._needs, here, reach)

    async def put(self, here: Here, holder: Holder, holder_id: str, unit: Unit, amount: int) -> None:
        """Set what may be used in a day; ``holder_id``: a role, a name, EACH. Raises NotOwner, NoSuchPerson."""
        await allowances.put(self._needs, here, holder, holder_id, unit, amount)

    async def clear(self, here: Here, holder: Holder, holder_id: str) -> int:
        """Take away what was set; how many amounts that were. Raises NotOwner, NoSuchPerson."""
        return await allowances.clear(self._needs, here, holder, holder_id)

    async def usage(self, here: Here, reach: Reach, days: int) -> Usage:
        """What was used in the last local days. Of the house: raises NotOwner."""
        return await allowances.used(self._needs, here, reach, days)

    async def hundred(self) -> Hundred:
        """What a hundred messages take."""
        return await allowances.of_a_hundred(self._needs)

    def seen(self, here: Here, roles: frozenset[str]) -> None:
        """The person was just seen with these roles of the platform."""
        self._needs.spending.knows(here.space, here.person, roles)

    def passes(self, here: Here, external: str, sent_at: datetime) -> tuple[bool, bool]:
        """Whether a message of the person, called ``external``, may pass, and whether to tell them that it may not."""
        return self._rates.passes(here, external, sent_at)

    def news(self) -> tuple[Notice, ...]:
        """What the owners are to be told now; it is told once."""
        found = tuple(self._needs.spending.news)
        self._needs.spending.news.clear()
        return found


class Order:
    """Silence, roles, and the record of changes."""

    def __init__(self, needs: Needs, runner: Runner) -> None:
        self._needs = needs
        self._runner = runner

    async def pause(self, here: Here, where: Holder, *, paused: bool) -> None:
        """Make the characters silent in this channel, this space or the house, or not. May raise NotOwner."""
        await order.pause(self._needs, self._runner, here, where, paused=paused)

    async def paused_once(self, here: Here) -> bool:
        """Whether the person is to be told now that the characters are silent here: once a day."""
        return await order.paused_once(self._needs, here)

    async def grant(self, here: Here, role: str, may: Grant) -> None:
        """Let a role of the platform do something in this space."""
        await order.grant(self._needs, here, role, may)

    async def revoke(self, here: Here, role: str, may: Grant | None = None) -> int:
        """Take back what a role may do, or all of it; how much that was."""
        return await order.revoke(self._needs, here, role, may)

    async def changes(self, here: Here, reach: Reach, page: int) -> tuple[Sequence[Change], int]:
        """A page of eight changes, newest first, and how many there are. Of the house: raises NotOwner."""
        return await order.changes(self._needs, here, reach, page)
