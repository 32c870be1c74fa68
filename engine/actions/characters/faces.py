"""What a character looks like where a platform shows a name and a picture beside its words."""

import asyncio
import io
from collections import OrderedDict
from collections.abc import Mapping
from hashlib import sha256

from PIL import Image, ImageOps

from engine.context import EngineContext
from engine.db.characters import characters
from engine.errors import InputError, NoSuchCharacter
from engine.rules.formats.cards.card_files import read_card_file
from engine.rules.formats.cards.expressions import emotion_picture, emotions_in, meant
from engine.values.characters.characters import Face

SIZES = (512, 384, 256, 128)
LARGEST_PICTURE = 256 * 1024
MOST_PIXELS = 50_000_000
KEPT_PICTURES = 64
_TOP = (0.5, 0.2)
"""Where a portrait is cut to a square: heads are above the middle."""


class Faces:
    """Scaled pictures by the hash of the file that they were made from; None for a file without one.

    What a card's file has of emotions is read once, where each lies in it.
    """

    def __init__(self) -> None:
        self._pictures: OrderedDict[str, bytes | None] = OrderedDict()
        self._emotions: OrderedDict[str, Mapping[str, str]] = OrderedDict()

    async def face(self, ctx: EngineContext, number: int, emotion: str = "") -> Face:
        """The name and the picture of a character: that of an emotion, where it has one. Raises NoSuchCharacter."""
        found = await characters.newest(ctx.db, number)
        if found is None:
            raise NoSuchCharacter(number=number)
        card = await ctx.cards.card(ctx.db, number, found.version)
        name = card.called if card else found.name
        if emotion and found.file and (shown := meant(emotion, await self._emotions_of(ctx, found.file))):
            picture = await self._expression(ctx, found.file, shown)
            if picture is not None:
                return Face(name, picture, sha256(picture).hexdigest())
        picture = await self._picture(ctx, found.picture) if found.picture else None
        return Face(name, picture, found.picture if picture and found.picture else "")

    async def emotions(self, ctx: EngineContext, number: int) -> tuple[str, ...]:
        """The emotions of which a character has a picture. Raises NoSuchCharacter."""
        found = await characters.newest(ctx.db, number)
        if found is None:
            raise NoSuchCharacter(number=number)
        return tuple(await self._emotions_of(ctx, found.file)) if found.file else ()

    async def _emotions_of(self, ctx: EngineContext, file: str) -> Mapping[str, str]:
        if file not in self._emotions:
            kept = await characters.read_file(ctx.db, file)
            self._emotions[file] = await asyncio.to_thread(_emotions, kept) if kept else {}
            if len(self._emotions) > KEPT_PICTURES:
                self._emotions.popitem(last=False)
        self._emotions.move_to_end(file)
        return self._emotions[file]

    async def _expression(self, ctx: EngineContext, file: str, emotion: str) -> bytes | None:
        key = f"{file}/{emotion}"
        if key not in self._pictures:
            kept = await characters.read_file(ctx.db, file)
            where = self._emotions[file][emotion]
            self._pictures[key] = await asyncio.to_thread(_scaled_emotion, kept, where) if kept else None
            if len(self._pictures) > KEPT_PICTURES:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return self._pictures[key]

    async def _picture(self, ctx: EngineContext, file: str) -> bytes | None:
        if file not in self._pictures:
            kept = await characters.read_file(ctx.db, file)
            self._pictures[file] = await asyncio.to_thread(scaled, kept) if kept else None
            if len(self._pictures) > KEPT_PICTURES:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(file)
        return self._pictures[file]


def _emotions(file: bytes) -> Mapping[str, str]:
    try:
        return emotions_in(read_card_file(file))
    except InputError:  # such as a card that a person gave another picture: its file is that picture
        return {}


def _scaled_emotion(file: bytes, where: str) -> bytes | None:
    try:
        picture = emotion_picture(file, where)
    except (InputError, KeyError):
        return None
    return scaled(picture) if picture is not None else None


def scaled(file: bytes) -> bytes | None:
    """A square PNG of at most 512 pixels a side and 256 KiB; None when ``file`` is no picture that can be read."""
    try:
        with Image.open(io.BytesIO(file), formats=("PNG", "JPEG", "WEBP")) as image:
            if image.width * image.height > MOST_PIXELS:
                return None
            whole = image.convert("RGBA" if image.has_transparency_data else "RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        return None
    return next((png for size in SIZES if len(png := _square(whole, size)) <= LARGEST_PICTURE), None)


def _square(image: Image.Image, size: int) -> bytes:
    side = min(size, *image.size)
    out = io.BytesIO()
    ImageOps.fit(image, (side, side), Image.Resampling.LANCZOS, centering=_TOP).save(out, "PNG", optimize=True)
    return out.getvalue()
