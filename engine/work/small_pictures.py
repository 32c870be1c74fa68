"""Pictures made small for models, and kept for a while: a story shows the same ones turn after turn."""

import asyncio
import io
from collections import OrderedDict
from typing import Final

from PIL import Image, ImageOps

from engine.db.characters import characters
from engine.db.postgres.pool import Statements
from engine.values.models.pictures import Picture

SIDE: Final = 1024
MOST_PIXELS: Final = 50_000_000
KEPT: Final = 32
_QUALITY: Final = 82
_UNREADABLE: Final = (
    OSError,
    ValueError,
    SyntaxError,
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
)


class Pictures:
    """By the hash of the file; None for a file that nobody can look at."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Picture | None] = OrderedDict()

    async def small(self, on: Statements, sha256: str) -> Picture | None:
        """The picture of a kept file."""
        if sha256 not in self._kept:
            file = await characters.read_file(on, sha256)
            made = await asyncio.to_thread(small, file) if file else None
            self._kept[sha256] = Picture(sha256, "image/jpeg", made) if made else None
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(sha256)
        return self._kept[sha256]


def small(file: bytes) -> bytes | None:
    """A JPEG of at most 1024 pixels a side, upright, the first frame of what moves; None where nobody can read it."""
    try:
        with Image.open(io.BytesIO(file), formats=("PNG", "JPEG", "WEBP", "GIF", "BMP")) as image:
            if image.width * image.height > MOST_PIXELS:
                return None
            image.draft("RGB", (SIDE, SIDE))
            upright = ImageOps.exif_transpose(image).convert("RGBA")
            upright.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
            ground = Image.new("RGB", upright.size, "white")
            ground.paste(upright, mask=upright.getchannel("A"))
    except _UNREADABLE:
        return None
    out = io.BytesIO()
    ground.save(out, "JPEG", quality=_QUALITY)
    return out.getvalue()
