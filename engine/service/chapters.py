"""The chapters of a story."""

from engine.actions import chapters
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here


class Chapters:
    """Of the story that is played here."""

    def __init__(self, needs: Needs, runner: Runner) -> None:
        self._needs = needs
        self._runner = runner

    async def close(self, here: Here, title: str = "") -> int:
        """Close the chapter that is played; its number, from 1. A notice comes when its summary is there.

        Raises SessionMissing, NothingSinceChapter, NoModelConfigured.
        """
        return await chapters.close_chapter(self._needs, self._runner, here, title)
