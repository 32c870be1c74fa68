"""Cradles, what was fed and what their drafts say, in Postgres."""

from collections.abc import Sequence
from datetime import datetime

from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.values.characters.cradles import (
    Cradle,
    CradleInfo,
    CradlePiece,
    CradleStatement,
    DraftField,
    NewPiece,
    PieceKind,
    PieceState,
)
from engine.values.ids import SessionKey

READING = "cradle"
"""The kind of mark that has a cradle read what waits in it; behind a slash the number of the character."""
MOST_LISTED = 200
_INFO = ("character_id", "name", "begun_at", "born_at", "pieces", "waiting")


def mark_key(space: int, character: int) -> tuple[SessionKey, str]:
    """Where the mark of a cradle lies: it belongs to no session."""
    return SessionKey(space, 0), f"{READING}/{character}"


async def begin(on: Statements, character: int, space: int, person: int, now: datetime) -> None:
    """Lay a character that was just made into a cradle."""
    await on.execute("begin_cradle", character, space, person, now)


async def listed(on: Statements, space: int) -> list[CradleInfo]:
    """The cradles of a space, those that are not born first."""
    rows = await on.fetch("cradles_listed", space, MOST_LISTED)
    return [CradleInfo(*(it[name] for name in _INFO)) for it in rows]


async def lock(on: Statements, character: int) -> int:
    """Let nobody else change a cradle until the transaction ends; how many statements there ever were."""
    return int(await on.fetchval("lock_cradle", character) or 0)


async def read(on: Statements, character: int, space: int | None = None) -> Cradle | None:
    """A cradle with all that lies in it; None where there is none. Without a space it may lie in the trash."""
    row = await on.fetchrow("cradle", character, space)
    if row is None:
        return None
    pieces = await on.fetch("cradle_pieces", character)
    statements = await on.fetch("cradle_statements", character)
    return Cradle(
        character=character,
        name=row["name"],
        person=row["person_id"],
        begun_at=row["begun_at"],
        born_at=row["born_at"],
        question=row["question"],
        pieces=tuple(map(_piece, pieces)),
        statements=tuple(map(_statement, statements)),
    )


async def feed(on: Statements, character: int, piece: NewPiece, person: int, now: datetime) -> int:
    """Keep what somebody fed; its number."""
    made = (character, piece.kind.value, piece.text, piece.source, piece.sha256, person, now)
    return int(await on.fetchval("feed_cradle", *made))


async def read_on(
    on: Statements, character: int, piece: CradlePiece, read_to: int, state: PieceState, fault: str = ""
) -> bool:
    """Note how far a piece has been read; False where somebody else was first."""
    made = (character, piece.number, read_to, piece.read_to, state.value, fault)
    return await on.fetchval("read_on", *made) is not None


async def add(on: Statements, character: int, told: Sequence[CradleStatement], now: datetime) -> None:
    """Keep statements; those whose place they take end, unless they are proposals."""
    if told:
        await on.execute("add_statements", character, [_as_json(it) for it in told], now)


async def ask(on: Statements, character: int, question: str) -> None:
    """Keep what the draft would like to know next."""
    await on.execute("ask_of_cradle", character, question)


async def end(on: Statements, character: int, statement: int, by: int | None) -> None:
    """A statement ends, by another one or by hand (0); or it holds again (None)."""
    await on.execute("end_statement", character, statement, by)


async def take(on: Statements, character: int, statement: int) -> bool:
    """Say yes to a proposal; False where none waits under that number."""
    return await on.fetchval("take_proposed", character, statement) is not None


async def take_back(on: Statements, character: int, piece: int) -> tuple[bool, str | None]:
    """Take a piece back with all that was read in it: whether there was one, and the hash of its file."""
    row = await on.fetchrow("take_back_piece", character, piece)
    return row is not None, row["sha256"] if row else None


async def bear(on: Statements, character: int, now: datetime) -> bool:
    """The character leaves its cradle; False when it had."""
    return await on.fetchval("bear", character, now) is not None


async def fed_by(on: Statements, person: int) -> list[tuple[int, int]]:
    """What somebody has fed anywhere: cradle and piece."""
    return [(it["character_id"], it["number"]) for it in await on.fetch("pieces_of_person", person)]


async def drop_composed(on: Statements, character: int) -> None:
    """Remove what a draft was given without words that say so, and what it asked."""
    await on.execute("drop_composed", character)


async def even_out(on: Statements, character: int) -> None:
    """Let older versions of the card say what the newest one says."""
    await on.execute("even_out_versions", character)


def _piece(row: DriverRow) -> CradlePiece:
    return CradlePiece(
        number=row["number"],
        kind=PieceKind(row["kind"]),
        state=PieceState(row["state"]),
        text=row["text"],
        source=row["source"],
        asked=row["asked"],
        sha256=row["sha256"],
        person=row["person_id"],
        fed_at=row["fed_at"],
        read_to=row["read_to"],
        fault=row["fault"],
    )


def _statement(row: DriverRow) -> CradleStatement:
    return CradleStatement(
        number=row["number"],
        field=DraftField(row["field"]),
        text=row["text"],
        made_at=row["made_at"],
        piece=row["piece"],
        quote=row["quote"],
        title=row["title"],
        keys=tuple(row["keys"]),
        instead_of=row["instead_of"],
        contradicts=row["contradicts"],
        ended_by=row["ended_by"],
        proposed=row["proposed"],
    )


def _as_json(it: CradleStatement) -> dict[str, object]:
    return {
        "number": it.number,
        "field": it.field.value,
        "text": it.text,
        "title": it.title,
        "keys": list(it.keys),
        "quote": it.quote,
        "piece": it.piece,
        "instead_of": it.instead_of,
        "contradicts": it.contradicts,
        "proposed": it.proposed,
    }
