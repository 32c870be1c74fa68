"""Quick replies in a chat: what they say and store, and that it goes where the story goes."""

import io
import json
import zipfile
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from engine.actions.characters import quick_replies
from engine.actions.characters.quick_replies import Pressed
from engine.actions.chats import replies, swipes, undoing
from engine.actions.house import blocking
from engine.actions.people import own_data
from engine.actions.people.forgetting import forget_me
from engine.actions.transfers import exports
from engine.actions.transfers.stories_out import story
from engine.db.characters.quick_sets import MOST_SETS
from engine.errors import NoSuchQuickSet, SlashSpeakerUnknown, SlashUnrun, TooManyQuickSets, WordBlocked
from engine.rules.acts import injects_of, variables_of
from engine.values.chats.incoming import Here
from engine.values.transfers.transfers import FileKind
from tests.servers.model import Finish, Gate, ModelServer, Script, say
from tests.turns.files import as_json, bring
from tests.turns.people.test_forgetting import everything, say_as
from tests.turns.room import Room, config_for, enter, new_origin, opened
from tests.turns.scenes import join

COUNTING: Final[Mapping[str, Any]] = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {"name": "Mira", "description": "Counts.{{incvar::hp}}", "first_mes": "Sit down."},
}
SET: Final[Mapping[str, str]] = {
    "Greet": "Hello, {{char}}!",
    "Walk": "/send I walk | /sys Rain falls. | /setvar key=mood wet | /inject id=rain position=chat It rains."
    " | /trigger",
    "Count": "/incvar hp",
    "Mood": "/setvar key=mood angry | /inject id=storm Storm. | /echo {{getvar::mood}}",
    "Once": "/inject id=once ephemeral=true position=chat Only now.",
    "Retry": "/inject id=brief Be brief. | /regenerate",
    "More": "/continue",
    "Trigger": "/trigger",
    "Nobody": "/send Hm | /trigger Nobody",
    "Broken": "/send Hm | /sendas name=Mira Hm",
    "Typed": "/send It is {{input}}.",
    "Look": "/echo {{char}}",
}


def file_of(texts: Mapping[str, str], name: str = "Desk") -> bytes:
    return as_json({"version": 2, "name": name, "qrList": [{"label": k, "message": v} for k, v in texts.items()]})


async def press(room: Room, label: str, typed: str = "", here: Here | None = None) -> Pressed:
    """Press the quick reply of that name; everything that follows is done."""
    here = here or room.here
    [info] = await quick_replies.listed(room.ctx, here)
    reply = next(it for it in info.found.replies if it.label == label)
    done = await quick_replies.press(room.ctx, room.runner, here, "Ann", info.found, reply, typed)
    await room.idle()
    return done


async def stored(room: Room) -> tuple[dict[str, str], list[str]]:
    """The variables, and the ids of what is placed."""
    at = await quick_replies.head_line(room.ctx, room.here)
    return dict(variables_of(at.acts).local), [it.id for it in injects_of(at.acts)]


@pytest.fixture
async def desk(room: Room) -> Room:
    """A room with a set, where the model always answers the same."""
    room.model.answer = lambda _: say("Aye.")
    brought = await bring(room, file_of(SET), "Desk.json")
    assert brought.kind is FileKind.QUICK
    return room


