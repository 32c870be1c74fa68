"""Silence, what roles may do, who and what is blocked, and who changed what, in Postgres."""

from collections.abc import Sequence

from engine.db.postgres.pool import DriverRow, Statements
from engine.rules.bodies.changes import read_change
from engine.values.chats.entries import Place
from engine.values.chats.places import Address
from engine.values.house.allowances import Grant
from engine.values.house.changes import ChangeRecord
from engine.values.house.moderation import BlockedPerson, BlockedWord, ReportsGo, SomebodyThere
from engine.values.ids import ChannelKey


async def pause_channel(on: Statements, channel: ChannelKey, by: int, *, paused: bool) -> None:
    """Make the characters silent in a channel, or let them speak again."""
    await on.execute("pause_channel", channel.space, channel.channel, paused, by)


async def pause_spaces(on: Statements, space: int | None, by: int, noted_in: int, *, paused: bool) -> None:
    """The same in a space, or in all; going on, every channel there goes on too."""
    await on.execute("pause_spaces", space, paused, by, noted_in)


async def grant(on: Statements, space: int, role: str, may: Grant, by: int) -> None:
    """Let a role do something."""
    await on.execute("grant_role", space, role, may, by)


async def revoke(on: Statements, space: int, role: str, may: Grant | None, by: int) -> int:
    """Take back what a role may do, or all of it; how much that was."""
    return await on.fetchval("revoke_role", space, role, may or "", by)


async def people_meant(on: Statements, platform: str, named: str, space: int) -> list[SomebodyThere]:
    """Who may be meant by a number of the platform, which goes first, or by the name of somebody heard in a space."""
    rows = await on.fetch("people_meant", platform, named, space)
    return [SomebodyThere(row["id"], row["external"], row["name"], row["owner"]) for row in rows]


async def who_said(on: Statements, channel: ChannelKey, message: str) -> str:
    """Who sent a message, as the platform calls them; "" where that is not known."""
    return await on.fetchval("who_said", channel.space, channel.channel, message) or ""


async def block_person(on: Statements, where: int, noted_in: int, person: int, by: int) -> bool:
    """Let somebody not be heard in a space (0: anywhere); False where that is so already."""
    return await on.fetchval("block_person", where, noted_in, person, by) is not None


async def unblock_person(on: Statements, where: int, noted_in: int, named: tuple[str, str], by: int) -> bool:
    """Let somebody be heard again, by platform and number; False where nobody had blocked them there."""
    platform, external = named
    return await on.fetchval("unblock_person", where, noted_in, external, by, platform) is not None


async def blocked_people(on: Statements, space: int, platform: str, *, all_platforms: bool) -> list[BlockedPerson]:
    """Who is not heard in a space, or anywhere; the last first."""
    rows = await on.fetch("blocked_people", space, platform, all_platforms)
    return [BlockedPerson(it["everywhere"], it["platform"], it["external"], it["name"]) for it in rows]


async def block_word(on: Statements, where: int, noted_in: int, word: str, by: int, most: int) -> bool:
    """Refuse a word in a space (0: anywhere); False where that is so already, or ``most`` are."""
    return await on.fetchval("block_word", where, noted_in, word, by, most) is not None


async def unblock_word(on: Statements, where: int, noted_in: int, word: str, by: int) -> bool:
    """Let a word be said again; False where it was not refused there."""
    return await on.fetchval("unblock_word", where, noted_in, word, by) is not None


async def words(on: Statements, space: int) -> tuple[str, ...]:
    """What is refused in a space."""
    return tuple(row["word"] for row in await on.fetch("words_blocked", space))


async def words_listed(on: Statements, space: int) -> list[BlockedWord]:
    """The same, with where it was said."""
    return [BlockedWord(row["everywhere"], row["word"]) for row in await on.fetch("words_listed", space)]


async def reports_go(on: Statements, space: int) -> ReportsGo:
    """Where reports of a space go."""
    row = await on.fetchrow("reports_go", space)
    if row is None:
        return ReportsGo()
    return ReportsGo(Address(row["platform"], row["space"], row["channel"], row["private"]), row["title"])


async def set_reports(on: Statements, space: int, channel: int | None, by: int) -> None:
    """Let reports go to a channel of the space; None: to the owners."""
    await on.execute("set_reports", space, channel, by)


async def note_report(on: Statements, space: int, by: int, session: int, place: Place) -> bool:
    """Note a report of a reply; False where the same person made it before."""
    return await on.fetchval("note_report", space, by, session, place.branch, place.seq) is not None


async def changes(on: Statements, space: int | None, page: int, size: int) -> tuple[Sequence[ChangeRecord], int]:
    """A page of what was changed (from 1), in a space or everywhere, and how many changes there are."""
    rows = await on.fetch("changes", space, size, (page - 1) * size)
    found = [change_record(row) for row in rows]
    return found, rows[0]["of"] if rows else 0


def change_record(row: DriverRow) -> ChangeRecord:
    """A row of the audit."""
    change = read_change(row["act"], row["body"])
    return ChangeRecord(row["id"], row["at"], row["act"], row["by"], row["place"], change)
