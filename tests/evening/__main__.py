"""``python -m tests.evening``: play the evening on every platform in both languages, and write the pages of it."""

import argparse
import asyncio
import itertools
import sys
import tempfile
from pathlib import Path

from engine.db.postgres import embedded
from tests.evening.lines import LINES
from tests.evening.page import Played, write
from tests.evening.play import PLATFORMS, play
from tests.processes.daemon import empty_database


async def _play_all(chosen: argparse.Namespace, folder: Path) -> list[Played]:
    played: list[Played] = []
    server = await embedded.start(folder / "database", durable=False)
    try:
        for platform, language in itertools.product(chosen.platform, chosen.language):
            print(f"{platform}, {language}", flush=True)  # noqa: T201 - what is under way
            database = await empty_database(server, f"{platform}_{language}")
            evening = await play(platform, language, database, folder / f"{platform}-{language}")
            played.append(Played(platform, language, evening.tape.rows(), tuple(evening.broken)))
            write(chosen.to, played)
    finally:
        await server.stop()
    return played


def main() -> int:
    """The exit code: 0 when every scene came to its end."""
    parser = argparse.ArgumentParser(prog="python -m tests.evening", description=__doc__)
    parser.add_argument("--to", type=Path, default=Path("out/evening"), help="the folder of the pages")
    parser.add_argument("--platform", nargs="+", choices=PLATFORMS, default=PLATFORMS)
    parser.add_argument("--language", nargs="+", choices=tuple(LINES), default=tuple(LINES))
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="omoide-evening-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        folder.chmod(0o711)  # the database may run as another user
        played = asyncio.run(_play_all(chosen, folder))
    broken = [line for it in played for line in it.broken]
    print("\n".join((*broken, f"{(chosen.to / 'index.html').resolve()}")))  # noqa: T201 - where to look
    return bool(broken)


if __name__ == "__main__":
    sys.exit(main())
