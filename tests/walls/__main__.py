"""Random worlds, one after the other: ``python -m tests.walls -n 50000 --seed 1``. Ends with 1 at the first leak.

Each world is lived in by the people of ``tests.walls.acts``; every prompt is looked at, and every answer that is shown.
``--without CLAUSE`` takes a clause of the rule away first ("each": one after the other): then a leak is what is wanted.
"""

import argparse
import asyncio
import secrets
import sys

from tests.faults.servers import open_folder, own_server
from tests.walls.acts import lives
from tests.walls.clauses import CLAUSES, without
from tests.walls.player import playing
from tests.walls.world import World

STEPS = 400


async def worlds(prompts: int, seed: int, clause: str = "") -> tuple[int, int, list[str]]:
    """Worlds until so many prompts were looked at: how many those were, how many answers, and what leaked."""
    seen, read, number = 0, 0, seed
    with open_folder() as folder:
        async with own_server(folder / "database") as server:
            while seen < prompts:
                world, queries = World(number, f"walls{number}"), without(clause, folder) if clause else None
                async with playing(server.dsn, folder / f"data{number}", world, queries=queries) as player:
                    await lives(player, STEPS)
                seen, read = seen + player.prompts + player.work, read + player.read
                print(f"world {number}: {seen} prompts, {read} answers, {len(player.leaks)} leaks", flush=True)  # noqa: T201
                if player.leaks:
                    return seen, read, player.leaks
                number += 1
    return seen, read, []


def main() -> int:
    """Run, print what was found."""
    parser = argparse.ArgumentParser(description="Random worlds in which nothing may be told that some could not read.")
    parser.add_argument("-n", type=int, default=500, help="how many prompts")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(1_000_000))
    parser.add_argument("--without", default="", choices=["", "each", *CLAUSES], help="a clause that is taken away")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)  # noqa: T201
    if arguments.without:
        gone = list(CLAUSES) if arguments.without == "each" else [arguments.without]
        silent = [it for it in gone if not asyncio.run(worlds(arguments.n, arguments.seed, it))[2]]
        print(f"{len(gone) - len(silent)} of {len(gone)} clauses are missed when they are gone; not missed: {silent}")  # noqa: T201
        return 1 if silent else 0
    seen, read, leaks = asyncio.run(worlds(arguments.n, arguments.seed))
    for it in leaks:
        print(f"  {it}")  # noqa: T201
    print(f"{seen} prompts and {read} answers, {len(leaks)} leaks")  # noqa: T201
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
