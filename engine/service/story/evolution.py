"""The persona that grows with a story."""

from engine.actions.story import evolution
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.story.evolution import PersonaVersion


class EvolutionService:
    """Of the character that plays here, on the line that is played. Everything raises SessionMissing, NobodyPlays."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def versions(self, here: Here) -> list[PersonaVersion]:
        """Every version, newest first; one of them may be current."""
        return await evolution.versions(self._ctx, here)

    async def show(self, here: Here, number: int = 0) -> PersonaVersion:
        """A version; 0: the one that holds. Raises NoSuchPersonaVersion, PersonaNotGrown."""
        return await evolution.show(self._ctx, here, number)

    async def diff(self, here: Here, first: int, second: int) -> tuple[str, ...]:
        """What changed between versions, as lines with "- " or "+ "; 0: the card alone. Raises NoSuchPersonaVersion."""
        return await evolution.diff(self._ctx, here, first, second)

    async def grow(self, here: Here) -> None:
        """Ask for a new version; a notice says here what came of it. Raises NoModelConfigured, NothingSaid."""
        await evolution.grow(self._ctx, self._runner, here)

    async def rollback(self, here: Here, number: int) -> int:
        """Go back to a version; the number that it has now. Raises NoSuchPersonaVersion."""
        return await evolution.rollback(self._ctx, self._runner, here, number)

    async def edit(self, here: Here, field: str, text: str) -> int:
        """Write a field by hand, or take it away with an empty text; the number of the version that this makes.

        Raises NoSuchPersonaField, TextTooLong.
        """
        return await evolution.edit(self._ctx, self._runner, here, field, text)

    async def clear(self, here: Here) -> int:
        """Go back to the card alone; how many versions ended. Raises PersonaNotGrown."""
        return await evolution.clear(self._ctx, self._runner, here)
