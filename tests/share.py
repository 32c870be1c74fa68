"""The share of the long walks that runs today: others every day, all of them within as many days as there are parts.

``@pytest.mark.share(3)`` on a test, or ``pytestmark`` in a file: of all tests that are marked so, every third runs
today, the next third tomorrow.

``make test`` says ``SHARE=today``. ``make quick`` says ``SHARE=quick`` and takes a sixteenth of each file's tests on
the database, too. Of generated examples, which are others in each run, ``make test`` tries half and ``make quick`` a
tenth. ``make walks`` runs all of what is marked, and so does pytest when it is called by hand: whoever
names a test wants to see it.
"""

import os
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import Final, TypeVar

from tests import calendar

CHOSEN: Final = "SHARE"
"""``today``, ``quick``, or all."""
TODAY: Final = "today"
QUICK: Final = "quick"
PARTS_OF_QUICK: Final = 16
_DAY: Final = "SHARE_DAY"
"""Reckoned once for all the processes of a run, so that midnight does not part them."""
T = TypeVar("T")


def day() -> int:
    """The number of the day that is played, in UTC."""
    return int(os.environ.setdefault(_DAY, str(calendar.now().toordinal())))


def part(cases: Sequence[T], parts: int, on: int) -> list[T]:
    """Every ``parts``-th of the cases, as it falls on day ``on``; never none while there are cases."""
    cycle = min(parts, len(cases))
    return [it for number, it in enumerate(cases) if (number + on) % cycle == 0]


def of_today(cases: Sequence[T], parts: int) -> list[T]:
    """Today's part of the cases; all of them unless only today's are asked for."""
    return part(cases, parts, day()) if os.environ.get(CHOSEN) in (TODAY, QUICK) else list(cases)


def examples(all_of: int) -> int:
    """How many of so many generated examples a test tries in this run."""
    return max(1, all_of // {TODAY: 2, QUICK: 10}.get(os.environ.get(CHOSEN, ""), 1))


def quick() -> bool:
    """Whether only a part is asked for of what talks to the database, too."""
    return os.environ.get(CHOSEN) == QUICK


def left_for_other_days(items: Sequence[T], group: Callable[[T], tuple[Hashable, int] | None]) -> set[int]:
    """The numbers of those that do not run today. ``group`` tells the group of an item and its parts, or None."""
    groups: dict[tuple[Hashable, int], list[int]] = defaultdict(list)
    for number, it in enumerate(items):
        if (of := group(it)) is not None:
            groups[of].append(number)
    return {number for (_, parts), all_of in groups.items() for number in {*all_of} - {*of_today(all_of, parts)}}
