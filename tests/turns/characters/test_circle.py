"""A circle: characters post by themselves, read one another, like and comment."""

import json
from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo

import pytest

from engine.actions.characters import characters, circles
from engine.actions.chats import replies, sessions
from engine.actions.house import moderation, settings
from engine.actions.people.forgetting import forget_me
from engine.background_work import jobs_of
from engine.jobs.characters.circle_comments import read_in
from engine.jobs.characters.circle_posts import due_plans
from engine.jobs.characters.circle_rounds import due_rounds
from engine.jobs.context import job_contexts
from engine.rules.circle.rounds import MOST_COMMENTS, threads
from engine.values.characters.circle_members import PostFrequency
from engine.values.chats.outgoing import Noticed
from engine.values.house.allowances import AllowanceHolder
from engine.values.house.setting_scopes import SettingScope
from engine.values.ids import SessionKey
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests.servers.model import Finish, Gate, Script, Seen, fail, say
from tests.turns.circled import MovedClock, apart, circled, until
from tests.turns.room import Room, said

MORNING = datetime(2027, 3, 3, 10, 0, tzinfo=UTC)
LIKES = "SELECT FROM entry WHERE space_id = $1 AND kind = 'reaction'"
WORDS = "A day by the harbour, and the gulls stole my bread."


def in_a_circle(room: Room, *acts: dict[str, object], until_said: str = "\0") -> None:
    """Posts begin with the same words and are not alike; each round the model does ``acts``.

    It is given who reads what by name, and does nothing any more once something was said.
    """
    novel = count(1)
    room.model.answer = lambda _: say(f"{WORDS} {next(novel)}")
    room.model.embed = apart

    def notes(seen: Seen) -> Script:
        if seen.errand == {"acts"}:
            return say(json.dumps({"acts": [] if until_said in seen.prompt else list(acts)}))
        return say(json.dumps({"topics": [], "facts": []}))

    room.model.notes = notes


async def test_each_posts_once_a_day(room: Room) -> None:
    """A circle is silent, or a character posts all day long."""
    room.change(clock=MovedClock(MORNING))
    in_a_circle(room)
    await circled(room, "Lan", "Mo")
    await until(room, 30 * 24)
    counts = Counter(it["character_id"] for it in await room.log() if it["text"].startswith(WORDS))
    assert all(abs(it - 30) <= 1 for it in counts.values())
    of_turns = "SELECT DISTINCT kind FROM usage WHERE space_id = $1 AND turn_id IS NOT NULL"
    kinds = await room.sql(of_turns, room.here.space)
    assert [it["kind"] for it in kinds] == ["circle"], "posts use up what characters may that write first"
    assert len(counts) == 2


async def test_others_like_and_comment(room: Room) -> None:
    """Posts stand there alone; or likes and comments are lost, doubled, or of nobody."""
    room.change(clock=MovedClock(MORNING))
    await circled(room, "Lan", "Mo", frequency=PostFrequency.OFF)
    in_a_circle(
        room,
        {"who": 1, "message": 2, "act": "like", "text": ""},
        {"who": 2, "message": 2, "act": "comment", "text": "Keep the crust for me!"},
        {"who": 9, "message": 2, "act": "comment", "text": "nobody"},
        {"who": 1, "message": 7, "act": "like", "text": ""},
        until_said="@Ann Keep the crust",
    )
    await room.accept("The gulls stole my bread", at=room.ctx.clock.now())
    await until(room, 1)
    rows = await room.log()
    assert said(rows, by_people=True) == ["The gulls stole my bread"]
    assert said(rows, by_people=False)[-1] == "@Ann Keep the crust for me!"
    likes = await room.sql("SELECT * FROM entry WHERE space_id = $1 AND kind = 'reaction'", room.here.space)
    names = {it.character: it.name for it in (await circles.circle(room.ctx, room.here)).members}
    assert [(names[it["character_id"]], it["body"]["emojis"]) for it in likes] == [("Lan", ["❤"])]
    assert [it["kind"] for it in await room.turns()] == ["unasked"]
    shown = [it.notice.data for it in room.shown.of(Noticed) if it.notice.message == "circle-likes"]
    assert shown == [{"names": ["Lan"], "at": "10:00"}]
    assert room.ended[-1].text == "@Ann Keep the crust for me!"
    assert room.ended[-1].began is not None
    assert room.ended[-1].began.character == "Mo"
    before = len(await room.log())
    in_a_circle(
        room,
        {"who": 1, "message": 1, "act": "like", "text": ""},
        {"who": 2, "message": 1, "act": "comment", "text": "Keep the crust for me!"},
    )
    await room.accept("@Ann Nobody?", at=room.ctx.clock.now())
    await until(room, 24)
    assert len(await room.log()) == before + 1, "the same was liked or said again"


