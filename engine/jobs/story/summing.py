"""A talk told in short by the model that works behind the turns: stretch by stretch, each with what was before."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from pydantic import BaseModel

from engine.context import EngineContext
from engine.errors import ModelContextTooLong
from engine.jobs.context import JobContext
from engine.jobs.story.telling import block, right_block
from engine.rules.chronicle.blocks import ROOM, Blocks, blocks
from engine.rules.chronicle.summaries import cut_at_sentence
from engine.rules.lines import cut
from engine.rules.recall.remembering.batches import BatchMessage, as_lines, as_statements
from engine.utility.asking import Errand, ask, data_prompt, utility_role
from engine.values.chats.entries import Range
from engine.values.models.models import RoleName
from engine.values.models.prompts import PromptMessage

T = TypeVar("T")

LEAST_ROOM: Final = 1_000
_OF_CONTEXT: Final = 2
"""The talk takes at most one part in so many of what a model takes in."""
_FAR_LONGER: Final = 1.5
_TOKENS_A_CHARACTER: Final = 2
_AROUND: Final = 300


class Summed(BaseModel):
    """What the model answers."""

    summary: str


@dataclass(frozen=True, slots=True)
class SummaryVoice:
    """Who tells, on whose errand, in about how many characters; ``right`` is what people have put right."""

    ctx: EngineContext
    job: JobContext
    errand: Errand
    longest: int
    right: Sequence[str] = ()

    def prompt(self, instruction: str, *data: str) -> tuple[PromptMessage, ...]:
        """An instruction of the house, and blocks of data; empty ones are left out."""
        filled = instruction.replace("{mark}", self.job.mark).replace("{length}", str(self.longest))
        return data_prompt(filled, [it for it in data if it])

    def known(self) -> str:
        """What people have put right, as a block."""
        return right_block(self.job, self.right)

    def talk(self, stretch: Sequence[BatchMessage], longest: int) -> str:
        """A stretch of talk, as a block."""
        return block(self.job, "The talk", "对话", as_lines(stretch, self.job.mark, self.job.zone, longest))


async def in_stretches(ctx: EngineContext, said: Sequence[BatchMessage], read: Callable[[Blocks], Awaitable[T]]) -> T:
    """Call ``read`` with a talk cut to what the model takes in; where it refuses, again with shorter cuts."""
    room = _room(ctx)
    while True:
        try:
            return await read(blocks(said, room))
        except ModelContextTooLong:
            room //= 2
            if room < LEAST_ROOM:
                raise


async def summed_up(telling: SummaryVoice, earlier: Sequence[str], said: Sequence[BatchMessage]) -> str:
    """One summary of ``earlier`` summaries and of what was ``said`` after them; "" where the model has none."""

    async def read(cut_up: Blocks) -> str:
        told, so_far = "", list(earlier)
        for stretch in cut_up.stretches:
            if text := await short(telling, so_far, telling.talk(stretch, cut_up.longest)):
                told, so_far = text, [text]
        return told

    return await in_stretches(telling.ctx, said, read)


async def short(telling: SummaryVoice, earlier: Sequence[str], data: str) -> str:
    """A block of data and what was told before it, in so many characters or not far more; "" for no answer."""
    job = telling.job
    before = block(job, "The summary up to here", "到目前为止的摘要", as_statements(earlier, job.mark))
    texts = telling.ctx.texts[job.settings.language]
    text = await _asked(telling, telling.prompt(texts.summary_of, telling.known(), before, data))
    most = int(telling.longest * _FAR_LONGER)
    if len(text) > most:
        too_long = block(job, "The summary", "摘要", as_statements([text], job.mark))
        again = await _asked(telling, telling.prompt(texts.shorter, too_long))
        text = again if 0 < len(again) < len(text) else text
    return cut_at_sentence(text, most)


async def _asked(telling: SummaryVoice, prompt: Sequence[PromptMessage]) -> str:
    tokens = telling.longest * _TOKENS_A_CHARACTER + _AROUND
    return (await ask(telling.ctx, telling.errand, prompt, Summed, tokens)).summary.strip()


def context_of(ctx: EngineContext, role: RoleName) -> int | None:
    """How many tokens the model of a role takes in that is asked first; None while nobody knows."""
    endpoint = next(iter(ctx.roles.endpoints(role)), None)
    return ctx.gauges.context(endpoint) if endpoint else None


def stretch_of(job: JobContext, first: int, last: int) -> tuple[Range, ...]:
    """Everything from seq ``first`` to ``last`` of the line, as the sources of a row."""
    return tuple(Range(it.branch, it.after + 1, it.upto) for it in cut(job.line, after=first - 1, upto=last))


def _room(ctx: EngineContext) -> int:
    """How many tokens of talk are read at once."""
    role = utility_role(ctx.roles)
    context = context_of(ctx, role) if role else None
    return max(LEAST_ROOM, min(ROOM, (context or 2 * ROOM) // _OF_CONTEXT))
