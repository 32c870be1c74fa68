"""Who plays in a story, where several characters do."""

from engine.actions.characters import casts
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.characters.casts import CastMember
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View


class CastsService:
    """List, add, remove, mute, give the word."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def list(self, here: Here) -> list[CastMember]:
        """Who plays here, in the order in which they came. Raises SessionMissing."""
        return await casts.cast(self._ctx, here)

    async def add(self, here: Here, character: int, name: str) -> View:
        """A character joins; the view ends with its greeting, if it has one for groups.

        Raises SessionMissing, NoSuchCharacter, CardMissing, PlaysAlready, CastFull.
        """
        return await casts.add(self._ctx, self._runner, here, character, name)

    async def remove(self, here: Here, character: int) -> CastMember:
        """A character leaves. Raises SessionMissing, NotInCast, LastOfCast."""
        return await casts.remove(self._ctx, self._runner, here, character)

    async def mute(self, here: Here, character: int, muted: bool = True) -> CastMember:
        """A character only listens, or speaks again. Raises SessionMissing, NotInCast."""
        return await casts.mute(self._ctx, self._runner, here, character, muted=muted)

    async def talk(self, here: Here, character: int, percent: int | None) -> CastMember:
        """How readily a character speaks uncalled, in percent; None: as its card says. Raises NotInCast."""
        return await casts.talk(self._ctx, self._runner, here, character, percent)

    async def speak(self, here: Here, character: int) -> None:
        """A character says something now. Raises SessionMissing, NotInCast."""
        await casts.speak(self._ctx, self._runner, here, character)
