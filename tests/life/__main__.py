"""A life from beginning to end: ``python -m tests.life --days 30 --kills 20``. Ends with 1 when something was wrong.

``--show`` prints what people read in the circle; ``--usual``: nobody says how often a character posts. ``--on``: on the
test server of a platform or at a terminal, where ``--show`` prints what stands there. There the house may be ``--out``
for three days from that day's noon on, and its clock go ``--wrong`` by an hour so often; its log is in ``--log``.
"""

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.faults.servers import open_folder, own_server
from tests.life.checks import said, tokens_a_day, violations
from tests.life.grounds import GROUNDS
from tests.life.month import month
from tests.life.people import BEGIN, MIXED, MONTH, USUAL, Cast
from tests.life.platforms import Trouble, lived_on
from tests.life.shown import shown, told


async def live(cast: Cast, kills: int, *, show: bool) -> list[str]:
    """Live it, print what it came to; what was wrong."""
    with open_folder() as folder:
        async with own_server(folder / "database") as server, month(server.dsn, folder / "data", cast) as one:
            await one.lived(kills)
            lines = await said(one)
            if show:
                for it in shown(await told(one), cast.zone, cast.language):
                    _print(it)
            used = await tokens_a_day(one)
            _print(
                f"{len(lines)} messages, {one.kills} kills, {sum(used.values()):.0f} tokens a day in the circle: {used}"
            )
            return await violations(one)


async def live_on(ground: str, cast: Cast, trouble: Trouble, *, show: bool, log: Path | None) -> list[str]:
    """Live it on a platform; what was wrong."""
    with open_folder() as folder, TemporaryDirectory() as data:
        async with own_server(folder / "database") as server:
            async with lived_on(ground, server.dsn, log or Path(data), cast, trouble) as one:
                wrong = await one.violations()
            for it in shown(one.posts, cast.zone, cast.language) if show else ():
                _print(it)
            _print(f"{one.month.kills} kills on {ground}, {sum(map(len, one.posts))} messages are to be seen")
            return wrong


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def main() -> int:
    """Run, print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", choices=["en", "zh"], default="en")
    parser.add_argument("--days", type=int, default=MONTH)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on", choices=GROUNDS, default="")
    parser.add_argument("--usual", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--first", default=BEGIN.isoformat(), help="the first day")
    parser.add_argument("--out", type=int, default=0)
    parser.add_argument("--wrong", type=int, default=0)
    parser.add_argument("--log", type=Path)
    told = parser.parse_args()
    frequencies = USUAL if told.usual else MIXED
    hushed_on = min(10, told.days // 2)
    cast = Cast(
        told.language,
        told.seed,
        told.days,
        frequencies,
        not told.show,
        hushed_on,
        first=told.first,
        out_on=told.out,
    )
    trouble = Trouble(told.kills, told.wrong)
    on_platform = told.on and live_on(told.on, cast, trouble, show=told.show, log=told.log)
    wrong = asyncio.run(on_platform or live(cast, told.kills, show=told.show))
    for it in wrong:
        _print(it)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
