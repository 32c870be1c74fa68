"""How a bot begins, and how a story begins: the same wherever people talk."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import SecretStr

from engine.errors import PlatformTokenWrong
from tests.platforms.discord import room as discord
from tests.platforms.front import ALL, front
from tests.platforms.minimal import room as minimal
from tests.platforms.room import GREETING, House
from tests.platforms.telegram import room as telegram

WRONG: dict[str, Callable[[Any], dict[str, Any]]] = {
    "discord": lambda server: {"discord": discord.account(server, token=SecretStr("wrong"))},
    "telegram": lambda server: {"telegram": telegram.account(server, "7000000001:AAnot-the-token-of-anybody-at-all")},
    "minimal": lambda server: {"platforms": {"irc": minimal.account(server, password="wrong")}},
}
TRIED: dict[str, Callable[[Any], int]] = {
    "discord": lambda server: len(server.rest_calls()),
    "telegram": lambda server: len(server.calls("getMe")),
    "minimal": lambda server: server.tries,
}


@pytest.mark.parametrize("platform", ALL)
async def test_a_wrong_token_is_said_and_not_tried_again(house: House, platform: str) -> None:
    """The operator would wait for a bot that can never come, and the platform would ban the address."""
    async with front(platform, house) as it:
        server = it.seat.server
        async with house.opened(**WRONG[platform](server)) as daemon:
            with pytest.raises(PlatformTokenWrong):
                async with asyncio.timeout(20):
                    await daemon.guest.run()
        assert TRIED[platform](server) == 1


@pytest.mark.parametrize("platform", ALL)
async def test_a_story_begins_with_its_greeting_wherever_it_is_told(house: House, platform: str) -> None:
    """The card's first scene is never read in a group, and the model answers as if it had not been."""
    async with front(platform, house) as it, it.opened() as r:
        seat, ann = it.seat, it.seat.person("Ann", "en")
        places, group = [seat.private(ann)], None
        if platform != "minimal":  # which has no parts, and no quiet messages
            group = seat.group("Home", ann)
            places += [group, seat.part(ann, group, "Harbour")]
        for number, place in enumerate(places):
            await it.lets_in(r.daemon, place, ann)
            said = it.says(ann, place, f"hello {number}")
            await seat.waits(lambda place=place: _together(it.texts(place)) == _together([GREETING, "Well."]))
            prompt = house.model.generations[-1].prompt
            assert 0 < prompt.index("Just in from the instruments") < prompt.index(f"hello {number}")
            *greeting, answer = [one.id for one in seat.stands(place)]
            assert min(greeting) > said.id
            if platform != "minimal":
                loud = [one for one in (*greeting, answer) if one in seat.rang(place)]
                assert loud == [answer], "the answer alone rings"
            await r.daemon.rests()
            it.says(ann, place, "and now?")
            await seat.waits(lambda place=place: _together(it.texts(place)) == _together([GREETING, "Well.", "Well."]))
        if platform == "discord":
            names = {one.it.data["author"]["username"] for one in seat.stands(group)}
            assert names == {"Lan"}


def _together(texts: list[str]) -> str:
    """Where people chat, a greeting comes in two messages."""
    return "\n\n".join(it.strip() for it in texts)
