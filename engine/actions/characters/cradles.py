"""Characters that grow from what people feed them: begun, looked at, corrected, born."""

from collections.abc import Mapping
from typing import Final

from engine.actions.house.numbers import of as numbers_of
from engine.actions.story import evolution
from engine.context import EngineContext
from engine.cradle import reading
from engine.cradle.drafts import remake
from engine.db.characters import characters, cradles
from engine.db.characters.characters import NewCard
from engine.db.postgres.pool import Transaction
from engine.errors import (
    BornAlready,
    DraftEmpty,
    NoSuchCradle,
    NoSuchPiece,
    NoSuchStatement,
    NotBornYet,
    NotInCast,
    ProposalElsewhere,
)
from engine.rules.cradle.composing import blank, lacking, stage
from engine.rules.cradle.reading import Reading
from engine.turns.runner import Runner
from engine.values.characters.characters import Imported
from engine.values.characters.cradles import Cradle, CradleInfo, CradleStage, CradleStatement, DraftField
from engine.values.chats.incoming import Here
from engine.values.house.numbers import Thing

PERSONA_FIELDS: Final[Mapping[DraftField, str]] = {
    DraftField.DESCRIPTION: "personality",
    DraftField.PERSONALITY: "personality",
    DraftField.SPEECH: "speech",
}
"""Where in a grown persona a proposal goes. What is fed after birth of anything else is not proposed."""


async def begin(ctx: EngineContext, here: Here, name: str) -> Imported:
    """A new cradle of this space: its character has a name and nothing else. Raises NotACard, FieldTooLong."""
    card = blank(name)
    async with ctx.db.transaction() as on:
        number = await characters.add(on, NewCard(card.name, card.raw), space=here.space)
        await cradles.begin(on, number, here.space, here.person, ctx.clock.now())
    return Imported(number, card.called, ())


async def listed(ctx: EngineContext, here: Here) -> list[CradleInfo]:
    """The cradles of this space, those whose character is not born first."""
    return await cradles.listed(ctx.db, here.space)


async def look(ctx: EngineContext, here: Here, character: int) -> tuple[Cradle, CradleStage]:
    """A cradle with all that lies in it, and how far its draft has grown. Raises NoSuchCradle."""
    cradle = await _cradle(ctx, here, character)
    return cradle, stage(cradle)


def lacks(cradle: Cradle) -> tuple[DraftField, ...]:
    """What a draft does not say yet."""
    return lacking(cradle)


async def dream(ctx: EngineContext, here: Here, character: int) -> Reading:
    """Have what is missing made up. Raises NoSuchCradle, BornAlready, NoModelConfigured and other ModelErrors."""
    cradle = await _growing(ctx, here, character)
    return await reading.dream(ctx, here.space, cradle, here.person)


async def keep_older(ctx: EngineContext, here: Here, character: int, statement: int) -> tuple[str, str]:
    """Let the statement hold whose place ``statement`` took, instead of it: the texts of both, the older one first.

    Asked again, it is the newer one's turn. Raises NoSuchCradle, BornAlready, NoSuchStatement.
    """
    async with ctx.db.transaction() as on:
        cradle = await _locked(ctx, on, here, character)
        newer = cradle.statement(statement)
        older = cradle.statement(newer.instead_of) if newer and newer.instead_of else None
        if newer is None or older is None:
            raise NoSuchStatement(number=statement)
        if newer.ended_by is None and older.ended_by == newer.number:
            await cradles.end(on, character, older.number, None)
            await cradles.end(on, character, newer.number, older.number)
            holds, not_so = older, newer
        elif newer.ended_by == older.number:
            await cradles.end(on, character, newer.number, None)
            await cradles.end(on, character, older.number, newer.number)
            holds, not_so = newer, older
        else:
            raise NoSuchStatement(number=statement)
        await remake(ctx, on, character)
    return holds.text, not_so.text


