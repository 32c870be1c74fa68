"""Budgets, usage, silence, roles, and who changed what."""

from collections.abc import Sequence
from datetime import datetime

from engine.actions.house import allowances, moderation
from engine.actions.house.moderation import Rates
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.chats.turns import Notice
from engine.values.house.allowances import (
    AllowanceHolder,
    AllowanceReach,
    AllowanceUnit,
    ChangeRecord,
    Grant,
    Hundred,
    UsageReport,
    Used,
)


class AllowancesService:
    """What may be used in a day, and what was used."""

    def __init__(self, ctx: EngineContext, rates: Rates) -> None:
        self._ctx = ctx
        self._rates = rates

    async def list(self, here: Here, reach: AllowanceReach) -> list[Used]:
        """What may be used in a day and how much of it is, the widest first. Of the house: raises NotOwner."""
        return await allowances.listed(self._ctx, here, reach)

    async def put(self, here: Here, holder: AllowanceHolder, holder_id: str, unit: AllowanceUnit, amount: int) -> None:
        """Set what may be used in a day; ``holder_id``: a role, a name, EACH. Raises NotOwner, NoSuchPerson."""
        await allowances.put(self._ctx, here, holder, holder_id, unit, amount)

    async def clear(self, here: Here, holder: AllowanceHolder, holder_id: str) -> int:
        """Take away what was set; how many amounts that were. Raises NotOwner, NoSuchPerson."""
        return await allowances.clear(self._ctx, here, holder, holder_id)

    async def usage(self, here: Here, reach: AllowanceReach, days: int) -> UsageReport:
        """What was used in the last local days. Of the house: raises NotOwner."""
        return await allowances.used(self._ctx, here, reach, days)

    async def hundred(self) -> Hundred:
        """What a hundred messages take."""
        return await allowances.of_a_hundred(self._ctx)

    def seen(self, here: Here, roles: frozenset[str]) -> None:
        """The person was just seen with these roles of the platform."""
        allowances.seen(self._ctx, here, roles)

    def passes(self, here: Here, external: str, sent_at: datetime) -> tuple[bool, bool]:
        """Whether a message of the person, called ``external``, may pass, and whether to tell them that it may not."""
        return self._rates.passes(here, external, sent_at)

    def news(self) -> tuple[Notice, ...]:
        """What the owners are to be told now; it is told once."""
        return allowances.news(self._ctx)


class OrderService:
    """Silence, roles, and the record of changes."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def pause(self, here: Here, where: AllowanceHolder, *, paused: bool) -> None:
        """Make the characters silent in this channel, this space or the house, or not. May raise NotOwner."""
        await moderation.pause(self._ctx, self._runner, here, where, paused=paused)

    async def paused_once(self, here: Here) -> bool:
        """Whether the person is to be told now that the characters are silent here: once a day."""
        return await moderation.paused_once(self._ctx, here)

    async def grant(self, here: Here, role: str, may: Grant) -> None:
        """Let a role of the platform do something in this space."""
        await moderation.grant(self._ctx, here, role, may)

    async def revoke(self, here: Here, role: str, may: Grant | None = None) -> int:
        """Take back what a role may do, or all of it; how much that was."""
        return await moderation.revoke(self._ctx, here, role, may)

    async def changes(self, here: Here, reach: AllowanceReach, page: int) -> tuple[Sequence[ChangeRecord], int]:
        """A page of eight changes, newest first, and how many there are. Of the house: raises NotOwner."""
        return await moderation.changes(self._ctx, here, reach, page)
