"""A TCP door to Postgres that breaks the connection around a write, before or after the server has seen it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Literal
from urllib.parse import parse_qs, urlsplit


class CuttingProxy:
    """``cut``: where the next COMMIT (or whatever carries ``mark``) is broken; None lets everything through.

    ``cuts`` counts them.
    """

    def __init__(self, dsn: str) -> None:
        parts = urlsplit(dsn)
        self._socket = f"{parse_qs(parts.query)['host'][0]}/.s.PGSQL.5432"
        self._path = parts.path
        self.cut: Literal["before", "after"] | None = None
        self.mark = b"COMMIT;"
        self.cuts = 0
        self.port = 0

    @property
    def dsn(self) -> str:
        return f"postgresql://omoide@127.0.0.1:{self.port}{self._path}?sslmode=disable"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until either side ends it or it is cut."""
        from_server, to_server = await asyncio.open_unix_connection(self._socket)
        answer_withheld = asyncio.Event()
        answers = asyncio.ensure_future(_copy_answers(from_server, writer, answer_withheld))
        try:
            while data := await reader.read(65536):
                where = self.cut if self.mark in data else None
                if where is not None:
                    self.cut = None
                    self.cuts += 1
                if where == "before":
                    return
                if where == "after":
                    answer_withheld.set()
                to_server.write(data)
        except ConnectionError:
            return
        finally:
            answers.cancel()
            await asyncio.gather(answers, return_exceptions=True)
            writer.transport.abort()
            to_server.transport.abort()


async def _copy_answers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, withheld: asyncio.Event) -> None:
    while data := await reader.read(65536):
        if withheld.is_set():  # the server has answered, so it has committed
            break
        writer.write(data)
    writer.transport.abort()


@asynccontextmanager
async def cutting_proxy(dsn: str) -> AsyncIterator[CuttingProxy]:
    """A proxy in front of the server that ``dsn`` names by its Unix socket."""
    proxy = CuttingProxy(dsn)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
