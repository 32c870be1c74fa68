"""Database servers of our own, which may be killed or starved."""

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from engine.db.postgres.embedded import EmbeddedServer, start
from engine.db.postgres.migrate import migrate
from tests.conftest import MIGRATIONS


@contextmanager
def open_folder() -> Iterator[Path]:
    """A folder that the server's user may enter, so that its data really lies there; removed afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="omoide-faults-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@asynccontextmanager
async def own_server(folder: Path) -> AsyncIterator[EmbeddedServer]:
    """A migrated server in ``folder`` that keeps its promises over a crash."""
    server = await start(folder, grace=0.2)
    try:
        await migrate(server.dsn, MIGRATIONS)
        yield server
    finally:
        await server.stop()
        await server.ended()
