"""Booths: a place beside a lounge where one person is alone with the character."""

from engine.actions.chats import booths
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.booths import Booth, KeptBooth
from engine.values.chats.incoming import Here
from engine.values.house.settings import Mode


class BoothsService:
    """The thread that each person has. The platform opens it."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def find(self, here: Here) -> Booth:
        """Whom the person would talk with, and the thread that they have already. Raises CardMissing."""
        return await booths.find(self._ctx, here)

    async def kept(self, platform: str) -> list[KeptBooth]:
        """Every booth on a platform, and whose it is."""
        return await booths.kept(self._ctx, platform)

    async def begin(self, here: Here, there: Here, name: str, mode: Mode) -> None:
        """A new thread is the person's, whom the character greets by ``name``; ``mode`` holds there."""
        await booths.begin(self._ctx, self._runner, here, there, name, mode)