async def test_people_are_read_and_nobody_is_answered_at_once(room: Room) -> None:
    """A circle is a chat: each message is answered at once, by everybody."""
    room.change(clock=MovedClock(MORNING))
    await circled(room, "Lan", frequency=PostFrequency.OFF)
    in_a_circle(room)
    await room.accept("Lan, are you there?", at=room.ctx.clock.now())
    await room.idle()
    assert not await room.turns()
    await until(room, 1)
    [seen] = [it for it in room.model.errands if it.errand == {"acts"}]
    assert "Lan, are you there?" in seen.prompt
    assert said(await room.log(), by_people=True) == ["Lan, are you there?"]


async def test_nothing_is_written_at_night(room: Room) -> None:
    """Somebody's phone lights up at three."""
    room.change(clock=MovedClock(MORNING.replace(hour=22, minute=30)))
    await circled(room, "Lan", "Mo", frequency=PostFrequency.OFTEN)
    in_a_circle(room, {"who": 1, "message": 2, "act": "comment", "text": "Good night!"})
    await room.accept("Cannot sleep", at=room.ctx.clock.now())
    await until(room, 10)
    assert not await room.turns()
    await until(room, 24)
    rows = await room.sql("SELECT said_at FROM entry WHERE space_id = $1 AND turn_id IS NOT NULL", room.here.space)
    hours = {it["said_at"].astimezone(UTC).hour for it in rows}
    assert hours
    assert hours <= set(range(9, 22))


async def test_after_days_away_nothing_is_made_up_for(room: Room) -> None:
    """A computer that slept three days wakes, and a circle is full at once."""
    clock = MovedClock(MORNING)
    room.change(clock=clock)
    await circled(room, "Lan", "Mo", frequency=PostFrequency.OFTEN)
    in_a_circle(room)
    await until(room, 0.01)
    before = await room.log()
    planned = [it for it in await room.due() if it["kind"].startswith("circle_post")]
    assert len(planned) > 6
    clock.at = MORNING.replace(hour=23) + timedelta(days=3)
    await until(room, 0.1)
    assert await room.log() == before


async def test_who_is_to_post_less_posts_less(room: Room) -> None:
    """A character goes on as it did before somebody asked it to stop."""
    room.change(clock=MovedClock(MORNING))
    found = await circled(room, "Lan", frequency=PostFrequency.OFTEN)
    in_a_circle(room)
    await until(room, 0.5)
    before = len(await room.log())
    await circles.join(room.ctx, room.runner, room.here, found["Lan"], "Ann", PostFrequency.OFF)
    await until(room, 36)  # until a night: what follows are whole days
    assert not await _posts(room, before)
    await circles.join(room.ctx, room.runner, room.here, found["Lan"], "Ann", PostFrequency.DAILY)
    await until(room, 48)
    assert len(await _posts(room, before)) == 2


