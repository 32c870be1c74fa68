"""Older pages of a story become brief ones and leave the catalogue; old lines of the timeline are merged."""

import pytest

from engine.actions.chats import savepoints
from engine.actions.story.compressing import compress
from engine.errors import NothingToCompress
from engine.values.story.chronicle import Recorded
from tests.servers.model import fail
from tests.turns.chronicled import chronicled, keeps_record, kept, rows, told
from tests.turns.room import Room


@pytest.fixture
async def tale(room: Room) -> Room:
    """A story with a page a message; five pages are detailed, six in the catalogue, five lines in the timeline."""
    limits = {"fresh_pages": "5", "catalogue_pages": "7", "timeline_lines": "6"}
    await chronicled(room, page_every="1", **limits)
    return room


def levels(pages: tuple[object, ...]) -> list[tuple[int, int]]:
    return [(it.number, int(it.level)) for it in pages]  # type: ignore[attr-defined] - pages


async def test_old_pages_are_told_in_brief(tale: Room) -> None:
    """The pages of a long story fill the prompt, or the newest ones are the ones that go."""
    await told(tale, *(f"Day {n}. Much happens." for n in range(1, 6)))
    assert levels((await kept(tale)).pages) == [(1, 1), *((n, 0) for n in range(2, 7))]
    await told(tale, *(f"Day {n}. Much happens." for n in range(6, 9)))
    story = await kept(tale)
    assert levels(story.pages) == [(3, 1), (4, 1), *((n, 0) for n in range(5, 10))]
    assert story.pages[0].text == story.pages[0].brief
    reasons = [it.reason for it in await rows(tale) if it.row.kind == "story_page" and it.ended_at]
    assert sorted(reasons) == ["archived"] * 2 + ["compressed"] * 4


async def test_a_restored_story_has_the_fuller_page(tale: Room) -> None:
    """Somebody goes back, and what had not been compressed there yet stays brief for ever."""
    await told(tale, *(f"Day {n}. Much happens." for n in range(1, 5)))
    before = await kept(tale)
    save = await savepoints.save(tale.engine.ctx, tale.here, "here")
    await told(tale, *(f"Day {n}. Much happens." for n in range(5, 9)))
    assert levels((await kept(tale)).pages)[0] == (3, 1)
    await savepoints.load(tale.engine.ctx, tale.engine.runner, tale.here, save.id)
    assert await kept(tale) == before
    assert levels(before.pages) == [(n, 0) for n in range(1, 6)]


async def test_late_and_early_come_to_the_same(tale: Room) -> None:
    """What a story holds depends on when the daemon found time for it."""
    save = await savepoints.save(tale.engine.ctx, tale.here, "the beginning")
    days = [f"Day {n}. Much happens." for n in range(1, 12)]
    for day in days:
        await told(tale, day)
        await tale.drain()
    early = await rows(tale)
    await savepoints.load(tale.engine.ctx, tale.engine.runner, tale.here, save.id)
    await told(tale, *days)
    await tale.drain()
    late = await rows(tale)

    def story(found: list[Recorded]) -> list[tuple[str, int, str, int, str]]:
        return sorted((it.row.kind, it.row.place.seq, it.row.text, it.ended_at or 0, it.reason) for it in found)

    assert story(late) == story(early)


async def test_old_lines_are_merged(tale: Room) -> None:
    """The timeline of a long story grows for ever, or its beginning is forgotten."""
    await told(tale, *(f"Day {n}. Much happens." for n in range(1, 7)))
    lines = (await kept(tale)).timeline
    assert [(it.when, it.merged) for it in lines] == [("D1", True), *(("D1", False),) * 3]
    assert all(f"Day {n}." in lines[0].text for n in (1, 2, 3))
    assert (lines[0].first, lines[0].last) == (2, 5)
    first = [it for it in await rows(tale) if it.reason == "merged"]
    assert {it.by for it in first} == {lines[0].id}


async def test_the_timeline_is_merged_where_no_model_can(tale: Room) -> None:
    """A model that refuses one stretch leaves the index to grow until it fills every prompt."""
    tale.model.notes = lambda seen: fail(400) if seen.errand == {"lines"} else keeps_record(seen)
    await told(tale, *(f"Day {n}. Much happens." for n in range(1, 7)))
    with pytest.raises(AssertionError, match="jobs failed"):
        await tale.drain()
    await tale.sql("UPDATE due SET tries = 7 WHERE space_id = $1 AND kind = 'chronicle'", tale.here.space)
    lines = (await kept(tale)).timeline
    assert lines[0].merged
    assert lines[0].text.startswith("You made it, Ann.")


async def test_people_have_pages_compressed(tale: Room) -> None:
    """Somebody wants a smaller prompt now, and has to wait for more pages."""
    await told(tale, *(f"Day {n}. Much happens." for n in range(1, 5)))
    await tale.drain()
    save = await savepoints.save(tale.engine.ctx, tale.here, "here")
    assert await compress(tale.ctx, tale.runner, tale.here) == 5
    assert levels((await kept(tale)).pages) == [(1, 1), (2, 1), (3, 1), (4, 0), (5, 0)]
    await savepoints.load(tale.engine.ctx, tale.engine.runner, tale.here, save.id)
    assert levels((await kept(tale)).pages) == [(n, 0) for n in range(1, 6)]


async def test_there_is_something_to_compress(tale: Room) -> None:
    """Somebody has nothing compressed, and is told that it was done."""
    with pytest.raises(NothingToCompress):
        await compress(tale.ctx, tale.runner, tale.here)
