"""Chats that move to another place."""

from engine.actions import moving
from engine.actions.tries import Tries
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here
from engine.values.moving import Moving as MovingChat
from engine.values.outgoing import View


class Moving:
    """A code where a chat is, and the chat where the code is typed."""

    def __init__(self, needs: Needs, runner: Runner) -> None:
        self._needs = needs
        self._runner = runner
        self._tries = Tries(needs.clock)

    async def code(self, here: Here) -> str:
        """A code for the chat that is played here, for ten minutes and one use. Raises SessionMissing."""
        return await moving.code(self._needs, here)

    async def waiting(self, here: Here, code: str) -> MovingChat:
        """What would come here with a code.

        Raises MoveCodeWrong, MoveCodeTries, MoveToSamePlace, MoveOthersSpoke.
        """
        return await moving.waiting(self._needs, self._tries, here, code)

    async def take_over(self, here: Here, code: str) -> View:
        """Play the chat here from now on, and no more where it was. Raises what ``waiting`` raises."""
        return await moving.take_over(self._needs, self._runner, self._tries, here, code)
