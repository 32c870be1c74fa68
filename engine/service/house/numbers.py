"""The numbers by which people call things."""

from collections.abc import Mapping, Sequence

from engine.actions.house import numbers
from engine.context import EngineContext
from engine.values.chats.incoming import Here
from engine.values.house.numbers import Thing


class NumbersService:
    """From 1, where people see a thing, and the same ever after."""

    def __init__(self, ctx: EngineContext) -> None:
        self._ctx = ctx

    async def of(self, here: Here, thing: Thing, ids: Sequence[int]) -> Mapping[int, int]:
        """The numbers of things that are about to be shown, by id. Raises SessionMissing."""
        return await numbers.of(self._ctx, here, thing, ids)

    async def known(self, here: Here, thing: Thing, ids: Sequence[int]) -> Mapping[int, int]:
        """The same of those that have been shown before; nothing gets a number. Raises SessionMissing."""
        return await numbers.known(self._ctx, here, thing, ids)

    async def meant(self, here: Here, thing: Thing, number: int) -> int | None:
        """The id of what a number means; None: nothing here has it. Raises SessionMissing."""
        return await numbers.meant(self._ctx, here, thing, number)
