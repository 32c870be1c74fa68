"""What people do with a message of the story that they point at."""

from engine.actions.chats import pointed
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View
from engine.values.chats.sessions import Savepoint
from engine.values.chats.undoing import HOST, Undoer


class PointedService:
    """A message is named by the platform's id, or by where it lies: "@7.12.340". All raise NotOnTheLine."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def undo(self, here: Here, replied: str, by: Undoer = HOST) -> View:
        """Take back the exchange that the message is of, and all behind it. Raises TurnsOfOthers, OnlyHostsUndo."""
        return await pointed.undo(self._ctx, self._runner, here, replied, by)

    async def branch(self, here: Here, replied: str) -> View:
        """A new branch that begins behind the message."""
        return await pointed.branch(self._ctx, self._runner, here, replied)

    async def save(self, here: Here, replied: str, words: str) -> Savepoint:
        """Name the place behind the message."""
        return await pointed.save(self._ctx, here, replied, words)

    async def edit(self, here: Here, replied: str, text: str) -> View:
        """Give the message other words: one's own, or a character's. Raises NothingOfYours, TextTooLong."""
        return await pointed.edit(self._ctx, self._runner, here, replied, text)

    async def text(self, here: Here, replied: str) -> str:
        """What the message says now."""
        return await pointed.text_of(self._ctx, here, replied)
