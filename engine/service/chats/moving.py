"""Chats that move to another place."""

from engine.actions.chats import moving
from engine.actions.house.tries import Tries
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.chats.moving import MovingChat
from engine.values.chats.outgoing import View


class MovingService:
    """A code where a chat is, and the chat where the code is typed."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner
        self._tries = Tries(ctx.clock)

    async def code(self, here: Here) -> str:
        """A code for the chat that is played here, for ten minutes and one use. Raises SessionMissing."""
        return await moving.code(self._ctx, here)

    async def waiting(self, here: Here, code: str) -> MovingChat:
        """What would come here with a code.

        Raises MoveCodeWrong, MoveCodeTries, MoveToSamePlace, MoveOthersSpoke.
        """
        return await moving.waiting(self._ctx, self._tries, here, code)

    async def take_over(self, here: Here, code: str) -> View:
        """Play the chat here from now on, and no more where it was. Raises what ``waiting`` raises."""
        return await moving.take_over(self._ctx, self._runner, self._tries, here, code)