async def test_what_is_gone_is_not_commented_on(room: Room) -> None:
    """A character comments on what its writer has deleted."""
    room.change(clock=MovedClock(MORNING))
    await circled(room, "Lan", frequency=PostFrequency.OFF)
    in_a_circle(room, {"who": 1, "message": 2, "act": "comment", "text": "I like it!"})
    await room.accept("I said too much", at=room.ctx.clock.now())
    await until(room, 0.01)
    assert [it for it in await room.due() if it["kind"].startswith("circle_comment")]
    await room.delete("m1")
    await room.idle()
    await until(room, 1)
    assert not said(await room.log(), by_people=False)[1:]


async def test_what_says_something_else_is_not_commented_on(room: Room) -> None:
    """Somebody takes back a word too many, and minutes later a character repeats it."""
    await _before_a_comment(room, "I said too much")
    await room.edit("m1", "Nothing at all")
    await room.idle()
    await until(room, 1)
    assert not said(await room.log(), by_people=False)[1:]


async def test_comments_that_wait_go_with_whoever_is_forgotten(room: Room) -> None:
    """What a character was about to say about somebody is kept when they are forgotten."""
    await _before_a_comment(room, "I live by the harbour")
    await forget_me(room.ctx, room.runner, room.here)
    assert not await _comments_waiting(room)


async def test_nobody_reads_where_all_are_silent(room: Room) -> None:
    """A channel is paused, and characters go on liking there, at its owner's cost."""
    room.change(clock=MovedClock(MORNING))
    await circled(room, "Lan", frequency=PostFrequency.OFF)
    in_a_circle(room, {"who": 1, "message": 2, "act": "like", "text": ""})
    await room.accept("Quiet, please", at=room.ctx.clock.now())
    await room.idle()
    await moderation.pause(room.ctx, room.runner, room.here, AllowanceHolder.CHANNEL, paused=True)
    await until(room, 1)
    assert not [it for it in room.model.errands if it.errand == {"acts"}]
    await moderation.pause(room.ctx, room.runner, room.here, AllowanceHolder.CHANNEL, paused=False)
    await room.accept("Speak!", at=room.ctx.clock.now())
    await until(room, 1)
    likes = await room.sql("SELECT * FROM entry WHERE space_id = $1 AND kind = 'reaction'", room.here.space)
    assert len(likes) == 1, "what was said meanwhile is never read"


async def test_a_busy_circle_falls_silent(room: Room) -> None:
    """Each comment is read, and commented on, until night falls: a day costs hundreds of calls."""
    room.change(clock=MovedClock(MORNING))
    await circled(room, "Lan", "Mo", "Ash", frequency=PostFrequency.OFF)
    in_a_circle(
        room,
        *({"who": who, "message": at, "act": "comment", "text": "And then?"} for at in (1, 2, 30) for who in (1, 2, 3)),
    )
    for number in range(32):
        await room.accept(f"Thing {number}", at=room.ctx.clock.now())
    await until(room, 4)
    most = 3 * MOST_COMMENTS  # under each of the three
    assert 1 <= len(await room.turns()) <= most
    assert len([it for it in room.model.errands if it.errand == {"acts"}]) <= most + 1


@pytest.mark.parametrize("why", ["left", "off", "night", "late", "no circle", ""])
async def test_a_post_that_failed_is_proved_again(room: Room, why: str) -> None:
    """The model fails, a character is sent away, and the model is back: it posts all the same; or never again."""
    clock = MovedClock(MORNING)
    room.change(clock=clock)
    mo = (await circled(room, "Lan", "Mo", frequency=PostFrequency.OFF))["Mo"]
    in_a_circle(room)
    room.model.answer = lambda _: fail(503)
    await circles.join(room.ctx, room.runner, room.here, mo, "Ann", PostFrequency.OFTEN)
    await until(room, 12)
    before = len(await room.turns())
    assert before
    occasions = "SELECT max(said_at) AS at FROM entry WHERE space_id = $1 AND kind = 'occasion'"
    [act] = await room.sql(occasions, room.here.space)
    clock.at = act["at"]  # it is not too late yet
    match why:
        case "left":
            await circles.leave(room.ctx, room.runner, room.here, mo)
        case "off":
            await circles.join(room.ctx, room.runner, room.here, mo, "Ann", PostFrequency.OFF)
        case "night" | "late":
            clock.at += timedelta(hours=12 if why == "night" else 0.3)
        case "no circle":
            await settings.put(room.ctx, room.here, SettingScope.CHANNEL, "mode", "chat")
        case _:
            pass
    room.model.answer = lambda _: say(WORDS)
    await room.do_due_work()
    assert len(await room.turns()) == before + (0 if why else 1)


