"""Characters of a space: list, show, throw away, import a card, and keep the built-in ones up to date."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import timedelta
from hashlib import sha256

from engine.actions.characters.faces import Faces
from engine.actions.memory.finding import AT_MOST, number_in
from engine.actions.transfers.uploads import keep_file
from engine.context import EngineContext
from engine.db.characters import adults, card_versions, characters
from engine.db.characters.characters import NewCard
from engine.db.people import deletions
from engine.db.postgres.pool import Database
from engine.errors import CharacterBuiltIn, NoSuchCharacter, NotOwner
from engine.rules.blurbs import blurb
from engine.rules.formats.cards.card_files import read_card_file
from engine.turns.inputs import adult
from engine.values.characters.characters import (
    Card,
    CharacterHoldings,
    CharacterInfo,
    CharacterPage,
    Imported,
    Portrait,
    ThrownAway,
)
from engine.values.chats.incoming import Here
from engine.values.paging import Wanted
from engine.values.people.deletions import Deleted


async def listed(ctx: EngineContext, here: Here) -> list[CharacterInfo]:
    """The characters that may be used here."""
    return await characters.listed(ctx.db, here.space, here.person)


async def page(ctx: EngineContext, here: Here, wanted: Wanted) -> CharacterPage:
    """A part of them, without those that are hidden here."""
    return await characters.page(ctx.db, here.space, here.person, wanted)


async def called(ctx: EngineContext, here: Here, given: str) -> list[tuple[int, str]]:
    """Number and name of those that a number or a name may mean, the likeliest first."""
    meant = (number_in(given), given.strip())
    return await characters.called(ctx.db, here.space, here.person, meant, AT_MOST)


async def usable(ctx: EngineContext, here: Here, character: int) -> CharacterInfo:
    """A character that may be used here. Raises NoSuchCharacter."""
    found = await characters.numbered(ctx.db, here.space, here.person, [character])
    if character not in found:
        raise NoSuchCharacter(number=character)
    return found[character]


async def show(ctx: EngineContext, here: Here, character: int) -> Card:
    """The newest card of a character. Raises NoSuchCharacter, AdultElsewhere."""
    info = await usable(ctx, here, character)
    card = await ctx.cards.card(ctx.db, info.id, info.version)
    if card is None:
        raise NoSuchCharacter(number=character)
    await adult.check(ctx.db, here.key, character, card)
    return card


async def portraits(ctx: EngineContext, here: Here, faces: Faces, numbers: Sequence[int], user: str) -> list[Portrait]:
    """Some characters as a gallery shows them; those that may not be used here are left out.

    Of who is for adults, where others read, there is the name alone. ``user`` is the word for whoever looks at it.
    """
    known = await characters.numbered(ctx.db, here.space, here.person, numbers)
    shown = [known[it] for it in numbers if it in known]
    cards = {it.id: card for it in shown if (card := await ctx.cards.card(ctx.db, it.id, it.version)) is not None}
    unseen = await adult.unseen(ctx.db, here.key, cards)
    found: list[Portrait] = []
    for info in shown:
        if info.id in unseen:
            found.append(Portrait(info.id, cards[info.id].called, "18+", None))
            continue
        face, card = await faces.face(ctx, info.id), cards.get(info.id)
        found.append(Portrait(info.id, face.name, blurb(card, user) if card else "", face.picture))
    return found


async def mark(ctx: EngineContext, here: Here, character: int, adult_only: bool | None) -> str:
    """Say whether a character is for adults (None: as its card says): its name. It holds wherever it plays.

    Of one of the house only owners may. Who has not said that they are an adult does not take it off in private.
    Raises NoSuchCharacter, NotOwner, AdultElsewhere.
    """
    info = await usable(ctx, here, character)
    owner = (await ctx.doors.door(ctx.db, here)).admission.owner
    if info.builtin and not owner:
        raise NotOwner
    if here.private and not owner and not adult_only:
        card = await ctx.cards.card(ctx.db, info.id, info.version)
        if card is not None:
            await adult.check(ctx.db, here.key, info.id, card)
    await adults.mark(ctx.db, here.space, info.id, adult_only, here.person)
    return info.name


async def holdings(ctx: EngineContext, here: Here, character: int) -> CharacterHoldings:
    """What there is of a character here. Raises NoSuchCharacter, CharacterBuiltIn."""
    info = await _own(ctx, here, character)
    return await card_versions.holdings(ctx.db, here.space, info.id)


async def throw_away(ctx: EngineContext, here: Here, character: int) -> CharacterHoldings:
    """Put a character into the trash, which is emptied after 30 days; what stays of it.

    Raises NoSuchCharacter, CharacterBuiltIn.
    """
    info = await _own(ctx, here, character)
    async with ctx.db.transaction() as on:
        found = await card_versions.holdings(on, here.space, info.id)
        await card_versions.throw_away(on, info.id)
        await deletions.note(on, here, Deleted.CHARACTER)
    return found


async def thrown_away(ctx: EngineContext, here: Here) -> list[ThrownAway]:
    """The characters of this place that lie in the trash, the last first."""
    return await card_versions.thrown_away(ctx.db, here.space, here.person)


async def restore(ctx: EngineContext, here: Here, character: int) -> str:
    """Take a character out of the trash: its name. Raises NoSuchCharacter."""
    found = next((it for it in await thrown_away(ctx, here) if it.id == character), None)
    if found is None:
        raise NoSuchCharacter(number=character)
    await card_versions.restore(ctx.db, found.id)
    return found.name


async def hide(ctx: EngineContext, here: Here, character: int, hidden: bool = True) -> None:
    """Keep a character out of the list of this place, or let it be seen again. Raises NoSuchCharacter."""
    info = await usable(ctx, here, character)
    await card_versions.hide(ctx.db, here.space, info.id, hidden)


async def empty_trash(db: Database, older_than: timedelta) -> None:
    """Remove the cards of characters that have lain in the trash for longer than that."""
    async with db.transaction() as on:
        await card_versions.empty_trash(on, older_than)


async def _own(ctx: EngineContext, here: Here, character: int) -> CharacterInfo:
    info = await usable(ctx, here, character)
    if info.builtin:
        raise CharacterBuiltIn(name=info.name, number=info.id, of="folder" if info.of_folder else "house")
    return info


async def import_file(ctx: EngineContext, here: Here, data: bytes) -> Imported:
    """A new character of this space; its scripts do not run. Raises InputError, StorageFull; nothing is kept then.

    The file itself is kept by its hash, so that a later reader may find more in it.
    """
    file = await asyncio.to_thread(read_card_file, data)  # a large file takes longer than the loop may be held
    card = file.card
    async with ctx.db.transaction() as on:
        digest = await keep_file(ctx, on, here, data)
        picture = await keep_file(ctx, on, here, file.picture) if file.picture else None
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
