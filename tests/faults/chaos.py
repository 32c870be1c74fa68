"""Long runs of faults: ``python -m tests.faults.chaos -n 200``. Ends with 1 when anything was lost, doubled or torn.

A third of the deaths are the database's, the rest the daemon's, at random moments under sixteen channels. As many
again are deaths of the daemon on Discord and on Telegram, in turn, and as many again of one in whose time a circle
lives. Then random programs of the story are held against plain lists, and people change what they said at random steps.
``--seed`` repeats a run as far as moments can be repeated.
"""

import argparse
import asyncio
import os
import secrets
import subprocess
import sys
from pathlib import Path

import asyncpg

from bot.words.localise import LANGUAGES
from tests.faults import checker
from tests.faults.house import house
from tests.faults.kills import kill_at_random, kill_database_at_random, kill_on_platform
from tests.faults.platform_checker import read_books, violations
from tests.faults.platform_town import rooms, town
from tests.faults.servers import open_folder, own_server
from tests.life.grounds import GROUNDS
from tests.life.people import Cast
from tests.life.platforms import Trouble, lived_on
from tests.processes.program import ROOT

CHANNELS = [f"c{n}" for n in range(16)]
IN_A_ROUND = 10
PLATFORMS = ("discord", "telegram")
IN_A_MONTH = 20
LEAST_DAYS = 6


async def rounds(kills: int, seed: int) -> tuple[int, list[str]]:
    """Rounds of at most ten deaths each, every one checked: the deaths, and what did not hold."""
    done, found = 0, []
    with open_folder() as folder:
        async with own_server(folder / "database") as server:
            while done < kills:
                now = min(IN_A_ROUND, kills - done)
                of_database = now // 3
                async with house(server.dsn, folder / f"data{done}", CHANNELS) as one:
                    await kill_at_random(one, now - of_database, seed + done)
                    await one.kill_quietly()
                    await kill_database_at_random(one, server, of_database, seed + done)
                    wrong = [*await checker.violations(one), *held(one.folder / "daemon.log")]
                done += now
                found += wrong
                print(f"{done} of {kills} kills, {len(one.sent)} messages, {len(wrong)} violations", flush=True)  # noqa: T201
                for line in wrong:
                    print(f"  {line}", flush=True)  # noqa: T201
    return done, found


def held(log: Path) -> list[str]:
    """Each time that one piece of work held the loop of the daemon for more than a tenth of a second."""
    lines = log.read_text("utf-8", "replace").splitlines() if log.is_file() else []
    return [f"the loop was held: {line}" for line in lines if "loop held" in line]


async def platform_rounds(kills: int, seed: int) -> tuple[int, list[str]]:
    """The same on Discord and on Telegram: the deaths, and what did not hold."""
    done, found, orphans = 0, [], 0
    with open_folder() as folder:
        async with own_server(folder / "database") as server:
            while done < kills:
                now = min(IN_A_ROUND, kills - done)
                platform = PLATFORMS[done // IN_A_ROUND % 2]
                async with town(platform, await _empty(server.dsn, done), folder / f"data{done}") as one:
                    await rooms(one, private=6, shared=2 if one.is_discord else 0)
                    await kill_on_platform(one, now, seed + done)
                    books = await read_books(one)
                    wrong = await violations(one, orphans=0 if one.is_discord else one.kills, books=books)
                    wrong += held(one.daemon.log)
                done += now
                found += wrong
                orphans += len(books.orphans)
                told = f"{done} of {kills} kills on {platform}, {len(one.said)} messages, {len(wrong)} violations"
                print(f"{told}, {orphans} orphans so far", flush=True)  # noqa: T201
                for line in wrong:
                    print(f"  {line}", flush=True)  # noqa: T201
    return done, found


async def lives(kills: int, seed: int) -> tuple[int, list[str]]:
    """Months of a circle on one ground after the other: the deaths, twenty in each at most, and what was wrong."""
    done, found = 0, list[str]()
    while done < kills:
        now, number = min(IN_A_MONTH, kills - done), seed + done // IN_A_MONTH
        ground, language = GROUNDS[number % len(GROUNDS)], LANGUAGES[number % len(LANGUAGES)]
        days = max(LEAST_DAYS, now * 3 // 2)
        cast = Cast(language, seed=number, days=days, hushed_on=days // 3)
        with open_folder() as folder:
            async with (
                own_server(folder / "database") as server,
                lived_on(ground, server.dsn, folder / "data", cast, Trouble(now)) as one,
            ):
                wrong = await one.violations()
        done += now
        found += wrong
        print(f"{done} of {kills} kills, {days} days on {ground} ({language}), {len(wrong)} violations", flush=True)  # noqa: T201
        for line in wrong:
            print(f"  {line}", flush=True)  # noqa: T201
    return done, found


async def _empty(dsn: str, number: int) -> str:
    admin = await asyncpg.connect(dsn)
    try:
        await admin.execute(f'CREATE DATABASE "town{number}" TEMPLATE template0')
    finally:
        await admin.close()
    return dsn.replace("/postgres?", f"/town{number}?")


def programs(number: int) -> int:
    """Random programs of the story; 0 when they agree with plain lists."""
    stories = ("tests/story/test_programs.py", "tests/story/test_chronicle_programs.py")
    changes = "tests/faults/test_platform_changes.py::test_changed_at_each_step"
    command = [sys.executable, "-m", "pytest", *stories, changes, "-q", "-p", "no:cacheprovider"]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, "OMOIDE_PROGRAMS": str(number)}, check=False).returncode


def main() -> int:
    """Run, print what was found."""
    parser = argparse.ArgumentParser(description="Random deaths of the daemon and of its database.")
    parser.add_argument("-n", type=int, default=20, help="how many kills")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)  # noqa: T201
    done, found = asyncio.run(rounds(arguments.n, arguments.seed))
    on_platforms, found_there = asyncio.run(platform_rounds(arguments.n, arguments.seed))
    in_lives, found_in_lives = asyncio.run(lives(arguments.n, arguments.seed))
    done, found = done + on_platforms + in_lives, [*found, *found_there, *found_in_lives]
    agreed = programs(arguments.n) == 0
    print(f"seed {arguments.seed}: {done} kills, {len(found)} violations; stories {'agree' if agreed else 'DIFFER'}")  # noqa: T201
    return 0 if agreed and not found else 1


if __name__ == "__main__":
    sys.exit(main())
