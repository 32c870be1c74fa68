"""What a model that keeps the chronicle is told besides the talk: index, figures, what people have put right."""

import json
from collections.abc import Iterable, Sequence
from typing import Final

from engine.db.memory import memories
from engine.db.postgres.pool import Statements
from engine.jobs.context import JobContext
from engine.rules.chronicle.timeline import in_order
from engine.rules.recall.remembering.batches import as_statements, between
from engine.rules.recall.telling.quoting import harmless
from engine.utility.asking import words_for
from engine.values.chats.entries import Derived, rows_saying
from engine.values.memory.memories import MemoryKind, Tag
from engine.values.story.chronicle import ChronicleKind, Recorded
from engine.values.story.chronicle_bodies import DossierBody, ItemBody, TimelineBody

MOST_RIGHT: Final = 100
MOST_LINES: Final = 30
MOST_ITEMS: Final = 40


async def right_of(on: Statements, job: JobContext) -> list[str]:
    """What people have put right on a line."""
    return [now for _, now in await corrections_of(on, job)]


async def corrections_of(on: Statements, job: JobContext) -> list[tuple[str, str]]:
    """The same, each behind what it said before."""
    scope, kinds = job.scope(Tag.CORE, Tag.MANUAL), (MemoryKind.CORE, MemoryKind.MANUAL)
    found, _ = await memories.listing(on, scope, offset=0, limit=MOST_RIGHT, kinds=kinds)
    return [(was, it.text) for it in found if (was := it.body.marks.was) is not None]


def block(job: JobContext, english: str, chinese: str, lines: str) -> str:
    """A block of data under the house's word for it; "" where there is nothing in it."""
    return between(job.mark, words_for(job.settings.language, english, chinese), lines) if lines else ""


def right_block(job: JobContext, right: Sequence[str]) -> str:
    """What people have put right."""
    return block(job, "Known to be right", "已确认的事实", as_statements(right, job.mark))


def live_at(rows: Iterable[Recorded], kind: ChronicleKind, seq: int) -> list[Derived]:
    """The rows of a kind that lived when the line went as far as ``seq``, oldest first."""
    return [it.row for it in rows if it.row.kind == kind and it.live_at(seq)]


def timeline_block(job: JobContext, rows: Iterable[Recorded], seq: int) -> str:
    """The newest lines of the timeline."""
    lines = sorted(live_at(rows, ChronicleKind.TIMELINE, seq), key=in_order)[-MOST_LINES:]
    told = (data(job, when=what.when, text=it.text) for it, what in rows_saying(lines, TimelineBody))
    return block(job, "The timeline so far", "到目前为止的时间线", "\n".join(told))


def items_block(job: JobContext, rows: Iterable[Recorded], seq: int) -> str:
    """The things that were spoken of last."""
    items = live_at(rows, ChronicleKind.ITEM, seq)[-MOST_ITEMS:]
    told = (data(job, name=what.name, state=it.text) for it, what in rows_saying(items, ItemBody))
    return block(job, "Known things", "已知的物品", "\n".join(told))


def figures_block(job: JobContext, figures: Iterable[Derived]) -> str:
    """What is known of some figures."""
    told = (
        data(job, name=what.name, aliases=list(what.aliases), known=row.text)
        for row, what in rows_saying(figures, DossierBody)
    )
    return block(job, "Known figures", "已知的人物", "\n".join(told))


def data(job: JobContext, **fields: str | list[str] | int) -> str:
    """A JSON object on one line, of texts that cannot forge the marks around it."""
    return json.dumps({name: _harmless(it, job.mark) for name, it in fields.items()}, ensure_ascii=False)


def _harmless(value: str | list[str] | int, mark: str) -> str | list[str] | int:
    if isinstance(value, list):
        return [harmless(it, mark) for it in value]
    return harmless(value, mark) if isinstance(value, str) else value
