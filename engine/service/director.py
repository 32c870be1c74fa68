"""How far a story has come in its outline."""

from engine.actions import outlines
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.director import Mark, PointStatus, Progress
from engine.values.incoming import Here


class Director:
    """Show where a story stands, and move it by hand."""

    def __init__(self, needs: Needs, runner: Runner) -> None:
        self._needs = needs
        self._runner = runner

    async def progress(self, here: Here) -> Progress:
        """How far the story here has come. Raises SessionMissing, NoBackground, OutlineMissing."""
        return await outlines.progress(self._needs, here)

    async def move_to(self, here: Here, point: int, status: PointStatus = PointStatus.IN_PROGRESS) -> Progress:
        """Go on from another point of the outline.

        Raises SessionMissing, NoBackground, OutlineMissing, PointMissing.
        """
        return await outlines.move_to(self._needs, self._runner, here, Mark(point, status))
