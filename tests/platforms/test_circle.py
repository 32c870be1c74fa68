"""A circle on both platforms: characters post by themselves, people are read in rounds, liked and commented on."""

import pytest

from bot.words.localise import Speech
from tests.platforms.circles import (
    COMMENT,
    MO,
    NAMES,
    NELA,
    POST,
    WRITES,
    Circle,
    act,
    in_rounds,
    opened_circle,
)
from tests.platforms.front import PLATFORMS, Front, front
from tests.platforms.room import AnyRoom, House

pytestmark = pytest.mark.calendar


async def _circle(it: Front, house: House, room: AnyRoom, language: str) -> Circle:
    """In a group of Ann's."""
    ann = it.seat.person("Ann", language)
    return await opened_circle(it, house, room, language, ann, it.seat.group("Home", ann))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_characters_post_and_read_one_who_writes_there(house: House, platform: str, language: str) -> None:
    """A circle is silent until somebody writes, answers at once, by nobody's name, or tells each like in a new line."""
    nela, mo = NAMES[language]
    comma = Speech().speaker(language).say("list-comma")
    async with front(platform, house) as it, it.opened() as room:
        circle = await _circle(it, house, room, language)
        before, bells = len(circle.texts), it.seat.bells(circle.group)
        in_rounds(house, act(NELA, 2), act(MO, 2, COMMENT[language]))
        await circle.comes("circle_post.%")
        post = await it.seat.reads(circle.group, POST[language])
        assert circle.is_of(nela, post) or circle.is_of(mo, post)
        assert it.seat.bells(circle.group) == bells + 1

        await circle.said(WRITES[language])
        await circle.works()
        assert len(circle.texts) == before + 1, "somebody is answered at once"
        assert circle.rounds == 0
        await circle.comes("circle_round.%")
        liked = await it.seat.reads(circle.group, "❤")
        assert nela in liked.text
        assert it.seat.bells(circle.group) == bells + 1, "a like rings"

        in_rounds(house, act(MO, 1))  # the first that it is shown: of what is new
        await circle.comes("circle_comment.%")
        comment = await it.seat.reads(circle.group, COMMENT[language])
        assert circle.is_of(mo, comment)
        assert "Ann " + COMMENT[language] in comment.text
        assert it.seat.bells(circle.group) == bells + 2
        await circle.comes("circle_round.%")
        await it.holds(liked, comma.join((nela, mo)))
        assert circle.texts == [*circle.texts[:before], post.text, it.seat.fresh(liked).text, comment.text]
        assert circle.rounds == 2
        assert it.seat.rejected == []


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_what_somebody_takes_back_is_not_commented_on(house: House, platform: str) -> None:
    """A character quotes to everybody what its writer did not want to be read."""
    in_rounds(house, act(MO, 1, COMMENT["en"]))
    async with front(platform, house) as it, it.opened() as room:
        circle = await _circle(it, house, room, "en")
        message = await circle.said(WRITES["en"])
        await circle.comes("circle_round.%")
        assert await circle.planned("circle_comment.%")
        before = len(room.handler.heard)
        it.seat.takes_back(circle.ann, message)
        await room.handler.until(before + 1)
        await circle.comes("circle_comment.%")
        assert not await circle.planned("circle_comment.%")
        await circle.comes("circle_post.%")
        await it.seat.reads(circle.group, POST["en"])  # what was to come before it has come
        assert not any(COMMENT["en"] in one for one in circle.texts)
        assert it.seat.rejected == []


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_comment_comes_once_after_a_restart(house: House, platform: str) -> None:
    """Whoever was read before a restart is forgotten, or commented on twice."""
    in_rounds(house, act(NELA, 1), act(MO, 1, COMMENT["en"]))
    async with front(platform, house) as it:
        async with it.opened() as room:
            circle = await _circle(it, house, room, "en")
            await circle.said(WRITES["en"])
            await circle.comes("circle_round.%")
            await it.seat.reads(circle.group, "❤")
        async with it.opened() as circle.room:
            await circle.comes("circle_comment.%")
            await it.seat.reads(circle.group, COMMENT["en"])
        async with it.opened() as circle.room:
            await circle.comes("circle_round.%")
            await circle.comes("circle_post.%")
            await it.seat.reads(circle.group, POST["en"])  # what was to come before it has come
        assert [COMMENT["en"] in one for one in circle.texts].count(True) == 1
        assert ["❤" in one for one in circle.texts].count(True) == 1
        assert it.seat.rejected == []
