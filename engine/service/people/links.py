"""One person's names on several platforms."""

from engine.actions.house.tries import Tries
from engine.actions.people import linking
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.chats.turns import Notice
from engine.values.people.people import PlatformName


class LinksService:
    """Names that are joined share personas, facts, consents, language and zone; rights over the house they do not."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner
        self._tries = Tries(ctx.clock)

    async def names(self, here: Here) -> list[PlatformName]:
        """The person under all their names, the one that they go by here first."""
        return await linking.names(self._ctx, here)

    async def code(self, here: Here) -> str:
        """A code for the other platform, used once within ten minutes. Raises LinkShared."""
        return await linking.code(self._ctx, here)

    async def link(self, here: Here, code: str) -> list[PlatformName]:
        """Join whose ``code`` this is and who sends it; all their names. Raises the leaves of LinkError."""
        return await linking.link(self._ctx, self._tries, here, code)

    async def unlink(self, here: Here) -> list[PlatformName]:
        """Let the name here stand alone again; the names it was joined with. Raises LinkNone."""
        return await linking.unlink(self._ctx, here)

    async def ask_behind(self, here: Here, question: Notice) -> None:
        """Ask the person something below the answer to what they have just said."""
        await linking.ask_behind(self._ctx, self._runner, here, question)

    async def ask_zone(self, here: Here, text: str) -> bool:
        """Whether the person is to be asked now for their zone, since ``text`` depends on it: once, under any name."""
        return await linking.ask_zone(self._ctx, here, text)
