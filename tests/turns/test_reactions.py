"""What people feel about messages: kept as acts, told once with the next turn, and no turn of its own."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.actions.chats import replies, savepoints, undoing
from engine.actions.house import blocking, settings
from engine.actions.people import abouts
from engine.actions.people.forgetting import forget_me
from engine.db.postgres.pool import Counts
from engine.rules.text.reactions import MOST_CHANGES
from engine.turns.intake.reacting import channel_of
from engine.values.chats.incoming import Heard
from engine.values.chats.places import Address
from engine.values.house.setting_scopes import SettingScope
from tests.servers.model import Finish, Gate, ModelServer, Script, say
from tests.turns.room import Room, config_for, enter, new_origin, opened

HEADING = "[Reactions that people have put on messages"


async def talked(room: Room, *texts: str) -> str:
    """Something was said and answered; what the last reply is called."""
    room.model.answer = lambda _: say("The sea is calm tonight.")
    await room.say(*(texts or ("Hello.",)))
    return await room.last_reply()


async def test_a_reaction_is_an_act_and_no_turn(room: Room) -> None:
    """A heart would be answered like a message, or be forgotten."""
    reply = await talked(room)
    assert await room.react(reply, "❤️") is Heard.QUIET
    await room.idle()
    seq = int(reply.rpartition(".")[2])
    assert await room.felt() == [(seq, room.here.person, ["❤"])]
    assert len(room.model.generations) == 1
    assert len(await room.turns()) == 1
    [row] = await room.sql("SELECT outcome FROM inbox WHERE space_id = $1 AND kind = 'reaction'", room.here.space)
    assert row["outcome"] == "applied"


async def test_it_is_told_once_in_brief_and_to_every_swipe_of_that_turn(room: Room) -> None:
    """The character would not know, would thank at every reply, or another reply would know less than the first."""
    reply = await talked(room)
    await room.react(reply, "❤️", ":wave:")
    await room.react("m1", "👍")
    await room.idle()
    await room.say("And now?")
    assert room.prompts_say(HEADING)
    assert room.prompts_say("Ann ❤ :wave: → Mira: “The sea is calm tonight.”")
    assert room.prompts_say("Ann 👍 → Ann: “Hello.”")
    first = room.prompt()
    assert [text for role, text in first if HEADING in text and role == "system"], "as a message of the system"
    await replies.again(room.engine.ctx, room.runner, room.here)
    await room.idle()
    assert [it for it in room.prompt() if HEADING in it[1]] == [it for it in first if HEADING in it[1]]
    await room.say("Later.")
    assert not room.prompts_say(HEADING)


async def test_the_ledger_says_where_it_comes_from(room: Room) -> None:
    """Nobody could see why a character speaks of a heart."""
    await room.react(await talked(room), "❤")
    await room.idle()
    await room.say("And now?")
    [*_, turn] = await room.turns()
    [line] = [it for it in turn["facts"]["prompt"] if it[0] == "reactions"]
    assert line[1] > 0
    assert line[2] == "in"


async def test_in_chinese(room: Room) -> None:
    """A Chinese story would be told of reactions in English."""
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "language", "zh")
    await room.react(await talked(room, "你好。"), "❤")
    await room.idle()
    await room.say("然后呢？")
    assert room.prompts_say("加的表情回应")
    assert not room.prompts_say(HEADING)


async def test_what_was_taken_back_at_once_is_nothing(room: Room) -> None:
    """A slip of the finger would be told and kept."""
    reply = await talked(room)
    await room.react(reply, "👎")
    await room.react(reply, taken=("👎",))
    await room.idle()
    await room.say("And now?")
    assert not room.prompts_say("👎")
    assert await room.felt() == []


async def test_what_is_taken_away_later_ends_by_another_act(room: Room) -> None:
    """A reaction that is gone would shape the character for ever."""
    reply = await talked(room)
    await room.react(reply, "❤")
    await room.idle()
    await room.react(reply, whole=True)
    await room.idle()
    seq, ann = int(reply.rpartition(".")[2]), room.here.person
    assert await room.felt() == [(seq, ann, ["❤"]), (seq, ann, [])]
    await room.say("And now?")
    assert not room.prompts_say(HEADING)


async def test_a_turn_without_reactions_costs_nothing_more(room: Room) -> None:
    """Every turn would pay for what nearly none has."""
    reply = await talked(room)
    counts = room.ctx.db.counts

    async def cost(text: str) -> Counts:
        before = counts.copy()
        await room.say(text)
        return counts.since(before)

    without = await cost("One.")
    await room.react(reply, "❤")
    await room.idle()
    told = await cost("Two.")
    drafts = "save_drafts"  # how often a growing reply is saved is a matter of time
    for it in (without, told):
        it.by_name.pop(drafts, None)
    assert told.by_name == without.by_name, "nor does one that tells of some: they come with all else"


async def test_its_intake_is_one_commit(room: Room) -> None:
    """A crash between the act and its row would lose one or write the other twice."""
    reply = await talked(room)
    counts = room.ctx.db.counts
    before = counts.copy()
    await room.react(reply, "❤")
    await room.idle()
    spent = counts.since(before).by_name
    assert spent["append"] == 1
    assert spent["finish_reactions"] == 1
    assert spent["look"] == 1
    assert not {"open_turn", "load_turn"} & spent.keys()


async def test_nobody_fills_a_log_with_them(room: Room) -> None:
    """One person with a script writes a thousand acts on one message."""
    reply = await talked(room)
    for _ in range(60):
        await room.react(reply, "❤")
        await room.idle()
        await room.react(reply, taken=("❤",))
        await room.idle()
    assert len(await room.felt()) <= MOST_CHANGES + 1
    assert len(await room.sql("SELECT FROM inbox WHERE space_id = $1 AND kind = 'reaction'", room.here.space)) == 1
    for n in range(40):
        await room.react(reply, chr(0x1F600 + n))
    await room.idle()
    assert all(len(signs) <= 5 for _, _, signs in await room.felt())


async def test_a_reply_that_grows_is_not_begun_anew(room: Room) -> None:
    """A heart on the last message would throw away what the model has begun to say."""
    gate = Gate()
    first = await talked(room)
    room.model.script(Script([gate, "Well.", Finish()]))
    await room.accept("Go on.")
    await room.model.arrived(2)
    await room.react(first, "❤")
    gate.open()
    await room.idle()
    assert len(room.model.generations) == 2
    assert [signs for _, _, signs in await room.felt()] == [["❤"]]
    await room.say("And now?")
    assert room.prompts_say("Ann ❤")


async def test_one_on_a_message_that_waits_is_told_with_it(
    database_url: str, model: ModelServer, tmp_path: Path
) -> None:
    """Who nods to what was just said, before anybody has answered, would not be felt."""
    origin = new_origin()
    async with opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        room = await enter(engine, model, origin, debounce=0.2)
        room.model.answer = lambda _: say("I see.")
        await room.accept("Shall we?", "one")
        assert await room.react("one", "👍", by=replace(origin, person="ben", person_name="Ben")) is Heard.QUIET
        await room.idle()
        assert len(model.generations) == 1
        assert room.prompts_say("Ben 👍 → Ann: “Shall we?”")


@pytest.mark.parametrize("message", ["nowhere", "@1.1.1", "@9999999.1.1", "@", "@1.2", "reaction:one:1"])
async def test_what_is_of_no_session_is_nothing(room: Room, message: str) -> None:
    """What people feel about each other's words elsewhere would be kept."""
    await talked(room)
    await room.react(message, "❤")
    await room.idle()
    assert await room.felt() == []
    at = Address(room.origin.platform, room.origin.space, "", private=False)
    assert await channel_of(room.ctx, at, message) is None
    assert await channel_of(room.ctx, at, "m1") == room.origin.channel


