"""The director: an outline is followed by the marks of replies, and the character is reminded when it strays."""

from pathlib import Path
from typing import Final

import pytest

from engine.actions.chats import replies, savepoints, undoing
from engine.actions.house import access, settings
from engine.actions.story import outlines
from engine.errors import NoBackground, PointMissing
from engine.llm.roles import Roles
from engine.shipped import prompt_texts
from engine.values.house.setting_choices import Language
from engine.values.house.setting_scopes import SettingScope
from engine.values.memory.memories import Tag
from engine.values.models.models import RoleName
from engine.values.story.director import Background, Mark, PointStatus
from tests.servers.model import Cut, Finish, Gate, ModelServer, Script, Think, cut, fail, say
from tests.turns.directed import LIGHTHOUSE, MARCH, another_story, directed, happened, plot, stands, under
from tests.turns.remembering import past, remembering
from tests.turns.room import Room, config_for, enter, new_origin, opened

ZH: Final = prompt_texts()[Language.ZH]
WASTELAND: Final = Background(
    "废土复仇记",
    "2087年，核战后50年，北区由黑帮掌控。",
    ("发现背叛者的线索", "潜入敌人据点", "与仇人对峙", "做出关键选择", "应对选择的后果"),
)
OUTLINE_AT_3: Final = """{
  "story_outline": [
    {"index": 1, "content": "发现背叛者的线索", "status": "completed"},
    {"index": 2, "content": "潜入敌人据点", "status": "completed"},
    {"index": 3, "content": "与仇人对峙", "status": "in_progress"},
    {"index": 4, "content": "做出关键选择", "status": "pending"},
    {"index": 5, "content": "应对选择的后果", "status": "pending"}
  ]
}"""
HERE: Final = ("Alserqi发现Victor的藏身地", "Alserqi和玩家潜入敌人据点")
ELSEWHERE: Final = "在另一个故事里，对峙时Victor试图解释背叛的原因"


async def test_the_worked_example(room: Room) -> None:
    """A story of 42 turns strays from its outline: nobody counts, or the reminder is late, or mixes up two stories."""
    await remembering(room, now=MARCH)
    await directed(room, WASTELAND, language="zh", timezone="UTC")
    await happened(room, ELSEWHERE, "玩家在海边买了一把旧吉他")
    await another_story(room)
    await past(room, *[(f"第{n}轮，我们走吧。", f"第{n}轮，好。") for n in range(1, 39)], since=MARCH)
    await happened(room, *HERE)
    room.model.script(
        say("（透过门缝）就是他。[PROGRESS:3:in_progress]"),
        say("不，太危险了。至少有五个人。"),
        say("等他们分散。"),
        say("我当然记得。我会等，等到最安全的时机。", "[PROG", "RESS:3:in_progress]"),
        *[say(it) for it in ("风停了。", "门后没有声音。", "再等等。", "嗯。", "好。")],
        say("他来了。[PROGRESS:3:completed]"),
    )
    await room.say("我们已经潜入据点了。", "你想怎么做？", "你打算等到什么时候？")
    await room.drain()
    assert await stands(room) == (3, "in_progress", 2)

    await room.say("你还记得我们之前的约定吗？")
    assert under(room, "故事大纲").endswith(OUTLINE_AT_3)
    assert under(room, ZH.progress.strip())
    assert under(room, ZH.setting.strip()).endswith("2087年，核战后50年，北区由黑帮掌控。")
    assert not under(room, "【导演提醒】")
    assert await stands(room) == (3, "in_progress", 0)
    assert (await room.spoken())[-1] == ("complete", "我当然记得。我会等，等到最安全的时机。")
    assert ("assistant", "（透过门缝）就是他。[PROGRESS:3:in_progress]") in room.prompt()

    for silent in (1, 2, 3):
        await room.say("外面怎么样？")
        assert await stands(room) == (3, "in_progress", silent)
        assert not under(room, "【导演提醒】")
    for silent in (4, 5):
        await room.say("还要等多久？")
        _reminded(room)
        assert await stands(room) == (3, "in_progress", silent)

    await room.say("就是现在。")
    _reminded(room)
    assert await stands(room) == (3, "completed", 0)


