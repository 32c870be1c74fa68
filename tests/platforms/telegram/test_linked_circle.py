"""A channel of Telegram with its group as a circle: posts in the channel, what answers them in the group."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.delivery.surface import Later, SurfaceMessage, Unsure
from bot.telegram.linked.posts import LinkedPosts
from bot.words.localise import Speech
from tests.platforms.circles import COMMENT, MO, NAMES, NELA, POST, WRITES, Circle, act, in_rounds, opened_circle
from tests.platforms.front import Front, front
from tests.platforms.room import PATIENCE, AnyRoom, House
from tests.platforms.telegram.room import surface_of
from tests.platforms.telegram.test_limiter import Time
from tests.platforms.telegram.test_surface import at
from tests.servers.model import say
from tests.servers.telegram import Chat, Message, TelegramServer

ROWS = "SELECT root FROM post_thread WHERE post = $1"

pytestmark = pytest.mark.calendar


@dataclass
class Linked:
    """A circle in the channel of Ann's group."""

    it: Front
    room: AnyRoom
    circle: Circle
    channel: Chat

    @property
    def server(self) -> TelegramServer:
        return self.it.seat.server

    @property
    def group(self) -> Chat:
        return self.circle.group

    async def posted(self, text: str) -> Message:
        """Wait for a post in the channel."""
        found = lambda: next((it for it in self.server.messages(self.channel) if text in it.text), None)  # noqa: E731
        return await self.it.seat.waits(found)

    async def first_post(self) -> Message:
        """The first post, which has come."""
        await self.circle.comes("circle_post.%")
        return await self.posted(POST[self.circle.language])

    async def commented(self, asks: str, reply_to: Message) -> Message:
        """Ann comments, and Mo answers it as soon as it is time; Mo's comment."""
        text = COMMENT[self.circle.language]
        in_rounds(self.circle.house, act(MO, 2, text))
        self.circle.ann.says(self.group, asks, reply_to=reply_to)
        await self.circle.hears(asks)
        await self.circle.comes("circle_round.%")
        await self.circle.comes("circle_comment.%")
        return await self.said(text)

    async def said(self, text: str) -> Message:
        """Wait for a message of the bot in the group."""
        return (await self.it.seat.reads(self.group, text)).it


def _group(it: Front, language: str = "en", bot: str = "administrator") -> tuple[Any, Chat, Chat]:
    """Ann, her channel, and the group that discusses it."""
    ann = it.seat.person("Ann", language)
    group = it.seat.server.group("Home", [ann], admin=True)
    return ann, group, it.seat.server.channel("Their days", ann, group, bot=bot)


@asynccontextmanager
async def _opened(house: House, language: str = "en") -> AsyncIterator[Linked]:
    async with front("telegram", house) as it, it.opened() as room:
        yield await _circle(it, house, room, language)


async def _circle(it: Front, house: House, room: AnyRoom, language: str = "en") -> Linked:
    ann, group, channel = _group(it, language)
    return Linked(it, room, await opened_circle(it, house, room, language, ann, group, kind="linked"), channel)


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_posts_are_in_the_channel_and_comments_answer_their_copies(house: House, language: str) -> None:
    """Posts and comments lie about in one heap, a copy is read as if somebody said it, or a post rings in a channel."""
    nela, mo = NAMES[language]
    comma = Speech().speaker(language).say("list-comma")
    async with _opened(house, language) as here:
        circle, server = here.circle, here.server
        in_rounds(house, act(NELA, 2), act(MO, 2, COMMENT[language]))
        await circle.comes("circle_post.%")
        post = await here.posted(POST[language])
        assert post.text.split("\n")[0] in (nela, mo)
        assert post.silent
        assert post.buttons == []
        [copy] = server.copies(post)

        asks = "Was it good bread?" if language == "en" else "面包好吃吗？"
        circle.ann.says(here.group, asks, reply_to=copy)
        await circle.hears(asks)
        [stored] = await house.sql("SELECT body FROM inbox WHERE text = $1", asks)
        assert json.loads(stored["body"])["reply_to"]["text"] == POST[language]
        await circle.comes("circle_round.%")
        liked = await here.said("❤")
        assert nela in liked.text
        in_rounds(house, act(MO, 2))
        await circle.comes("circle_comment.%")
        comment = await here.said(COMMENT[language])
        assert comment.text.startswith(mo)
        assert comment.silent
        assert comment.topic == copy.id
        await circle.comes("circle_round.%")
        await here.it.holds(here.it.seat._seen(liked), comma.join((nela, mo)))
        assert [it.text for it in server.messages(here.channel)] == [post.text]
        assert here.it.seat.rejected == []


