"""What becomes of a message on its way in: heard, overheard, passed over, refused."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from engine.actions.characters import characters
from engine.actions.chats import sessions
from engine.actions.house import settings
from engine.shipped import builtin_characters
from engine.turns.intake.accept import LARGEST_FILE, MOST_FILES
from engine.values.chats.incoming import Heard, IncomingKind
from engine.values.house.setting_scopes import SettingScope
from tests.servers.model import ModelServer, say
from tests.turns.doorway import Doorway, picture
from tests.turns.room import config_for, new_origin, opened


@pytest.fixture
async def door(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Doorway]:
    """A group that nobody has opened."""
    model.answer = lambda _: say("Yes.")
    origin = new_origin()
    async with opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        door = Doorway(engine, origin)
        await settings.put(engine.ctx, await door.here(), SettingScope.SPACE, "debounce", "0")
        yield door


async def test_strangers_reach_no_model(door: Doorway, model: ModelServer) -> None:
    """Anybody who finds the bot spends the operator's money, and what they write is kept."""
    assert await door.hear("Hello?") is Heard.CLOSED
    assert await door.edit("m1", "Hello!") is Heard.CLOSED
    await door.idle()
    assert not model.generations
    assert not await door.inbox()


async def test_what_was_refused_is_not_heard_again_once_the_place_is_open(door: Doorway, model: ModelServer) -> None:
    """Words of yesterday's stranger, read again after a restart, are answered because the place is open today."""
    early = door.incoming("Let me in!", "early", person="bob", ago=timedelta(minutes=16))
    aside = door.incoming("Who is this?", "aside", person="bob", ago=timedelta(minutes=1), addressed=False)
    for one in (early, aside):
        assert await door.engine.turns.accept(one) is Heard.CLOSED
    await door.open()
    await settings.put(door.engine.ctx, await door.here(), SettingScope.CHANNEL, "listen", "on")
    for one in (early, aside):
        assert await door.engine.turns.accept(one) is Heard.CLOSED
    assert await door.hear("Thank you.", person="bob") is Heard.TAKEN
    await door.idle()
    assert len(model.generations) == 1


async def test_what_arrives_late_is_answered_though_it_was_said_before_the_place_opened(
    door: Doorway, model: ModelServer
) -> None:
    """Somebody writes while the daemon starts, an owner lets them in meanwhile, and their words are dropped."""
    early = door.incoming("Let me in!", "early", person="bob", ago=timedelta(minutes=1))
    await door.open()
    assert await door.engine.turns.accept(early) is Heard.TAKEN
    await door.idle()
    assert len(model.generations) == 1


async def test_the_first_words_are_answered(door: Doorway, model: ModelServer) -> None:
    """The first words in a new channel are answered by nobody, or by a greeting that ignores them."""
    await door.open()
    assert await door.hear("Hello there.") is Heard.TAKEN
    await door.idle()
    view = await sessions.open_here(door.engine.ctx, await door.here(), "Ann")
    greeting, *behind = [it.text for it in view.spoken]
    assert greeting == builtin_characters()["default.en"].greetings[0]
    assert behind == ["Hello there.", "Yes."]


async def test_two_first_messages_begin_one_session(door: Doorway) -> None:
    """Two people who greet at the same moment talk to two characters who do not know of each other."""
    await door.open()
    people = ("ann", "bob", "cem", "dee")
    heard = await asyncio.gather(*(door.hear("Hello!", person=it) for it in people))
    await door.idle()
    assert set(heard) == {Heard.TAKEN}
    assert len(await sessions.listed(door.engine.ctx, await door.here())) == 1
    assert {it["outcome"] for it in await door.inbox("outcome")} == {"turn"}


async def test_a_known_person_costs_one_round_trip(door: Doorway) -> None:
    """A busy evening asks the database three times for each message before it is even stored."""
    await door.open()
    await door.hear("Hello.")
    await door.idle()
    counts = door.engine.ctx.db.counts
    before = counts.copy()
    assert await door.hear("Stop here.", addressed=True, ago=timedelta(hours=1)) is Heard.QUIET  # wakes nobody
    assert counts.since(before).by_name == {"receive": 1}


async def test_a_second_delivery_is_nothing_even_where_nothing_is_played(door: Doorway) -> None:
    """A message that is delivered again after its chat was put away begins a new chat."""
    await door.open()
    await door.hear("Hello.", "one")
    await door.idle()
    await door.sql("UPDATE channel SET stand_id = NULL WHERE space_id = $1", (await door.here()).space)
    assert await door.hear("Hello.", "one") is Heard.AGAIN
    assert len(await sessions.listed(door.engine.ctx, await door.here())) == 1