def _reminded(room: Room) -> None:
    """The prompt names the point, and tells what happened here and elsewhere, each in its place."""
    assert under(room, "【导演提醒】") == "【导演提醒】你现在应该推进到故事大纲第3点：与仇人对峙"
    events, others = under(room, "【当前剧情中已发生的事件】"), under(room, "【剧情经验参考】")
    assert all(it in events and it not in others for it in HERE)
    assert ELSEWHERE in others
    assert ELSEWHERE not in events
    assert "吉他" not in others, "what has nothing to do with the point is no reference for it"
    order = [text for role, text in room.prompt() if role == "system" and text.startswith("【")]
    assert [it[:6] for it in order] == ["【导演提醒】", "【当前剧情中", "【剧情经验参"]


async def test_a_mark_is_never_seen(room: Room) -> None:
    """A line for programs flickers in the message while the reply grows, or stands in it at the end."""
    await directed(room)
    room.model.script(say(*"She nods. [PROGRESS:1:completed]", "\nThen", *" she goes."))
    await room.say("Begin.")
    whole = "She nods.\nThen she goes."
    assert room.ended[-1].text == whole
    assert all(whole.startswith(it) for it in room.grown)
    assert (await room.log())[-1]["raw"] == "She nods. [PROGRESS:1:completed]\nThen she goes."


ENDINGS: Final = [
    ("empty", say()),
    ("only thought", Script([Think("Hm."), Finish()])),
    ("filtered at once", say(finish="content_filter")),
    ("cut after words", cut("All ", "is", how="eof")),
    ("reported after words", Script(["All", {"error": {"message": "overloaded", "code": 503}}, Cut("eof")])),
    ("wrong key", fail(401)),
]


@pytest.mark.parametrize(("name", "script"), ENDINGS, ids=[name for name, _ in ENDINGS])
async def test_a_reply_that_ends_badly_counts(room: Room, name: str, script: Script) -> None:
    """A model that says nothing, or breaks off, is never reminded of where the story should go."""
    await directed(room)
    room.model.script(say("Look. [PROGRESS:1:in_progress]"), script)
    await room.say("Begin.", "And now?")
    assert await stands(room) == (1, "in_progress", 1), name


async def test_a_failure_counts_once(room: Room) -> None:
    """An outage of ten minutes, tried again by itself every few seconds, makes a director who shouts."""
    await directed(room)
    room.model.script(*[fail(503)] * 3)
    await room.say("Begin.")
    assert (await plot(room)).silent == 1
    room.model.script(*[fail(503)] * 2)
    await room.do_due_work()
    await room.do_due_work()
    assert [it["state"] for it in await room.turns()] == ["error"] * 3
    assert (await plot(room)).silent == 1
    roles = room.ctx.roles  # as after a rest: it has failed so often that it is left alone
    room.change(roles=Roles({RoleName.CHAT: roles.endpoints(RoleName.CHAT)}, roles._resources))
    room.model.script(say("Here I am. [PROGRESS:1:completed]"))
    await room.do_due_work()
    assert (await room.spoken())[-1] == ("complete", "Here I am.")
    assert await stands(room) == (1, "completed", 0)


async def test_stop_counts(room: Room) -> None:
    """Whoever stops replies early is told the same scene for ever; or a mark that came before the stop is lost."""
    await directed(room)
    gate = Gate()
    room.model.script(Script([gate, "One.", Finish()]))
    await room.accept("Count.")
    await gate.reached()
    assert await replies.stop(room.engine.ctx, room.here)
    await room.idle()
    assert await stands(room) == (1, "pending", 1)
    gate = Gate()
    room.model.script(Script(["[PROGRESS:2:in_progress] The lamp ", gate, "is out.", Finish()]))
    await room.accept("Go on.")
    await room.grew("The lamp")
    assert await replies.stop(room.engine.ctx, room.here)
    await room.idle()
    assert (await room.spoken())[-1] == ("interrupted", "The lamp")
    assert await stands(room) == (2, "in_progress", 0)


async def test_only_a_mark(room: Room) -> None:
    """A reply of nothing but a mark shows people a line for programs, or the story stands still."""
    await directed(room)
    room.model.script(say("[PROGRESS:2:", "completed]"))
    await room.say("Begin.")
    assert (room.ended[-1].state, room.ended[-1].text) == ("empty", "")
    assert not any("PROGRESS" in it for it in room.grown)
    assert await stands(room) == (2, "completed", 0)


