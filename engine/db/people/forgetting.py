"""What there is of a person, and its end, in Postgres. Erasing entries is ``engine/db/people/erasure.py``."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.db.chats.sessions import head_from
from engine.db.people import erasure
from engine.db.people.erasure import DerivedRow
from engine.db.postgres.driver import DriverRow
from engine.db.postgres.pool import Statements
from engine.rules.naming import Sentences, Stored, StoredAct, names_any, repeated_in
from engine.rules.text.titles import quote_from
from engine.values.chats.entries import Place
from engine.values.chats.sessions import ChannelHead
from engine.values.documents import JsonObject
from engine.values.ids import SessionKey
from engine.values.people.rights import PersonalData, Tombstone

CONTENT = ("message", "revision", "note", "persona", "import", "reaction")
"""Entries that hold words of a person, or what they felt. Others name things by number, but for titles of chapters."""


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Who somebody is to their platform. ``names``: what they are called there and in their stories."""

    platform: str
    external: str
    owner: bool
    names: tuple[str, ...]
    now: datetime


@dataclass(frozen=True, slots=True)
class CameBy:
    """Somebody, what they are called on their platform, and when they first came."""

    id: int
    platform: str
    external: str
    at: datetime


async def known(on: Statements, person: int) -> KnownPerson | None:
    """Who somebody is, and the time on the database's clock."""
    row = await on.fetchrow("person_row", person)
    return KnownPerson(row["platform"], row["external"], row["owner"], tuple(row["names"]), row["at"]) if row else None


async def holdings(on: Statements, person: int, private: Sequence[int]) -> PersonalData:
    """How much there is of a person; everything in their ``private`` spaces counts."""
    row = await on.fetchrow("forgettable", person, list(private))
    assert row is not None
    return PersonalData(**{name: row[name] for name in PersonalData.__slots__})


async def private_spaces(on: Statements, person: int, here: int) -> list[int]:
    """Private spaces that nobody else ever was in; ``here`` is where the person is now."""
    return [row["id"] for row in await on.fetch("private_spaces_of", person, here)]


async def tombstones(on: Statements) -> list[Tombstone]:
    """Everybody who asked to be forgotten."""
    return [Tombstone(*row) for row in await on.fetch("tombstones")]


async def bury(on: Statements, stones: Sequence[Tombstone]) -> None:
    """Write down who asked to be forgotten."""
    columns = [it.platform for it in stones], [it.stands_for for it in stones], [it.at for it in stones]
    await on.execute("lay_tombstones", *columns)


async def lift(on: Statements, stones: Sequence[Tombstone]) -> None:
    """Take stones away, whatever they stand for."""
    await on.execute("lift_tombstones", [it.stands_for for it in stones])


async def came_by(on: Statements, platforms: Sequence[str], time: datetime) -> list[CameBy]:
    """Everybody who came to these platforms by then."""
    return [CameBy(*row) for row in await on.fetch("people_since", list(platforms), time)]


async def detach(on: Statements, person: int, private: Sequence[int]) -> None:
    """Whoever comes under the person's name from here on, or from their private spaces, is somebody new."""
    await on.execute("detach_person", person)
    await on.execute("detach_spaces", list(private))


async def sessions_in(on: Statements, spaces: Sequence[int]) -> list[SessionKey]:
    """The sessions of some spaces."""
    return [SessionKey(*row) for row in await on.fetch("sessions_in", list(spaces))]


async def sessions_with(on: Statements, person: int, but: Sequence[int]) -> list[SessionKey]:
    """Sessions with anything of a person, in other spaces than ``but``."""
    return [SessionKey(*row) for row in await on.fetch("sessions_with", person, list(but))]


async def heads_in(on: Statements, key: SessionKey) -> list[ChannelHead]:
    """Everywhere a session is played."""
    return [head_from(key.space, row) for row in await on.fetch("stands_in", key.space, key.session)]


async def drop_drafts(on: Statements, key: SessionKey) -> None:
    """What grows in a session is worth nothing any more."""
    await on.execute("drop_drafts", key.space, key.session)


async def entries_by(on: Statements, key: SessionKey, person: int, limit: int) -> list[Place]:
    """The first entries with words of a person, and of what was answered to them."""
    rows = await on.fetch("entries_by", key.space, key.session, person, limit, list(CONTENT))
    return [Place(row["branch_id"], row["seq"]) for row in rows]


async def echoes(on: Statements, key: SessionKey, said: Sentences) -> list[Place]:
    """What characters have told others in a session, where it repeats what somebody ``said``."""
    rows = await on.fetch("said_by_characters", key.space, key.session)
    return [Place(row["branch_id"], row["seq"]) for row in rows if said.stand_in(row["text"])]


async def empty_shown(on: Statements, key: SessionKey, places: Sequence[Place]) -> None:
    """What was shown of replies is not kept either."""
    columns = [it.branch for it in places], [it.seq for it in places]
    await on.execute("empty_shown", key.space, key.session, *columns)


