"""A circle in a forum of Discord: each post is a thread, what answers it stands in that thread."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import pytest

from bot.words.localise import Speech
from tests.platforms.circles import COMMENT, MO, NAMES, NELA, POST, WRITES, Circle, act, in_rounds, opened_circle
from tests.platforms.front import Front, front
from tests.platforms.room import PATIENCE, AnyRoom, House
from tests.processes.daemon import ForkedDaemon, daemon
from tests.servers.discord import Message
from tests.servers.model import say

pytestmark = pytest.mark.calendar

HELLO = {"en": ("Hello", "Here they live."), "zh": ("大家好", "他们就住在这里。")}
TITLE = {"en": "Baking", "zh": "烤面包"}


async def _circle(it: Front, house: House, room: AnyRoom, language: str = "en") -> tuple[Circle, Any]:
    """A circle in a forum of Ann's server, opened in a post that she began it with; its forum."""
    forum, ann, hello = _forum(it, language)
    return await opened_circle(it, house, room, language, ann, forum, hello.channel, "forum"), forum


def _forum(it: Front, language: str = "en", *, tagged: bool = False) -> tuple[Any, Any, Message]:
    ann = it.seat.person("Ann", language)
    forum = it.seat.server.forum(it.seat.group("Home", ann).guild, "life", tagged=tagged)
    return forum, ann, ann.posts(forum, *HELLO[language])


def _threads(forum: Any) -> list[Any]:
    return [it for it in forum.guild.threads if it.parent is forum]


async def _posted(it: Front, forum: Any, text: str) -> Any:
    """Wait for the thread of a post; the thread."""

    def found() -> Any:
        begun = [thread for thread in _threads(forum) if thread.messages]
        return next((one for one in begun if one.messages[min(one.messages)].text.startswith(text)), None)

    return await it.seat.waits(found)


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_each_post_is_a_thread_with_its_comments_and_likes(house: House, language: str) -> None:
    """Posts, comments and likes lie about in one heap, or each comment opens a thread of its own."""
    nela, mo = NAMES[language]
    comma = Speech().speaker(language).say("list-comma")
    async with front("discord", house) as it, it.opened() as room:
        circle, forum = await _circle(it, house, room, language)
        in_rounds(house, act(NELA, 2), act(MO, 2, COMMENT[language]))
        await circle.comes("circle_post.%")
        thread = await _posted(it, forum, POST[language])
        first = thread.messages[thread.id]
        assert thread.name == POST[language]
        assert first.webhook is not None
        assert first.author.name in (nela, mo)

        baking = circle.ann.posts(forum, TITLE[language], WRITES[language])
        await circle.hears(f"{TITLE[language]}\n{WRITES[language]}")
        await circle.comes("circle_round.%")
        liked = await it.seat.reads(baking.channel, "❤")
        assert nela in liked.text
        in_rounds(house, act(MO, 1))
        await circle.comes("circle_comment.%")
        comment = await it.seat.reads(baking.channel, COMMENT[language])
        assert circle.is_of(mo, comment)
        await circle.comes("circle_round.%")
        await it.holds(liked, comma.join((nela, mo)))
        assert it.texts(baking.channel) == [it.seat.fresh(liked).text, comment.text]
        assert it.texts(thread) == [POST[language]]
        assert len(_threads(forum)) == 3
        assert it.seat.rejected == []


