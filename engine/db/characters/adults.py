"""Which characters are for adults, and where adults alone read, in Postgres."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.db.postgres.pool import Statements
from engine.values.ids import ChannelKey


@dataclass(frozen=True, slots=True)
class AdultPlace:
    """Whether characters ``for_adults`` may be seen somewhere, whether it is ``private``, and what was ``said`` of some
    characters, by number: whether they are for adults.
    """

    for_adults: bool
    private: bool
    said: Mapping[int, bool]


async def place(on: Statements, channel: ChannelKey, characters: Sequence[int]) -> AdultPlace:
    """What holds in a channel for some characters."""
    row = await on.fetchrow("adult_place", channel.space, channel.channel, list(characters))
    assert row is not None
    return AdultPlace(row["for_adults"], row["private"], said_of(row["said"]))


def said_of(stored: str | None) -> Mapping[int, bool]:
    """What was said of characters, by number, as a statement gives it."""
    return {int(character): adult for character, adult in json.loads(stored or "{}").items()}


async def mark(on: Statements, space: int, character: int, adult: bool | None, by: int) -> None:
    """Say whether a character is for adults; None: as its card says."""
    await on.execute("mark_adult", space, character, adult, by)


async def confirm(on: Statements, person: int, adult: bool) -> None:
    """Note, under all their names, whether somebody has said that they are an adult."""
    await on.execute("confirm_adult", person, adult)


async def confirmed(on: Statements, person: int) -> bool:
    """Whether somebody has."""
    return bool(await on.fetchval("adult_confirmed", person))