async def test_comments_on_comments_are_in_the_thread_of_their_post(house: House) -> None:
    """What answers a comment is nobody's, or opens a thread of its own."""
    async with _opened(house) as here:
        post = await here.first_post()
        [copy] = here.server.copies(post)
        comment = await here.commented("Poor you!", copy)
        in_rounds(house, *(act(who, 3, "Me too.") for who in (NELA, MO)))
        answer = here.circle.ann.says(here.group, "And then?", reply_to=comment)
        await here.circle.hears("And then?")
        await here.circle.comes("circle_round.%")
        await here.circle.comes("circle_comment.%")
        second = await here.said("Me too.")
        assert second.reply_to in (comment, answer)
        assert second.topic == copy.id
        assert here.it.seat.rejected == []


async def test_what_a_post_has_no_room_for_goes_on_below_it(house: House) -> None:
    """The rest of a long post is a post of its own, with a thread of its own, or is lost."""
    async with _opened(house) as here:
        text = " ".join(f"The gull came back {n} times." for n in range(200))
        house.model.answer = lambda _: say(text)
        await here.circle.comes("circle_post.%")
        post = await here.posted("The gull came back 1 times.")
        rest = await here.said("The gull came back 199 times.")
        assert rest.reply_to in here.server.copies(post)
        assert here.server.messages(here.channel) == [post]
        assert here.it.seat.rejected == []


async def test_what_is_in_the_thread_of_a_post_is_a_comment_on_it(house: House) -> None:
    """Who writes under a post and answers nothing there, or reacts on its copy, seems to speak of nothing."""
    async with _opened(house) as here:
        post = await here.first_post()
        [copy] = here.server.copies(post)
        comment = await here.commented("Poor you!", copy)
        assert comment.reply_to is not copy
        here.circle.ann.says(here.group, "Still hungry?", topic=copy.id)
        await here.circle.hears("Still hungry?")
        here.circle.ann.says(here.group, "Really?", reply_to=comment)
        await here.circle.hears("Really?")
        rows = await house.sql(
            "SELECT text, body FROM inbox WHERE kind = 'message' AND channel_id = (SELECT max(channel_id) FROM outbox)"
        )
        answered = {it["text"]: json.loads(it["body"]).get("reply_to", {}).get("text") for it in rows}
        assert answered["Still hungry?"] == POST["en"]
        assert answered["Really?"].endswith(COMMENT["en"])
        here.circle.ann.reacts(copy, "🔥")
        await here.room.handler.diary.reads("reacted", f"{here.channel.id}/{post.id}")
        assert here.it.seat.rejected == []


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_what_people_post_in_the_channel_is_read_and_commented_on(house: House, language: str) -> None:
    """Characters are deaf for what is posted in their own channel, or read it twice: there and as a copy."""
    async with _opened(house, language) as here:
        in_rounds(house, *(act(who, 1) for who in (NELA, MO)), *(act(who, 1, COMMENT[language]) for who in (NELA, MO)))
        post = here.circle.ann.says(here.channel, WRITES[language])
        [copy] = here.server.copies(post)
        await here.circle.hears(WRITES[language])
        [stored] = await house.sql("SELECT external, position FROM inbox WHERE kind = 'message'")
        assert (stored["external"], stored["position"]) == (f"{here.channel.id}/{post.id}", copy.id)
        await here.circle.comes("circle_round.%")
        liked = await here.said("❤")
        await here.circle.comes("circle_comment.%")
        comment = await here.said(COMMENT[language])
        assert [liked.reply_to, comment.reply_to] == [copy, copy]
        here.circle.ann.edits(post, f"{WRITES[language]}!")
        await here.circle.hears(f"{WRITES[language]}!")
        assert len(await house.sql("SELECT FROM inbox WHERE kind = 'edit'")) == 1
        assert here.server.messages(here.channel) == [post]
        assert here.it.seat.rejected == []


