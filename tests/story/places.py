"""A fresh place in the test's database: a space with its channel, people who write there, characters of its own."""

import itertools
import os

from engine.db.characters import characters
from engine.db.characters.characters import NewCard
from engine.db.chats.places import PlaceStore
from engine.db.postgres.pool import Database
from engine.values.chats.incoming import Here, Origin

_numbers = itertools.count(1)


def fresh_origin(person: str = "Mo", platform: str = "test") -> Origin:
    """A space and a channel that nobody has used before."""
    name = f"{os.getpid()}-{next(_numbers)}"
    return Origin(platform, f"space {name}", f"channel {name}", person, person)


async def fresh_place(db: Database, *, platform: str = "test") -> Here:
    """The same in the database's numbers."""
    return await PlaceStore().resolve(db, fresh_origin(platform=platform))


async def fresh_character(db: Database, here: Here, name: str = "Ada", *greetings: str) -> int:
    """A character of that space."""
    first, *others = greetings or ("",)
    data = {"name": name, "description": "{{char}} keeps the log.", "first_mes": first, "alternate_greetings": others}
    card = {"spec": "chara_card_v3", "spec_version": "3.0", "data": data}
    return await characters.add(db, NewCard(name, card), space=here.space)