async def test_who_moves_the_clock_moves_the_posts(room: Room) -> None:
    """The time zone of a circle is set, and for two days nobody posts, or somebody posts at night."""
    room.change(clock=MovedClock(MORNING))
    await circled(room, "Lan", "Mo")
    in_a_circle(room)
    await until(room, 1)
    await settings.put(room.ctx, room.here, SettingScope.CHANNEL, "timezone", "Asia/Tokyo")
    before = len(await room.log())
    await until(room, 4 + 2 * 24)  # until the end of the second evening there
    rows = (await room.log())[before:]
    posts = [it for it in rows if it["text"].startswith(WORDS)]
    assert Counter(it["character_id"] for it in posts).total() in (4, 5, 6)
    said_at = await room.sql(
        "SELECT said_at FROM entry WHERE space_id = $1 AND text LIKE $2", room.here.space, f"{WORDS}%"
    )
    hours = [it["said_at"].astimezone(ZoneInfo("Asia/Tokyo")).hour for it in said_at[-len(posts) :]]
    assert set(hours) <= set(range(9, 22))


async def test_what_is_written_at_night_is_read_in_the_morning(room: Room) -> None:
    """Somebody writes at eleven in the evening, and no character ever sees it."""
    room.change(clock=MovedClock(MORNING.replace(hour=23)))
    await circled(room, "Lan", frequency=PostFrequency.OFF)
    in_a_circle(room, {"who": 1, "message": 2, "act": "comment", "text": "Did you sleep at last?"})
    await room.accept("Cannot sleep", at=room.ctx.clock.now())
    await until(room, 9)
    assert not await room.turns()
    await until(room, 3)
    assert said(await room.log(), by_people=False)[-1] == "@Ann Did you sleep at last?"


async def test_who_is_for_adults_no_longer_reads(room: Room) -> None:
    """A character is said to be for adults, and goes on commenting before everybody."""
    await _before_a_comment(room, "The gulls stole my bread")
    [lan] = (await circles.circle(room.ctx, room.here)).members
    await characters.mark(room.ctx, room.here, lan.character, adult_only=True)
    await until(room, 1)
    assert not await room.turns()
    asked = len([it for it in room.model.errands if it.errand == {"acts"}])
    await room.accept("And my cheese", at=room.ctx.clock.now())
    await until(room, 1)
    assert len([it for it in room.model.errands if it.errand == {"acts"}]) == asked


async def test_what_was_read_for_a_comment_is_there_when_it_is_written(room: Room) -> None:
    """Somebody deletes a message, and a comment on the next one repeats it."""
    room.change(clock=MovedClock(MORNING))
    await circled(room, "Lan", frequency=PostFrequency.OFF)
    in_a_circle(room, {"who": 1, "message": 3, "act": "comment", "text": "Hidden under the mat, you say?"})
    await room.accept("The key is under the mat", at=room.ctx.clock.now())
    await room.accept("@Ann I said too much", at=room.ctx.clock.now())
    await until(room, 0.01)
    assert await _comments_waiting(room)
    await room.delete("m1")
    await room.idle()
    await until(room, 1)
    assert not await room.turns()


