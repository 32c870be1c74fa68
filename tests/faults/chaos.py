"""Long runs of faults: ``python -m tests.faults.chaos -n 200``. Ends with 1 when anything was lost, doubled or torn.

A third of the deaths are the database's, the rest the daemon's, at random moments under sixteen channels. Then random
programs of the story are held against plain lists. ``--seed`` repeats a run as far as moments can be repeated.
"""

import argparse
import asyncio
import os
import secrets
import subprocess
import sys

from tests.faults.checker import violations
from tests.faults.house import HERE, house
from tests.faults.kills import kill_at_random, kill_database_at_random
from tests.faults.servers import open_folder, own_server

CHANNELS = [f"c{n}" for n in range(16)]
IN_A_ROUND = 10


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
                    wrong = await violations(one)
                done += now
                found += wrong
                print(f"{done} of {kills} kills, {len(one.sent)} messages, {len(wrong)} violations", flush=True)  # noqa: T201
                for line in wrong:
                    print(f"  {line}", flush=True)  # noqa: T201
    return done, found


def programs(number: int) -> int:
    """Random programs of the story; 0 when they agree with plain lists."""
    command = [sys.executable, "-m", "pytest", "tests/story/test_programs.py", "-q", "-p", "no:cacheprovider"]
    return subprocess.run(command, cwd=HERE, env={**os.environ, "OMOIDE_PROGRAMS": str(number)}, check=False).returncode


def main() -> int:
    """Run, print what was found."""
    parser = argparse.ArgumentParser(description="Random deaths of the daemon and of its database.")
    parser.add_argument("-n", type=int, default=20, help="how many kills")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)  # noqa: T201
    done, found = asyncio.run(rounds(arguments.n, arguments.seed))
    agreed = programs(arguments.n) == 0
    print(f"seed {arguments.seed}: {done} kills, {len(found)} violations; stories {'agree' if agreed else 'DIFFER'}")  # noqa: T201
    return 0 if agreed and not found else 1


if __name__ == "__main__":
    sys.exit(main())
