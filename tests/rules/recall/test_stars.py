"""Where memories stand in the sky of the garden."""

from datetime import UTC, datetime, timedelta
from itertools import combinations
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rules.recall.remembering.stars import LONGEST_NAME, NAMED, chart
from engine.values.memory.memories import MemoryKind
from engine.values.memory.stars import Glimpse, Star
from tests import share

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def glimpse(
    number: int, *, days: float = 0, uses: int = 0, vector: list[float] | None = None, pinned: bool = False
) -> Glimpse:
    return Glimpse(number, MemoryKind.SAID, f"memory {number}", NOW - timedelta(days=days), vector, uses, pinned)


def groups() -> list[Glimpse]:
    """Two themes, ten memories each, in eight dimensions."""
    return [
        glimpse(at, vector=[float(at % 2), float(at % 2 == 0), *(0.05 * ((at * step) % 7) for step in range(1, 7))])
        for at in range(20)
    ]


def test_what_means_alike_lies_close_together() -> None:
    """A person finds no constellations: the stars lie as by chance."""
    sky = chart(groups(), NOW)

    def apart(same: bool) -> float:
        pairs = [(a, b) for a, b in combinations(sky, 2) if (a.id % 2 == b.id % 2) is same]
        return sum(dist((a.x, a.y), (b.x, b.y)) for a, b in pairs) / len(pairs)

    assert apart(same=True) * 1.5 < apart(same=False)


def test_recent_ones_shine_and_often_recalled_ones_are_large() -> None:
    """A person cannot tell what is fresh and what matters from what is neither."""
    old, used, new = chart([glimpse(1, days=400), glimpse(2, days=30, uses=9), glimpse(3)], NOW)
    assert old.brightness < used.brightness < new.brightness == 1.0
    assert old.size == new.size == 0.0
    assert used.size == 1.0


def test_the_brightest_have_names_and_pinned_ones_first() -> None:
    """What a person pinned stands nameless among the others."""
    sky = chart([glimpse(at, days=at) for at in range(1, 40)] + [glimpse(90, days=900, pinned=True)], NOW)
    named = {it.id for it in sky if it.name}
    assert named == {90, *range(1, NAMED)}


def test_a_long_memory_has_a_short_name() -> None:
    """A name runs out of the picture."""
    long = [Glimpse(1, MemoryKind.CORE, "我们在海边捡到一只很小的寄居蟹然后把它放回去了", NOW)]
    (star,) = chart(long, NOW)
    assert star.name.endswith("…")
    assert len(star.name) <= LONGEST_NAME // 2 + 1


def test_a_name_that_loses_a_full_stop_alone_is_whole() -> None:
    """A whole sentence would end in "…", as if something were missing."""
    (star,) = chart([Glimpse(1, MemoryKind.CORE, "山谷那边有人用灯回了话。", NOW)], NOW)
    assert star.name == "山谷那边有人用灯回了话"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("你也听见风声了吗？", "你也听见风声了吗？"),
        ("要是你，会给她做什么吃？", "要是你，会给她做什么吃？"),
        ("风停了。", "风停了"),
        ("The wind has gone down.", "The wind has gone down"),
        ("The wind is down.", "The wind is down"),
        ("Have you heard the owl?", "Have you heard the owl?"),
        ("Hm...", "Hm..."),
        ("Have you heard of it, and who told you?", "Have you heard of it…"),
    ],
)
def test_a_name_loses_its_full_stop_and_stays_a_question(text: str, name: str) -> None:
    """A question is none where it is a sign too long for its name; a full stop stays here and goes there."""
    (star,) = chart([Glimpse(1, MemoryKind.CORE, text, NOW)], NOW)
    assert star.name == name


def test_the_sky_is_the_same_each_time_and_nothing_hides() -> None:
    """Each look shows another sky, or two memories as one star."""
    sky = chart([*groups(), glimpse(77), glimpse(78)], NOW)
    assert sky == chart([*groups(), glimpse(77), glimpse(78)], NOW)
    assert min(dist((a.x, a.y), (b.x, b.y)) for a, b in combinations(sky, 2)) > 0.02


_GLIMPSES = st.lists(
    st.builds(
        Glimpse,
        id=st.integers(1, 10**9),
        kind=st.sampled_from(MemoryKind),
        text=st.text(max_size=80),
        occurred_at=st.datetimes(timezones=st.just(UTC)),
        vector=st.none() | st.lists(st.floats(-1, 1), min_size=4, max_size=4),
        uses=st.integers(0, 10**6),
        pinned=st.booleans(),
    ),
    max_size=30,
    unique_by=lambda it: it.id,
)


@given(_GLIMPSES)
@settings(max_examples=share.examples(60), deadline=None)
def test_every_garden_has_a_sky(seen: list[Glimpse]) -> None:
    """Some garden, an empty one or one of equal memories, has no picture."""
    sky = chart(seen, NOW)
    assert [it.id for it in sky] == [it.id for it in seen]
    assert all(_in_the_frame(it) for it in sky)


def _in_the_frame(star: Star) -> bool:
    return all(0.0 <= value <= 1.0 for value in (star.x, star.y, star.brightness, star.size))
