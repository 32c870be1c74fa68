"""Reading a story in: its world books, its card and its messages become a chronicle."""

from engine.actions.story import initiation
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.story.initiation import InitiationCost, InitiationStand


class InitiationService:
    """Of the story that is played here. Everything raises SessionMissing and NobodyPlays."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def cost(self, here: Here, *, again: bool = False) -> InitiationCost:
        """What it would take, to be asked before it begins. ``again``: as if nothing had been read yet."""
        return await initiation.cost(self._ctx, here, again=again)

    async def start(self, here: Here, *, again: bool = False) -> InitiationCost:
        """Begin; it goes on behind the turns, and one message here says how far it is. What it will take.

        Raises NoModelConfigured, InitiationRunning, NothingToRead, PagesOff.
        """
        return await initiation.start(self._ctx, self._runner, here, again=again)

    async def pause(self, here: Here) -> InitiationStand:
        """Let it wait. Raises InitiationNotRunning."""
        return await initiation.pause(self._ctx, self._runner, here)

    async def resume(self, here: Here) -> InitiationStand:
        """Let it go on where it was. Raises InitiationNotPaused, NoModelConfigured."""
        return await initiation.resume(self._ctx, self._runner, here)

    async def stand(self, here: Here) -> InitiationStand:
        """How far it has come."""
        return await initiation.stand(self._ctx, here)
