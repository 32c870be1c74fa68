"""What a character remembers: the garden and the diary."""

from collections.abc import Sequence

from engine.actions.memory import diaries, garden
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.memory.garden import DiaryPages, GardenPage, Planted, Recallable, Unfolded
from engine.values.memory.memories import Memory
from engine.values.memory.stars import StarMap
from engine.values.paging import Wanted


class MemoriesService:
    """Of the character that plays here, as far as the person may see them. Everything raises SessionMissing."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def page(self, here: Here, wanted: Wanted) -> GardenPage:
        """A part of what is remembered besides the messages: pinned first, then newest first."""
        return await garden.page(self._ctx, here, wanted)

    async def recallable(self, here: Here) -> Recallable:
        """How much may be recalled here, of each kind."""
        return await garden.recallable(self._ctx, here)

    async def newest(self, here: Here, limit: int) -> Sequence[Memory]:
        """The first of them."""
        return await garden.newest(self._ctx, here, limit)

    async def search(self, here: Here, text: str) -> list[Planted]:
        """What may be meant by ``text``, messages too, best first."""
        return await garden.search(self._ctx, here, text)

    async def show(self, here: Here, number: int) -> Unfolded:
        """A memory with its sources and its earlier versions. Raises NoSuchMemory."""
        return await garden.show(self._ctx, here, number)

    async def add(self, here: Here, text: str) -> int:
        """Write a memory by hand; its number. Raises MemoryEmpty, TextTooLong."""
        return await garden.add(self._ctx, self._runner, here, text)

    async def edit(self, here: Here, number: int, text: str) -> int:
        """Give a memory another text; its number from now on. Raises NoSuchMemory, MemoryElsewhere, MemoryEmpty."""
        return await garden.edit(self._ctx, self._runner, here, number, text)

    async def pin(self, here: Here, number: int, on: bool) -> int:
        """Pin a memory or let it go; its number from now on. Raises NoSuchMemory, MemoryElsewhere."""
        return await garden.pin(self._ctx, self._runner, here, number, on=on)

    async def delete(self, here: Here, numbers: tuple[int, ...]) -> int:
        """Let memories be recalled no more; how many. Raises NoSuchMemory, MemoryElsewhere."""
        return await garden.delete(self._ctx, self._runner, here, numbers)

    async def sky(self, here: Here) -> StarMap:
        """The garden as a sky."""
        return await garden.sky(self._ctx, here)

    async def diary(self, here: Here, day: str) -> DiaryPages:
        """The pages of a day; "" for yesterday, or else the newest. Raises DateUnknown."""
        return await diaries.on_day(self._ctx, here, day)

    async def diary_pages(self, here: Here, wanted: Wanted) -> DiaryPages:
        """The pages of the diary, newest first."""
        return await diaries.listed(self._ctx, here, wanted)
