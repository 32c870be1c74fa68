"""A wrong memory, put right in one gesture."""

from engine.actions.memory import corrections
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.memory.memories import Correction


class CorrectionsService:
    """Proposed first, made after a yes. Everything raises SessionMissing."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def propose(
        self,
        here: Here,
        text: str,
        memory: tuple[str, int] | None = None,
        replied: str = "",
        as_written: bool = False,
    ) -> Correction:
        """What ``text`` puts right: of ``memory`` (store and id), of what was recalled for a reply, or of anything.

        ``replied`` is the platform's message that the person replied to. ``as_written``: the words are the memory as it
        is to read. Nothing changes yet. Raises NothingToCorrect.
        """
        return await corrections.propose(self._ctx, here, text, memory=memory, replied=replied, as_written=as_written)

    async def reword(self, here: Here, token: str, text: str) -> Correction:
        """A correction that waits, in other words. Raises CorrectionGone."""
        return await corrections.reword(self._ctx, here, token, text)

    async def waiting(self, here: Here, token: str) -> Correction:
        """A correction that waits for a yes. Raises CorrectionGone."""
        return await corrections.waiting(self._ctx, here, token)

    async def accept(self, here: Here, token: str) -> Correction:
        """Put a memory right as was proposed. Raises CorrectionGone."""
        return await corrections.accept(self._ctx, self._runner, here, token)

    async def forget(self, here: Here, token: str) -> Correction:
        """Let the memory that a correction is about be told no more. Raises CorrectionGone."""
        return await corrections.forget(self._ctx, self._runner, here, token=token)