async def test_who_is_not_heard_is_not_felt(room: Room) -> None:
    """Somebody who is blocked, has opted out, or was never let in, would still speak to the character by signs."""
    reply = await talked(room)
    ctx = room.engine.ctx
    eve = replace(room.origin, person="eve", person_name="Eve")
    there = await room.engine.places.resolve(eve)
    await abouts.allow(ctx, there, opted_out=True)
    assert await room.react(reply, "❤", by=eve) is Heard.IGNORED
    await abouts.allow(ctx, there, opted_out=False)
    assert await room.react(reply, "❤", by=eve) is Heard.QUIET
    await blocking.block(ctx, room.here, "eve", everywhere=False)
    assert await room.react(reply, "👍", by=eve) is Heard.IGNORED
    assert await room.react(reply, taken=("❤",), by=eve) is Heard.QUIET, "what is theirs they may take away"
    await blocking.block_word(ctx, room.here, "zanzibar", everywhere=False)
    assert await room.react(reply, ":zanzibar:") is Heard.IGNORED
    await room.idle()


async def test_a_load_and_an_undo_take_it_back(room: Room) -> None:
    """What somebody felt about what never happened would be told."""
    first = await talked(room)
    save = await savepoints.save(room.engine.ctx, room.here, "Before")
    await room.react(first, "❤")
    await room.idle()
    await savepoints.load(room.engine.ctx, room.runner, room.here, save.id)
    await room.say("And now?")
    assert not room.prompts_say(HEADING)
    await room.react(await room.last_reply(), "🔥")
    await room.idle()
    await undoing.undo(room.engine.ctx, room.runner, room.here)
    await room.say("Once more?")
    assert not room.prompts_say(HEADING)