async def test_groups_are_heard_when_they_call(door: Doorway, model: ModelServer) -> None:
    """The character talks into everything in a group, or stays silent when its name falls."""
    await door.open()
    assert await door.hear("Nice weather.", addressed=False) is Heard.IGNORED
    assert await door.hear("Plans for lunch?", addressed=False) is Heard.IGNORED
    assert not await door.inbox()
    name = (await characters.listed(door.engine.ctx, await door.here()))[0].name
    assert await door.hear(f"What do you think, {name.upper()}?", addressed=False) is Heard.TAKEN
    await door.idle()
    assert await door.hear(f"Tell me, {name}.", addressed=False) is Heard.TAKEN
    await door.idle()
    assert len(model.generations) == 2


async def test_where_it_always_speaks_everything_is_answered(door: Doorway, model: ModelServer) -> None:
    """Somebody sets a channel so that everything is answered, and has to call the character all the same."""
    await door.open()
    await settings.put(door.engine.ctx, await door.here(), SettingScope.CHANNEL, "speaks", "always")
    assert await door.hear("Nice weather.", addressed=False) is Heard.TAKEN
    await door.idle()
    assert len(model.generations) == 1


async def test_what_is_overheard_is_kept_only_where_asked(door: Doorway, model: ModelServer) -> None:
    """Bystanders find their words in a prompt although nobody turned listening on, or the character heard nothing."""
    await door.open()
    await settings.put(door.engine.ctx, await door.here(), SettingScope.CHANNEL, "listen", "on")
    assert await door.hear("The ferry is late.", addressed=False) is Heard.QUIET
    await door.idle()
    assert not model.generations
    (row,) = await door.inbox("quiet, outcome")
    assert (row["quiet"], row["outcome"]) == (True, None)
    await settings.put(door.engine.ctx, await door.here(), SettingScope.CHANNEL, "listen", "off")
    assert await door.hear("And it rains.", addressed=False) is Heard.IGNORED


async def test_a_setting_of_another_process_counts_at_once_for_what_is_stored(
    door: Doorway, model: ModelServer
) -> None:
    """Somebody closes the place from the terminal, and the daemon goes on answering."""
    await door.open()
    await door.hear("Hello.")
    await door.idle()
    here = await door.here()
    await door.sql("UPDATE space SET access = 'refused' WHERE id = $1", here.space)
    await door.sql("UPDATE person SET owner_since = NULL WHERE id = $1", here.person)
    assert await door.hear("Still there?") is Heard.CLOSED
    assert len(await door.inbox()) == 1


async def test_speaking_by_chance_is_the_same_every_time(door: Doorway) -> None:
    """The character talks always or never where it should now and then, or a message heard twice is judged twice."""
    await door.open()
    here = await door.here()
    await settings.put(door.engine.ctx, here, SettingScope.SPACE, "speaks", "chance")
    await settings.put(door.engine.ctx, here, SettingScope.SPACE, "chance", "1")
    assert await door.hear("Anyone?", addressed=False) is Heard.TAKEN
    await settings.put(door.engine.ctx, here, SettingScope.SPACE, "chance", "0")
    assert await door.hear("Anyone?", addressed=False) is Heard.IGNORED
    await door.idle()


async def test_private_places_need_no_name(door: Doorway) -> None:
    """In a direct message the character waits to be called by name."""
    door.origin = replace(door.origin, space="dm-1", channel="1", private=True)
    await door.open()
    assert await door.hear("Hi.", addressed=False) is Heard.TAKEN
    await door.idle()


async def test_the_old_is_kept_and_not_answered(door: Doorway, model: ModelServer) -> None:
    """After a night without power the character answers yesterday's jokes one by one."""
    await door.open()
    assert await door.hear("Good night.", ago=timedelta(minutes=16)) is Heard.QUIET
    await door.idle()
    assert not model.generations
    assert await door.hear("Good morning.", ago=timedelta(minutes=14)) is Heard.TAKEN
    await door.idle()
    assert [it["content"] for it in model.generations[-1].body["messages"] if it["role"] == "user"][-1].endswith(
        "Good morning."
    )


