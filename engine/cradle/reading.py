"""A cradle's pieces are read, one part of one piece after another; each part is a transaction of its own.

Whoever reads, the command that fed a piece or the work behind it, goes on where the last one stopped.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Final

from engine.context import EngineContext
from engine.cradle.drafts import remake
from engine.db.characters import cradles
from engine.db.chats import pictures
from engine.errors import (
    AnswerUnusable,
    LinkUnread,
    ModelContextTooLong,
    ModelRefusedRequest,
    PictureUnseen,
)
from engine.rules.cradle.composing import lacking
from engine.rules.cradle.reading import PieceAnswer, Reading, dreamed, next_part, proposals, read
from engine.rules.recall.remembering.batches import as_records, as_statements, between
from engine.rules.recall.telling.quoting import harmless, mark_of
from engine.turns.inputs.sight import describe_one
from engine.turns.load import settings_here
from engine.utility.asking import Errand, ask, data_prompt, words_for
from engine.values.characters.cradles import LONGEST_PIECE, Cradle, CradlePiece, CradleStatement, PieceKind, PieceState
from engine.values.chats.incoming import Here
from engine.values.house.setting_choices import Language
from engine.values.ids import SessionKey

KIND: Final = "cradle"
TOKENS: Final = 3_000
MOST_DRAFT: Final = 120
"""Statements of the draft that a model is shown, the last ones."""


@dataclass(frozen=True, slots=True)
class PieceRead:
    """What came of reading a piece on. ``fault``: why it cannot be read; ``done``: nothing of it is left to be read."""

    added: tuple[CradleStatement, ...] = ()
    unfounded: int = 0
    fault: str = ""
    done: bool = True


async def read_piece(ctx: EngineContext, space: int, character: int, number: int, *, waited_for: bool) -> PieceRead:
    """Read the next part of a piece that waits.

    Raises NoModelConfigured, BackgroundSpent, DaySpent, and ModelErrors that are not the piece's fault: it waits then.
    """
    cradle = await cradles.read(ctx.db, character, space)
    piece = cradle.piece(number) if cradle else None
    if cradle is None or piece is None or piece.state is not PieceState.WAITING:
        return PieceRead()
    try:
        errand = await errand_for(ctx, space, cradle, piece.person, waited_for=waited_for)
        words = await _words(ctx, errand, piece)
        part = next_part(words, piece.read_to)
        answer = await _asked(ctx, errand, cradle, replace(piece, text=part))
    except (AnswerUnusable, ModelContextTooLong, ModelRefusedRequest, LinkUnread, PictureUnseen) as error:
        # What is wrong with a piece, or with this model for it: asking on and on does not help.
        await cradles.read_on(ctx.db, character, piece, piece.read_to, PieceState.UNREAD, error.message)
        return PieceRead(fault=error.message)
    return await _kept(ctx, cradle, replace(piece, text=words), part, answer)


async def dream(ctx: EngineContext, space: int, cradle: Cradle, person: int) -> Reading:
    """Have the rest made up, since somebody asks for it. Raises NoModelConfigured and other ModelErrors."""
    errand = await errand_for(ctx, space, cradle, person, waited_for=True)
    language, mark = errand.settings.language, mark_of(token_hex())
    lacks = [it.value for it in lacking(cradle)]
    blocks = [
        *_about(cradle, language, mark),
        between(mark, words_for(language, "What it lacks", "还缺什么"), as_statements(lacks or ["-"], mark)),
    ]
    instruction = ctx.texts[language].cradle_dream.replace("{mark}", mark)
    answer = await ask(ctx, errand, data_prompt(instruction, blocks), PieceAnswer, TOKENS)
    now = ctx.clock.now()
    async with ctx.db.transaction() as on:
        first = await cradles.lock(on, cradle.character) + 1
        again = await cradles.read(on, cradle.character, space)
        found = dreamed(answer, again or cradle, now, first)
        await cradles.add(on, cradle.character, found.added, now)
        await remake(ctx, on, cradle.character)
    return found


async def errand_for(ctx: EngineContext, space: int, cradle: Cradle, person: int, *, waited_for: bool) -> Errand:
    """On whose behalf a model is asked: it belongs to no chat, and what it costs is the space's."""
    settings = await settings_here(ctx.db, ctx.defaults, Here(space, 0, person, "", private=False))
    return Errand(SessionKey(space, 0), cradle.character, settings, waited_for=waited_for, kind=KIND)


async def _words(ctx: EngineContext, errand: Errand, piece: CradlePiece) -> str:
    """The words of a piece: those of a picture or page are looked for first.

    Raises LinkUnread, PictureUnseen, BackgroundSpent, DaySpent, ModelErrors.
    """
    if piece.text:
        return piece.text
    if piece.kind is PieceKind.LINK:
        text = (await ctx.pages.read(piece.source))[:LONGEST_PIECE].strip() if ctx.pages else ""
        if not text:
            raise LinkUnread(address=piece.source[:200])
        return text
    if piece.sha256 is None:
        return ""
    known = await pictures.words(ctx.db, [piece.sha256])
    text = known.get(piece.sha256, "") or await describe_one(ctx, errand, piece.sha256)
    if not text:
        raise PictureUnseen(name=piece.source[:100])
    return text


async def _asked(ctx: EngineContext, errand: Errand, cradle: Cradle, piece: CradlePiece) -> PieceAnswer:
    language, mark = errand.settings.language, mark_of(token_hex())
    question = [between(mark, words_for(language, "The question", "问过的问题"), as_statements([piece.asked], mark))]
    blocks = [
        *_about(cradle, language, mark),
        *(question if piece.asked else []),
        between(mark, words_for(language, "The new piece", "新材料"), as_statements([piece.text], mark)),
    ]
    instruction = ctx.texts[language].cradle.replace("{mark}", mark)
    return await ask(ctx, errand, data_prompt(instruction, blocks), PieceAnswer, TOKENS)


def _about(cradle: Cradle, language: Language, mark: str) -> list[str]:
    name = between(mark, words_for(language, "The name", "名字"), as_statements([cradle.name], mark))
    told: Sequence[CradleStatement] = cradle.holding[-MOST_DRAFT:]
    if not told:
        return [name]
    rows = [{"n": it.number, "field": it.field.value, "text": harmless(it.text, mark)} for it in told]
    return [name, between(mark, words_for(language, "The draft so far", "目前的草稿"), as_records(rows))]


async def _kept(ctx: EngineContext, cradle: Cradle, piece: CradlePiece, part: str, answer: PieceAnswer) -> PieceRead:
    """Keep what a part of a piece adds, and how far it has been read, at once."""
    now, read_to = ctx.clock.now(), piece.read_to + len(part)
    done = read_to >= len(piece.text)
    async with ctx.db.transaction() as on:
        first = await cradles.lock(on, cradle.character) + 1
        again = await cradles.read(on, cradle.character)
        state = PieceState.READ if done else PieceState.WAITING
        if again is None or not await cradles.read_on(on, cradle.character, piece, read_to, state):
            return PieceRead()  # somebody else was first, or it was taken back
        found = read(answer, again, piece.number, part, now, first, piece.asked)
        added = found.added if again.born_at is None else proposals(found.added)
        await cradles.add(on, cradle.character, added, now)
        await cradles.ask(on, cradle.character, found.question if again.born_at is None else "")
        await remake(ctx, on, cradle.character)
    return PieceRead(added, found.unfounded, done=done)
