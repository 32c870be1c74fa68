"""Feeding a character in its cradle: each piece is kept first, and read then; what cannot be read now is read later."""

import asyncio
import re
from dataclasses import replace
from datetime import timedelta
from typing import Final

import structlog

from engine.actions.characters.faces import scaled
from engine.actions.transfers.uploads import keep_file
from engine.context import EngineContext
from engine.cradle.reading import PieceRead, read_piece
from engine.db.characters import cradles
from engine.db.house import work
from engine.db.postgres.pool import Transaction
from engine.errors import (
    BackgroundSpent,
    CradleFull,
    DaySpent,
    ModelError,
    NoModelConfigured,
    NoSuchCradle,
    NothingFed,
    PieceTooLong,
    PieceUnreadable,
    TooMuchFed,
)
from engine.rules.cradle.composing import stage
from engine.rules.sent_files import decoded_text
from engine.rules.text.clean import clean_text
from engine.values.characters.cradles import (
    LONGEST_PIECE,
    MOST_PIECES,
    MOST_TEXT,
    Cradle,
    Fed,
    NewPiece,
    PieceKind,
    PieceState,
)
from engine.values.chats.incoming import Here

LATER: Final = timedelta(minutes=2)
"""When work behind the turns takes up a piece, if whoever fed it has not had it read by then."""
WAIT: Final = 20.0
"""Seconds that somebody waits for what comes of a piece. What is left then is read behind the turns."""
MOST_BYTES: Final = 4 * LONGEST_PIECE
LONGEST_SOURCE: Final = 500
_LINK: Final = re.compile(r"https?://\S+", re.IGNORECASE)
_PICTURES: Final = (b"\x89PNG", b"\xff\xd8\xff", b"RIFF")

_log = structlog.get_logger(__name__)


async def feed_words(ctx: EngineContext, here: Here, character: int, text: str) -> Fed:
    """Feed words; an address alone is a page of the web.

    Raises NothingFed, PieceTooLong, NoSuchCradle, CradleFull, TooMuchFed.
    """
    words = clean_text(text).strip()
    if not words:
        raise NothingFed
    if _LINK.fullmatch(words):
        return await _fed(ctx, here, character, NewPiece(PieceKind.LINK, source=words[:LONGEST_SOURCE]))
    return await _fed(ctx, here, character, NewPiece(PieceKind.TEXT, _bounded(words)))


async def feed_file(ctx: EngineContext, here: Here, character: int, data: bytes, filename: str) -> Fed:
    """Feed a text file or a picture.

    Raises PieceUnreadable, PieceTooLong, NoSuchCradle, CradleFull, TooMuchFed, StorageFull.
    """
    name = clean_text(filename)[-LONGEST_SOURCE:]
    if data.startswith(_PICTURES):
        if await asyncio.to_thread(scaled, data) is None:
            raise PieceUnreadable(filename=name)
        return await _fed(ctx, here, character, NewPiece(PieceKind.PICTURE, source=name), data)
    if len(data) > MOST_BYTES:
        raise PieceTooLong(length=len(data), limit=LONGEST_PIECE)
    text = await asyncio.to_thread(decoded_text, data)
    if text is None:
        raise PieceUnreadable(filename=name)
    words = clean_text(text).strip()
    if not words:
        raise NothingFed
    return await _fed(ctx, here, character, NewPiece(PieceKind.FILE, _bounded(words), name))


def _bounded(words: str) -> str:
    if len(words) > LONGEST_PIECE:
        raise PieceTooLong(length=len(words), limit=LONGEST_PIECE)
    return words


async def _fed(ctx: EngineContext, here: Here, character: int, piece: NewPiece, data: bytes | None = None) -> Fed:
    number = await _kept(ctx, here, character, piece, data)
    unfounded, fault, waits = 0, "", True
    try:
        async with asyncio.timeout(WAIT):
            while waits:
                read = await _next(ctx, here, character, number)
                if read is None:
                    waits = False
                    continue
                unfounded += read.unfounded
                fault = read.fault or fault
    except TimeoutError:
        _log.info("piece not read in time", action="it is read behind the turns")
    except (ModelError, NoModelConfigured, BackgroundSpent, DaySpent) as error:  # it waits, and is read later
        fault = error.message
        _log.info("piece not read", error=error.message, action="it is read behind the turns")
    cradle = await _there(ctx, here, character)
    kept = cradle.piece(number)
    if kept is None:
        raise NoSuchCradle
    # By whom it was read does not matter: work behind the turns, or somebody who fed at the same time, may be first.
    added = tuple(it for it in cradle.statements if it.piece == number and (it.holds or it.proposed))
    return Fed(kept, cradle, stage(cradle), added, waits, kept.fault or fault, unfounded)


async def _kept(ctx: EngineContext, here: Here, character: int, piece: NewPiece, data: bytes | None) -> int:
    """Keep a piece, and note that it is to be read, at once."""
    async with ctx.db.transaction() as on:
        cradle = await _room(on, here, character, len(piece.text))
        if data is not None:
            piece = replace(piece, sha256=await keep_file(ctx, on, here, data))
        number = await cradles.feed(on, cradle.character, piece, here.person, ctx.clock.now())
        key, kind = cradles.mark_key(here.space, character)
        await work.mark_due(on, key, kind, after=LATER)
    return number


async def _room(on: Transaction, here: Here, character: int, more: int) -> Cradle:
    await cradles.lock(on, character)
    cradle = await cradles.read(on, character, here.space)
    if cradle is None:
        raise NoSuchCradle
    kept = [it for it in cradle.pieces if it.state is not PieceState.TAKEN]
    if len(kept) >= MOST_PIECES:
        raise CradleFull(limit=MOST_PIECES)
    if sum(len(it.text) for it in kept) + more > MOST_TEXT:
        raise TooMuchFed(limit=MOST_TEXT)
    return cradle


async def _next(ctx: EngineContext, here: Here, character: int, until: int) -> PieceRead | None:
    """Read the next part of what waits, up to piece ``until``; None when that has been read, and nothing waits then."""
    cradle = await _there(ctx, here, character)
    waiting = [it for it in cradle.pieces if it.state is PieceState.WAITING and it.number <= until]
    if not waiting:
        await _all_read(ctx, here, character)
        return None
    read = await read_piece(ctx, here.space, character, waiting[0].number, waited_for=True)
    return read if waiting[0].number == until else replace(read, unfounded=0, fault="")


async def _all_read(ctx: EngineContext, here: Here, character: int) -> None:
    """Nothing is left to be done behind the turns if nothing waits. Nobody feeds meanwhile: their mark would go too."""
    async with ctx.db.transaction() as on:
        await cradles.lock(on, character)
        cradle = await cradles.read(on, character, here.space)
        if cradle is None or not any(it.state is PieceState.WAITING for it in cradle.pieces):
            await work.drop_due(on, *cradles.mark_key(here.space, character))


async def _there(ctx: EngineContext, here: Here, character: int) -> Cradle:
    cradle = await cradles.read(ctx.db, character, here.space)
    if cradle is None:
        raise NoSuchCradle
    return cradle
