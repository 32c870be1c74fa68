"""Cards made and changed by hand: each change is a version, which holds from the next turn on, in every chat."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from engine.actions.characters.characters import usable
from engine.actions.characters.faces import scaled
from engine.actions.transfers.uploads import keep_file
from engine.context import EngineContext
from engine.db.characters import card_versions, characters
from engine.db.characters.characters import NewCard
from engine.db.postgres.pool import Statements
from engine.errors import (
    CardMissing,
    CharacterBuiltIn,
    EmotionNameUnusable,
    FileTooBig,
    NoSuchCharacter,
    NoSuchEmotion,
    NoSuchVersion,
    PictureUnreadable,
    TooManyEmotions,
)
from engine.rules.formats.cards.card_files import MAX_FILE_BYTES, MAX_FILE_MEGABYTES, read_card, read_card_file
from engine.rules.formats.cards.cards import EDITABLE, edit_card, new_card
from engine.rules.formats.cards.expressions import (
    EMOTION,
    LARGEST,
    MOST,
    emotion_name,
    emotions_in,
    with_emotions,
    without_emotion,
)
from engine.rules.greetings import with_greeting
from engine.values.characters.characters import Card, CardVersion, CharacterInfo, Imported
from engine.values.chats.incoming import Here

PICTURE = "picture"
EMOTIONS = "emotions"
LONGEST_EMOTION = 32


@dataclass(frozen=True, slots=True)
class _Owned:
    """A character that may be changed here, locked, with its newest card and the hashes of its files."""

    info: CharacterInfo
    card: Card
    file: str | None
    picture: str | None


async def create(
    ctx: EngineContext, here: Here, name: str, texts: Mapping[str, str], picture: bytes | None = None
) -> Imported:
    """A new character of this space with these texts, by the fields of a Card.

    Raises NotACard without a name, FieldTooLong, PictureUnreadable, FileTooBig, StorageFull.
    """
    card = new_card(name, texts)
    if picture is not None:
        await _looked_at(picture)
    async with ctx.db.transaction() as on:
        digest = await keep_file(ctx, on, here, picture) if picture is not None else None
        number = await characters.add(on, NewCard(card.name, card.raw, None, digest), space=here.space)
    return Imported(number, card.called, ())


async def copy(ctx: EngineContext, here: Here, character: int) -> Imported:
    """A character of this space with the card and the picture of another. Raises NoSuchCharacter."""
    info = await usable(ctx, here, character)
    async with ctx.db.transaction() as on:
        card = await _card(ctx, on, info.id, info.version)
        file, picture = await card_versions.files(on, info.id, info.version)
        number = await characters.add(on, NewCard(card.name, card.raw, file, picture), space=here.space)
    return Imported(number, card.called, ())


async def edit(ctx: EngineContext, here: Here, character: int, changes: Mapping[str, str | tuple[str, ...]]) -> int:
    """Give fields of a card other texts; the version that holds now. What nobody changed makes no version.

    Raises NoSuchCharacter, CharacterBuiltIn, NotACard when the name would be empty, FieldTooLong.
    """
    async with ctx.db.transaction() as on:
        owned = await _owned(ctx, on, here, character)
        return await _changed(on, owned, edit_card(owned.card, changes))


async def greet(ctx: EngineContext, here: Here, character: int, number: int, text: str) -> int:
    """Give greeting ``number`` another text, add one behind the last, or with "" take one away; the version.

    Raises NoSuchVersion where there is none of that number, and what ``edit`` raises.
    """
    async with ctx.db.transaction() as on:
        owned = await _owned(ctx, on, here, character)
        changes = with_greeting(owned.card, number, text)
        if changes is None:
            raise NoSuchVersion(name=owned.card.called, number=number)
        return await _changed(on, owned, edit_card(owned.card, changes))


async def wear(ctx: EngineContext, here: Here, character: int, picture: bytes, filename: str = "") -> int:
    """Give a character another face; the version.

    Raises NoSuchCharacter, CharacterBuiltIn, PictureUnreadable, StorageFull.
    """
    await _looked_at(picture, filename)
    async with ctx.db.transaction() as on:
        owned = await _owned(ctx, on, here, character)
        digest = await keep_file(ctx, on, here, picture)
        if digest == owned.picture:
            return owned.info.version
        new = NewCard(owned.card.name, owned.card.raw, owned.file, digest)
        return await characters.add_version(on, owned.info.id, new)


async def emotion_of(ctx: EngineContext, here: Here, character: int, emotion: str) -> str:
    """Which emotion is meant of those that a character has a picture of.

    Raises NoSuchEmotion, NoSuchCharacter, CharacterBuiltIn.
    """
    async with ctx.db.transaction() as on:
        owned = await _owned(ctx, on, here, character)
        return _known(owned, emotion_name(emotion), await _read(on, owned.file))


async def express(
    ctx: EngineContext, here: Here, character: int, emotion: str, picture: bytes, filename: str = ""
) -> int:
    """Give a character this picture of an emotion, in the place of any of it; the version.

    Raises NoSuchCharacter, CharacterBuiltIn, EmotionNameUnusable, TooManyEmotions, PictureUnreadable, FileTooBig,
    StorageFull.
    """
    name = emotion_name(emotion)
    if not 0 < len(name) <= LONGEST_EMOTION:
        raise EmotionNameUnusable(name=emotion[:64], limit=LONGEST_EMOTION)
    if len(picture) > LARGEST:
        raise FileTooBig(size=len(picture), limit=LARGEST, megabytes=LARGEST >> 20)
    await _looked_at(picture, filename)
    async with ctx.db.transaction() as on:
        owned = await _owned(ctx, on, here, character)
        file, face = await _read(on, owned.file), await _read(on, owned.picture)
        known = emotions_in(read_card_file(file)) if file else {}
        if name not in known and len(known) >= MOST:
            raise TooManyEmotions(name=owned.card.called, limit=MOST)
        made = await asyncio.to_thread(with_emotions, owned.card, file, [(name, picture)], face or None)
        return await _repacked(ctx, on, here, owned, made)


async def unexpress(ctx: EngineContext, here: Here, character: int, emotion: str) -> int:
    """Take a character's picture of an emotion away; the version. Raises what ``emotion_of`` raises."""
    async with ctx.db.transaction() as on:
        owned = await _owned(ctx, on, here, character)
        file, face = await _read(on, owned.file), await _read(on, owned.picture)
        name = _known(owned, emotion_name(emotion), file)
        made = await asyncio.to_thread(without_emotion, owned.card, file, name, face or None)
        return await _repacked(ctx, on, here, owned, made)


