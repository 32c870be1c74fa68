"""Characters that grow over days: fed, corrected, talked with, born; and what goes wrong meanwhile."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from engine.actions.characters import characters, cradles, feeding
from engine.actions.chats import sessions
from engine.actions.people import forgetting
from engine.actions.story import evolution
from engine.actions.transfers import exports
from engine.errors import (
    BornAlready,
    DraftEmpty,
    NoSuchCharacter,
    NoSuchCradle,
    NoSuchPiece,
    NoSuchStatement,
    NothingFed,
    PieceTooLong,
    PieceUnreadable,
    ProposalElsewhere,
)
from engine.rules.cradle.composing import EXTENSION
from engine.rules.cradle.reading import PART
from engine.values.characters.cradles import LONGEST_PIECE, CradleStage, PieceKind, PieceState
from engine.web.extracting import TextExtractor
from engine.web.outside import Outside
from engine.web.pages import PageFetcher
from engine.web.reader import PageReader
from engine.work.clock import HandClock, SystemClock
from engine.work.tasks import Tasks
from tests.servers.model import ModelServer, Script, Seen, fail, say
from tests.servers.model_scripts import Gate
from tests.servers.pages import NamedResolver, PageServer, article, html
from tests.servers.raising import INVENTED, QUESTION, blocks, raises
from tests.turns.characters.growing import begun, feeds, holding
from tests.turns.files import picture
from tests.turns.room import Room, config_for, enter, new_origin, opened

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def _reads(room: Room) -> None:
    room.model.answer, room.model.notes = lambda _: say("Aye."), raises


async def test_five_days_make_a_character(room: Room) -> None:
    """Somebody raises a character, and it is not what they fed, or nothing of where it comes from is left."""
    clock = HandClock(datetime(2026, 1, 1, 12, tzinfo=UTC))
    room.change(clock=clock)
    character = await begun(room)
    for text in (
        "Nela mends nets. personality: She is slow to trust.",
        "world Tern: The Tern is her father's boat. speech: She never says please.",
        "She is 30 years old. example: Nets do not lie.",
        "She is 34 years old.",
        "greeting: Mind the ropes. scenario: A pier in winter.",
    ):
        fed = await feeds(room, character, text)
        assert fed.cradle.question == QUESTION
        clock.advance(DAY.total_seconds())
    cradle, stage = await cradles.look(room.ctx, room.here, character)
    days = [it.fed_at.date() for it in cradle.pieces]
    assert [(later - one).days for one, later in pairwise(days)] == [1] * 4
    assert cradle.pieces[1].asked == QUESTION
    assert stage is CradleStage.SKETCH
    with pytest.raises(NoSuchCharacter):
        await characters_only(room, character)
    born = await cradles.bear(room.ctx, room.here, character)
    assert born.name == "Nela"
    await characters_only(room, character)
    await sessions.new(room.engine.ctx, room.runner, room.here, "Ann", character)
    assert (await room.spoken())[-1][1] == "Mind the ropes."
    await room.say("How is the Tern?")
    for words in (
        "Nela mends nets.",
        "She is 34 years old.",
        "slow to trust",
        "never says please",
        "her father's boat",
    ):
        assert room.prompts_say(words), words
    assert not room.prompts_say("30 years old")
    file = await exports.character(room.engine.ctx, room.here, character, "json")
    told = json.loads(file.data)
    assert told["spec"] == "chara_card_v3"
    assert len(told["data"]["extensions"][EXTENSION]["pieces"]) == 5
    assert len((await cradles.look(room.ctx, room.here, character))[0].pieces) == 5


async def characters_only(room: Room, character: int) -> None:
    """Raises NoSuchCharacter unless lists show it."""
    if character not in [it.id for it in await characters.listed(room.ctx, room.here)]:
        raise NoSuchCharacter(number=character)


async def test_what_no_piece_says_is_left_out_until_it_is_asked_for(room: Room) -> None:
    """A model invents horses, and they stand in the card."""
    character = await begun(room)
    fed = await feeds(room, character, "She would invent a horse.")
    assert fed.unfounded == 1
    assert INVENTED not in await holding(room, character)
    made_up = await cradles.dream(room.ctx, room.here, character)
    assert [it.piece for it in made_up.added] == [None]
    assert (await holding(room, character))[-1] == "Hums when nobody listens."


async def test_of_two_that_contradict_each_other_the_newer_holds_unless_somebody_says_so(room: Room) -> None:
    """A card says two ages; or a person cannot have the older one back."""
    character = await begun(room)
    await feeds(room, character, "She is 30 years old.")
    fed = await feeds(room, character, "She is 34 years old.")
    [new] = fed.added
    assert (new.contradicts, new.instead_of) == (True, 1)
    assert await holding(room, character) == ["She is 34 years old."]
    await cradles.keep_older(room.ctx, room.here, character, new.number)
    assert await holding(room, character) == ["She is 30 years old."]
    assert "30" in (await characters.show(room.ctx, room.here, character)).description
    await cradles.keep_older(room.ctx, room.here, character, new.number)
    assert await holding(room, character) == ["She is 34 years old."]
    with pytest.raises(NoSuchStatement):
        await cradles.keep_older(room.ctx, room.here, character, 1)


async def test_a_piece_is_removed_with_all_that_came_of_it(room: Room) -> None:
    """What somebody fed by mistake stays in the card, or what it had ended does not come back."""
    character = await begun(room)
    await feeds(room, character, "She is 30 years old.")
    await feeds(room, character, "She is 34 years old. She sings.")
    assert await cradles.take_back(room.ctx, room.here, character, 2) == 2
    assert await holding(room, character) == ["She is 30 years old."]
    cradle, _ = await cradles.look(room.ctx, room.here, character)
    assert (cradle.pieces[1].state, cradle.pieces[1].text) == (PieceState.TAKEN, "")
    with pytest.raises(NoSuchPiece):
        await cradles.take_back(room.ctx, room.here, character, 2)
    await cradles.put_aside(room.ctx, room.here, character, 1)
    assert await holding(room, character) == []
    with pytest.raises(DraftEmpty):
        await cradles.bear(room.ctx, room.here, character)


async def test_a_model_that_is_away_loses_nothing(room: Room) -> None:
    """The endpoint is down while somebody feeds: their words are gone, or read in the wrong order, or twice."""
    character = await begun(room)
    room.model.notes = lambda _: fail(503)
    fed = await feeds(room, character, "She is 30 years old.")
    assert (fed.waits, fed.piece.state, fed.fault != "") == (True, PieceState.WAITING, True)
    room.model.notes = raises
    fed = await feeds(room, character, "She is 34 years old.")
    assert [it.text for it in fed.added] == ["She is 34 years old."]
    assert await holding(room, character) == ["She is 34 years old."]
    assert not [it for it in await room.due() if it["kind"].startswith("cradle")]
    assert len((await cradles.look(room.ctx, room.here, character))[0].statements) == 2


async def test_what_waits_is_read_behind_the_turns(room: Room) -> None:
    """Nobody feeds again, and what was kept is never read."""
    character = await begun(room)
    room.model.notes = lambda _: fail(503)
    await feeds(room, character, "She mends nets.")
    room.model.notes = raises
    await room.drain()
    assert await holding(room, character) == ["She mends nets."]
    assert not [it for it in await room.due() if it["kind"].startswith("cradle")]


async def test_whoever_dies_over_a_long_piece_goes_on_where_they_stopped(
    room: Room, database_url: str, tmp_path: Path, model: ModelServer
) -> None:
    """A crash in the middle: the letter is read from its beginning, or its end never."""
    character = await begun(room)
    letter = "\n".join(f"On day {it} she went to the pier and mended {it} nets there." for it in range(400))
    gate, second, read = Gate(), asyncio.Event(), list[str]()

    def noted(seen: Seen) -> Script:
        read.extend(it["text"] for it in blocks(seen).get("The new piece", []))
        return raises(seen)

    def slow(seen: Seen) -> Script:
        answer = noted(seen)
        if len(read) < 2:
            return answer
        second.set()
        return replace(answer, before=gate)

    room.model.notes = slow
    feeding_it = asyncio.ensure_future(feeds(room, character, letter))
    await second.wait()
    feeding_it.cancel()
    await asyncio.gather(feeding_it, return_exceptions=True)
    gate.open()
    room.model.notes = noted
    before = await holding(room, character)
    assert before
    async with opened(config_for(database_url, tmp_path, model), room.origin.platform, name="again") as engine:
        again = Room(engine, model, room.origin, room.here)
        await again.drain()
        cradle, _ = await cradles.look(again.ctx, again.here, character)
    assert cradle.pieces[0].state is PieceState.READ
    assert [it.text for it in cradle.statements][: len(before)] == before
    assert len({it.text for it in cradle.statements}) == len(cradle.statements)
    assert read.count(read[0]) == 1
    assert all(len(it) <= PART for it in read)


async def test_bad_food_is_refused_in_words_and_nothing_is_kept(room: Room) -> None:
    """Ten megabytes are sent to a model, or a program is read as a letter."""
    character = await begun(room)
    for data, name, wrong in (
        (b"x" * (10 << 20), "book.txt", PieceTooLong),
        ("灯".encode() * (LONGEST_PIECE + 1), "book.txt", PieceTooLong),
        (bytes(range(256)) * 40, "program.exe", PieceUnreadable),
        (b"\x89PNG\r\n\x1a\nnothing", "face.png", PieceUnreadable),
        (b" \n ", "empty.txt", NothingFed),
    ):
        with pytest.raises(wrong):
            await feeding.feed_file(room.ctx, room.here, character, data, name)
    with pytest.raises(PieceTooLong):
        await feeds(room, character, "x" * (LONGEST_PIECE + 1))
    with pytest.raises(NothingFed):
        await feeds(room, character, " \0 ")
    with pytest.raises(NoSuchCradle):
        await feeds(room, character + 1_000_000, "She sings.")
    cradle, stage = await cradles.look(room.ctx, room.here, character)
    assert (cradle.pieces, stage) == ((), CradleStage.SEED)
    assert room.model.errands == []


async def test_files_of_any_usual_encoding_are_read(room: Room) -> None:
    """A letter in Chinese comes out as signs."""
    character = await begun(room, "奈拉")
    for number, encoding in enumerate(("utf-8", "utf-8-sig", "gb18030", "utf-16")):
        letter = f"她有{number + 2}条船。".encode(encoding)
        fed = await feeding.feed_file(room.ctx, room.here, character, letter, "信.txt")
        assert [it.text for it in fed.added] == [f"她有{number + 2}条船。"]
        assert (fed.piece.kind, fed.piece.source) == (PieceKind.FILE, "信.txt")


async def test_a_picture_is_read_by_a_model_that_sees_and_becomes_the_face(
    database_url: str, model: ModelServer, tmp_path: Path
) -> None:
    """A photo says nothing to the draft, and the character has no face."""
    config, origin = config_for(database_url, tmp_path, model), new_origin()
    assert config.chat is not None
    seeing = config.model_copy(update={"chat": config.chat.model_copy(update={"sees": True})})
    async with opened(seeing, origin.platform) as engine:
        room = await enter(engine, model, origin)
        model.answer, model.notes = lambda _: say("She has red hair."), raises
        character = await begun(room)
        fed = await feeding.feed_file(room.ctx, room.here, character, picture(), "nela.png")
        assert [it.text for it in fed.added] == ["She has red hair."]
        face = await engine.faces.face(room.ctx, character)
        assert face.picture is not None


async def test_without_a_model_that_sees_a_picture_is_kept_and_told(room: Room) -> None:
    """People wait for a photo to be read that nobody can see."""
    character = await begun(room)
    fed = await feeding.feed_file(room.ctx, room.here, character, picture("teal"), "nela.png")
    assert (fed.fault, fed.waits, fed.piece.state) == ("error-picture-unseen", False, PieceState.UNREAD)


@pytest.fixture
async def pages() -> AsyncIterator[tuple[PageServer, PageReader]]:
    async with PageServer() as site:
        tasks = Tasks()
        outside = Outside(NamedResolver(page_example=[["127.0.0.1"]]), frozenset({("127.0.0.1", site.port)}))
        yield site, PageReader(PageFetcher(outside, seconds=30.0), TextExtractor(tasks, SystemClock(), seconds=30.0))
        await tasks.stop()


async def test_a_link_is_read_from_public_addresses_alone(room: Room, pages: tuple[PageServer, PageReader]) -> None:
    """An address inside of the house's network is read by whoever feeds it."""
    site, reader = pages
    room.change(pages=reader)
    character = await begun(room)
    words = "Nela mends nets at the pier, as everybody knows here."
    site.pages["/nela"] = html(article((words,)))
    fed = await feeds(room, character, f"http://page.example:{site.port}/nela")
    assert fed.piece.kind is PieceKind.LINK
    assert words in fed.added[0].text
    for address in ("http://127.0.0.1:9/", "http://169.254.169.254/latest", "http://[::1]/"):
        fed = await feeds(room, character, address)
        assert (fed.fault, fed.added) == ("error-link-unread", ())