async def test_another_reply_does_not_inherit_the_heart_of_the_one_before_it(room: Room) -> None:
    """What people loved about one reply would be told of another at the same place."""
    first = await talked(room)
    await room.react(first, "❤")
    await room.idle()
    await room.say("And now?")
    second = await room.last_reply()
    await room.react(second, "🔥")
    await room.react(first, "👏", taken=("❤",))
    await room.idle()
    await replies.again(room.engine.ctx, room.runner, room.here)
    await room.idle()
    assert room.prompts_say("Ann 👏 → Mira"), "what is about older messages stays"
    assert not room.prompts_say("🔥")
    await room.say("And then?")
    assert not room.prompts_say("🔥")


async def test_it_is_theirs_to_take_along(room: Room) -> None:
    """Who asks to be forgotten would leave what they felt."""
    reply = await talked(room)
    ben = replace(room.origin, person="ben", person_name="Ben")
    await room.react(reply, ":canarysign:", by=ben)
    await room.idle()
    here = await room.engine.places.resolve(ben)
    await forget_me(room.engine.ctx, room.runner, here)
    await room.drain()
    rows = await room.sql(
        "SELECT row_to_json(entry)::text AS row FROM entry WHERE space_id = $1 UNION ALL "
        "SELECT row_to_json(inbox)::text FROM inbox WHERE space_id = $1",
        room.here.space,
    )
    assert not [it["row"] for it in rows if "canarysign" in it["row"]]
    await room.say("And now?")
    assert not room.prompts_say("canarysign")
    assert not room.prompts_say(HEADING)


async def test_hidden_and_erased_messages_are_not_quoted(room: Room) -> None:
    """A reaction would tell the model the words that somebody took back."""
    await talked(room)
    await room.react("m1", "👍")
    await room.idle()
    await room.delete("m1")
    await room.idle()
    await room.say("And now?")
    assert not room.prompts_say("“Hello.”")
    assert not room.prompts_say(HEADING)


async def test_what_a_crash_left_becomes_an_act(database_url: str, model: ModelServer, tmp_path: Path) -> None:
    """The daemon dies between the row and the act: the heart is lost, or there twice."""
    origin = new_origin()
    config = config_for(database_url, tmp_path, model)
    async with opened(config, origin.platform) as engine:
        room = await enter(engine, model, origin)
        reply = await talked(room)
        room.runner._stopping = True  # nobody is woken any more
        await room.react(reply, "❤")
        assert await room.felt() == []
    async with opened(config, origin.platform) as engine:
        room = replace(room, engine=engine)
        await engine.runner.recover()
        await room.idle()
        assert [signs for _, _, signs in await room.felt()] == [["❤"]]
        await engine.runner.sweep()
        await room.idle()
        assert len(await room.felt()) == 1
        assert len(model.generations) == 1