@pytest.fixture
async def counting(database_url: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    """The same where each prompt counts."""
    model.answer = lambda _: say("Aye.")
    origin = new_origin()
    async with opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        room = await enter(engine, model, origin, COUNTING)
        await bring(room, file_of(SET), "Desk.json")
        yield room


async def test_a_press_is_said_and_answered(desk: Room) -> None:
    """A text that is sent is not said, not answered, or its macros reach the model."""
    done = await press(desk, "Greet")
    assert ([it.text for it in done.lines], done.called) == (["Hello, Mira!"], "Ann")
    assert [text for _, text in await desk.spoken()][-2:] == ["Hello, Mira!", "Aye."]
    assert ("user", "Hello, Mira!") in desk.prompt()
    assert (await desk.turns())[-1]["kind"] == "pressed"
    [chat] = await desk.sql("SELECT title FROM session WHERE space_id = $1", desk.here.space)
    assert chat["title"] == "Hello, Mira!"


async def test_a_script_says_stores_and_asks_in_one(desk: Room) -> None:
    """Half of a script is done, or the model is not told what it placed."""
    await press(desk, "Walk")
    assert [text for _, text in await desk.spoken()][-3:] == ["I walk", "Rain falls.", "Aye."]
    assert await stored(desk) == ({"mood": "wet"}, ["rain"])
    assert desk.prompts_say("It rains.")
    await press(desk, "Typed", "late | /send no")
    assert [text for _, text in await desk.spoken()][-1] == "It is late | /send no."


async def test_undo_takes_back_all_that_a_press_wrote(desk: Room) -> None:
    """A message goes, and the variables that it came with stay."""
    await desk.say("Hello.")
    before = await desk.spoken()
    await press(desk, "Walk")
    await undoing.undo(desk.ctx, desk.runner, desk.here)
    assert (await desk.spoken(), await stored(desk)) == (before, ({}, []))
    await press(desk, "Mood")
    view = await undoing.undo(desk.ctx, desk.runner, desk.here)
    assert (await desk.spoken(), await stored(desk)) == (before[:1], ({}, []))  # it said nothing: the exchange goes too
    assert view.undone is not None
    await undoing.bring_back(desk.ctx, desk.runner, desk.here, view.undone.left)
    assert (await desk.spoken(), await stored(desk)) == (before, ({"mood": "angry"}, ["storm"]))


async def test_what_was_stored_goes_along_and_is_counted_once(counting: Room) -> None:
    """A counter that a reply and a press count with is one too high beside another reply, or the press is lost."""
    await counting.say("Hello.")
    await press(counting, "Count")
    await press(counting, "Mood")
    assert await stored(counting) == ({"hp": "2", "mood": "angry"}, ["storm"])
    for _ in range(2):
        await replies.again(counting.ctx, counting.runner, counting.here)
        await counting.idle()
        assert await stored(counting) == ({"hp": "2", "mood": "angry"}, ["storm"])
    await press(counting, "Count")
    for step in (swipes.BACK, swipes.BACK, swipes.NEXT, swipes.NEXT, swipes.BACK):
        await swipes.swipe(counting.ctx, counting.runner, counting.here, step)
        assert await stored(counting) == ({"hp": "3", "mood": "angry"}, ["storm"])


async def test_another_reply_is_told_what_was_placed_behind_the_first(desk: Room) -> None:
    """A script that says how to write it better, and has it written again, changes nothing."""
    await desk.say("Hello.")
    assert not desk.prompts_say("Be brief.")
    await press(desk, "Retry")
    assert desk.prompts_say("Be brief.")
    assert [text for _, text in await desk.spoken()].count("Aye.") == 1
    desk.model.script(say("And more."))
    await press(desk, "More")
    assert [text for _, text in await desk.spoken()][-1] == "Aye. And more."


async def test_what_is_for_one_reply_is_told_to_that_and_to_those_beside_it(desk: Room) -> None:
    """An instruction for one reply is told to every later one, or not to the one that takes its place."""
    await press(desk, "Once")
    for _ in range(2):
        await desk.say("Hello.")
        assert desk.prompts_say("Only now.")
        await replies.again(desk.ctx, desk.runner, desk.here)
        await desk.idle()
        assert desk.prompts_say("Only now.")
        await undoing.undo(desk.ctx, desk.runner, desk.here)
    await desk.say("Hello.", "And now?")
    assert not desk.prompts_say("Only now.")


async def test_nothing_is_done_where_a_part_cannot_be(desk: Room) -> None:
    """Somebody sees an error, and half of it stands in the chat."""
    await join(desk, "Bob")
    before = await desk.spoken()
    for label, error in (("Nobody", SlashSpeakerUnknown), ("Broken", SlashUnrun)):
        with pytest.raises(error):
            await press(desk, label)
    assert (await desk.spoken(), await stored(desk)) == (before, ({}, []))


async def test_what_asks_for_no_reply_ends_none_that_grows(desk: Room) -> None:
    """Somebody looks at something, and the reply that another one waits for breaks off."""
    gate = Gate()
    desk.model.script(Script(["Well, ", gate, "now.", Finish()]))
    await desk.accept("Hello.")
    await desk.grew("Well")
    asked = len(desk.model.generations)
    [info] = await quick_replies.listed(desk.ctx, desk.here)
    replies_by = {it.label: it for it in info.found.replies}
    look = await quick_replies.press(desk.ctx, desk.runner, desk.here, "Ann", info.found, replies_by["Look"])
    assert ([it.text for it in look.lines], len(desk.model.generations)) == (["Mira"], asked)
    await quick_replies.press(desk.ctx, desk.runner, desk.here, "Ann", info.found, replies_by["Mood"])
    gate.open()
    await desk.idle()
    assert (await desk.spoken())[1:] == [("complete", "Hello."), ("complete", "Aye.")]
    assert (len(desk.model.generations), desk.prompts_say("Storm.")) == (asked + 1, True)
    assert await stored(desk) == ({"mood": "angry"}, ["storm"])


async def test_a_blocked_word_is_no_more_typed_along_than_said(room: Room) -> None:
    """A word that nobody may say reaches the prompt by what somebody types behind a quick reply."""
    await bring(room, file_of({"Keep": "/inject {{input}}"}), "Desk.json")
    await blocking.block_word(room.ctx, room.here, "herring", everywhere=False)
    with pytest.raises(WordBlocked):
        await press(room, "Keep", "A herring!")
    assert await stored(room) == ({}, [])
    await press(room, "Keep", "A whale!")
    assert len((await stored(room))[1]) == 1


async def test_a_character_goes_on_where_nobody_said_anything(desk: Room) -> None:
    """A script that only asks for a reply would have it answer what was answered already."""
    await desk.say("Hello.")
    await press(desk, "Trigger")
    assert [text for _, text in await desk.spoken()][-2:] == ["Aye.", "Aye."]
    assert (await desk.turns())[-1]["kind"] == "next"


async def test_a_restart_changes_nothing(database_url: str, model: ModelServer, tmp_path: Path) -> None:
    """What was stored is known to the process that ran it alone."""
    model.answer = lambda _: say("Aye.")
    origin, config = new_origin(), config_for(database_url, tmp_path, model)
    async with opened(config, origin.platform) as engine:
        room = await enter(engine, model, origin)
        await bring(room, file_of(SET), "Desk.json")
        await press(room, "Walk")
    async with opened(config, origin.platform) as engine:
        room = await enter(engine, model, origin, None)
        assert await stored(room) == ({"mood": "wet"}, ["rain"])
        await room.say("And now?")
        assert room.prompts_say("It rains.")
        await press(room, "Mood")
        assert await stored(room) == ({"mood": "angry"}, ["rain", "storm"])


async def test_a_set_goes_out_as_it_came_and_is_deleted(desk: Room) -> None:
    """A set that somebody wants back in SillyTavern has lost fields, or a deleted one is still there."""
    [info] = await quick_replies.listed(desk.ctx, desk.here)
    assert json.loads((await exports.quick_replies(desk.ctx, desk.here, info.id)).data) == json.loads(file_of(SET))
    other = replace(desk.here, space=desk.here.space + 1)
    with pytest.raises(NoSuchQuickSet):
        await quick_replies.delete(desk.ctx, other, info.id)
    await quick_replies.delete(desk.ctx, desk.here, info.id)
    with pytest.raises(NoSuchQuickSet):
        await exports.quick_replies(desk.ctx, desk.here, info.id)


async def test_a_story_brings_along_what_was_stored(desk: Room) -> None:
    """A chat that moves by its file has forgotten its variables, or what its scripts had placed."""
    await press(desk, "Walk")
    file = (await story(desk.ctx, desk.here, "test")).document
    await press(desk, "Mood")
    await bring(desk, file.data, file.filename)
    assert await stored(desk) == ({"mood": "wet"}, ["rain"])
    await desk.say("And now?")
    assert desk.prompts_say("It rains.")


async def test_who_is_forgotten_leaves_nothing_that_they_pressed(room: Room) -> None:
    """Words that somebody typed along stay in a variable, in what is placed, or in what was changed."""
    room.model.answer = lambda _: say("Aye.")
    texts = {
        "Keep": "/setvar key=bird {{input}} | /inject id=bird {{input}}",
        "Say": "/send My bird is {{input}}",
        "Mood": SET["Mood"],
    }
    await bring(room, file_of(texts), "Desk.json")
    ben = await say_as(room, "Ben", "Good day.", "b1")
    await press(room, "Mood", here=ben)
    who = await say_as(room, "Kestrelle", "Good day.", "k1")
    await press(room, "Keep", "Zebediah", here=who)
    await press(room, "Say", "Zebediah", here=who)
    await replies.again(room.ctx, room.runner, room.here)
    await room.idle()
    assert {it.partition(":")[0] for it in await everything(room, "Zebediah")} >= {"entry"}
    assert (await forget_me(room.ctx, room.runner, who)).done
    assert await everything(room, "Zebediah") == []
    assert await stored(room) == ({"mood": "angry"}, ["storm"])
    kept = await room.sql("SELECT body FROM entry WHERE space_id = $1 AND kind = 'variables'", room.here.space)
    assert any("changed" in it["body"] for it in kept)


COPYING: Final = (
    "/inject id=pin {{lastUserMessage}} | /setvar key=said {{lastUserMessage}}"
    " | /addglobalvar key=heard <{{lastUserMessage}}>"
    " | /setvar key={{lastUserMessage}} 1 | /setvar key=mood calm | /inject id=storm Storm."
)


@pytest.mark.parametrize("deleted", [False, True], ids=["forgotten", "deleted"])
async def test_words_go_that_somebody_else_has_copied(room: Room, *, deleted: bool) -> None:
    """Somebody's words stay in every prompt, since another person's press had placed and stored them."""
    room.model.answer = lambda _: say("Aye.")
    await bring(room, file_of({"Pin": COPYING, "Mood": "/setvar key=mood wild"}), "Desk.json")
    ben = await say_as(room, "Ben", "Good day.", "b1")
    who = await say_as(room, "Ospreya", "My bird is called Zebediah.", "k1")
    await press(room, "Pin", here=ben)
    await press(room, "Mood", here=ben)
    held = await everything(room, "Zebediah")
    assert sum("changed" in it for it in held) == 3
    if deleted:
        await room.delete("k1")
        await room.idle()
    else:
        assert (await forget_me(room.ctx, room.runner, who)).done
    assert await everything(room, "Zebediah") == []
    assert await stored(room) == ({"mood": "wild"}, ["storm"])


async def test_a_set_is_read_once(desk: Room) -> None:
    """Every letter that somebody types in a suggestion, and every press, reads all files of all sets again."""
    [first] = await quick_replies.listed(desk.ctx, desk.here)
    [again] = await quick_replies.listed(desk.ctx, desk.here)
    assert again is first
    assert [(it.id, it.name) for it in await quick_replies.names(desk.ctx, desk.here)] == [(first.id, "Desk")]
    await quick_replies.delete(desk.ctx, desk.here, first.id)
    assert await quick_replies.listed(desk.ctx, desk.here) == []


async def test_a_place_has_so_many_sets_and_no_more(desk: Room) -> None:
    """Whoever brings sets without an end makes every press and every list slow for everybody."""
    more = "INSERT INTO quick_set (space_id, name, replies) SELECT $1, 'Old', '{}' FROM generate_series(2, $2)"
    await desk.sql(more, desk.here.space, MOST_SETS)
    with pytest.raises(TooManyQuickSets):
        await bring(desk, file_of({"One": "more"}), "More.json")
    assert len(await quick_replies.names(desk.ctx, desk.here)) == MOST_SETS
    [oldest, *_] = await quick_replies.names(desk.ctx, desk.here)
    await quick_replies.delete(desk.ctx, desk.here, oldest.id)
    await bring(desk, file_of({"One": "more"}), "More.json")


async def test_what_is_placed_is_words_in_every_prompt(room: Room) -> None:
    """Whoever types along, or said the last message, has their macros run at each prompt, in everybody's chat."""
    room.model.answer = lambda _: say("Aye.")
    texts = {
        "Typed": "/inject id=a scan=true {{input}}",
        "Last": "/inject id=b {{lastUserMessage}}",
        "Own": "/inject c {{char}}",
    }
    await bring(room, file_of(texts), "Desk.json")
    await press(room, "Typed", "One {{setvar::hp::9999}}")
    await room.say("Two {{setvar::mp::9999}}")
    await press(room, "Last")
    await press(room, "Own")
    await room.say("Three.")
    assert room.prompts_say("One {{setvar::hp::9999}}")
    assert room.prompts_say("c Mira")
    assert (await stored(room))[0] == {}


async def test_what_somebody_has_stored_is_in_their_export(desk: Room) -> None:
    """Somebody asks for all there is of them, and what they typed behind a quick reply is missing."""
    await bring(
        desk, file_of({"Keep": "/setvar key=bird {{input}} | /inject id=bird A {{input}}."}, "Nest"), "Nest.json"
    )
    ben = await say_as(desk, "Ben", "Good day.", "b1")
    who = await say_as(desk, "Ospreya", "Good day.", "k1")
    _, nest = await quick_replies.listed(desk.ctx, desk.here)
    for here, typed in ((ben, "gull"), (who, "tern")):
        await quick_replies.press(desk.ctx, desk.runner, here, "?", nest.found, nest.found.replies[0], typed)
        await desk.idle()
    document = await own_data.export(desk.ctx, who, ("README.txt", "Your data."))
    with zipfile.ZipFile(io.BytesIO(document.data)) as archive:
        stored_there = archive.read("stored_by_quick_replies.json").decode()
    assert "gull" not in stored_there
    variables, injects = json.loads(stored_there)
    assert variables["changed"] == {"bird": {"value": "tern"}}
    assert injects["changed"]["bird"]["text"] == "A tern."
