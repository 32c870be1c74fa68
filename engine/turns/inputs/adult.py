"""Where characters for adults appear: in channels for adults, and in private with people who say they are adults."""

from collections.abc import Mapping
from typing import Final

from engine.context import EngineContext
from engine.db.characters import adults
from engine.db.house import allowances
from engine.db.house.allowances import AllowanceNotice
from engine.db.postgres.pool import Statements
from engine.errors import AdultElsewhere
from engine.rules.adult import is_adult
from engine.values.characters.characters import Card
from engine.values.chats.turns import Turn, TurnKind
from engine.values.house.allowances import AllowanceHolder
from engine.values.ids import ChannelKey

_TOLD: Final = 1
"""Beside shares of allowances: that it was said today why a character for adults is silent."""


async def unseen(on: Statements, channel: ChannelKey, cards: Mapping[int, Card]) -> frozenset[int]:
    """Those of some characters, by number, that may not be seen in a channel."""
    if not cards:
        return frozenset()
    place = await adults.place(on, channel, list(cards))
    if place.for_adults:
        return frozenset()
    return frozenset(it for it, card in cards.items() if is_adult(card.tags, place.said.get(it)))


async def check(on: Statements, channel: ChannelKey, character: int, card: Card) -> None:
    """Raises AdultElsewhere where a character may not be seen in a channel."""
    place = await adults.place(on, channel, [character])
    if not place.for_adults and is_adult(card.tags, place.said.get(character)):
        raise elsewhere(card.called, private=place.private)


def elsewhere(name: str, *, private: bool) -> AdultElsewhere:
    """What is said of a character called ``name`` that may not be seen somewhere."""
    return AdultElsewhere(name=name, where="private" if private else "shared")


async def tells(ctx: EngineContext, turn: Turn) -> bool:
    """Whether a turn says why a character for adults is silent: once a day in a channel, and where it was asked for."""
    if turn.kind not in (TurnKind.REPLY, TurnKind.NEXT):
        return True
    day = ctx.clock.now().date()
    told = AllowanceNotice(turn.key.space, AllowanceHolder.CHANNEL, str(turn.channel), day, _TOLD, turn.channel)
    return await allowances.tell_once(ctx.db, told)