async def put_aside(ctx: EngineContext, here: Here, character: int, statement: int) -> str:
    """A statement of the draft no longer holds, because somebody says so: its text.

    Raises NoSuchCradle, BornAlready, NoSuchStatement.
    """
    async with ctx.db.transaction() as on:
        cradle = await _locked(ctx, on, here, character)
        found = cradle.statement(statement)
        if found is None or not found.holds:
            raise NoSuchStatement(number=statement)
        await cradles.end(on, character, statement, 0)
        await remake(ctx, on, character)
    return found.text


async def take_back(ctx: EngineContext, here: Here, character: int, piece: int) -> int:
    """Take a piece back with all that was read in it: how many statements. Raises NoSuchCradle, NoSuchPiece.

    Of a born character the card stays as it is, and what had been proposed goes.
    """
    async with ctx.db.transaction() as on:
        await cradles.lock(on, character)
        cradle = await _cradle(ctx, here, character, on)
        gone, sha256 = await cradles.take_back(on, character, piece)
        if not gone:
            raise NoSuchPiece(number=piece)
        await cradles.ask(on, character, "")
        await remake(ctx, on, character)
        if cradle.born_at is None:  # what was fed by mistake is in no older version of the card either
            await cradles.even_out(on, character)
        if sha256:
            await characters.drop_files(on, [sha256])
    ctx.cards.forget(character)
    return sum(it.piece == piece for it in cradle.statements)


async def bear(ctx: EngineContext, here: Here, character: int) -> Imported:
    """Let the character leave its cradle, for the gallery. Raises NoSuchCradle, BornAlready, DraftEmpty."""
    async with ctx.db.transaction() as on:
        cradle = await _locked(ctx, on, here, character)
        if not cradle.holding:
            raise DraftEmpty(name=cradle.name)
        await remake(ctx, on, character)
        await cradles.bear(on, character, ctx.clock.now())
    return Imported(character, cradle.name, ())


async def agree(ctx: EngineContext, runner: Runner, here: Here, character: int, statement: int) -> CradleStatement:
    """Say yes to what was read after birth: from now on it belongs to who the character has become in the chat here.

    Raises NoSuchCradle, NotBornYet, NoSuchStatement, ProposalElsewhere, TextTooLong, SessionMissing, NobodyPlays.
    """
    cradle, found = await _proposed(ctx, here, character, statement)
    try:
        await evolution.add(ctx, runner, here, character, PERSONA_FIELDS[found.field], found.text)
    except NotInCast:
        number = (await numbers_of(ctx, here, Thing.CHARACTER, [character]))[character]
        raise ProposalElsewhere(name=cradle.name, number=number) from None
    await cradles.take(ctx.db, character, statement)
    return found


async def refuse(ctx: EngineContext, here: Here, character: int, statement: int) -> CradleStatement:
    """Say no to it. Raises NoSuchCradle, NotBornYet, NoSuchStatement."""
    _, found = await _proposed(ctx, here, character, statement)
    await cradles.end(ctx.db, character, statement, 0)
    return found


async def _proposed(ctx: EngineContext, here: Here, character: int, statement: int) -> tuple[Cradle, CradleStatement]:
    cradle = await _cradle(ctx, here, character)
    if cradle.born_at is None:
        raise NotBornYet(name=cradle.name)
    found = next((it for it in cradle.proposed if it.number == statement), None)
    if found is None:
        raise NoSuchStatement(number=statement)
    return cradle, found


async def _cradle(ctx: EngineContext, here: Here, character: int, on: Transaction | None = None) -> Cradle:
    cradle = await cradles.read(on or ctx.db, character, here.space)
    if cradle is None:
        raise NoSuchCradle
    return cradle


async def _growing(ctx: EngineContext, here: Here, character: int, on: Transaction | None = None) -> Cradle:
    cradle = await _cradle(ctx, here, character, on)
    if cradle.born_at is not None:
        raise BornAlready(name=cradle.name)
    return cradle


async def _locked(ctx: EngineContext, on: Transaction, here: Here, character: int) -> Cradle:
    await cradles.lock(on, character)
    return await _growing(ctx, here, character, on)
