"""The picture of who is close to whom, looked at by its pixels."""

import io
from dataclasses import replace
from itertools import combinations, pairwise
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.pictures import friends, rings
from bot.pictures.canvas import HEIGHT, PAPERS, WIDTH, Theme, ground
from bot.pictures.faces import colour_of
from bot.pictures.friends import FriendFace, FriendTie, FriendWords, draw

NAMES = (
    "林晚秋",
    "Captain Featherstonehaugh",
    "Mira",
    "小雨",
    "Aki",
    "Noor",
    "阿澜",
    "Joe",
    "Wren",
    "Max",
    "Zoë",
    "🌸",
)
WORDS = FriendWords("圈子里的关系", "线越粗越亲近", "另有 7 位")
ANY_TIES = st.dictionaries(
    st.tuples(st.integers(0, 11), st.integers(0, 11)).filter(lambda it: it[0] < it[1]), st.floats(0.001, 1)
)


def faces(count: int) -> list[FriendFace]:
    return [FriendFace(it) for it in NAMES[:count]]


def ties(count: int, closeness: float = 0.5) -> list[FriendTie]:
    return [FriendTie(a, b, closeness, "3 days ago", "harbour") for a, b in combinations(range(count), 2)]


def looked_at(made: bytes) -> Image.Image:
    return Image.open(io.BytesIO(made)).convert("RGB")


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("count", [2, 3, 5, 12])
def test_everybody_is_on_the_picture(count: int, theme: Theme) -> None:
    """Somebody would be missing, lie under another, or run out of a phone."""
    picture = looked_at(draw(faces(count), ties(count), WORDS, theme))
    assert picture.width == WIDTH
    assert picture.height <= HEIGHT
    counts = {colour: many for many, colour in picture.getcolors(1 << 24) or []}
    for it in faces(count):
        assert counts.get(colour_of(it.name), 0) > 5_000, it.name
    empty = ground(PAPERS[theme], picture.height)
    for x in (0, WIDTH - 1):
        edge = (x, 0, x + 1, picture.height)
        assert picture.crop(edge).tobytes() == empty.crop(edge).tobytes()


@pytest.mark.parametrize("theme", Theme)
def test_who_is_closer_has_the_thicker_line(theme: Theme) -> None:
    """All would look like the best of friends."""
    none, near, far = (
        looked_at(draw(faces(2), [FriendTie(0, 1, it, "")] if it else [], WORDS, theme)) for it in (0, 0.9, 0.1)
    )
    y = none.height // 2 - 100
    near_row, far_row = (sum(it.getpixel((x, y)) != none.getpixel((x, y)) for x in range(WIDTH)) for it in (near, far))
    assert near_row > 2 * far_row > 0


def test_captions_are_written_where_they_cover_nobody() -> None:
    """A name or a face would be hidden by how long ago two spoke."""
    with_words, without = (
        looked_at(draw(faces(12), [replace(it, when=when) for it in ties(12)], WORDS, Theme.DARK))
        for when in ("3 days ago", "")
    )
    assert with_words.tobytes() != without.tobytes()
    for it in faces(12):
        found = [
            sum(many for many, colour in (picture.getcolors(1 << 24) or []) if colour == colour_of(it.name))
            for picture in (with_words, without)
        ]
        assert found[0] == found[1]


def test_more_than_fit_are_counted() -> None:
    """Nobody would know that some are not shown."""
    some = looked_at(draw(faces(12), ties(12), WORDS, Theme.LIGHT))
    every = looked_at(draw(faces(12), ties(12), FriendWords(WORDS.title, WORDS.below), Theme.LIGHT))
    below = (0, some.height - 80, WIDTH, some.height)
    assert some.crop(below).tobytes() != every.crop(below).tobytes()
    assert some.crop((0, 0, WIDTH, below[1])).tobytes() == every.crop((0, 0, WIDTH, below[1])).tobytes()
    assert friends.MOST == 12


@given(ANY_TIES)
def test_each_has_one_place_in_the_ring(found: dict[tuple[int, int], float]) -> None:
    """Somebody would be drawn twice, or the picture look another way each time."""
    ring = rings.ring_of(12, found)
    assert sorted(ring) == list(range(12))
    assert ring == rings.ring_of(12, dict(reversed(found.items())))


def test_the_closest_are_side_by_side() -> None:
    """Lines would go all across where they need not."""
    chain = {(0, 3): 0.9, (1, 3): 0.8, (1, 4): 0.7, (2, 4): 0.6}
    ring = rings.ring_of(5, chain)
    beside = {frozenset(it) for it in pairwise([*ring, ring[0]])}
    assert {frozenset(it) for it in chain} <= beside


@given(st.integers(2, 12), st.floats(400, 900), st.floats(0.6, 2))
def test_places_are_apart_and_in_their_box(count: int, width: float, ratio: float) -> None:
    """Two faces would cover each other. Boxes that are drawn are from 0.7 to 1.4 times as high as they are wide."""
    height = width * ratio
    found = rings.places(count, width, height)
    assert all(-1e-6 <= x <= width + 1e-6 and -1e-6 <= y <= height + 1e-6 for x, y in found)
    assert min(dist(one, two) for one, two in combinations(found, 2)) > (width + height) / count * 0.7
