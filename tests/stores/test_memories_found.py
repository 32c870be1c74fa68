"""Memories are found by words, by meaning and by time; what is found is the best there is."""

import math
from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from engine.db.memory import memories, vectors
from engine.db.postgres.pool import Database
from engine.rules.recall.words.words import hashed, terms
from engine.values.chats.entries import Place
from engine.values.memory.memories import Memory, MemoryKind, Tag
from engine.values.memory.recall import TimeRange
from tests.conftest import Sql
from tests.stores.memory_room import NOON, MemoryRoom, memory_room


@pytest.fixture
async def room(db: Database) -> MemoryRoom:
    return await memory_room(db)


def bm25(texts: list[str], asked: dict[int, float], k1: float, b: float) -> dict[int, float]:
    """Robertson and Zaragoza's formula, with the logarithm that is never negative, word for word."""
    bags = [terms(it) for it in texts]
    average = sum(sum(it.values()) for it in bags) / len(bags)
    scores: dict[int, float] = {}
    for n, bag in enumerate(bags):
        for term, weight in asked.items():
            if term in bag:
                holding = sum(term in it for it in bags)
                idf = math.log(1 + (len(bags) - holding + 0.5) / (holding + 0.5))
                length = 1 - b + b * sum(bag.values()) / average
                scores[n] = scores.get(n, 0) + weight * idf * bag[term] * (k1 + 1) / (bag[term] + k1 * length)
    return scores


@pytest.mark.parametrize(("k1", "b"), [(1.2, 0.75), (0.9, 0.4), (1.2, 0.0)])
async def test_words_are_weighed_by_bm25(room: MemoryRoom, k1: float, b: float) -> None:
    """Rare words would count no more than common ones, and long messages push the right ones away."""
    texts = [
        "red boat",
        "the blue boat and the red lamp boat",
        "a lamp",
        "小船在河上",
        "the the the boat",
        "nothing at all",
    ]
    ids = await room.keep(*(room.said(n, it) for n, it in enumerate(texts, 1)))
    asked = dict.fromkeys(terms("the red boat 小船"), 1.0) | {hashed("lamp"): 0.3, hashed("unheard"): 5.0}
    found = await memories.worded(room.db, room.scope, asked, 10, k1=k1, b=b)
    wanted = {ids[n]: score for n, score in bm25(texts, asked, k1, b).items()}
    assert {it.id: it.bm25 for it in found} == pytest.approx(wanted)
    assert [it.bm25 for it in found] == sorted((it.bm25 for it in found), reverse=True)
    assert [it.id for it in await memories.worded(room.db, room.scope, asked, 2, k1=k1, b=b)] == [
        it.id for it in found[:2]
    ]
    assert found[0].words == sum(terms(texts[ids.index(found[0].id)]).values())
    assert await memories.worded(room.db, room.scope, {}, 5) == []


async def test_words_that_everybody_says_are_not_looked_up(room: MemoryRoom) -> None:
    """A question with "the" in it would read every memory there is."""
    rows = [room.said(1, f"common w{n}" if n % 3 else f"other w{n}", n=n) for n in range(90)]
    await room.keep(*rows)
    assert await memories.worded(room.db, room.scope, {hashed("common"): 1.0}, 100) == []
    assert len(await memories.worded(room.db, room.scope, {hashed("other"): 1.0}, 100)) == 30
    assert len(await memories.worded(room.db, room.scope, {hashed("common"): 1.0, hashed("w1"): 1.0}, 100)) == 1


async def test_meaning_is_searched_exactly(room: MemoryRoom) -> None:
    """The best memory would now and then not be found, and nobody could say why."""
    rng = np.random.default_rng(3)
    made = rng.normal(size=(300, 64))
    model = await vectors.Models().number(room.db, "sixty-four", 64)
    ids = await memories.remember(room.db, room.key, [room.said(1, f"w{n}", n=n) for n in range(len(made))])
    await vectors.put(room.db, room.key, model, {it: made[n].tolist() for n, it in enumerate(ids) if it is not None})
    question = rng.normal(size=64)
    cosines = made @ question / np.linalg.norm(made, axis=1) / np.linalg.norm(question)
    found = await memories.near(room.db, room.scope, model, question.tolist(), 20)
    assert [it.id for it in found] == [ids[n] for n in np.argsort(-cosines)[:20]]
    assert [it.cosine for it in found] == pytest.approx(sorted(cosines, reverse=True)[:20], abs=0.002)


