"""Backgrounds of stories, from the file or the model's draft to the story that is set in them."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions.chats import savepoints, sessions
from engine.actions.story import background_drafts, backgrounds
from engine.actions.transfers import exports, looking, uploads
from engine.actions.transfers.bringing import bring as bring_action
from engine.db.chats import log
from engine.errors import NoBackground, NoDraft, NoModelConfigured, NoSuchBackground, NoSuchUpload
from engine.llm.roles import Roles
from engine.rules.acts import background_of
from engine.values.models.models import RoleName
from engine.values.story.backgrounds import Switched
from engine.values.story.director import Background
from engine.values.transfers.transfers import FileKind, Offer
from tests.servers.model import ModelServer, say
from tests.turns.files import BACKGROUND, as_json, bring
from tests.turns.room import Room, config_for, enter, new_origin, opened

DRAFT = {
    "name": "Storm",
    "setting": "An island.",
    "outline": ["A boat comes.", "The lamp goes out."],
    "ending": "Dawn.",
}


@pytest.fixture
async def room(database_url: str, tmp_path: Path) -> AsyncIterator[Room]:
    origin = new_origin()
    async with ModelServer() as model, opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        yield await enter(engine, model, origin)


async def _pinned(room: Room) -> tuple[int, int] | None:
    """The background and the version that the story is set in, as its log says."""
    rows = await room.sql(
        "SELECT body FROM entry WHERE space_id = $1 AND kind = 'background' ORDER BY branch_id, seq DESC",
        room.here.space,
    )
    return background_of(log.read_acts([("background", rows[0]["body"])])) if rows else None


async def _stands_at(room: Room, point: int, status: str) -> None:
    """The story has come that far."""
    body = {"point": point, "status": status, "silent": 0}
    await room.sql(
        "INSERT INTO entry (space_id, session_id, branch_id, seq, kind, said_at, body) "
        "SELECT space_id, session_id, branch_id, max(seq) + 1, 'plot', now(), $2 FROM entry WHERE space_id = $1 "
        "GROUP BY space_id, session_id, branch_id",
        room.here.space,
        body,
    )


async def test_a_file_sets_the_story(room: Room) -> None:
    """Somebody brings in a background, says yes, and the story goes on as if there were none."""
    brought = await bring(room, as_json(BACKGROUND), "bg.json")
    assert (brought.kind, brought.name) == (FileKind.BACKGROUND, "废土复仇记")
    assert [(it.message, it.data["points"]) for it in brought.facts] == [("background-used-at", 5)]
    assert await _pinned(room) == (brought.id, 1)
    [info] = await backgrounds.listed(room.engine.ctx, room.here)
    assert (info.id, info.points, info.version, info.used) == (brought.id, 5, 1, 1)
    used = await backgrounds.used(room.engine.ctx, room.here)
    assert used.outline[2] == "与仇人对峙"
    document = await exports.background(room.engine.ctx, room.here, brought.id)
    assert json.loads(document.data)["story_outline"] == BACKGROUND["story_outline"]


async def test_a_file_for_later_sets_nothing(room: Room) -> None:
    """A background that was only to be kept changes the story that runs."""
    brought = await bring(room, as_json(BACKGROUND), "bg.json", Offer.BRING)
    assert brought.facts == ()
    assert await _pinned(room) is None
    with pytest.raises(NoBackground):
        await backgrounds.used(room.engine.ctx, room.here)


async def test_switching_keeps_how_far_the_story_has_come(room: Room) -> None:
    """A shorter outline sends the story back to its beginning, and nobody is told where it stands."""
    long = await backgrounds.create(room.engine.ctx, room.here, Background("Long", outline=("a", "b", "c", "d", "e")))
    short = await backgrounds.create(room.engine.ctx, room.here, Background("Short", outline=("x", "y")))
    plain = await backgrounds.create(room.engine.ctx, room.here, Background("Plain", setting="A town."))
    assert await backgrounds.use(room.engine.ctx, room.engine.runner, room.here, long) == Switched("Long", 1, 5, 0)
    await _stands_at(room, 4, "in_progress")
    assert await backgrounds.use(room.engine.ctx, room.engine.runner, room.here, short) == Switched("Short", 2, 2, 4)
    assert await backgrounds.use(room.engine.ctx, room.engine.runner, room.here, plain) == Switched("Plain", 0, 0, 2)
    assert await backgrounds.use(room.engine.ctx, room.engine.runner, room.here, long) == Switched("Long", 4, 5, 0)


async def test_a_switch_is_undone_by_loading(room: Room) -> None:
    """Somebody loads a savepoint, and the story is still set where they moved it since."""
    one = await backgrounds.create(room.engine.ctx, room.here, Background("One", setting="A."))
    two = await backgrounds.create(room.engine.ctx, room.here, Background("Two", setting="B."))
    await backgrounds.use(room.engine.ctx, room.engine.runner, room.here, one)
    saved = await savepoints.save(room.engine.ctx, room.here, "before")
    await backgrounds.use(room.engine.ctx, room.engine.runner, room.here, two)
    assert (await backgrounds.used(room.engine.ctx, room.here)).name == "Two"
    await savepoints.load(room.engine.ctx, room.engine.runner, room.here, saved.id)
    assert (await backgrounds.used(room.engine.ctx, room.here)).name == "One"


async def test_an_edit_holds_where_the_story_is_set_in_it(room: Room) -> None:
    """Somebody mends a point, and the story goes on with the mistake; or another story changes with it."""
    number = await backgrounds.create(room.engine.ctx, room.here, Background("One", outline=("a", "b")))
    await backgrounds.use(room.engine.ctx, room.engine.runner, room.here, number)
    await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ann")
    await backgrounds.change(room.engine.ctx, room.engine.runner, room.here, number, "1", "A boat comes.")
    assert (await backgrounds.show(room.engine.ctx, room.here, number)).outline == ("A boat comes.", "b")
    first = (await sessions.listed(room.engine.ctx, room.here))[-1]
    await sessions.switch(room.engine.ctx, room.engine.runner, room.here, first.key.session)
    assert (await backgrounds.used(room.engine.ctx, room.here)).outline == ("a", "b")
    await backgrounds.change(room.engine.ctx, room.engine.runner, room.here, number, "name", "Two")
    assert (await backgrounds.used(room.engine.ctx, room.here)).outline == ("A boat comes.", "b")
    assert [(it.name, it.version, it.used) for it in await backgrounds.listed(room.engine.ctx, room.here)] == [
        ("Two", 3, 3)
    ]


async def test_a_deleted_background_stays_with_its_story(room: Room) -> None:
    """A story loses its world because somebody tidied up."""
    number = await backgrounds.create(room.engine.ctx, room.here, Background("One", setting="A."))
    await backgrounds.use(room.engine.ctx, room.engine.runner, room.here, number)
    await backgrounds.delete(room.engine.ctx, room.here, number)
    assert await backgrounds.listed(room.engine.ctx, room.here) == []
    assert (await backgrounds.used(room.engine.ctx, room.here)).name == "One"
    with pytest.raises(NoSuchBackground):
        await backgrounds.show(room.engine.ctx, room.here, number)
    with pytest.raises(NoSuchBackground):
        await backgrounds.use(room.engine.ctx, room.engine.runner, room.here, number)
    with pytest.raises(NoSuchBackground):
        await backgrounds.delete(room.engine.ctx, room.here, number)
    with pytest.raises(NoSuchBackground):
        await backgrounds.change(room.engine.ctx, room.engine.runner, room.here, number, "name", "Two")
    await backgrounds.stop(room.engine.ctx, room.engine.runner, room.here)
    with pytest.raises(NoBackground):
        await backgrounds.used(room.engine.ctx, room.here)
    with pytest.raises(NoBackground):
        await backgrounds.stop(room.engine.ctx, room.engine.runner, room.here)


async def test_another_place_sees_none_of_it(room: Room) -> None:
    """One server's story is read by another."""
    number = await backgrounds.create(room.engine.ctx, room.here, Background("One", setting="A."))
    elsewhere = await room.engine.places.resolve(replace(room.origin, space="other", channel="other"))
    assert await backgrounds.listed(room.engine.ctx, elsewhere) == []
    with pytest.raises(NoSuchBackground):
        await backgrounds.show(room.engine.ctx, elsewhere, number)


