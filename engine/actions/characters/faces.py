"""What a character looks like where a platform shows a name and a picture beside its words."""

import asyncio
import io
from collections import OrderedDict

from PIL import Image, ImageOps

from engine.context import EngineContext
from engine.db.characters import characters
from engine.errors import NoSuchCharacter
from engine.values.characters.characters import Face

SIZES = (512, 384, 256, 128)
LARGEST_PICTURE = 256 * 1024
MOST_PIXELS = 50_000_000
KEPT_PICTURES = 64
_TOP = (0.5, 0.2)
"""Where a portrait is cut to a square: heads are above the middle."""


class Faces:
    """Scaled pictures by the hash of the file that they were made from; None for a file without one."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[str, bytes | None] = OrderedDict()

    async def face(self, ctx: EngineContext, number: int) -> Face:
        """The name and the picture of a character. Raises NoSuchCharacter."""
        found = await characters.newest(ctx.db, number)
        if found is None:
            raise NoSuchCharacter(number=number)
        card = await ctx.cards.card(ctx.db, number, found.version)
        picture = await self._picture(ctx, found.picture) if found.picture else None
        return Face(card.called if card else found.name, picture, found.picture if picture and found.picture else "")

    async def _picture(self, ctx: EngineContext, file: str) -> bytes | None:
        if file not in self._pictures:
            kept = await characters.read_file(ctx.db, file)
            self._pictures[file] = await asyncio.to_thread(scaled, kept) if kept else None
            if len(self._pictures) > KEPT_PICTURES:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(file)
        return self._pictures[file]


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
