"""Reading a story in: its world books, its card and its messages become a chronicle."""

from engine.actions import initiation
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here
from engine.values.initiation import InitiationCost, InitiationStand


class Initiation:
    """Of the story that is played here. Everything raises SessionMissing and NobodyPlays."""

    def __init__(self, needs: Needs, runner: Runner) -> None:
        self._needs = needs
        self._runner = runner

    async def cost(self, here: Here, *, again: bool = False) -> InitiationCost:
        """What it would take, to be asked before it begins. ``again``: as if nothing had been read yet."""
        return await initiation.cost(self._needs, here, again=again)

    async def start(self, here: Here, *, again: bool = False) -> InitiationCost:
        """Begin; it goes on behind the turns, and one message here says how far it is. What it will take.

        Raises NoModelConfigured, InitiationRunning, NothingToRead, PagesOff.
        """
        return await initiation.start(self._needs, self._runner, here, again=again)

    async def pause(self, here: Here) -> InitiationStand:
        """Let it wait. Raises InitiationNotRunning."""
        return await initiation.pause(self._needs, self._runner, here)

    async def resume(self, here: Here) -> InitiationStand:
        """Let it go on where it was. Raises InitiationNotPaused, NoModelConfigured."""
        return await initiation.resume(self._needs, self._runner, here)

    async def stand(self, here: Here) -> InitiationStand:
        """How far it has come."""
        return await initiation.stand(self._needs, here)