async def test_what_comes_as_it_is_said_is_answered_whatever_the_clocks_say(door: Doorway, model: ModelServer) -> None:
    """The clock of the house is an hour fast, and what people write is old news to it: it never answers anybody."""
    await door.open()
    for ago in (timedelta(hours=1), -timedelta(hours=1)):
        said = replace(door.incoming(f"Hello {ago}", f"live{ago}", ago=ago), live=True)
        assert await door.engine.turns.accept(said) is Heard.TAKEN
        await door.idle()
    assert len(model.generations) == 2
    view = await sessions.open_here(door.engine.ctx, await door.here(), "Ann")
    now = door.engine.ctx.clock.now()
    assert all(abs(now - it.said_at) < timedelta(minutes=5) for it in view.spoken)


async def test_proxied_people_may_be_left_out(door: Doorway) -> None:
    """A place that does not want proxied speakers hears each of them twice."""
    await door.open()
    assert await door.hear("Hello, says Ivy.", person="proxy-1-ivy") is Heard.TAKEN
    await door.idle()
    await settings.put(door.engine.ctx, await door.here(), SettingScope.SPACE, "proxies", "off")
    assert await door.hear("Hello again.", person="proxy-1-ivy") is Heard.IGNORED


async def test_files_are_kept_by_their_hash(door: Doorway) -> None:
    """A picture is gone when its address expires tomorrow."""
    await door.open()
    assert (
        await door.hear("", files=(picture("a\x00.png"), picture("b.png"), picture("c.png", b"other"))) is Heard.TAKEN
    )
    await door.idle()
    (row,) = await door.inbox("id, body")
    told = row["body"]["files"]
    assert [it["name"] for it in told] == ["a.png", "b.png", "c.png"]
    assert told[0]["sha256"] == told[1]["sha256"] != told[2]["sha256"]
    assert told[0] == {"sha256": told[0]["sha256"], "name": "a.png", "media_type": "image/png", "size": 7}
    kept = await door.sql(
        "SELECT filename, bytes FROM attachment JOIN blob USING (sha256) WHERE inbox_id = $1 ORDER BY n", row["id"]
    )
    assert [(it["filename"], it["bytes"]) for it in kept] == [
        ("a.png", b"picture"),
        ("b.png", b"picture"),
        ("c.png", b"other"),
    ]


async def test_too_many_or_too_large_files_are_only_named(door: Doorway) -> None:
    """One enormous upload loses the message it came with, or fills the disk."""
    await door.open()
    large = picture("large.bin", bytes(LARGEST_FILE + 1))
    many = tuple(picture(f"{n}.png", str(n).encode()) for n in range(MOST_FILES + 1))
    assert await door.hear("See.", files=(large, *many)) is Heard.TAKEN
    await door.idle()
    (row,) = await door.inbox("body")
    told = row["body"]["files"]
    assert [it["sha256"] is not None for it in told] == [False, *[True] * MOST_FILES, False]
    assert told[0]["size"] == LARGEST_FILE + 1


async def test_a_reply_carries_what_it_answers(door: Doorway) -> None:
    """Somebody replies "no, the other one", and the character cannot know to what."""
    await door.open()
    await door.hear("Left or right? " + "x" * 300, "question", person="bob")
    await door.idle()
    await door.hear("Right.", "answer", replied="question", ago=timedelta(hours=1))
    await door.hear("Hm.", "other", replied="nowhere", ago=timedelta(hours=1))
    rows = {it["external"]: it["body"] for it in await door.inbox("external, body")}
    quoted = rows["answer"]["reply_to"]
    assert quoted["speaker"] == "Bob"
    assert quoted["text"].startswith("Left or right?")
    assert len(quoted["text"]) == 200
    assert rows["other"] == {}


async def test_a_reply_to_the_character_quotes_its_message(door: Doorway) -> None:
    """A reply to an older message of the character reads as if it were about the newest."""
    await door.open()
    await door.hear("Hello.")
    await door.idle()
    await door.sql("UPDATE outbox SET platform_id = 'p7' WHERE space_id = $1", (await door.here()).space)
    await door.hear("Really?", "answer", replied="p7", ago=timedelta(hours=1))
    (body,) = [it["body"] for it in await door.inbox("external, body") if it["external"] == "answer"]
    info = (await characters.listed(door.engine.ctx, await door.here()))[0]
    assert body["reply_to"] == {"speaker": info.name, "text": "Yes.", "character": info.id}


async def test_a_button_counts_once(door: Doorway) -> None:
    """A button that is delivered twice deletes two messages; words typed as a command are kept for nothing."""
    pressed = door.incoming("again:1", "i1", kind=IncomingKind.BUTTON)
    assert await door.engine.turns.first_time(pressed)
    assert not await door.engine.turns.first_time(pressed)
    (row,) = await door.inbox("text, outcome, kind")
    assert tuple(row) == ("", "absorbed", "button")
