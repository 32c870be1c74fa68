"""Allowances for the bot's own tests: nothing holds anybody back."""

from collections.abc import Sequence
from datetime import datetime

from engine.values.chats.incoming import Here
from engine.values.chats.turns import Notice
from engine.values.house.allowances import AllowanceReach, Used


class FakeAllowances:
    """Nothing holds anybody back."""

    def seen(self, here: Here, roles: frozenset[str]) -> None:
        pass

    def passes(self, here: Here, external: str, sent_at: datetime) -> tuple[bool, bool]:
        return True, False

    def news(self) -> tuple[Notice, ...]:
        return ()

    async def list(self, here: Here, reach: AllowanceReach) -> Sequence[Used]:
        return ()
