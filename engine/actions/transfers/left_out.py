"""What a card that went out lacks of its character's file: PNG and JSON hold the card, and links to what lies by it."""

import asyncio
from dataclasses import dataclass

from engine.context import EngineContext
from engine.db.characters import characters
from engine.errors import InputError
from engine.rules.formats.cards.card_files import CardFile, read_asset, read_card_file
from engine.rules.formats.cards.expressions import EMOTION
from engine.values.characters.characters import Asset


@dataclass(frozen=True, slots=True)
class CardLacks:
    """How many pictures of emotions and other files an exported card lacks, and whether it lacks the ``face``."""

    face: bool = False
    emotions: int = 0
    others: int = 0

    def __bool__(self) -> bool:
        return self.face or self.emotions > 0 or self.others > 0


async def left_out(ctx: EngineContext, number: int, exported: bytes) -> CardLacks:
    """What a card of a character that was exported just now lacks of what is kept of it."""
    newest = await characters.newest(ctx.db, number)
    original = await characters.read_file(ctx.db, newest.file) if newest and newest.file else None
    return await asyncio.to_thread(_lacking, original, exported, faced=bool(newest and newest.picture))


def _lacking(original: bytes | None, exported: bytes, *, faced: bool) -> CardLacks:
    out = _opened(exported)
    there = {it.path for it in out.assets} if out else set[str]()
    lost = [it for it in _beside(original) if it.path not in there]
    emotions = sum(it.type.lower() == EMOTION for it in lost)
    return CardLacks(faced and (out is None or out.picture is None), emotions, len(lost) - emotions)


def _beside(original: bytes | None) -> list[Asset]:
    """What lies beside a card in its file, but for the picture that shows the character."""
    file = _opened(original) if original else None
    return [it for it in file.assets if not _is_face(file, it, original or b"")] if file else []


def _opened(data: bytes) -> CardFile | None:
    try:
        return read_card_file(data)
    except InputError:  # such as a card that a person gave another picture: its file is that picture
        return None


def _is_face(file: CardFile, asset: Asset, original: bytes) -> bool:
    picture = file.picture or b""
    return asset.size == len(picture) > 0 and read_asset(original, asset.path) == picture
