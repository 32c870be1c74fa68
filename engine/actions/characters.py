"""Characters of a space: list, show, import a card, and keep the built-in ones up to date."""

import asyncio
from collections.abc import Mapping
from hashlib import sha256

from engine.actions.transfers.uploads import keep_file
from engine.db import characters
from engine.db.characters import NewCard
from engine.db.pool import Database
from engine.errors import NoSuchCharacter
from engine.rules.formats.card_files import read_card_file
from engine.turns.needs import Needs
from engine.values.characters import Card, CharacterInfo, Imported
from engine.values.incoming import Here


async def listed(needs: Needs, here: Here) -> list[CharacterInfo]:
    """The characters that may be used here."""
    return await characters.listed(needs.db, here.space, here.person)


async def show(needs: Needs, here: Here, character: int) -> Card:
    """The newest card of a character. Raises NoSuchCharacter."""
    info = next((it for it in await listed(needs, here) if it.id == character), None)
    card = await needs.cards.card(needs.db, info.id, info.version) if info else None
    if card is None:
        raise NoSuchCharacter(number=character)
    return card


async def import_file(needs: Needs, here: Here, data: bytes) -> Imported:
    """A new character of this space; its scripts do not run. Raises InputError; nothing is kept then.

    The file itself is kept by its hash, so that a later reader may find more in it.
    """
    file = await asyncio.to_thread(read_card_file, data)  # a large file takes longer than the loop may be held
    card = file.card
    async with needs.db.transaction() as on:
        digest = await keep_file(on, data)
        picture = await keep_file(on, file.picture) if file.picture else None
        number = await characters.add(on, NewCard(card.name, card.raw, digest, picture), space=here.space)
    return Imported(number, card.called, card.warnings)


async def keep_builtin(db: Database, cards: Mapping[str, Card], picture: bytes) -> None:
    """See to it that the built-in characters are there in their newest version, by their built-in name."""
    digest = sha256(picture).hexdigest()
    for name, card in cards.items():
        before = await characters.find_builtin(db, name)
        if before is not None and (before[2], before[3]) == (card.raw, digest):
            continue
        await characters.keep_file(db, digest, "image/png", picture)
        if before is None:
            await characters.add(db, NewCard(card.called, card.raw, digest, digest), builtin=name)
        else:
            await characters.add_version(db, before[0], NewCard(card.called, card.raw, digest, digest))