async def test_a_channel_that_is_no_circle_is_not_read(house: House) -> None:
    """Whatever is posted in any channel that the bot is in becomes a chat, or a command."""
    async with _opened(house) as here:
        other = here.server.channel("Elsewhere", here.circle.ann)
        before = len(here.room.handler.heard)
        here.circle.ann.says(other, "Nobody asked you.")
        here.circle.ann.uses(here.channel, "/circle close")
        await here.circle.said("Hello!")
        assert [it.text for it in here.room.handler.heard[before:]] == ["Hello!"]


async def test_a_copy_may_come_late(house: House) -> None:
    """A comment that is due before the copy of its post has come is nobody's, or is never made."""
    async with _opened(house) as here:
        here.channel.keeps_copies = True
        in_rounds(house, *(act(who, 1, COMMENT["en"]) for who in (NELA, MO)))
        post = await here.first_post()
        await here.circle.comes("circle_round.%")
        await here.circle.comes("circle_comment.%")
        assert COMMENT["en"] not in "".join(here.circle.texts)
        here.server.releases(here.channel)
        comment = await here.said(COMMENT["en"])
        assert [comment.reply_to] == here.server.copies(post)
        assert here.it.seat.rejected == []


async def test_a_copy_that_comes_twice_and_after_a_restart_is_one(house: House) -> None:
    """A copy is said by nobody, counts once, and is known although nobody listened when it was made."""
    async with front("telegram", house) as it:
        async with it.opened() as room:
            here = await _circle(it, house, room)
            here.channel.keeps_copies = True
            post = await here.first_post()
            heard = len(await house.sql("SELECT FROM inbox"))
        here.server.releases(here.channel)
        async with it.opened() as room:
            here = replace(here, room=room, circle=replace(here.circle, room=room))
            name = f"{here.channel.id}/{post.id}"
            await _is_there(house, ROWS, name)
            here.server.redeliver(1, same_id=False)
            comment = await here.commented("Poor you!", here.server.copies(post)[0])
            assert len(await house.sql(ROWS, name)) == 1
            assert len(await house.sql("SELECT FROM inbox")) == heard + 1
            assert comment.topic == here.server.copies(post)[0].id
        assert it.seat.rejected == []


async def test_a_post_that_nobody_confirmed_is_not_doubled(house: House) -> None:
    """The answer to a post gets lost, and it is posted again, or people are asked whether to see it again."""
    async with _opened(house) as here:
        here.server.faults.cut("sendMessage", chat=here.channel.id)
        post = await here.first_post()
        await _is_noted(house, here, post)
        assert len(here.server.messages(here.channel)) == 1
        assert here.it.seat.rejected == []


async def test_a_post_that_was_being_sent_when_the_bot_ended_is_not_doubled(house: House) -> None:
    """The post stands in the channel, but the process was gone before it was told so."""
    async with front("telegram", house) as it:
        async with it.opened() as room:
            here = await _circle(it, house, room)
            gate = here.server.faults.hold("sendMessage", chat=here.channel.id, accepted=True)
            await here.circle.comes("circle_post.%")
            post = await here.posted(POST["en"])
        gate.open()
        async with it.opened() as room:
            here = replace(here, room=room, circle=replace(here.circle, room=room))
            await _is_noted(house, here, post)
            assert len(here.server.messages(here.channel)) == 1


async def _is_noted(house: House, here: Linked, post: Message) -> None:
    arrived = "SELECT FROM outbox WHERE kind = 'reply' AND state = 'sent' AND platform_id = $1"
    await _is_there(house, arrived, f"{here.channel.id}/{post.id}")  # noted behind the call