async def test_what_a_crash_cut_counts(database_url: str, model: ModelServer, tmp_path: Path) -> None:
    """After a crash in the middle of a reply the plot is lost, although the mark was written and saved."""
    origin = new_origin()
    config = config_for(database_url, tmp_path, model)
    async with opened(config, origin.platform) as one, opened(config, origin.platform) as two:
        first, second = await enter(one, model, origin), await enter(two, model, origin, card=None)
        await directed(first)
        gate = Gate()
        model.script(Script(["[PROGRESS:2:in_progress] The lamp ", gate, "is out.", Finish()]))
        await first.accept("Begin.")
        await first.grew("The lamp")
        await first.sql("UPDATE lease SET expires_at = now() - interval '1 s' WHERE space_id = $1", first.here.space)
        await second.runner.sweep()
        await second.idle()
        gate.open()
        await first.idle()
        assert [(it.state, it.text) for it in second.ended] == [("interrupted", "The lamp")]
        assert await stands(second) == (2, "in_progress", 0)


async def test_another_reply_has_its_own_plot(room: Room) -> None:
    """A reply that nobody wanted has moved the story on for the one that took its place; or undoing keeps the move."""
    await directed(room)
    room.model.script(
        say("Look. [PROGRESS:1:in_progress]"), say("Dark! [PROGRESS:2:completed]"), say("Hm."), say("Dark? Not yet.")
    )
    await room.say("Begin.", "And now?")
    assert await stands(room) == (2, "completed", 0)
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    assert await stands(room) == (1, "in_progress", 1)
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    assert await stands(room) == (1, "in_progress", 0)
    saved = await savepoints.save(room.engine.ctx, room.here, "before")
    await room.say("And now?")
    assert await stands(room) == (1, "in_progress", 1)
    await savepoints.load(room.engine.ctx, room.engine.runner, room.here, saved.id)
    assert await stands(room) == (1, "in_progress", 0)


async def test_off_it_stands_still(room: Room) -> None:
    """Who switches the director off still finds an outline in the prompt, or a story that went on without it."""
    await directed(room)
    room.model.script(say("Look. [PROGRESS:1:in_progress]"), say("Hm. [PROGRESS:3:completed]"), say("Yes."))
    await room.say("Begin.")
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "director", "off")
    await room.say("And now?")
    assert await stands(room) == (1, "in_progress", 0)
    assert (await room.spoken())[-1] == ("complete", "Hm.")
    assert under(room, "The world in which the story takes place:").endswith(LIGHTHOUSE.setting)
    assert not room.prompts_say("story_outline")
    assert not room.prompts_say("[PROGRESS:X:status]")
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "director", "on")
    await room.say("And now?")
    assert room.prompts_say('{"index": 1, "content": "A boat comes ashore.", "status": "in_progress"}')


async def test_marks_are_shown_where_people_want_it(room: Room) -> None:
    """Somebody who tries out an outline cannot see what the model says of it."""
    await directed(room, show_progress="on")
    room.model.script(say("Look. [PROG", "RESS:1:in_progress]"))
    await room.say("Begin.")
    assert (await room.spoken())[-1] == ("complete", "Look. [PROGRESS:1:in_progress]")
    assert await stands(room) == (1, "in_progress", 0)


async def test_a_point_that_the_outline_lacks(room: Room) -> None:
    """A model that counts wrong sends the story to a point that nobody has written."""
    await directed(room)
    room.model.script(say("Look. [PROGRESS:4:in_progress] [PROGRESS:2:in_progress]"))
    await room.say("Begin.")
    assert (await room.spoken())[-1] == ("complete", "Look.")
    assert await stands(room) == (1, "pending", 1)


