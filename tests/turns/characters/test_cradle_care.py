"""Cradles that several people use at once, that are cleared out, and that are fed too much."""

import asyncio
import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from engine.actions.characters import characters, cradles, feeding
from engine.actions.chats import sessions
from engine.actions.people import forgetting
from engine.actions.story import evolution
from engine.errors import CradleFull, NoSuchStatement, OmoideError, TooMuchFed
from engine.values.characters.cradles import LONGEST_PIECE, MOST_PIECES, MOST_TEXT, PieceState
from tests.servers.model import ModelServer, Script, Seen, fail, say
from tests.servers.raising import blocks, raises
from tests.turns.characters.growing import begun, being_read, feeds, holding
from tests.turns.files import picture
from tests.turns.room import Room, config_for, enter, new_origin, opened


@pytest.fixture(autouse=True)
def _reads(room: Room) -> None:
    room.model.answer, room.model.notes = lambda _: say("Aye."), raises


async def test_of_three_ages_one_holds_whichever_piece_is_removed(room: Room) -> None:
    """The one in the middle goes, and the first age holds again beside the last."""
    character = await begun(room)
    for age in (30, 34, 40):
        await feeds(room, character, f"She is {age} years old.")
    await cradles.take_back(room.ctx, room.here, character, 2)
    assert await holding(room, character) == ["She is 40 years old."]
    await cradles.keep_older(room.ctx, room.here, character, 3)
    assert await holding(room, character) == ["She is 30 years old."], "it stands in for the one in the middle"
    await cradles.keep_older(room.ctx, room.here, character, 3)
    await cradles.take_back(room.ctx, room.here, character, 3)
    assert await holding(room, character) == ["She is 30 years old."]


async def test_the_older_one_that_was_kept_goes_and_the_newer_holds(room: Room) -> None:
    """Somebody kept the older one; it is removed, and no age is left, or one that nobody can turn round."""
    character = await begun(room)
    await feeds(room, character, "She is 30 years old.")
    await feeds(room, character, "She is 34 years old.")
    await cradles.keep_older(room.ctx, room.here, character, 2)
    await cradles.take_back(room.ctx, room.here, character, 1)
    assert await holding(room, character) == ["She is 34 years old."]


async def test_of_two_greetings_in_one_answer_one_holds(room: Room) -> None:
    """The draft shows two greetings, and the card has one of them."""
    character = await begun(room)
    await feeds(room, character, "She sings. She mends. She sails.")
    await feeds(room, character, "greeting: Ahoy. greeting: Mind the ropes.")
    cradle, _ = await cradles.look(room.ctx, room.here, character)
    assert [it.text for it in cradle.holding if it.field.value == "greeting"] == ["Mind the ropes."]


async def test_what_was_removed_is_in_no_version_of_the_card(room: Room) -> None:
    """A letter that was fed by mistake is read in an older version of the card, which people can let hold again."""
    character = await begun(room)
    await feeds(room, character, "Nela mends nets.")
    await feeds(room, character, "Her secret is a drowned brother.")
    await feeding.feed_file(room.ctx, room.here, character, picture("crimson"), "nela.png")
    assert await room.sql("SELECT FROM blob JOIN cradle_piece USING (sha256) WHERE character_id = $1", character)
    [face] = await room.sql("SELECT sha256 FROM cradle_piece WHERE character_id = $1 AND number = 3", character)
    await cradles.take_back(room.ctx, room.here, character, 2)
    await cradles.take_back(room.ctx, room.here, character, 3)
    rows = await room.sql("SELECT card::text, picture_sha256 FROM character_version WHERE character_id = $1", character)
    assert rows
    assert not [it for it in rows if "drowned" in it["card"] or it["picture_sha256"]]
    assert not await room.sql("SELECT FROM blob WHERE sha256 = $1", face["sha256"])


async def test_what_is_removed_makes_room(room: Room) -> None:
    """A cradle is full for ever, though it says that removing makes room."""
    character = await begun(room)
    await feeds(room, character, "She sings.")
    await room.sql(
        "INSERT INTO cradle_piece (character_id, number, kind, state, text, person_id, fed_at)"
        " SELECT $1, it, 'text', 'read', 'x', $2, now() FROM generate_series(2, $3) AS it RETURNING number",
        character,
        room.here.person,
        MOST_PIECES,
    )
    with pytest.raises(CradleFull):
        await feeds(room, character, "She mends nets.")
    await cradles.take_back(room.ctx, room.here, character, 7)
    assert (await feeds(room, character, "She mends nets.")).piece.number == MOST_PIECES + 1


async def test_a_cradle_does_not_hold_a_library(room: Room) -> None:
    """Somebody feeds a hundred megabytes of text, which no allowance of files counts, and each look reads them."""
    character = await begun(room)
    await room.sql(
        "INSERT INTO cradle_piece (character_id, number, kind, state, text, person_id, fed_at)"
        " SELECT $1, it, 'file', 'read', repeat('x', $3), $2, now() FROM generate_series(1, $4) AS it RETURNING number",
        character,
        room.here.person,
        LONGEST_PIECE,
        MOST_TEXT // LONGEST_PIECE,
    )
    with pytest.raises(TooMuchFed):
        await feeds(room, character, "y")
    await cradles.take_back(room.ctx, room.here, character, 1)
    await feeds(room, character, "She sings.")