async def test_a_draft_is_kept_only_by_a_yes(room: Room) -> None:
    """What the model makes up stands in the list, or in the story, before anybody has read it."""
    room.model.notes = lambda _: say(json.dumps(DRAFT))
    draft = await background_drafts.draft(room.engine.ctx, room.here, "A storm on an island", 2)
    assert draft.background == Background("Storm", "An island.", ("A boat comes.", "The lamp goes out."), "Dawn.")
    assert await backgrounds.listed(room.engine.ctx, room.here) == []
    assert "A storm on an island" in _asked(room)
    assert "2 points" in _asked(room)
    assert "keeps a lighthouse" in _asked(room)
    brought = await bring_action(room.engine.ctx, room.engine.runner, room.here, "Ann", draft.token, Offer.CHAT)
    assert (await backgrounds.used(room.engine.ctx, room.here)).ending == "Dawn."
    assert await backgrounds.show(room.engine.ctx, room.here, brought.id) == draft.background
    with pytest.raises(NoSuchUpload):
        await bring_action(room.engine.ctx, room.engine.runner, room.here, "Ann", draft.token, Offer.CHAT)


async def test_a_draft_is_changed_by_a_wish_and_by_hand(room: Room) -> None:
    """Somebody must take a draft as it is, or lose it."""
    room.model.notes = lambda _: say(json.dumps(DRAFT))
    first = await background_drafts.draft(room.engine.ctx, room.here, "A storm", background_drafts.USUAL_POINTS)
    room.model.notes = lambda _: say(json.dumps({**DRAFT, "setting": "A darker island."}))
    second = await background_drafts.again(room.engine.ctx, room.here, first.token, "Make it darker")
    assert second.background.setting == "A darker island."
    assert "Make it darker" in _asked(room)
    assert "The lamp goes out." in _asked(room)
    await background_drafts.again(room.engine.ctx, room.here, second.token)
    assert "A storm" in _asked(room)
    assert "The lamp goes out." not in _asked(room)
    with pytest.raises(NoDraft):
        await background_drafts.again(room.engine.ctx, room.here, first.token)
    third = await background_drafts.draft(room.engine.ctx, room.here, "A storm", background_drafts.USUAL_POINTS)
    fourth = await background_drafts.reword(room.engine.ctx, room.here, third.token, "2", "The lamp breaks.")
    assert fourth.background.outline == ("A boat comes.", "The lamp breaks.")
    await uploads.drop(room.engine.ctx, room.here, fourth.token)
    assert await backgrounds.listed(room.engine.ctx, room.here) == []