async def versions(ctx: EngineContext, here: Here, character: int) -> list[CardVersion]:
    """Every version of a card, newest first, with what it changed. Raises NoSuchCharacter."""
    info = await usable(ctx, here, character)
    rows = await card_versions.versions(ctx.db, info.id)
    found: list[CardVersion] = []
    before: tuple[Card, str | None] | None = None
    for row in rows:
        card = await _card(ctx, ctx.db, info.id, row.number)
        changed = _differing(before, (card, row.picture)) if before else ()
        found.append(CardVersion(row.number, card.called, row.made_at, changed, row.number == info.version))
        before = (card, row.picture)
    return found[::-1]


async def back(ctx: EngineContext, here: Here, character: int, version: int) -> int:
    """Let an older version hold again, as a new one; its number. Raises NoSuchVersion, and what ``edit`` raises."""
    async with ctx.db.transaction() as on:
        owned = await _owned(ctx, on, here, character)
        if version == owned.info.version:
            return version
        card = await ctx.cards.card(on, owned.info.id, version)
        if card is None:
            raise NoSuchVersion(name=owned.card.called, number=version)
        file, picture = await card_versions.files(on, owned.info.id, version)
        return await characters.add_version(on, owned.info.id, NewCard(card.name, card.raw, file, picture))


async def _owned(ctx: EngineContext, on: Statements, here: Here, character: int) -> _Owned:
    """A character that may be changed here, locked. Raises NoSuchCharacter, CharacterBuiltIn."""
    if not await card_versions.lock(on, character):
        raise NoSuchCharacter(number=character)
    known = await characters.listed(on, here.space, here.person)
    info = next((it for it in known if it.id == character), None)
    if info is None:
        raise NoSuchCharacter(number=character)
    if info.builtin:
        raise CharacterBuiltIn(name=info.name, number=info.id, of="folder" if info.of_folder else "house")
    card = await _card(ctx, on, info.id, info.version)
    return _Owned(info, card, *await card_versions.files(on, info.id, info.version))


async def _read(on: Statements, digest: str | None) -> bytes:
    """A file that is kept; nothing where there is none."""
    return (await characters.read_file(on, digest) if digest else None) or b""


def _known(owned: _Owned, name: str, file: bytes) -> str:
    """``name``, where a card's file has a picture of that emotion. Raises NoSuchEmotion."""
    if not file or name not in emotions_in(read_card_file(file)):
        raise NoSuchEmotion(name=owned.card.called, number=owned.info.id, emotion=name[:64])
    return name


async def _repacked(ctx: EngineContext, on: Statements, here: Here, owned: _Owned, file: bytes) -> int:
    """The version whose card lies in ``file``, with the picture that it had."""
    digest = await keep_file(ctx, on, here, file)
    if digest == owned.file:
        return owned.info.version
    new = NewCard(owned.card.name, read_card(file).raw, digest, owned.picture)
    return await characters.add_version(on, owned.info.id, new)


async def _changed(on: Statements, owned: _Owned, card: Card) -> int:
    if card.raw == owned.card.raw:
        return owned.info.version
    return await characters.add_version(on, owned.info.id, NewCard(card.name, card.raw, owned.file, owned.picture))


async def _card(ctx: EngineContext, on: Statements, character: int, version: int) -> Card:
    card = await ctx.cards.card(on, character, version)
    if card is None:
        raise CardMissing(character=character)
    return card


def _differing(one: tuple[Card, str | None], other: tuple[Card, str | None]) -> tuple[str, ...]:
    fields = [it for it in EDITABLE if getattr(one[0], it) != getattr(other[0], it)]
    emotions = [{(it.name, it.uri) for it in card.assets if it.type.lower() == EMOTION} for card in (one[0], other[0])]
    return (
        *fields,
        *([PICTURE] if one[1] != other[1] else []),
        *([EMOTIONS] if emotions[0] != emotions[1] else []),
    )


async def _looked_at(picture: bytes, filename: str = "") -> None:
    """Raises FileTooBig, PictureUnreadable."""
    if len(picture) > MAX_FILE_BYTES:
        raise FileTooBig(size=len(picture), limit=MAX_FILE_BYTES, megabytes=MAX_FILE_MEGABYTES)
    if await asyncio.to_thread(scaled, picture) is None:
        raise PictureUnreadable(filename=filename)
