"""The chapters of a story."""

from engine.actions.story import chapters
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here


class ChaptersService:
    """Of the story that is played here."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def close(self, here: Here, title: str = "") -> int:
        """Close the chapter that is played; its number, from 1. A notice comes when its summary is there.

        Raises SessionMissing, NothingSinceChapter, NoModelConfigured.
        """
        return await chapters.close_chapter(self._ctx, self._runner, here, title)
