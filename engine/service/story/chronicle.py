"""What a story is told by besides its messages."""

from engine.actions.story import chronicle, compressing
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.story.chronicle import Chronicle as Told
from engine.values.story.chronicle import ChronicleKind
from engine.values.story.chronicle_views import ChapterSeen, StoryStand, SummarySeen


class ChronicleService:
    """Of the line that is played here: seen, and changed by hand. Everything raises SessionMissing."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def stand(self, here: Here) -> StoryStand:
        """Where the story stands: chapter, outline, pages, what is still to be written."""
        return await chronicle.stand(self._ctx, here)

    async def read(self, here: Here) -> Told:
        """All that holds: pages, timeline, things, figures, summaries."""
        return await chronicle.read(self._ctx, here)

    async def chapters(self, here: Here) -> list[ChapterSeen]:
        """The chapters that were closed, first to last."""
        return await chronicle.chapters(self._ctx, here)

    async def summaries(self, here: Here) -> list[SummarySeen]:
        """Every summary that was written, newest first, those of chapters too."""
        return await chronicle.summaries(self._ctx, here)

    async def edit(self, here: Here, kind: ChronicleKind, row: int, text: str) -> int:
        """Give a row another text; its id from now on. Raises MemoryEmpty, TextTooLong, NotInChronicle."""
        return await chronicle.edit(self._ctx, self._runner, here, kind, row, text)

    async def redo(self, here: Here, kind: ChronicleKind, row: int) -> None:
        """Have a row written again behind the turns.

        Raises NoModelConfigured, NotInChronicle, NotTellable, SummariesOff.
        """
        await chronicle.redo(self._ctx, self._runner, here, kind, row)

    async def delete(self, here: Here, kind: ChronicleKind, row: int) -> None:
        """Put a row away; with a page, what is remembered of it. Raises NotInChronicle."""
        await chronicle.delete(self._ctx, self._runner, here, kind, row)

    async def sum_up(self, here: Here) -> None:
        """Have the talk summed up now. Raises NoModelConfigured, SummariesOff, NothingToSumUp."""
        await chronicle.sum_up(self._ctx, self._runner, here)

    async def compress(self, here: Here) -> int:
        """Have older pages told in brief now; how many are detailed so far. Raises NothingToCompress."""
        return await compressing.compress(self._ctx, self._runner, here)