async def test_a_comment_on_a_post_stands_under_it_and_is_gone_with_it(house: House) -> None:
    """What is said under a post of a character is none of its thread, or is read when the thread is gone."""
    async with front("discord", house) as it, it.opened() as room:
        circle, forum = await _circle(it, house, room)
        await circle.comes("circle_post.%")
        thread = await _posted(it, forum, POST["en"])
        in_rounds(house, act(NELA, 2), act(NELA, 2, COMMENT["en"]), act(MO, 2), act(MO, 2, COMMENT["en"]))
        it.seat.says(circle.ann, thread, "Poor you!")
        await circle.hears("Poor you!")
        stored = await house.sql("SELECT body FROM inbox WHERE text = 'Poor you!'")
        assert json.loads(stored[0]["body"])["reply_to"]["text"] == POST["en"]
        await circle.comes("circle_round.%")
        await it.seat.reads(thread, "❤")
        await circle.comes("circle_comment.%")
        await it.seat.reads(thread, COMMENT["en"])
        assert len(_threads(forum)) == 2
        before = len(room.handler.heard)
        it.seat.server.removes(thread)
        await room.handler.until(before + 1)
        assert room.handler.heard[-1].target == f"{thread.id}/{thread.id}"
        assert it.seat.rejected == []


async def test_a_post_that_nobody_confirmed_is_not_doubled(house: House) -> None:
    """A thread is opened, the answer gets lost, and another one is opened."""
    async with front("discord", house) as it, it.opened() as room:
        circle, forum = await _circle(it, house, room)
        it.seat.server.faults.fail("POST", r"/webhooks/\d+/\w+$", 502, accepted=True)
        await circle.comes("circle_post.%")
        thread = await _posted(it, forum, POST["en"])
        arrived = "SELECT FROM outbox WHERE kind = 'reply' AND state = 'sent' AND platform_id = $1"
        await it.seat.waits(lambda: it.seat.server.rest_calls("PATCH", f"/messages/{thread.id}"))
        async with asyncio.timeout(PATIENCE):  # that it has arrived is noted behind the call
            while not await house.sql(arrived, f"{thread.id}/{thread.id}"):
                pass
        assert len(_threads(forum)) == 2


async def _commented(it: Front, house: House, room: AnyRoom) -> tuple[Circle, Any, Any]:
    """A circle, its forum, and the thread of a post that somebody is about to comment on."""
    circle, forum = await _circle(it, house, room)
    await circle.comes("circle_post.%")
    thread = await _posted(it, forum, POST["en"])
    in_rounds(house, act(NELA, 1), act(NELA, 1, COMMENT["en"]), act(MO, 1), act(MO, 1, COMMENT["en"]))
    await circle.comes("circle_round.%")
    await it.seat.reads(thread, "❤")
    assert await circle.planned("circle_comment.%")
    return circle, forum, thread


async def test_a_comment_waits_until_its_post_is_there(house: House) -> None:
    """A comment on a post that is still on its way opens a thread of its own."""
    async with front("discord", house) as it, it.opened() as room:
        circle, forum, thread = await _commented(it, house, room)
        name = f"{thread.id}/{thread.id}"
        away = "UPDATE outbox SET state = 'sending', platform_id = NULL WHERE platform_id = $1 RETURNING id"
        [row] = await house.sql(away, name)
        await circle.comes("circle_comment.%")
        assert await circle.planned("circle_comment.%"), "it waits"
        await house.sql("UPDATE outbox SET state = 'sent', platform_id = $2 WHERE id = $1", row["id"], name)
        await circle.comes("circle_comment.%")
        await it.seat.reads(thread, COMMENT["en"])
        assert not await circle.planned("circle_comment.%")
        assert len(_threads(forum)) == 2


async def test_nobody_reads_what_is_on_its_way(house: House) -> None:
    """Characters like a post that nobody can see, and the likes stand in a thread of their own."""
    async with front("discord", house) as it, it.opened() as room:
        circle, forum = await _circle(it, house, room)
        await circle.comes("circle_post.%")
        thread = await _posted(it, forum, POST["en"])
        in_rounds(house, act(NELA, 1), act(MO, 1))
        name = f"{thread.id}/{thread.id}"
        noted = "SELECT id FROM outbox WHERE platform_id = $1 AND state = 'sent'"
        async with asyncio.timeout(PATIENCE):  # that it has arrived is noted behind the call
            while not (row := await house.sql(noted, name)):
                pass
        await house.sql("UPDATE outbox SET state = 'sending', platform_id = NULL WHERE id = $1", row[0]["id"])
        await circle.comes("circle_round.%")
        assert circle.rounds == 0
        await house.sql("UPDATE outbox SET state = 'sent', platform_id = $2 WHERE id = $1", row[0]["id"], name)
        await circle.comes("circle_round.%")
        await it.seat.reads(thread, "❤")
        assert (circle.rounds, len(_threads(forum))) == (1, 2)