async def variables(on: Statements, key: SessionKey, person: int) -> list[StoredAct]:
    """What macros and quick replies have stored in a session, in order."""
    rows = await on.fetch("variables_acts", key.space, key.session, person)
    return [
        StoredAct(
            Place(row["branch_id"], row["seq"]),
            _scopes(row["body"]),
            row["theirs"],
        )
        for row in rows
    ]


async def stored_copies(on: Statements, key: SessionKey, said: Sentences) -> list[StoredAct]:
    """What macros and quick replies have stored in a session, in order, where any of it repeats what somebody said.

    Nothing where none does. As they are looked through once each, many turns that store the same take no longer.
    """
    if not said:
        return []
    rows = await on.fetch("stored_values", key.space, key.session)
    if not await asyncio.to_thread(lambda: any(repeated_in(said, row["name"], row["value"]) for row in rows)):
        return []
    return await variables(on, key, 0)


def _scopes(body: JsonObject) -> Stored:
    return {scope: it for scope, it in body.items() if isinstance(it, dict)}


async def rewrite(on: Statements, key: SessionKey, bodies: Mapping[Place, Mapping[str, Any]]) -> None:
    """Give acts other bodies; what these do not say stays."""
    if bodies:
        columns = [it.branch for it in bodies], [it.seq for it in bodies], [dict(it) for it in bodies.values()]
        await on.execute("rewrite_acts", key.space, key.session, *columns)


async def quotable(on: Statements, key: SessionKey, person: int) -> list[str]:
    """What others may quote besides the log: what a person sent where a session is played, what they were answered."""
    sent = await on.fetch("texts_arrived", key.space, key.session, person)
    shown = await on.fetch("shown_to", key.space, key.session, person)
    return [row["text"] for row in (*sent, *shown)]


async def unquote(on: Statements, key: SessionKey, texts: Sequence[str], names: Sequence[str]) -> None:
    """Nobody quotes these texts, or somebody called so, in the channels of a session."""
    quotes = sorted({quote_from(it) for it in texts})
    await on.execute("unquote", key.space, key.session, quotes, list(names))


async def untitle(on: Statements, key: SessionKey, person: int, names: Sequence[str]) -> list[int]:
    """Take the titles of chapters that a person named, or that name them; where these were closed."""
    rows = await on.fetch("titled_acts", key.space, key.session, person)
    found = [row for row in rows if row["theirs"] or names_any(names, row["body"]["title"])]
    await rewrite(on, key, {Place(row["branch_id"], row["seq"]): {**row["body"], "title": ""} for row in found})
    return [row["seq"] for row in found]


async def derived_of(
    on: Statements, key: SessionKey, person: int, names: Sequence[str], chapters: Sequence[int] = ()
) -> list[DerivedRow]:
    """The derived rows of a session that tell of a person, that they wrote, or that name them.

    ``chapters``: where those were closed whose titles were taken from them.
    """
    rows = await on.fetch("derived_of", key.space, key.session, person, list(chapters))
    return [
        erasure.made(row) for row in rows if row["theirs"] or (row["kind"] != "manual" and names_any(names, _told(row)))
    ]


def _told(row: DriverRow) -> str:
    """All the words of a derived row: its text, and the names and titles beside it."""
    beside: Mapping[str, Any] = row["body"] or {}
    words: list[Any] = []
    for value in beside.values():
        words += value if isinstance(value, list) else [value]
    return "\n".join([row["text"], *(it for it in words if isinstance(it, str))])


async def leave_session(on: Statements, key: SessionKey, person: int, names: Sequence[str]) -> None:
    """What is left of a person in a session names nobody."""
    await on.execute("greet_nobody", key.space, key.session, list(names))
    await on.execute("leave_session", key.space, key.session, person)


async def delete_session(on: Statements, key: SessionKey) -> None:
    """Remove a session with all that was said in it."""
    await on.execute("delete_session", key.space, key.session)


async def empty_space(on: Statements, space: int) -> None:
    """Remove what a private space holds besides its sessions, but its number."""
    await _drop_files(on, [row["sha256"] for row in await on.fetch("empty_space", space)])


async def drop_owned(on: Statements, spaces: Sequence[int], person: int) -> None:
    """Remove what a person and their private spaces own, as cards and books. What a place uses is the place's."""
    await on.execute("hand_over", person)
    files = [row["sha256"] for row in await on.fetch("delete_versions", list(spaces), person)]
    await on.execute("delete_owned", list(spaces), person)
    await _drop_files(on, files)


async def empty_arrived(on: Statements, person: int, limit: int) -> int:
    """Empty up to ``limit`` things that a person sent; how many."""
    return int(await on.fetchval("empty_arrived", person, limit))


async def leave_house(on: Statements, person: int) -> None:
    """Remove facts, consent, settings, personas and files of a person, and what tells of their acts."""
    files = [row["sha256"] for row in await on.fetch("drop_attachments", person)]
    files += [row["sha256"] for row in await on.fetch("drop_uploads", person)]
    await on.execute("leave_house", person)
    await on.execute("drop_personas", person)
    await _drop_files(on, files)


async def _drop_files(on: Statements, files: Sequence[str]) -> None:
    if files:
        await on.execute("drop_unused_blobs", sorted(set(files)))