async def test_the_newest_draft_is_the_persons_own_in_their_channel(room: Room) -> None:
    """Somebody changes their draft, and another one's is changed, or one of another channel."""
    room.model.notes = lambda _: say(json.dumps(DRAFT))
    places = room.engine.places
    for elsewhere in (replace(room.origin, person="ben"), replace(room.origin, channel="other")):
        await background_drafts.draft(
            room.engine.ctx, await places.resolve(elsewhere), "Sun", background_drafts.USUAL_POINTS
        )
    with pytest.raises(NoDraft):
        await background_drafts.newest(room.engine.ctx, room.here)
    first, second = [
        await background_drafts.draft(room.engine.ctx, room.here, it, background_drafts.USUAL_POINTS)
        for it in ("A storm", "A calm")
    ]
    assert await background_drafts.newest(room.engine.ctx, room.here) == second.token
    third = await background_drafts.again(room.engine.ctx, room.here, first.token, "Make it darker")
    assert await background_drafts.newest(room.engine.ctx, room.here) == third.token
    await bring_action(room.engine.ctx, room.engine.runner, room.here, "Ann", third.token, Offer.BRING)
    assert await background_drafts.newest(room.engine.ctx, room.here) == second.token
    await uploads.drop(room.engine.ctx, room.here, second.token)
    await looking.look(room.engine.ctx, room.here, as_json(BACKGROUND), "Storm.json")  # a file is no draft
    with pytest.raises(NoDraft):
        await background_drafts.newest(room.engine.ctx, room.here)


async def test_what_the_model_overdoes_is_cut(room: Room) -> None:
    """A model that writes too much takes the whole draft with it."""
    room.model.notes = lambda _: say(json.dumps({**DRAFT, "outline": ["x" * 900], "setting": "y" * 9_000}))
    made = (
        await background_drafts.draft(room.engine.ctx, room.here, "A storm", background_drafts.USUAL_POINTS)
    ).background
    assert (len(made.outline[0]), len(made.setting)) == (500, 8_000)


async def test_without_a_model_nobody_drafts(room: Room) -> None:
    """Somebody waits for a draft that cannot come."""
    room.change(roles=Roles({RoleName.CHAT: ()}, room.ctx.roles._resources))
    with pytest.raises(NoModelConfigured):
        await background_drafts.draft(room.ctx, room.here, "A storm")


def _asked(room: Room) -> str:
    return room.model.errands[-1].prompt
