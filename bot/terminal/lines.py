"""Standard input as lines of text, without holding up the loop or the exit."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator
from typing import BinaryIO, Final

# Longer lines are read to their end and cut here. The engine refuses far shorter texts as a whole.
LONGEST: Final = 16 * 1024 * 1024


async def read_lines(stream: BinaryIO) -> AsyncIterator[str]:
    """The lines of ``stream`` until it ends. Bytes that are not UTF-8 become U+FFFD; a byte order mark is dropped."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue(maxsize=8)

    def feed() -> None:
        # The loop is gone when the process ends while we wait for a line.
        with contextlib.suppress(RuntimeError, OSError, ValueError):
            while (line := _next_line(stream)) is not None:
                asyncio.run_coroutine_threadsafe(lines.put(line), loop).result()
            asyncio.run_coroutine_threadsafe(lines.put(None), loop).result()

    # A daemon thread, because nothing can interrupt a read and the process must be able to end during one.
    threading.Thread(target=feed, name="stdin", daemon=True).start()
    while (line := await lines.get()) is not None:
        yield line


def _next_line(stream: BinaryIO) -> str | None:
    raw = stream.readline(LONGEST)
    if not raw:
        return None
    rest = raw
    while len(rest) == LONGEST and not rest.endswith(b"\n"):
        rest = stream.readline(LONGEST)
    return raw.decode("utf-8", "replace").removeprefix("\ufeff").rstrip("\r\n")
