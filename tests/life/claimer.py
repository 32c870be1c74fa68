"""A process that does what is due and nothing else: ``python -m tests.life.claimer {"name": "process 1"}``.

Each line that it is told is a second: then it looks at what is due, says a line for each mark that it has done, its
session, and "over" when nothing is left.
"""

import asyncio
import json
import os
import sys
from typing import Any, Final

from engine.db.house import work
from engine.db.postgres.pool import open_database
from engine.values.house.work import Due
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests.life.driver import tell

KIND: Final = "circle_post.test"
OVER: Final = "over"


async def main(told: dict[str, Any]) -> None:
    """Claim until nothing more is told."""
    db, tasks, reader = await open_database(os.environ["DATABASE_URL"], min_size=1, max_size=2), Tasks(), _reader()

    async def job(due: Due) -> None:
        assert await work.finish_due(db, due)
        tell(str(due.key.session))

    due = DueWork(db, told["name"], {KIND: job}, SystemClock(), tasks)
    tell(OVER)
    lines = await reader
    while await lines.readline():
        await due.run_ready()
        tell(OVER)
    await tasks.stop()
    await db.close()


async def _reader() -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    told = os.fdopen(os.dup(0), "rb")  # a thread of the nursery's was reading ``sys.stdin`` when this was forked
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), told)
    return reader


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