async def _is_there(house: House, rows: str, *values: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await house.sql(rows, *values):
            pass


async def test_undo_takes_a_post_away_with_its_copy(house: House) -> None:
    """What was taken back is read on in the channel, or in the group."""
    async with _opened(house) as here:
        in_rounds(house)
        await here.circle.said("Hello!")
        await here.circle.comes("circle_round.%")
        post = await here.first_post()
        [copy] = here.server.copies(post)
        await _is_noted(house, here, post)
        here.circle.ann.uses(here.group, "/undo", reply_to=copy)
        await here.it.seat.waits(lambda: post.deleted and copy.deleted)
        async with asyncio.timeout(PATIENCE):
            while await house.sql(ROWS, f"{here.channel.id}/{post.id}"):
                pass
        assert here.it.seat.rejected == []


async def test_a_closed_circle_posts_no_more_until_it_is_opened_again(house: House) -> None:
    """Characters go on posting in a channel although nobody wants that, or never again."""
    speak = Speech().speaker("en")
    async with _opened(house) as here:
        ann, seat = here.circle.ann, here.it.seat
        closed = speak.say("circle-closed").partition("/")[0]
        assert closed in await seat.uses(ann, here.group, "circle close")
        await house.sql("UPDATE due SET not_before = now() WHERE kind LIKE 'circle_post.%'")
        await here.circle.works()
        assert not await here.circle.planned("circle_post.%")
        assert here.server.messages(here.channel) == []
        opened = speak.say("circle-opened", kind="linked").partition("/")[0]
        assert opened in await seat.uses(ann, here.group, "circle open")
        for name in NAMES["en"]:
            assert name in await seat.uses(ann, here.group, "circle join", character=name, often="often")
        await here.circle.works()
        await here.first_post()


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_posts_come_to_the_group_once_the_channel_is_lost(house: House, language: str) -> None:
    """A channel is linked no more, or the bot is out of it, and posts come to nothing for ever without a word."""
    speak = Speech().speaker(language)
    async with _opened(house, language) as here:
        if language == "en":
            here.server.unlinks(here.channel)
            told = "circle-unlinked"
        else:
            here.channel.members[here.server.bot.id] = "left"
            told = "circle-unposted"
        await here.circle.comes("circle_post.%")
        await here.said(POST[language])
        await here.said(speak.say(told).partition("/")[0])
        assert here.server.messages(here.channel) == []
        in_rounds(house, *(act(who, 1, COMMENT[language]) for who in (NELA, MO)))
        await here.circle.comes("circle_round.%")
        await here.circle.comes("circle_comment.%")
        comment = await here.said(COMMENT[language])
        assert comment.reply_to is not None
        assert POST[language] in comment.reply_to.text


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("bot", ["mute", "member", "left"])
async def test_without_the_right_to_post_it_is_said_which_one_is_missing(house: House, language: str, bot: str) -> None:
    """A circle is opened whose channel the bot may never post in."""
    async with front("telegram", house) as it, it.opened() as room:
        ann, group, channel = _group(it, language, bot)
        await it.lets_in(room.daemon, group, ann)
        await it.sets(room.daemon, group, ann, "language", language)
        speak = Speech().speaker(language)
        assert speak.say("error-no-circle-here", why="channel") in await it.seat.uses(ann, group, "circle open")
        it.seat.server.unlinks(channel)
        opened = speak.say("circle-opened", kind="place").partition("/")[0]
        assert opened in await it.seat.uses(ann, group, "circle open")


async def test_where_little_is_heard_no_channel_is_opened(house: House) -> None:
    """Copies and comments never arrive, and every comment of a character is lost among the others."""
    async with front("telegram", house) as it:
        it.seat.server.profile.can_read_all_group_messages = False
        async with it.opened() as room:
            ann, group, _ = _group(it)
            ann.demotes_bot(group)
            await it.lets_in(room.daemon, group, ann)
            refused = Speech().speaker("en").say("error-no-circle-here", why="unheard")
            assert refused in await it.seat.uses(ann, group, "circle open")


async def test_where_no_copy_comes_a_post_is_answered_across_chats(house: House) -> None:
    """A comment waits for ever for a copy that Telegram never told us of, or stands for itself."""
    async with front("telegram", house) as it, it.opened() as room, surface_of(it.seat.server) as surface:
        ann, group, channel = _group(it)
        post = ann.says(channel, "We moved.")
        name, time = f"{channel.id}/{post.id}", Time()
        posts = LinkedPosts(room.engine.places, time, print)
        for wait in (posts.answered(at(group), name), posts.lost(at(group), "said")):
            with pytest.raises(Later):
                await wait
        time.now += 60
        assert await posts.answered(at(group), name) == name
        with pytest.raises(Unsure):
            await posts.lost(at(group), "said")
        number = await surface.it.send(at(group), SurfaceMessage("Where to?", "k", answers=name))
        assert group.messages[int(number)].beside is post
