"""A story is read in when somebody asks: world books and card first, then its messages, a batch at a time."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.actions.story import initiation
from engine.errors import InitiationNotPaused, InitiationNotRunning, InitiationRunning, NothingToRead
from engine.utility.asking import MOST_TRIES
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Noticed, PartLimit
from engine.values.story.initiation import InitiationState
from tests.servers.model import ModelServer, Script, Seen, say
from tests.turns.chronicled import PAGE, blocks, chronicled, keeps_record, kept, page_of, told
from tests.turns.files import WORLD, as_json, bring
from tests.turns.room import Room, config_for, enter, new_origin, opened

BATCH = {"pages", "items", "figures"}


def reads(seen: Seen) -> Script:
    """Each page of a batch tells its lines; the setting has one figure."""
    data = blocks(seen)
    if seen.errand == PAGE and "World books and card" in data:
        figure = {"name": "Keeper", "aliases": [], "known": "Tends the lamp."}
        return say(json.dumps(page_of([""], timeline=["The lamp was built."], figures=[figure])))
    if seen.errand != BATCH:
        return keeps_record(seen)
    said = [it["text"] for it in data["The talk"]]
    cuts = [said[it["first"] - 1 : it["last"]] for it in data["The pages to be written"]]
    pages = [{name: it for name, it in page_of(cut).items() if name not in ("items", "figures")} for cut in cuts]
    figure = {"name": "Tom", "aliases": [], "known": said[-1]}
    return say(json.dumps({"pages": pages, "items": [], "figures": [figure]}))


@pytest.fixture
async def room(database_url: str, tmp_path: Path) -> AsyncIterator[Room]:
    """A room on a platform whose messages are delivered, so that a message there tells the progress."""
    origin = new_origin()
    async with ModelServer() as model:
        config = config_for(database_url, tmp_path, model)
        async with opened(config, origin.platform, limit=PartLimit(2_000)) as engine:
            yield await enter(engine, model, origin)


@pytest.fixture
async def tale(room: Room) -> Room:
    """A story that nobody has read yet, in a room whose model reads it."""
    await chronicled(room, page_every="5", fresh_pages="200", catalogue_pages="200", timeline_lines="100")
    room.model.notes = reads
    await told(room, *(f"Line {n}." for n in range(1, 43)))
    return room


def progress(room: Room) -> list[str]:
    """What was said of the progress, in order."""
    return [it.notice.message for it in room.shown.of(Noticed) if it.notice.message.startswith("initiation")]


async def test_what_it_takes_is_said_first(room: Room) -> None:
    """Somebody has a long story read in and learns from the bill what it takes."""
    await chronicled(room, page_every="5")
    await told(room, *(f"Line {n} of the talk." for n in range(1, 43)))
    found = await initiation.cost(room.engine.ctx, room.here)
    assert (found.messages, found.total, found.setting) == (found.total, found.total, True)
    assert found.calls == 1 + -(-found.total // 20)
    assert found.prompt_tokens > found.messages * 5
    assert found.answer_tokens > 0
    assert not room.model.errands


async def test_a_story_is_read_in_batch_by_batch(tale: Room) -> None:
    """A story that was brought in stays unknown, or its pages stand twice or in the wrong order."""
    found = await initiation.start(tale.engine.ctx, tale.engine.runner, tale.here)
    story = await kept(tale)
    assert len([it for it in tale.model.errands if it.errand == BATCH]) == found.calls - 1 == -(-found.messages // 20)
    said = " ".join(it.text for it in story.pages)
    assert [f"Line {n}." for n in range(1, 43)] == [it for it in said.replace(". ", ".|").split("|") if "Line" in it]
    assert [it.number for it in story.pages] == sorted({it.number for it in story.pages})
    assert {it.name for it in story.dossiers} == {"Keeper", "Tom"}
    assert story.timeline[0].text == "The lamp was built."
    assert (await initiation.progress(tale.engine.ctx, tale.here)).state is InitiationState.DONE
    with pytest.raises(NothingToRead):
        await initiation.start(tale.engine.ctx, tale.engine.runner, tale.here)


async def test_the_talk_that_goes_on_is_told_behind_it(tale: Room) -> None:
    """While a long story is read in, the newest turns are told by nobody, or twice."""
    await initiation.start(tale.engine.ctx, tale.engine.runner, tale.here)
    await told(tale, *(f"New {n}." for n in range(1, 6)))
    story = await kept(tale)
    assert story.pages[-1].text == " ".join(f"New {n}." for n in range(1, 6))
    texts = " ".join(it.text for it in story.pages)
    assert all(texts.count(f"New {n}.") == 1 for n in range(1, 6))
    first = next(at for at, it in enumerate(tale.model.errands) if "New 1." in it.prompt)
    assert all(it.errand != BATCH for it in tale.model.errands[:first])


async def test_one_message_says_how_far_it_is(tale: Room) -> None:
    """The channel fills with one message for each batch, or nobody can tell how far it is."""
    await initiation.start(tale.engine.ctx, tale.engine.runner, tale.here)
    await kept(tale)
    told_of = tale.shown.of(Noticed)
    assert [it.notice.message for it in told_of][:2] == ["initiation-setting", "initiation-messages"]
    assert told_of[-1].notice.message == "initiation-done"
    assert (told_of[1].notice.data["first"], told_of[1].notice.data["last"]) == (1, 20)
    assert len({it.sending.id for it in told_of}) == 1
    assert {it.sending.kind for it in told_of} == {"progress"}


async def test_it_waits_and_goes_on_where_it_was(tale: Room) -> None:
    """Somebody stops a costly reading, and it goes on all the same, or begins from the beginning."""
    with pytest.raises(InitiationNotRunning):
        await initiation.pause(tale.engine.ctx, tale.engine.runner, tale.here)
    await initiation.start(tale.engine.ctx, tale.engine.runner, tale.here)
    with pytest.raises(InitiationRunning):
        await initiation.start(tale.engine.ctx, tale.engine.runner, tale.here)
    with pytest.raises(InitiationNotPaused):
        await initiation.resume(tale.engine.ctx, tale.engine.runner, tale.here)
    channel_head = await initiation.pause(tale.engine.ctx, tale.engine.runner, tale.here)
    assert (channel_head.state, channel_head.read) == (InitiationState.PAUSED, 0)
    assert not (await kept(tale)).pages
    await initiation.resume(tale.engine.ctx, tale.engine.runner, tale.here)
    assert len((await kept(tale)).pages) == 9
    assert progress(tale)[-1] == "initiation-done"


async def test_a_model_that_tells_fewer_pages_tells_all_of_it(tale: Room) -> None:
    """A model that joins pages leaves a hole in the story."""

    def joins(seen: Seen) -> Script:
        if seen.errand != BATCH:
            return reads(seen)
        said = [it["text"] for it in blocks(seen)["The talk"]]
        page = {name: it for name, it in page_of(said[:2]).items() if name not in ("items", "figures")}
        return say(json.dumps({"pages": [page], "items": [], "figures": []}))

    tale.model.notes = joins
    await initiation.start(tale.engine.ctx, tale.engine.runner, tale.here)
    story = await kept(tale)
    assert len(story.pages) == 3
    assert all(one.last + 1 >= two.first for one, two in zip(story.pages, story.pages[1:], strict=False))


async def test_books_and_card_are_read_first(tale: Room) -> None:
    """What the world is like is asked of the talk, where nobody says it."""
    await bring(tale, as_json(WORLD), "world.json")
    await initiation.start(tale.engine.ctx, tale.engine.runner, tale.here)
    await kept(tale)
    first = next(it for it in tale.model.errands if it.errand in (PAGE, BATCH))
    told_of = blocks(first)["World books and card"]
    assert told_of
    assert all(it["text"] for it in told_of)


async def test_what_was_read_is_read_again_when_asked(tale: Room) -> None:
    """After a change of the model nobody can have the story read anew."""
    await initiation.start(tale.engine.ctx, tale.engine.runner, tale.here)
    before = await kept(tale)
    tale.model.notes = keeps_record
    assert (await initiation.cost(tale.engine.ctx, tale.here, again=True)).calls == len(before.pages)
    await initiation.start(tale.engine.ctx, tale.engine.runner, tale.here, again=True)
    after = await kept(tale)
    assert [it.number for it in after.pages] == [it.number for it in before.pages]
    assert not {it.id for it in after.pages} & {it.id for it in before.pages}


async def test_a_story_without_a_page_is_not_read_in(tale: Room) -> None:
    """A model answers with nothing, and people are told that their story is read in."""

    def says_nothing(seen: Seen) -> Script:
        return say('{"pages": [], "items": [], "figures": []}') if seen.errand == BATCH else reads(seen)

    tale.model.notes = says_nothing
    await initiation.start(tale.engine.ctx, tale.engine.runner, tale.here)
    with pytest.raises(AssertionError, match="jobs failed"):
        await tale.drain()
    batches = [it for it in tale.model.errands if it.errand == BATCH]
    assert len(batches) == 2, "it is asked once more at once"
    assert "at least 1 elements" in batches[1].prompt
    assert (await initiation.progress(tale.engine.ctx, tale.here)).state is InitiationState.RUNNING
    await _given_up(tale)
    channel_head, total = await initiation.progress(tale.engine.ctx, tale.here), 43
    assert (channel_head.state, channel_head.lost, channel_head.total) == (InitiationState.DONE, total, total)
    assert progress(tale)[-1] == "initiation-gaps"
    assert tale.shown.of(Noticed)[-1].notice.data == {"lost": total, "total": total}
    cost = await initiation.cost(tale.engine.ctx, tale.here)
    assert (cost.messages, cost.calls) == (total, 9)
    tale.model.notes = reads
    await initiation.start(tale.engine.ctx, tale.engine.runner, tale.here)
    assert progress(tale)[-1] == "initiation-anew"
    texts = " ".join(it.text for it in (await kept(tale)).pages)
    assert all(texts.count(f"Line {n}.") == 1 for n in range(1, 43))
    assert (await initiation.progress(tale.engine.ctx, tale.here)).lost == 0
    with pytest.raises(NothingToRead):
        await initiation.start(tale.engine.ctx, tale.engine.runner, tale.here)


async def test_one_batch_that_is_not_told_is_said(tale: Room) -> None:
    """Some of a story is missing, and the word at the end says that all of it is there."""

    def refuses_one(seen: Seen) -> Script:
        if seen.errand != BATCH or "Line 1." not in seen.prompt:
            return reads(seen)
        return say('{"pages": [{"page": " "}], "items": [], "figures": []}')

    tale.model.notes = refuses_one
    await initiation.start(tale.engine.ctx, tale.engine.runner, tale.here)
    await _given_up(tale)
    assert tale.shown.of(Noticed)[-1].notice == Notice("initiation-gaps", {"lost": 20, "total": 43})
    assert len((await kept(tale)).pages) == 5


async def _given_up(room: Room) -> None:
    """Each step that fails is tried for the last time, until none is left."""
    for _ in range(20):
        await room.sql(
            "UPDATE due SET tries = $2 WHERE space_id = $1 AND kind = 'chronicle'", room.here.space, MOST_TRIES - 1
        )
        try:
            return await room.drain()
        except AssertionError as failed:
            assert "jobs failed" in str(failed)  # noqa: PT017 — said by the room, not by an assertion of this test
    raise AssertionError("it never ends")