async def test_what_is_fed_after_birth_is_proposed_for_the_persona_that_grows(room: Room) -> None:
    """A born character changes behind the back of its chats; or what is fed to it goes nowhere."""
    character = await begun(room)
    await feeds(room, character, "Nela mends nets.")
    await cradles.bear(room.ctx, room.here, character)
    card = await characters.show(room.ctx, room.here, character)
    fed = await feeds(room, character, "personality: She has learned to trust. world Tern: The Tern sank.")
    [one] = fed.cradle.proposed
    assert (await characters.show(room.ctx, room.here, character)).raw == card.raw
    with pytest.raises(ProposalElsewhere):
        await cradles.agree(room.engine.ctx, room.runner, room.here, character, one.number)
    await sessions.new(room.engine.ctx, room.runner, room.here, "Ann", character)
    await cradles.agree(room.engine.ctx, room.runner, room.here, character, one.number)
    grown = await evolution.show(room.engine.ctx, room.here)
    assert grown.fields["personality"] == "She has learned to trust."
    await room.say("Hello.")
    assert room.prompts_say("She has learned to trust.")
    with pytest.raises(NoSuchStatement):
        await cradles.refuse(room.ctx, room.here, character, one.number)
    with pytest.raises(BornAlready):
        await cradles.dream(room.ctx, room.here, character)


