"""The numbers by which people call things."""

from collections.abc import Mapping, Sequence

from engine.actions import numbers
from engine.turns.needs import Needs
from engine.values.incoming import Here
from engine.values.numbers import Thing


class Numbers:
    """From 1, where people see a thing, and the same ever after."""

    def __init__(self, needs: Needs) -> None:
        self._needs = needs

    async def of(self, here: Here, thing: Thing, ids: Sequence[int]) -> Mapping[int, int]:
        """The numbers of things that are about to be shown, by id. Raises SessionMissing."""
        return await numbers.of(self._needs, here, thing, ids)

    async def known(self, here: Here, thing: Thing, ids: Sequence[int]) -> Mapping[int, int]:
        """The same of those that have been shown before; nothing gets a number. Raises SessionMissing."""
        return await numbers.known(self._needs, here, thing, ids)

    async def meant(self, here: Here, thing: Thing, number: int) -> int | None:
        """The id of what a number means; None: nothing here has it. Raises SessionMissing."""
        return await numbers.meant(self._needs, here, thing, number)
