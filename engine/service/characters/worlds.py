"""World books of a space."""

from engine.actions.characters import worlds
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.characters.worlds import Binding, WorldBook, WorldInfo
from engine.values.chats.incoming import Here


class WorldsService:
    """List, show, bind, delete."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def list(self, here: Here) -> list[WorldInfo]:
        """The books that may be used here, and what each is bound to."""
        return await worlds.listed(self._ctx, here)

    async def show(self, here: Here, number: int) -> WorldBook:
        """A book's newest version. Raises NoSuchWorld."""
        return await worlds.show(self._ctx, here, number)

    async def bind(self, here: Here, number: int, binding: Binding, on: bool) -> None:
        """Bind a book to this chat, to who plays here, or to the person's current persona; or unbind it.

        Raises NoSuchWorld, NoPersona, SessionMissing.
        """
        await worlds.bind(self._ctx, self._runner, here, number, binding, on=on)

    async def delete(self, here: Here, number: int) -> None:
        """Forget a book; it holds nowhere from now on. Raises NoSuchWorld, WorldOfTheHouse."""
        await worlds.delete(self._ctx, here, number)
