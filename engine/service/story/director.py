"""How far a story has come in its outline."""

from engine.actions.story import outlines
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.story.director import Mark, PointStatus, Progress


class DirectorService:
    """Show where a story stands, and move it by hand."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def progress(self, here: Here) -> Progress:
        """How far the story here has come. Raises SessionMissing, NoBackground, OutlineMissing."""
        return await outlines.progress(self._ctx, here)

    async def move_to(self, here: Here, point: int, status: PointStatus = PointStatus.IN_PROGRESS) -> Progress:
        """Go on from another point of the outline.

        Raises SessionMissing, NoBackground, OutlineMissing, PointMissing.
        """
        return await outlines.move_to(self._ctx, self._runner, here, Mark(point, status))
