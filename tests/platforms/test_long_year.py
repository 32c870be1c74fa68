"""A year of talk is brought along and asked about: in the terminal and on both platforms, in both languages."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.terminal.conversation import terminal_origin
from tests.platforms.front import ROOMS
from tests.platforms.long_year import ENOUGH, PERSON, Story, lived, story, wrong
from tests.platforms.room import PATIENCE, House
from tests.platforms.seats import seat_at
from tests.processes.program import Program, configured

pytestmark = [pytest.mark.slow, pytest.mark.calendar, pytest.mark.share(4)]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_year_is_asked_about_in_the_terminal(house: House, language: str) -> None:
    """Whoever moves here with a year of talk meets a character that has read none of it, or mixes up its days."""
    told = story(language)
    assert told.messages >= ENOUGH
    house.model.others["/v1/embeddings"] = {}  # there are no vectors: words answer
    await lived(house, terminal_origin(PERSON), language, told)
    await _talk(house, language, told, [it.text for it in told.questions])
    assert _wrongs(house, told) == []


@pytest.mark.parametrize(("platform", "language"), [("discord", "zh"), ("telegram", "en")])
async def test_a_year_is_asked_about_on_a_platform(house: House, platform: str, language: str) -> None:
    """A platform's own times or names keep the character from the days that are asked about."""
    told = story(language)
    house.model.others["/v1/embeddings"] = {}
    async with seat_at(platform) as seat:
        person = seat.person(PERSON, language)
        channel = seat.private(person)
        here = await lived(house, ROOMS[platform].origin(channel, person), language, told)
        async with ROOMS[platform].room(seat.server, house) as room:
            for question in told.questions:
                said = seat.says(person, channel, question.text)
                await seat.reads(channel, "Well.", said.id)
                await room.daemon.engine.turns.idle(here)
    assert _wrongs(house, told) == []


async def _talk(house: House, language: str, told: Story, lines: Sequence[str]) -> None:
    """``python -m bot chat`` as a process that reads ``lines`` from a pipe."""
    usual = {"CHAT__CONTEXT": "32768", "EMBEDDING__URL": house.model.url, "EMBEDDING__MODEL": "vectors"}
    names = {**usual, "LANGUAGE": language, "TIMEZONE": told.zone}
    environment = {**configured(house.url, house.folder, house.model.url, **names), "USER": PERSON}
    async with Program(("-m", "bot", "chat"), environment, house.folder / "terminal.log", talks=True) as chat:
        async with asyncio.timeout(3 * PATIENCE):  # it starts as a whole program
            await chat.launch()
            for line in lines:
                chat.tell(line)
            chat.hang_up()
            code = await chat.died()
        assert code == 0, "\n".join((*chat.said, chat.logged))[-2000:]


def _wrongs(house: House, told: Story) -> list[str]:
    """What is wrong with the prompts in which the questions were asked."""
    prompts = [it.prompt for it in house.model.generations]
    asked = [(it, next((prompt for prompt in prompts if it.text in prompt), "")) for it in told.questions]
    return [it for question, prompt in asked for it in wrong(question, prompt)]
