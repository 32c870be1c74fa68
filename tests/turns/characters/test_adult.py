"""Characters for adults: where they are seen, and where they are not, from the next message on."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.actions.characters import casts, characters
from engine.actions.chats import replies, sessions
from engine.actions.people import abouts
from engine.app import Engine
from engine.errors import AdultElsewhere, NotOwner
from engine.rules.adult import is_adult
from engine.values.chats.outgoing import PartLimit
from tests.servers.model import ModelServer, say
from tests.turns.files import as_json
from tests.turns.room import CARD, Room, config_for, enter, new_origin, opened

TAGGED: dict[str, Any] = {
    **CARD,
    "data": {**CARD["data"], "name": "Vex", "alternate_greetings": [], "tags": ["Fantasy", "N S F W"]},
}
BLANKET = "error-adult-elsewhere"


@pytest.fixture
async def engine(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[tuple[Engine, Any]]:
    origin = new_origin()
    async with opened(config_for(database_url, tmp_path, model), origin.platform, limit=PartLimit(500)) as engine:
        yield engine, origin


@pytest.fixture
async def channel(engine: tuple[Engine, Any], model: ModelServer) -> Room:
    """An age-restricted channel in which a character for adults plays."""
    return await enter(engine[0], model, replace(engine[1], age_restricted=True, audience=()), TAGGED)


async def unmark(room: Room) -> None:
    """The channel is age-restricted no longer."""
    room.origin = replace(room.origin, age_restricted=False)


def told(room: Room) -> list[str]:
    return [it.notice.message for it in room.ended if it.notice]


@pytest.mark.parametrize("tag", ["NSFW", "18+", "R-18", "#nsfw", "ＮＳＦＷ", "成人", "限制级", "Adults only"])
def test_a_tag_says_so(tag: str) -> None:
    """A card says in its own way that it is for adults, and is played before everybody."""
    assert is_adult([tag], None)
    assert not is_adult([tag], said=False)
    assert is_adult([], said=True)
    assert not is_adult(["SFW", "not nsfw", "young adult", "r180"], None)


async def test_a_channel_loses_its_mark(channel: Room) -> None:
    """A channel is open to all now, and the character goes on as if it were not; or all that was said is gone."""
    channel.model.answer = lambda _: say("Yes.")
    await channel.say("Hello.")
    assert told(channel) == []
    info = await sessions.played(channel.ctx, channel.here)
    assert info is not None
    await unmark(channel)
    await channel.say("And now?", "Still there?")
    assert told(channel) == [BLANKET], "a word tells why, once"
    assert len(channel.model.generations) == 1
    await replies.again(channel.ctx, channel.runner, channel.here)
    await channel.idle()
    assert told(channel) == [BLANKET] * 2, "and where somebody asks for it"
    with pytest.raises(AdultElsewhere):
        await sessions.switch(channel.ctx, channel.runner, channel.here, info.key.session)
    view = await sessions.open_here(channel.ctx, channel.here, "Ann")
    assert [it.text for it in view.spoken] == ["Hello.", "And now?", "Still there?"]
    channel.origin = replace(channel.origin, age_restricted=True)
    await channel.say("Good.")
    assert channel.ended[-1].text == "Yes."
    assert channel.prompts_say("Still there?"), "what was said meanwhile is not lost"


async def test_it_is_not_chosen_where_it_may_not_be(engine: tuple[Engine, Any], model: ModelServer) -> None:
    """A character for adults is begun with, joins a scene or shows its card where children read."""
    room = await enter(engine[0], model, replace(engine[1], audience=()))
    made = await characters.import_file(room.ctx, room.here, as_json(TAGGED))
    for attempt in (
        sessions.new(room.ctx, room.runner, room.here, "Ann", made.id),
        casts.add(room.ctx, room.runner, room.here, made.id, "Ann"),
        characters.show(room.ctx, room.here, made.id),
    ):
        with pytest.raises(AdultElsewhere) as refused:
            await attempt
        assert refused.value.data == {"name": "Vex", "where": "shared"}
    [shown] = await characters.portraits(room.ctx, room.here, room.engine.faces, [made.id], "you")
    assert (shown.line, shown.picture) == ("18+", None)
    assert len(await room.log()) == 1, "nobody has begun or joined"


async def test_of_several_only_it_is_silent(channel: Room) -> None:
    """The other characters of a scene fall silent with it, or it is called and speaks."""
    made = await characters.import_file(channel.ctx, channel.here, as_json(CARD))
    await casts.add(channel.ctx, channel.runner, channel.here, made.id, "Ann")
    await unmark(channel)
    channel.model.answer = lambda _: say("Yes.")
    await channel.say("Vex, and Mira?")
    assert [it["character_id"] for it in await channel.log() if it["text"] == "Yes."] == [made.id]


async def test_alone_with_who_has_said_that_they_are_an_adult(engine: tuple[Engine, Any], model: ModelServer) -> None:
    """Anybody in private is taken for an adult; or what they said stays when they take it back."""
    private = replace(engine[1], space="dm", channel="dm", private=True)
    room = await enter(engine[0], model, private, None)
    made = await characters.import_file(room.ctx, room.here, as_json(TAGGED))
    with pytest.raises(AdultElsewhere) as refused:
        await sessions.new(room.ctx, room.runner, room.here, "Ann", made.id)
    assert refused.value.data["where"] == "private"
    with pytest.raises(AdultElsewhere):
        await characters.mark(room.ctx, replace(room.here, person=await guest(room)), made.id, None)
    assert await abouts.confirm_adult(room.ctx, room.here, True)
    await sessions.new(room.ctx, room.runner, room.here, "Ann", made.id)
    model.script(say("Yes."))
    await room.say("Hello.")
    assert room.ended[-1].text == "Yes."
    assert not await abouts.confirm_adult(room.ctx, room.here, False)
    await room.say("Hello?")
    assert told(room) == [BLANKET]
    view = await sessions.open_here(room.ctx, room.here, "Ann")
    assert "Yes." not in [it.text for it in view.spoken]


async def guest(room: Room) -> int:
    """Somebody who does not own the house, alone there."""
    [row] = await room.sql(
        "INSERT INTO person (platform, external, name) VALUES ($1, 'guest', 'Guest') RETURNING id", room.here.platform
    )
    return row["id"]


async def test_an_operator_says_so(channel: Room) -> None:
    """A card without a tag is for adults, or one with it is not, and nobody can say so."""
    mira = await characters.import_file(channel.ctx, channel.here, as_json(CARD))
    await characters.mark(channel.ctx, channel.here, mira.id, adult_only=True)
    await unmark(channel)
    await channel.engine.places.resolve(channel.origin)
    with pytest.raises(AdultElsewhere):
        await sessions.new(channel.ctx, channel.runner, channel.here, "Ann", mira.id)
    await characters.mark(channel.ctx, channel.here, mira.id, adult_only=False)
    await sessions.new(channel.ctx, channel.runner, channel.here, "Ann", mira.id)
    lan = next(it for it in await characters.listed(channel.ctx, channel.here) if it.builtin)
    with pytest.raises(NotOwner):
        await characters.mark(channel.ctx, replace(channel.here, person=await guest(channel)), lan.id, adult_only=True)
