"""What reading a card takes: a large one, and files that are made to take long."""

import asyncio
import base64
import contextlib
import io
import time
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from engine.errors import InputError
from engine.rules.formats.cards.card_files import read_card_file
from tests.bench.figures import Figure, Part
from tests.rules.formats.card_samples import V3, chunk, dump, png, text_chunk, webp, zipped

LARGE = 20 << 20
READ_MS = 300.0
REFUSED_MS = 200.0
EXTRA_MB = 64.0


async def run(folder: Path, *, quick: bool) -> Part:
    """The largest PNG and an ordinary CHARX, then every hostile file: processor time, and memory beside the file."""
    return await asyncio.to_thread(_measure, 1 if quick else 5)


def _measure(times: int) -> Part:
    figures: list[Figure] = []
    for name, make in _SOUND.items():
        figures += _read(name, make(), times, READ_MS)
    for name, make in _HOSTILE.items():
        figures += _read(name, make(), times, REFUSED_MS)
    return Part("Reading cards", tuple(figures))


def _read(name: str, data: bytes, times: int, goal: float) -> list[Figure]:
    took = min(_milliseconds(data) for _ in range(times))
    tracemalloc.start()
    _milliseconds(data)
    peak = tracemalloc.get_traced_memory()[1] / (1 << 20)
    tracemalloc.stop()
    return [Figure(f"{name}: CPU", took, "ms", goal), Figure(f"{name}: memory", peak, "MB", EXTRA_MB)]


def _milliseconds(data: bytes) -> float:
    started = time.process_time()
    with contextlib.suppress(InputError):
        read_card_file(data)
    return (time.process_time() - started) * 1_000


def _large_png() -> bytes:
    card = V3 | {"x": ["words and words " * 8] * 20_000}
    text = text_chunk("ccv3", card)
    return png(chunk(b"IDAT", bytes(LARGE - len(text) - 1_000)), text)


def _charx() -> bytes:
    pictures = {f"assets/emotion/images/{number}.png": png(chunk(b"IDAT", bytes(50_000))) for number in range(1_000)}
    return zipped({"card.json": dump(V3), **pictures}, zipfile.ZIP_STORED)


def _many_members() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("card.json", dump(V3))
    end = out.getvalue().rindex(b"PK\5\6")
    start = out.getvalue().index(b"PK\1\2")
    line, rest = out.getvalue()[start:end], out.getvalue()[:start]
    directory = line * 1_000_000
    size = len(directory).to_bytes(4, "little")
    return rest + directory + b"PK\5\6" + bytes(8) + size + len(rest).to_bytes(4, "little") + b"\0\0"


def _laughs() -> bytes:
    lines = [b"name: a\na0: &a0 [x]\n"]
    return b"".join([*lines, *(b"a%d: &a%d [*a%d,*a%d]\n" % (n, n, n - 1, n - 1) for n in range(1, 99))])


def _inflated(megabytes: int) -> bytes:
    return zlib.compress(bytes(megabytes << 20))


_SOUND: dict[str, Callable[[], bytes]] = {
    "PNG of 20 MB with a card of 2.6 MB": _large_png,
    "CHARX of 50 MB, 1,000 pictures": _charx,
}
_HOSTILE: dict[str, Callable[[], bytes]] = {
    "PNG of a million chunks": lambda: png(chunk(b"tEXt", b"a\0b") * 10**6),
    "PNG whose text is 200 MB": lambda: png(chunk(b"zTXt", b"chara\0\0" + _inflated(200))),
    "base64 of 10 MB of brackets": lambda: png(chunk(b"tEXt", b"chara\0" + base64.b64encode(b"{" * (10 << 20)))),
    "JSON 100,000 levels deep": lambda: b"[" * 100_000,
    "JSON of 3,000,000 texts": lambda: b"[" + b'"",' * 3_000_000 + b"1]",
    "JSON of 10 MB of quotes": lambda: b'{"' + b'\\"' * 5_000_000,
    "JSON with a number of 10 MB": lambda: b'{"name":' + b"1" * 10_000_000 + b"}",
    "zip of a million members": _many_members,
    "zip of 100 MB of ends": lambda: b"PK\3\4" + b"PK\5\6" * 26_000_000,
    "zip that unpacks to 300 MB": lambda: zipped({"card.json": bytes(300 << 20)}),
    "JPEG of 100 MB with marks of zips": lambda: b"\xff\xd8\xff" + b"PK\3\4" * 26_000_000,
    "WebP of 20 MB of numbers": lambda: webp(b"1," * 10_000_000 + b"1"),
    "YAML 100,000 levels deep": lambda: b"name: " + b"[" * 100_000,
    "YAML of 2 MB of keys": lambda: b"name: a\n" * 250_000,
    "YAML that laughs": _laughs,
}