async def test_the_draft_is_talked_with_while_it_grows(room: Room) -> None:
    """A preview plays what the draft said days ago."""
    character = await begun(room)
    await feeds(room, character, "Nela mends nets.")
    await sessions.new(room.engine.ctx, room.runner, room.here, "Ann", character)
    await room.say("Hello.")
    assert room.prompts_say("Nela mends nets.")
    await feeds(room, character, "She owns a boat.")
    await room.say("And now?")
    assert room.prompts_say("She owns a boat.")


async def test_other_places_see_nothing_of_it(room: Room) -> None:
    """What somebody feeds in private is read in a server."""
    character = await begun(room)
    await feeds(room, character, "Nela mends nets.")
    other = await enter(room.engine, room.model, replace(room.origin, space="elsewhere", channel="there"), card=None)
    assert await cradles.listed(other.ctx, other.here) == []
    with pytest.raises(NoSuchCradle):
        await cradles.look(other.ctx, other.here, character)
    with pytest.raises(NoSuchCharacter):
        await characters.show(other.ctx, other.here, character)


async def test_who_is_forgotten_takes_along_what_they_fed(room: Room) -> None:
    """Their words live on in the draft that others go on with, or in an older version of its card."""
    character = await begun(room)
    cleo = await room.engine.places.resolve(replace(room.origin, person="cleo", person_name="Cleo"))
    await feeding.feed_words(room.ctx, cleo, character, "She is afraid of Cleo's dog.")
    await feeds(room, character, "Nela mends nets.")
    await forgetting.forget_me(room.engine.ctx, room.runner, cleo)
    await room.drain()
    assert await holding(room, character) == ["Nela mends nets."]
    rows = await room.sql("SELECT card::text FROM character_version WHERE character_id = $1", character)
    assert not [it for it in rows if "dog" in it["card"]]
    assert "dog" not in str(await room.sql("SELECT * FROM cradle_piece WHERE character_id = $1", character))
