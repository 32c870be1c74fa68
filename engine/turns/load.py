"""Third step: everything that a turn requires, in one statement. What is missing stops it before any model call."""

from dataclasses import dataclass

from engine.db import settings as settings_store
from engine.db import turns
from engine.db.pool import Statements
from engine.db.repeat import repeat
from engine.errors import CardMissing, InputError, LeaseLost
from engine.rules.layers import layers
from engine.rules.scopes import Layer, merge
from engine.turns.needs import Needs
from engine.values.characters import Card
from engine.values.incoming import Here
from engine.values.settings import Settings
from engine.values.turns import Claimed, Loaded

MOST_MESSAGES = 500


@dataclass(frozen=True, slots=True)
class Scene:
    """What a turn plays in: the character's card, the settings that hold, the talk.

    ``whole``: no older message was left unread.
    """

    loaded: Loaded
    card: Card
    settings: Settings
    whole: bool


async def load(needs: Needs, claimed: Claimed, platform: str) -> Scene:
    """Read the scene of a turn. Raises CardMissing, and LeaseLost when the turn is no longer ours."""
    turn = claimed.turn

    async def read() -> Loaded:
        return await turns.load(needs.db, turn, claimed.line, limit=MOST_MESSAGES)

    loaded = await repeat(read, key=f"load:{turn.key.turn}", clock=needs.clock)
    if loaded.fence != turn.fence:
        raise LeaseLost
    card = await _card(needs, turn.character, loaded.cast.get(turn.character))
    here = Here(turn.key.space, turn.channel, turn.person or 0, platform, loaded.private)
    settings = merge(layers(needs.defaults, loaded.settings, here, turn.character))
    first = loaded.history[0].place.seq if loaded.history else 1
    return Scene(loaded, card, settings, whole=len(loaded.history) < MOST_MESSAGES and first <= MOST_MESSAGES)


async def settings_here(on: Statements, defaults: Layer, here: Here, character: int | None = None) -> Settings:
    """The settings that hold for a person in a channel."""
    stored = await settings_store.stored(on, here)
    return merge(layers(defaults, stored, here, character))


async def _card(needs: Needs, character: int, version: int | None) -> Card:
    try:
        card = await needs.cards.card(needs.db, character, version) if version is not None else None
    except InputError as error:
        raise CardMissing(character=character) from error
    if card is None:
        raise CardMissing(character=character)
    return card
