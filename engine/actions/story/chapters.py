"""Closing a chapter of the story: an act at the head of the line; what it holds is told behind the turns."""

from typing import Final

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.context import EngineContext
from engine.db.chats import log
from engine.db.house import work
from engine.db.memory import job_rows
from engine.errors import NoModelConfigured, NothingSinceChapter
from engine.rules.chronicle.chapters import closed_chapters, closing
from engine.rules.recall.remembering.sources import CHRONICLE
from engine.rules.text.clean import clean_text
from engine.turns.runner import Runner
from engine.utility.asking import utility_role
from engine.values.chats.entries import EntryKind, NewEntry
from engine.values.chats.incoming import Here
from engine.values.models.models import RoleName

LONGEST_TITLE: Final = 100


async def close_chapter(ctx: EngineContext, runner: Runner, here: Here, title: str = "") -> int:
    """Close the chapter that is played; its number, from 1. People are told when its summary is there.

    Raises SessionMissing, NothingSinceChapter, and NoModelConfigured where nobody could write the summary.
    """
    if utility_role(ctx.roles) is None:
        raise NoModelConfigured(role=RoleName.UTILITY.value)
    name = " ".join(clean_text(title).split())[:LONGEST_TITLE]

    async def act(move: HeadMove) -> int:
        closed = closed_chapters(await log.acts(move.on, move.key, move.line, [EntryKind.CHRONICLE]))
        after = closed[-1].at if closed else 0
        if not await job_rows.spoken(move.on, move.key, move.line, (after + 1, move.head), 1):
            raise NothingSinceChapter
        number = len(closed) + 1
        body = closing(number, name)
        await move.append(NewEntry(body, ctx.clock.now(), person=here.person))
        await work.mark_due(move.on, move.key, CHRONICLE)
        return number

    return await move_head(ctx, runner, here, await current_head(ctx, here), act)