@pytest.mark.parametrize("taken_back", [False, True])
async def test_another_thread_may_change_meanwhile(room: Room, taken_back: bool) -> None:
    """Somebody mends a word somewhere in a busy circle, and all comments of an hour are lost."""
    room.change(clock=MovedClock(MORNING))
    await circled(room, "Lan", frequency=PostFrequency.OFF)
    in_a_circle(room, {"who": 1, "message": 3, "act": "comment", "text": "Is it good?"})
    await room.accept("The kye is under the mat", at=room.ctx.clock.now())
    await room.accept("I have baked bread", at=room.ctx.clock.now())
    await until(room, 0.01)
    assert await _comments_waiting(room)
    await (room.delete("m1") if taken_back else room.edit("m1", "The key is under the mat"))
    await room.idle()
    await until(room, 1)
    assert ("@Ann Is it good?" in said(await room.log(), by_people=False)) is not taken_back


async def test_a_comment_keeps_to_its_post(room: Room) -> None:
    """Ann has written something else since, and a comment on the first of it counts as one on the second."""
    room.change(clock=MovedClock(MORNING))
    await circled(room, "Lan", frequency=PostFrequency.OFF)
    in_a_circle(room, {"who": 1, "message": 2, "act": "comment", "text": "Keep me a crust!"})
    await room.accept("I have baked bread", at=room.ctx.clock.now())
    await room.accept("The gulls are loud", at=room.ctx.clock.now())
    await until(room, 1)
    session = (await sessions.open_here(room.ctx, room.here, "Ann")).session
    [job] = await job_contexts(room.ctx, SessionKey(room.here.space, session))
    found = threads(await read_in(room.db, job, 1, job.line.head))
    by_text = {it.message.text: found[it.post].message.text for it in found}
    assert by_text["@Ann Keep me a crust!"] == "I have baked bread"
    assert by_text["The gulls are loud"] == "The gulls are loud"


async def test_a_round_waits_where_something_is_written(room: Room) -> None:
    """What the model has answered is thrown away while a post is being written, and asked for once more."""
    room.change(clock=MovedClock(MORNING))
    await circled(room, "Lan", "Mo", frequency=PostFrequency.OFTEN)
    in_a_circle(
        room,
        {"who": 1, "message": 2, "act": "like", "text": ""},
        {"who": 2, "message": 2, "act": "comment", "text": "Keep the crust for me!"},
    )
    await due_plans(room.ctx, [room.here.platform])
    await _does(room, "circle_plan")
    await room.accept("I have baked bread", at=room.ctx.clock.now())
    await due_rounds(room.ctx, [room.here.platform])
    await _does(room, "circle_round")
    gate = Gate()
    room.model.answer = lambda _: Script([gate, WORDS, Finish()])
    [first, *_] = [it["kind"] for it in await room.due() if it["kind"].startswith("circle_post")]
    await _does(room, first)
    await gate.reached()
    await _does(room, "circle_answer")
    assert not await room.sql(LIKES, room.here.space)
    gate.open()
    await room.idle()
    await _does(room, "circle_answer")
    assert len(await room.sql(LIKES, room.here.space)) == 1
    assert len(await _comments_waiting(room)) == 1
    assert len([it for it in room.model.errands if it.errand == {"acts"}]) == 1


async def test_what_a_round_came_to_is_not_done_too_late(room: Room) -> None:
    """A process that slept three hours likes and comments all at once; or what it forgot is kept."""
    clock = MovedClock(MORNING)
    room.change(clock=clock)
    await circled(room, "Lan", frequency=PostFrequency.OFF)
    in_a_circle(room, {"who": 1, "message": 2, "act": "like", "text": ""})
    await room.accept("I have baked bread", at=room.ctx.clock.now())
    await due_rounds(room.ctx, [room.here.platform])
    await _does(room, "circle_round")
    clock.at = MORNING + timedelta(hours=3)
    await _does(room, "circle_answer")
    assert not await room.sql(LIKES, room.here.space)
    assert not [it for it in await room.due() if it["kind"].startswith("circle_answer")]


