"""Booths: a place beside a lounge where one person is alone with the character."""

from engine.actions import booths
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.booths import Booth, Kept
from engine.values.incoming import Here
from engine.values.settings import Mode


class Booths:
    """The thread that each person has. The platform opens it."""

    def __init__(self, needs: Needs, runner: Runner) -> None:
        self._needs = needs
        self._runner = runner

    async def find(self, here: Here) -> Booth:
        """Whom the person would talk with, and the thread that they have already. Raises CardMissing."""
        return await booths.find(self._needs, here)

    async def kept(self, platform: str) -> list[Kept]:
        """Every booth on a platform, and whose it is."""
        return await booths.kept(self._needs, platform)

    async def begin(self, here: Here, there: Here, name: str, mode: Mode) -> None:
        """A new thread is the person's, whom the character greets by ``name``; ``mode`` holds there."""
        await booths.begin(self._needs, self._runner, here, there, name, mode)