async def test_who_feeds_reads_what_came_of_it_whoever_had_it_read(room: Room) -> None:
    """Two feed at once, or work behind the turns is faster, and somebody is told that their piece says nothing."""
    character = await begun(room)
    gate, ann = await being_read(room, character, "Nela mends nets.")
    room.model.notes = raises
    bo = await feeds(room, character, "She sings.")
    gate.open()
    assert [it.text for it in bo.added] == ["She sings."]
    assert [it.text for it in (await ann).added] == ["Nela mends nets."]
    assert await holding(room, character) == ["Nela mends nets.", "She sings."]


async def test_a_picture_that_cannot_be_looked_at_now_is_looked_at_later(
    database_url: str, model: ModelServer, tmp_path: Path
) -> None:
    """The model is away for a minute, and a photo is unread for ever, since nobody could see pictures."""
    config, origin = config_for(database_url, tmp_path, model), new_origin()
    assert config.chat is not None
    seeing = config.model_copy(update={"chat": config.chat.model_copy(update={"sees": True})})
    async with opened(seeing, origin.platform) as engine:
        room = await enter(engine, model, origin)
        model.answer, model.notes = lambda _: fail(503), lambda _: fail(503)
        character = await begun(room)
        fed = await feeding.feed_file(room.ctx, room.here, character, picture(), "nela.png")
        assert (fed.waits, fed.piece.state) == (True, PieceState.WAITING)
        assert fed.fault != "error-picture-unseen"
        model.answer, model.notes = lambda _: say("She has red hair."), raises
        await feeds(room, character, "She sings.")
        assert await holding(room, character) == ["She has red hair.", "She sings."]


async def test_a_greeting_goes_with_whom_it_may_repeat(room: Room) -> None:
    """A greeting that quotes one person's piece repeats another's words, and stays when that one is forgotten."""
    character = await begun(room)
    cleo = await room.engine.places.resolve(replace(room.origin, person="cleo", person_name="Cleo"))
    await feeding.feed_words(room.ctx, cleo, character, "She sings. She mends. She fears the grey dog.")

    def greets(seen: Seen) -> Script:
        if "The new piece" not in blocks(seen):
            return raises(seen)
        one = {"field": "greeting", "text": "Is the grey dog gone?", "quote": "gone", "title": "", "keys": []}
        return say(json.dumps({"statements": [one | {"instead_of": 0, "contradicts": False}], "question": ""}))

    room.model.notes = greets
    await feeds(room, character, "Everything is gone.")
    assert "Is the grey dog gone?" in await holding(room, character)
    await forgetting.forget_me(room.engine.ctx, room.runner, cleo)
    await room.drain()
    assert "grey dog" not in str(await room.sql("SELECT * FROM cradle_statement WHERE character_id = $1", character))


async def test_several_who_say_yes_at_once_lose_nothing(room: Room) -> None:
    """A yes is pressed twice, or two are pressed at once: a sentence stands twice in the persona, or not at all."""
    character = await begun(room)
    await feeds(room, character, "Nela mends nets.")
    await cradles.bear(room.ctx, room.here, character)
    await sessions.new(room.engine.ctx, room.runner, room.here, "Ann", character)
    fed = await feeds(room, character, "personality: She has learned to trust. personality: She fears the fog.")
    one, other = (it.number for it in fed.cradle.proposed)

    async def agrees(number: int) -> None:
        while True:
            try:
                await cradles.agree(room.engine.ctx, room.runner, room.here, character, number)
            except OmoideError as error:
                if isinstance(error, NoSuchStatement):
                    return
                continue
            return

    await asyncio.gather(*(agrees(it) for it in (one, other, one, other)))
    grown = (await evolution.show(room.engine.ctx, room.here)).fields["personality"]
    assert [grown.count(it) for it in ("She has learned to trust.", "She fears the fog.")] == [1, 1]


async def test_what_is_removed_while_it_is_read_adds_nothing(room: Room) -> None:
    """Somebody takes a letter back while a model reads it, and its words are in the card all the same."""
    character = await begun(room)
    gate, ann = await being_read(room, character, "Nela mends nets.")
    await cradles.take_back(room.ctx, room.here, character, 1)
    gate.open()
    fed = await ann
    assert (fed.piece.state, fed.added, fed.waits) == (PieceState.TAKEN, (), False)
    assert await holding(room, character) == []


async def test_who_is_forgotten_takes_along_what_lies_in_the_trash(room: Room) -> None:
    """A draft is thrown away, one who fed it is forgotten, and their words come back with it out of the trash."""
    character = await begun(room)
    cleo = await room.engine.places.resolve(replace(room.origin, person="cleo", person_name="Cleo"))
    await feeding.feed_words(room.ctx, cleo, character, "She fears the grey dog.")
    await feeds(room, character, "Nela mends nets.")
    await characters.throw_away(room.ctx, room.here, character)
    await forgetting.forget_me(room.engine.ctx, room.runner, cleo)
    await room.drain()
    rows = await room.sql("SELECT card::text FROM character_version WHERE character_id = $1", character)
    assert rows
    assert not [it for it in rows if "dog" in it["card"]]


async def test_what_is_emptied_out_of_the_trash_keeps_no_question(room: Room) -> None:
    """A question that a model made of what was fed stays when all else has gone."""
    character = await begun(room)
    await feeds(room, character, "Nela mends nets.")
    await characters.throw_away(room.ctx, room.here, character)
    await characters.empty_trash(room.db, timedelta(0))
    rows = await room.sql("SELECT question FROM cradle WHERE character_id = $1", character)
    assert [it["question"] for it in rows] == [""]
