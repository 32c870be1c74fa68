"""What happened before: for somebody who comes back, told of what they could have read here. Nothing of it is kept."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from secrets import token_hex
from typing import Final

import structlog
from pydantic import BaseModel

from engine.actions.chats.heads import HeadLine, head_line
from engine.actions.chats.views import view_of
from engine.context import EngineContext
from engine.db.chats import sessions
from engine.db.story import chronicle
from engine.errors import ModelError
from engine.rules.lines import cut
from engine.rules.recall.remembering.batches import as_statements, between
from engine.rules.recall.telling.quoting import mark_of
from engine.rules.text.names import said_by
from engine.rules.text.previously import put_together, within
from engine.rules.wire.json_reader import Worded
from engine.turns.load import settings_here
from engine.utility.asking import Errand, ask, data_prompt, utility_role, words_for
from engine.values.chats.entries import EntryStatus
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import ReadMessage
from engine.values.chats.sessions import Recap
from engine.values.story.chronicle import ChronicleKind

LONGEST: Final = 1_200
LINES: Final = 60
READ: Final = 300
"""Characters of each line that the model reads."""
WORDS: Final = 160
TOKENS: Final = 700
PATIENCE: Final = 20.0
KIND: Final = "recap"
_TOLD: Final = (ChronicleKind.SUMMARY, ChronicleKind.CHAPTER, ChronicleKind.PAGE)

_log = structlog.get_logger(__name__)


class RecapAnswer(BaseModel):
    """What the model answers."""

    recap: Worded


@dataclass(frozen=True, slots=True)
class _Before:
    """What somebody is to be told: ``told`` in the story's own words, first to last, then the last lines."""

    told: tuple[str, ...]
    lines: tuple[ReadMessage, ...]
    missed: int
    since: datetime | None


async def recap(ctx: EngineContext, here: Here) -> Recap | None:
    """What was said here since this person last spoke; where that is nothing, where the story stands.

    None where nothing was ever said. Raises SessionMissing.
    """
    at = await head_line(ctx, here)
    before = await _before(ctx, here, at)
    if not before.lines and not before.told:
        return None
    spoken = [f"{it.speaker}: {it.text}" for it in before.lines]
    words = await _written(ctx, here, at, before, spoken) if before.missed else ""
    shown = [said_by(it.speaker, it.text) for it in before.lines]
    text = words or put_together(before.told, shown, LONGEST)
    return Recap(text, before.missed, before.since, bool(words))


async def _before(ctx: EngineContext, here: Here, at: HeadLine) -> _Before:
    key, line = at.channel_head.session_key, at.line
    last = await sessions.last_said_by(ctx.db, key, line, here.person)
    seq, since = last or (0, None)
    missed = await sessions.messages_on(ctx.db, key, cut(line, after=seq))
    who = await chronicle.readers_of(ctx.db, here.key)
    view = await view_of(ctx, ctx.db, at.channel_head, line, limit=LINES)
    said = tuple(it for it in view.spoken if it.text.strip() and it.status is not EntryStatus.ERROR)
    new = tuple(it for it in said if it.seq > seq)
    if last is not None and all(it.character is not None for it in new) and len(new) <= 1:
        new, missed = (), 0  # the answer to what they said themselves
    told = await chronicle.chronicle(ctx.db, key, line, _TOLD, who)
    rows = sorted((*told.summaries, *told.pages), key=lambda it: (it.last, it.first))
    texts = tuple(it.text for it in rows if it.last > seq or not missed)
    return _Before(texts, new if missed else said[-4:], missed, since)


async def _written(ctx: EngineContext, here: Here, at: HeadLine, before: _Before, spoken: Sequence[str]) -> str:
    """As the model tells it; "" where there is none, or it has no answer in time."""
    if utility_role(ctx.roles) is None:
        return ""
    settings = await settings_here(ctx.db, ctx.defaults, here, at.character)
    language, mark = settings.language, mark_of(token_hex())
    blocks = [
        between(mark, name, as_statements([it[:READ] for it in texts], mark))
        for name, texts in (
            (words_for(language, "The story so far", "之前的剧情"), before.told[-12:]),
            (words_for(language, "Said since", "这段时间里说的话"), spoken),
        )
        if texts
    ]
    instruction = ctx.texts[language].recap.replace("{mark}", mark).replace("{words}", str(WORDS))
    errand = Errand(at.channel_head.session_key, at.character or 0, settings, waited_for=True, kind=KIND)
    try:
        async with asyncio.timeout(PATIENCE):
            found = await ask(ctx, errand, data_prompt(instruction, blocks), RecapAnswer, TOKENS)
    except (ModelError, TimeoutError) as error:
        _log.info("recap put together without a model", error=type(error).__name__)
        return ""
    return within(found.recap, LONGEST)