async def test_words_for_the_person_do_not_count(room: Room) -> None:
    """What the model writes for somebody is asked for marks, and counts as a reply that bore none."""
    await directed(room)
    room.model.script(say("Look. [PROGRESS:1:in_progress]"), say("Is it far?"))
    await room.say("Begin.")
    await replies.impersonate(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    assert not room.prompts_say("story_outline")
    assert await stands(room) == (1, "in_progress", 0)


async def test_the_end_is_told_once(room: Room) -> None:
    """A story that has come to its end goes on asking for marks and shouting, or nobody hears that it has ended."""
    await directed(room)
    room.model.script(say("Steps! [PROGRESS:3:completed]"), *[say("Hm.")] * 4)
    await room.say("Begin.")
    assert room.ended[-1].notice is not None
    assert room.ended[-1].notice.message == "plot-ended"
    for _ in range(4):
        await room.say("And now?")
        assert room.ended[-1].notice is None
        assert room.prompts_say("Dawn comes, and the boat leaves.")
        assert not room.prompts_say("[PROGRESS:X:status]")
        assert not under(room, "[From the director]")


async def test_the_end_is_told_with_a_reply_that_tells_nothing_else(room: Room) -> None:
    """The end falls together with a reply that was cut at its greatest length, and is never told."""
    await directed(room)
    room.model.script(say("Steps! [PROGRESS:3:completed]", finish="length"), say("Hm."))
    await room.say("Begin.", "And now?")
    assert [it.notice and it.notice.message for it in room.ended] == ["turn-length", "plot-ended"]


async def test_another_outline_keeps_the_place(room: Room) -> None:
    """A background with fewer points leaves the story at a point that does not exist."""
    await directed(room)
    room.model.script(say("Steps. [PROGRESS:3:in_progress]"), say("Yes."))
    await room.say("Begin.")
    await directed(room, Background("Short", outline=("Wind rises.", "Rain falls.")))
    await room.say("And now?")
    assert room.prompts_say('{"index": 2, "content": "Rain falls.", "status": "in_progress"}')


async def test_the_reminder_keeps_secrets(room: Room) -> None:
    """What others did with the character in another story is told to people whom they never allowed to hear it."""
    await remembering(room, now=MARCH)
    await directed(room, director_after="1")
    await access.at_home(room.engine.ctx, room.here)
    other = await room.engine.places.resolve(
        type(room.origin)(room.origin.platform, "space", "elsewhere", "stranger", "Zoe")
    )
    await happened(room, "Zoe and Mira watched how the lamp goes out.", people=[other.person])
    await happened(room, "Ann and Mira saw a boat that comes ashore.")
    await another_story(room)
    await room.say("Begin.")
    await room.drain()
    await room.say("And now?")
    others = under(room, "[For reference only]")
    assert "Ann and Mira saw a boat" in others
    assert "Zoe" not in others


async def test_few_are_told(room: Room) -> None:
    """A reminder grows until it crowds out the talk."""
    await remembering(room, now=MARCH)
    await directed(room, director_after="1", director_events="2", director_others="0")
    await room.say("Begin.")
    await happened(room, *[f"A boat comes ashore for time {n}." for n in range(5)])
    await happened(room, "A secret plan.", tag=Tag.PLOT)
    await room.drain()
    await room.say("And now?")
    assert under(room, "[What has happened").count("A boat comes ashore for time") == 2
    assert not under(room, "[For reference only]")


async def test_people_move_the_story(room: Room) -> None:
    """The model has lost its place in the outline, and nobody can put it right; or the reminder goes on about it."""
    with pytest.raises(NoBackground):
        await outlines.progress(room.engine.ctx, room.here)
    await directed(room, director_checks="on")
    room.model.answer = lambda _: say("Hm.")
    await room.say("Begin.", "And now?", "And now?")
    assert (await outlines.progress(room.engine.ctx, room.here)).plot.silent == 3
    with pytest.raises(PointMissing):
        await outlines.move_to(room.engine.ctx, room.engine.runner, room.here, Mark(4, PointStatus.IN_PROGRESS))
    moved = await outlines.move_to(room.engine.ctx, room.engine.runner, room.here, Mark(2, PointStatus.IN_PROGRESS))
    assert (moved.plot.point, moved.plot.status, moved.plot.silent, moved.directed) == (2, "in_progress", 0, True)
    await room.say("And now?")
    assert room.prompts_say('{"index": 2, "content": "The lamp goes out.", "status": "in_progress"}')
    assert not under(room, "[From the director]")
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    assert (await outlines.progress(room.engine.ctx, room.here)).plot == moved.plot
