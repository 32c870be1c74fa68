"""Versions of cards, characters in the trash and hidden ones, in Postgres."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from engine.db.chats import log
from engine.db.postgres.pool import Statements
from engine.rules.bodies.states import member_of
from engine.values.characters.characters import CharacterHoldings, ThrownAway
from engine.values.chats.bodies import MemberBody
from engine.values.chats.entries import Line
from engine.values.ids import ChannelKey, SessionKey


@dataclass(frozen=True, slots=True)
class VersionRow:
    """One version of a card: its number, when it was made, and the hash of the picture that shows the character."""

    number: int
    made_at: datetime
    picture: str | None


@dataclass(frozen=True, slots=True)
class KnownCharacter:
    """What a character is called, whether it lies in the trash, and whether somebody said that it is for adults.

    ``for_adults``: adults alone read where it is to play.
    """

    name: str
    thrown_away: bool = False
    adult: bool | None = None
    for_adults: bool = True


UNKNOWN: Final = KnownCharacter("?")


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A member of a cast by the newest act about it, ``body``: the version of its card now, and at some moment."""

    character: int
    body: MemberBody
    now: int
    then: int


async def lock(on: Statements, character: int) -> bool:
    """Let nobody else change a character until the transaction ends; False when it is not there."""
    return await on.fetchval("lock_character", character) is not None


async def versions(on: Statements, character: int) -> list[VersionRow]:
    """Every version of a card, oldest first."""
    rows = await on.fetch("card_versions", character)
    return [VersionRow(row["version"], row["created_at"], row["picture_sha256"]) for row in rows]


async def files(on: Statements, character: int, version: int) -> tuple[str | None, str | None]:
    """The hashes of the file that a version came in, and of its picture."""
    row = await on.fetchrow("version_files", character, version)
    return (row["file_sha256"], row["picture_sha256"]) if row else (None, None)


async def throw_away(on: Statements, character: int) -> None:
    """Put a character into the trash."""
    await on.execute("throw_character", character)


async def thrown_away(on: Statements, space: int, person: int) -> list[ThrownAway]:
    """What lies in the trash, the last first."""
    rows = await on.fetch("thrown_characters", space, person)
    return [ThrownAway(row["id"], row["name"], row["deleted_at"]) for row in rows]


async def known(
    on: Statements, characters: Sequence[int], where: ChannelKey | None = None
) -> dict[int, KnownCharacter]:
    """What is known of some characters, wherever they belong, to whoever wants to play them in a channel."""
    at = (where.space, where.channel) if where else (None, None)
    rows = await on.fetch("characters_known", list(characters), *at)
    return {row["id"]: KnownCharacter(row["name"], row["thrown_away"], row["adult"], row["for_adults"]) for row in rows}


async def restore(on: Statements, character: int) -> None:
    """Take a character out of the trash."""
    await on.execute("restore_character", character)


async def hide(on: Statements, space: int, character: int, hidden: bool) -> None:
    """Keep a character out of the list of a space, or let it be seen again."""
    await on.execute("hide_character" if hidden else "unhide_character", space, character)


async def holdings(on: Statements, space: int, character: int) -> CharacterHoldings:
    """What there is of a character in a space."""
    row = await on.fetchrow("character_holdings", space, character)
    assert row is not None
    return CharacterHoldings(row["chats"], row["memories"])


async def empty_trash(on: Statements, older_than: timedelta) -> int:
    """Remove the cards of what has lain in the trash for longer than that; how many files went with them."""
    found = sorted(row["sha256"] for row in await on.fetch("empty_characters", older_than))
    if found:
        await on.execute("drop_unused_blobs", found)
    return len(found)


async def played_then(on: Statements, key: SessionKey, line: Line, moment: datetime) -> list[PlayedCard]:
    """The cast of a line, with the versions of its cards now and at ``moment``."""
    rows = await on.fetch("versions_then", key.space, key.session, *log.arrays(line), moment)
    return [PlayedCard(row["character_id"], member_of(row["body"]), row["played"], row["then_played"]) for row in rows]
