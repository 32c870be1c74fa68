"""A wrong memory is put right in one gesture: "was → now", and the old value is told no more."""

from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Final

from pydantic import BaseModel

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.heads import head_line
from engine.actions.memory.candidates import MemoryGuess, MemoryGuesses, candidates, text_of
from engine.actions.memory.superseding import old_value, replace_everywhere
from engine.context import EngineContext
from engine.db.memory import corrections
from engine.errors import CorrectionGone, ModelError, NothingToCorrect
from engine.rules.recall.remembering.batches import as_facts, as_statements, between
from engine.rules.recall.remembering.extraction import LONGEST, unfit
from engine.rules.recall.telling.quoting import mark_of
from engine.rules.text.clean import clean_text
from engine.rules.wire.answer_schema import answer_schema
from engine.rules.wire.json_reader import Worded
from engine.turns.load import settings_here
from engine.turns.runner import Runner
from engine.utility.asking import Errand, ask, data_prompt, utility_role, words_for
from engine.values.chats.bodies import GardenBody
from engine.values.chats.entries import NewEntry
from engine.values.chats.incoming import Here
from engine.values.house.due_bodies import CorrectionMark
from engine.values.ids import SessionKey
from engine.values.memory.memories import Correction

LONGEST_ANSWER: Final = 400
LONGEST_WORDS: Final = 500
TOKEN_BYTES: Final = 5


class Corrected(BaseModel):
    """What the model answers: which memory, and how it reads when it is right."""

    id: str
    text: Worded


async def propose(
    ctx: EngineContext,
    here: Here,
    text: str,
    *,
    memory: tuple[str, int] | None = None,
    replied: str = "",
    as_written: bool = False,
) -> Correction:
    """What ``text`` puts right, of ``memory`` (store, id) or of what was recalled and is nearest; it waits for a yes.

    ``replied`` is the platform's message that the words reply to. ``as_written``: the words are the memory as it is to
    read, and no model makes a sentence of them. Raises SessionMissing, NothingToCorrect.
    """
    words = clean_text(text.strip(), LONGEST_WORDS)
    found = await candidates(ctx, here, words, memory, replied=replied)
    if not words or not found.memories:
        raise NothingToCorrect
    likeliest = found.likeliest, " ".join(words.split())[:LONGEST]
    chosen, now = likeliest if as_written else await _chosen(ctx, here, found, words)
    return await _wait(ctx, here, found.key, Correction(chosen.text, now, chosen.store, chosen.id))


async def reword(ctx: EngineContext, here: Here, token: str, text: str) -> Correction:
    """The same correction in other words, taken as they are. Raises SessionMissing, CorrectionGone."""
    pending = await _pending(ctx, here, token)
    words = clean_text(" ".join(text.split()), LONGEST)
    return await _wait(ctx, here, pending.key, replace(pending.correction, now=words), token)


async def waiting(ctx: EngineContext, here: Here, token: str) -> Correction:
    """A correction that waits for a yes. Raises SessionMissing, CorrectionGone."""
    return (await _pending(ctx, here, token)).correction


async def accept(ctx: EngineContext, runner: Runner, here: Here, token: str) -> Correction:
    """Put the memory right, and whatever else tells the old value here. Raises SessionMissing, CorrectionGone."""
    pending = await _pending(ctx, here, token)
    return await _make(ctx, runner, here, pending.correction)


async def forget(
    ctx: EngineContext, runner: Runner, here: Here, *, token: str = "", memory: tuple[str, int] | None = None
) -> Correction:
    """End a memory, and whatever else tells the same here; nothing takes its place. ``now`` is empty.

    Raises SessionMissing, CorrectionGone.
    """
    if memory is None:
        gone = (await _pending(ctx, here, token)).correction
        return await _make(ctx, runner, here, replace(gone, now=""))
    text = await text_of(ctx, here, *memory)
    if text is None:
        raise CorrectionGone
    return await _make(ctx, runner, here, Correction(text, "", *memory))


@dataclass(frozen=True, slots=True)
class _Pending:
    key: SessionKey
    correction: Correction


async def _pending(ctx: EngineContext, here: Here, token: str) -> _Pending:
    """What waits under ``token`` for this person."""
    key = (await current_head(ctx, here)).session_key
    it = await corrections.read(ctx.db, key, token)
    if it is None or it.person != here.person:
        raise CorrectionGone
    text = await text_of(ctx, here, it.store, it.id)
    if text is None:
        raise CorrectionGone
    return _Pending(key, Correction(text, it.now, it.store, it.id, token))


async def _wait(ctx: EngineContext, here: Here, key: SessionKey, correction: Correction, token: str = "") -> Correction:
    token = token or token_hex(TOKEN_BYTES)
    await corrections.put(
        ctx.db, key, token, CorrectionMark(here.person, correction.store, correction.id, correction.now)
    )
    return replace(correction, token=token)


async def _make(ctx: EngineContext, runner: Runner, here: Here, it: Correction) -> Correction:
    old = await old_value(ctx, it.was)

    async def act(move: HeadMove) -> None:
        if it.token and await corrections.take(move.on, move.key, it.token) is None:
            raise CorrectionGone  # the button was pressed twice
        body = GardenBody(act="correct" if it.now else "forget", store=it.store, id=it.id)
        await move.append(NewEntry(body, ctx.clock.now(), person=here.person))
        await replace_everywhere(move, here, it, old)

    await move_head(ctx, runner, here, await current_head(ctx, here), act)
    ctx.due_bell.set()
    return it


async def _chosen(ctx: EngineContext, here: Here, found: MemoryGuesses, words: str) -> tuple[MemoryGuess, str]:
    """Which memory is meant, and its right text: the model says so; without one the person's own sentence."""
    if utility_role(ctx.roles) is not None:
        try:
            answer = await _asked(ctx, here, found, words)
        except ModelError:
            answer = None
        meant = found.memories.get(answer.id) if answer else None
        now = " ".join(answer.text.split()) if answer else ""
        if meant is not None and 0 < len(now) <= LONGEST and not unfit(now) and now != meant.text:
            return meant, now
    return found.likeliest, " ".join(words.split())[:LONGEST]


async def _asked(ctx: EngineContext, here: Here, found: MemoryGuesses, words: str) -> Corrected:
    at = await head_line(ctx, here)
    settings = await settings_here(ctx.db, ctx.defaults, here, at.character)
    mark, language = mark_of(str(found.seed)), settings.language
    texts = {label: it.text for label, it in found.memories.items()}
    blocks = [
        between(mark, words_for(language, "The memories", "记忆"), as_facts(texts, mark)),
        between(mark, words_for(language, "The person's words", "这个人的原话"), as_statements([words], mark)),
    ]
    prompt = data_prompt(ctx.texts[language].correct.replace("{mark}", mark), blocks)
    errand = Errand(found.key, at.character or 0, settings, waited_for=True, kind="correct")
    schema = answer_schema(Corrected, among={"id": [*texts]})
    return await ask(ctx, errand, prompt, Corrected, LONGEST_ANSWER, schema)
