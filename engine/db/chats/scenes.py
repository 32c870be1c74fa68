"""What a turn requires to be assembled: session, cast, settings, history, and what holds around them."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from engine.db.characters.adults import said_of
from engine.db.chats import log
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.rules.bodies.personas import user_persona_of
from engine.rules.bodies.states import member_of
from engine.rules.casting import members_of, missed
from engine.values.characters.worlds import Binding
from engine.values.chats.entries import Entry, Line
from engine.values.chats.reactions import Felt
from engine.values.chats.turns import Asker, BookRef, Hidden, Loaded, StoryState, Turn


async def load(on: Statements, turn: Turn, line: Line, *, limit: int) -> Loaded:
    """What ``turn`` requires, with the last ``limit`` messages of ``line``, in one statement."""
    row = await on.fetchrow(
        "load_turn",
        turn.key.space,
        turn.key.session,
        *log.arrays(line),
        max(0, line.head - 4 * limit),
        limit,
        turn.channel,
        turn.person or 0,
        turn.key.turn,
        turn.character,
    )
    assert row is not None
    session: dict[str, Any] = json.loads(row["session"])
    acts: list[dict[str, Any]] = sorted(json.loads(row["members"] or "[]"), key=lambda it: it["seq"])
    members = [(it["seq"], it["character_id"], member_of(it["body"])) for it in acts]
    comings = [(seq, character, what.here) for seq, character, what in members]
    return Loaded(
        fence=row["fence"],
        private=row["private"],
        covered=frozenset(row["covered"]),
        title=session["title"],
        seed=session["seed"],
        members=members_of((character, what) for _, character, what in members),
        missed=missed(comings, turn.character, line.head),
        settings=tuple((it[0], it[1], it[2], it[3]) for it in json.loads(row["settings"] or "[]")),
        history=tuple(_entry(it) for it in json.loads(row["history"] or "[]")),
        around=_around(row),
        thrown_away=frozenset(row["thrown_away"] or ()),
        paused=row["paused"],
        for_adults=row["for_adults"],
        said_adult=said_of(row["said_adult"]),
        words=tuple(json.loads(row["words"] or "[]")),
        felt=tuple(_felt(it) for it in json.loads(row["felt"] or "[]")),
    )


def _felt(row: Sequence[Any]) -> Felt:
    seq, target, person, name, signs, told, audience = row
    return Felt(seq, target, person or 0, name or "", tuple(signs), told, tuple(audience))


def _around(row: DriverRow) -> StoryState:
    greeting: object = row["greeting"]
    return StoryState(
        acts=log.read_acts(json.loads(row["acts"] or "{}").items()),
        hides=tuple(Hidden(*it) for it in json.loads(row["hides"] or "[]")),
        asker=_asker(json.loads(row["asker"])) if row["asker"] else None,
        books=tuple(BookRef(it[0], Binding(it[1]), it[2], it[3]) for it in json.loads(row["books"] or "[]")),
        scripts=tuple(json.loads(row["scripts"] or "[]")),
        card_runs=bool(row["card_runs"]),
        preset_runs=bool(row["preset_runs"]),
        greeting=greeting if isinstance(greeting, int) else None,
        warnings=frozenset(row["warnings"] or ()),
    )


def _asker(row: Mapping[str, Any]) -> Asker:
    persona = user_persona_of(row["id"], row["name"], row["body"]) if row["id"] is not None else None
    return Asker(row["called"], persona, row["withheld"])


def _entry(row: dict[str, Any]) -> Entry:
    row["said_at"] = datetime.fromisoformat(row["said_at"])
    return log.entry(row)