async def test_another_comment_is_one(room: Room) -> None:
    """A swipe of a comment is a reply to nothing."""
    await _before_a_comment(room, "The gulls stole my bread")
    await until(room, 1)
    room.model.answer = lambda _: say("@Ann Poor you!")
    await replies.again(room.ctx, room.runner, room.here)
    await room.idle()
    assert "You comment on a message in the circle" in room.prompt()[-1][1]
    assert "Ann: The gulls stole my bread" in room.prompt()[-1][1]
    assert said(await room.log(), by_people=False)[-1] == "@Ann Poor you!"


async def test_a_round_is_shown_the_threads_with_news(room: Room) -> None:
    """Each round reads the whole week again."""
    room.change(clock=MovedClock(MORNING))
    await circled(room, "Lan", frequency=PostFrequency.OFF)
    in_a_circle(room)
    await room.accept("I have baked bread", at=room.ctx.clock.now())
    await until(room, 1)
    await room.accept("The gulls are loud", at=room.ctx.clock.now())
    await until(room, 1)
    *_, last = [it.prompt for it in room.model.errands if it.errand == {"acts"}]
    assert "The gulls are loud" in last
    assert "I have baked bread" not in last


async def test_facts_of_posts_wait_for_people_or_half_a_day(room: Room) -> None:
    """A model is paid to look for facts at every post; or what people say there is noted hours later."""
    room.change(clock=MovedClock(MORNING))
    await circled(room, "Lan", "Mo", frequency=PostFrequency.OFTEN)
    in_a_circle(room)
    await until(room, 38)  # two days to midnight: each posts five times at least, whenever it does
    assert len(await _posts(room, 0)) > 4, "no number of posts hurries it"
    first = await _facts_due(room)
    assert 5 < first <= 6
    await room.accept("The gulls stole my bread", at=room.ctx.clock.now())
    await until(room, 12)
    assert await _facts_due(room) <= 0.05, "three minutes after what somebody said, and posts put nothing off"


async def _facts_due(room: Room) -> float:
    """In how many hours facts are looked for."""
    query = """
        SELECT extract(epoch FROM not_before - now())::float8 / 3600 AS hours
        FROM due WHERE space_id = $1 AND kind = 'facts'
    """
    [row] = await room.sql(query, room.here.space)
    return row["hours"]


async def _does(room: Room, kind: str) -> None:
    """Do one kind of work now, whenever it was to be done."""
    jobs = {it: job for it, job in jobs_of(room.ctx, room.runner).items() if kind.startswith(it) or it.startswith(kind)}
    tasks = Tasks()
    await room.sql(
        "UPDATE due SET not_before = now() + CASE WHEN kind LIKE $2 || '%' THEN '0' ELSE '1 day' END::interval"
        " WHERE space_id = $1",
        room.here.space,
        kind,
    )
    await DueWork(room.db, "test", jobs, SystemClock(), tasks).run_ready()
    await tasks.stop()


async def _before_a_comment(room: Room, words: str) -> None:
    """Somebody has said something, and a character is about to comment on it."""
    room.change(clock=MovedClock(MORNING))
    await circled(room, "Lan", frequency=PostFrequency.OFF)
    in_a_circle(room, {"who": 1, "message": 2, "act": "comment", "text": "I like it!"})
    await room.accept(words, at=room.ctx.clock.now())
    await until(room, 0.01)
    assert await _comments_waiting(room)


async def _comments_waiting(room: Room) -> list[str]:
    return [it["kind"] for it in await room.due() if it["kind"].startswith("circle_comment")]


async def _posts(room: Room, since: int) -> list[str]:
    """The posts behind the first ``since`` entries."""
    return [it["text"] for it in (await room.log())[since:] if it["text"].startswith(WORDS)]