async def test_a_thread_that_is_put_away_is_taken_out_for_a_comment(house: House) -> None:
    """Nobody comments on what has rested for a week, or the line of likes is there twice."""
    async with front("discord", house) as it, it.opened() as room:
        circle, forum, thread = await _commented(it, house, room)
        liked = await it.seat.reads(thread, "❤")
        thread.archived = True
        await circle.comes("circle_comment.%")
        await it.seat.reads(thread, COMMENT["en"])
        assert not thread.archived
        in_rounds(house, *(act(who, at) for who in (NELA, MO) for at in (1, 2)))
        it.seat.says(circle.ann, thread, "And then?")
        await circle.hears("And then?")
        thread.archived = True
        await circle.comes("circle_round.%")
        await it.seat.waits(lambda: not thread.archived)
        assert sum("❤" in text for text in it.texts(thread)) <= 2, "one line for each message that is liked"
        assert "❤" in it.seat.fresh(liked).text
        assert len(_threads(forum)) == 2
        assert [call.status for call in it.seat.rejected] in ([], [400]), "put away, and taken out"


async def test_a_thread_that_is_locked_is_passed_by(house: House) -> None:
    """A moderator has closed a thread, and characters go on writing there because they may."""
    async with front("discord", house) as it, it.opened() as room:
        circle, forum, thread = await _commented(it, house, room)
        before = it.texts(thread)
        it.seat.server.locks(thread)
        circle.ann.posts(forum, TITLE["en"], WRITES["en"])
        await room.handler.hears(f"{TITLE['en']}\n{WRITES['en']}")  # by then it is known that the thread is locked
        await circle.comes("circle_comment.%")
        given_up = "SELECT FROM outbox WHERE kind = 'reply' AND state = 'unknown'"
        async with asyncio.timeout(PATIENCE):
            while not await house.sql(given_up):
                pass
        assert (it.texts(thread), thread.archived, len(_threads(forum))) == (before, True, 3)
        assert it.seat.rejected == []


@pytest.mark.slow
@pytest.mark.parametrize("point", ["after_sending", "before_sent"])
async def test_killed_while_a_thread_opens(house: House, tmp_path: Path, point: str) -> None:
    """The daemon dies before or after it opened the thread of a post: a second one is opened, or none ever."""
    async with front("discord", house) as it:
        async with it.opened() as room:
            circle, forum = await _circle(it, house, room)
            [first, *_] = await circle.planned("circle_post.%")
        await _killed_over(it, house, tmp_path, first, point)
        thread = await _posted(it, forum, POST["en"])
        assert (len(_threads(forum)), it.texts(thread)) == (2, [POST["en"]])


@pytest.mark.slow
@pytest.mark.parametrize("point", ["after_sending", "before_sent"])
async def test_killed_while_a_comment_goes_out(house: House, tmp_path: Path, point: str) -> None:
    """The daemon dies before or after a comment was said: it is said twice, or never."""
    async with front("discord", house) as it:
        async with it.opened() as room:
            circle, _, thread = await _commented(it, house, room)
            [first, *_] = await circle.planned("circle_comment.%")
        await _killed_over(it, house, tmp_path, first, point)
        assert [COMMENT["en"] in one for one in it.texts(thread)].count(True) == 1


