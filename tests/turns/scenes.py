"""A room where several characters play, and a model that says who was asked."""

import json
from collections.abc import Mapping
from typing import Any

from engine.actions.characters import casts, characters
from tests.servers.model import Script, Seen, say
from tests.turns.room import Room

NUDGE = "Write only what "


def card(name: str, talk: float = 0.0, **fields: Any) -> Mapping[str, Any]:
    """A card that speaks only when called, if nothing else is said."""
    data = {"name": name, "description": f"{{{{char}}}} is {name}.", "extensions": {"talkativeness": talk}, **fields}
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}


async def import_card(room: Room, name: str, talk: float = 0.0, **fields: Any) -> int:
    made = await characters.import_file(room.engine.ctx, room.here, json.dumps(card(name, talk, **fields)).encode())
    return made.id


async def join(room: Room, name: str, talk: float = 0.0, **fields: Any) -> int:
    """A character comes into the scene; its number."""
    number = await import_card(room, name, talk, **fields)
    await casts.add(room.engine.ctx, room.engine.runner, room.here, number, "Ann")
    return number


def asked(seen: Seen) -> str:
    """As whom the model was to answer; "" where one plays alone."""
    nudges = [it["content"] for it in seen.body["messages"] if NUDGE in it["content"]]
    return nudges[-1].partition(NUDGE)[2].partition(" says")[0] if nudges else ""


def who_was_asked(room: Room) -> list[str]:
    return [asked(it) for it in room.model.generations]


def in_character(seen: Seen) -> Script:
    return say(f"{asked(seen)} speaks.")


async def first(room: Room) -> int:
    """The number of the character that was here first."""
    return (await casts.cast(room.engine.ctx, room.here))[0].character