async def test_a_window_begins_at_its_beginning(room: MemoryRoom) -> None:
    """Asked what happened last week, the character would begin with how it ended, or not know there was more."""
    ids = await room.keep(*(room.said(n, f"w{n}") for n in (5, 3, 1, 7)))
    window = room.along(room.scope.sights[0].line, when=TimeRange(NOON + timedelta(days=3), NOON + timedelta(days=7)))
    found, total = await memories.within(room.db, window, 1)
    assert ([it.id for it in found], total) == ([ids[1]], 2)
    assert [it.id for it in (await memories.within(room.db, room.scope, 9))[0]] == [ids[2], ids[1], ids[0], ids[3]]


async def test_a_long_window_is_read_from_all_of_its_parts(room: MemoryRoom) -> None:
    """Of a year the character hears its first weeks; or its diary goes, for there were too many lines beside it."""
    page = {"kind": MemoryKind.DIARY, "tag": Tag.DIARY}
    ids = await room.keep(*(room.said(1, f"w{n}", n=n) for n in range(90)), room.said(2, "a page", **page))
    found, total = await memories.told(room.db, room.scope, 9)
    assert [it.id for it in found] == [*ids[9:90:10], ids[90]]
    assert [it.text for it in found][-1] == "a page"
    assert total == 90
    assert [it.id for it in (await memories.told(room.db, room.scope, 500))[0]] == ids


async def test_the_garden_is_shown_in_pages(room: MemoryRoom) -> None:
    """People would not find what they pinned, see things twice, or not know how much there is."""
    manual = {"kind": MemoryKind.MANUAL, "tag": Tag.MANUAL}
    ids = await room.keep(
        room.said(1, "pinned", pinned=True, **manual),
        room.said(2, "two"),
        room.said(3, "three"),
        room.said(4, "4", **manual),
    )
    order = [ids[0], ids[3], ids[2], ids[1]]

    async def page(offset: int, limit: int = 3, **wanted: Any) -> tuple[list[int], int]:
        found, total = await memories.listing(room.db, room.scope, offset=offset, limit=limit, **wanted)
        return [it.id for it in found], total

    assert await page(0) == (order[:3], 4)
    assert await page(3) == (order[3:], 4)
    assert await page(9) == ([], 4)
    assert await page(0, kinds=[MemoryKind.MANUAL]) == ([ids[0], ids[3]], 2)
    assert await page(0, search_ids=[ids[1], ids[2]]) == ([ids[2], ids[1]], 2)
    assert await page(0, search_ids=[]) == ([], 0)
    assert await memories.counted(room.db, room.scope) == {MemoryKind.SAID: 2, MemoryKind.MANUAL: 2}


async def test_stars_are_the_newest_and_the_pinned(room: MemoryRoom, sql: Sql) -> None:
    """The map would lose what people pinned, or not show what is told again and again."""
    ids = await room.keep(room.said(1, "pinned", pinned=True), room.said(2, "two"), room.said(3, "three"))
    facts = {"recalled": [["said", ids[2], 0.7], ["said", ids[0], 0.5], ["fact", ids[0], 0.5]]}
    for told in (facts, {"recalled": [["said", ids[2], 0.4]]}, {}):
        await sql(
            "INSERT INTO turn (space_id, session_id, stand_id, branch_id, after_seq, kind, character_id, fence, facts) "
            "VALUES ($1, $2, 1, 1, 1, 'reply', $3, 1, $4)",
            *(room.key.space, room.key.session, room.character, told),
        )
    found = await memories.stars(room.db, room.scope, room.model, 1)
    assert [(it.id, it.uses, it.pinned, it.text) for it in found] == [
        (ids[2], 2, False, "three"),
        (ids[0], 1, True, "pinned"),
    ]
    assert found[0].vector == pytest.approx([0.937, 0.312, 0.156], abs=0.001)
    (bare,) = await memories.remember(room.db, room.key, [room.said(8, "newest", place=Place(1, 8))])
    assert (await memories.stars(room.db, room.scope, room.model, 1))[0].vector is None
    assert isinstance((await memories.read(room.db, room.scope, [bare or 0, *ids]))[0], Memory)