async def _killed_over(it: Front, house: House, folder: Path, work: str, point: str) -> None:
    """A daemon does a work that is due, is killed at a point, and another one comes to rest."""
    await house.sql("DELETE FROM due WHERE kind LIKE 'circle%' AND kind <> $1", work)
    await house.sql("UPDATE due SET not_before = now() WHERE kind = $1", work)
    before = len(await house.sql("SELECT FROM outbox WHERE kind = 'reply' AND state = 'sent'"))
    names = {**it.seat.names, "EMBEDDING__URL": house.model.url, "EMBEDDING__MODEL": "vectors"}
    async with daemon(house.url, folder / "killed", house.model.url, ForkedDaemon, **names) as one:
        await one.launch(f"{point}:1")
        async with asyncio.timeout(PATIENCE):
            assert await one.died() == -signal.SIGKILL
        await one.start()
        async with asyncio.timeout(PATIENCE):
            while len(await house.sql("SELECT FROM outbox WHERE kind = 'reply' AND state = 'sent'")) == before:
                pass


async def test_a_long_post_stands_in_one_thread(house: House) -> None:
    """The end of a post that has no room in one message begins a thread of its own."""
    long = " ".join(f"{POST['en'][:-1]}, for the {number}th time." for number in range(60))
    async with front("discord", house) as it, it.opened() as room:
        circle, forum = await _circle(it, house, room)
        house.model.answer = lambda _: say(long)
        await circle.comes("circle_post.%")
        thread = await _posted(it, forum, POST["en"][:-1])
        await it.seat.waits(lambda: " ".join(" ".join(it.texts(thread)).split()) == long)
        assert len(it.texts(thread)) > 1
        assert len(_threads(forum)) == 2
        assert it.seat.rejected == []


async def test_a_forum_that_wants_tags_gets_one_also_without_webhooks(house: House) -> None:
    """Where no webhook may be, or each post needs a tag, nobody ever posts."""
    async with front("discord", house) as it, it.opened() as room:
        forum, ann, hello = _forum(it, tagged=True)
        it.seat.server.revokes(forum, "manage_webhooks")
        circle = await opened_circle(it, house, room, "en", ann, forum, hello.channel, "forum")
        await circle.comes("circle_post.%")
        thread = await it.seat.waits(lambda: next((one for one in _threads(forum) if one.id != hello.id), None))
        name, text = it.texts(thread)[0].split("\n")
        assert name.strip("*") in NAMES["en"]
        assert (thread.name, text) == (POST["en"], POST["en"])
        assert it.seat.rejected == []


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_without_the_right_to_post_it_is_said_which_one_is_missing(house: House, language: str) -> None:
    """A circle is opened in which nobody can ever post; so it is in one for files alone."""
    async with front("discord", house) as it, it.opened() as room:
        forum, ann, hello = _forum(it, language)
        await it.lets_in(room.daemon, hello.channel, ann)
        await it.sets(room.daemon, hello.channel, ann, "language", language)
        speak = Speech().speaker(language)
        it.seat.server.revokes(forum, "send_messages")
        assert speak.say("error-no-circle-here", why="posts") in await it.seat.uses(ann, hello.channel, "circle open")
        media = it.seat.server.forum(forum.guild, "pictures", media=True)
        shown = ann.posts(media, "Look", "A gull.")
        assert speak.say("error-no-circle-here", why="media") in await it.seat.uses(ann, shown.channel, "circle open")
        assert speak.say("error-no-circle").partition("/")[0] in await it.seat.uses(ann, hello.channel, "circle show")


async def test_threads_of_a_forum_that_is_no_circle_are_chats_of_their_own(house: House) -> None:
    """Two stories in two threads of a forum become one."""
    async with front("discord", house) as it, it.opened() as room:
        _, ann, hello = _forum(it)
        await it.lets_in(room.daemon, hello.channel, ann)
        house.model.answer = lambda _: say("Well.")
        it.says(ann, hello.channel, "Hello?")
        await it.seat.reads(hello.channel, "Well.")
        here = await room.engine.places.resolve(it.rooms.origin(hello.channel, ann))
        assert await house.sql("SELECT FROM inbox WHERE channel_id = $1", here.channel)
