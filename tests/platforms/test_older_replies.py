"""An older reply that is changed: the message that shows it has its new words, where the platform lets us."""

from typing import Final

import pytest

from bot.delivery.surface import ROOM_FOR_A_NAME
from tests.platforms.front import PLATFORMS, front
from tests.platforms.room import SPEECH, House
from tests.servers.model import say

EDIT: Final = {"en": "/edit other 3", "zh": "/改写 别的 3"}


@pytest.mark.parametrize("language", EDIT)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_the_message_of_an_older_reply_says_what_it_says_now(house: House, platform: str, language: str) -> None:
    """People would go on reading words that the story does not have, and the newest reply would lose its buttons."""
    told = SPEECH.speaker(language)
    house.model.script(say("It is dark."), say("A lamp."), say("A moth."))
    async with front(platform, house) as it:
        seat, ann = it.seat, it.seat.person("Ann", language)
        group = seat.group("Home", ann)
        async with it.opened(ann, group) as r:
            await it.sets(r.daemon, group, ann, "language", language)
            it.says(ann, group, "What do you see?")
            dark = await seat.reads(group, "It is dark.")
            it.says(ann, group, "And there?")
            lamp = await seat.reads(group, "A lamp.")
            await it.control(lamp, "right:")
            seat.says(ann, group, f"{EDIT[language]} It is light.")
            await it.holds(dark, "It is light.")
            assert seat.fresh(dark).controls == ()
            assert "right:" in "".join(seat.fresh(lamp).controls), "the newest one alone turns to others"
            await seat.presses(ann, seat.fresh(lamp), await it.control(lamp, "right:"))
            await it.holds(lamp, "A moth.")
            assert "It is light." in seat.fresh(dark).text, "a swipe takes the place of the newest reply alone"

            room = seat.longest - ROOM_FOR_A_NAME
            seat.says(ann, group, f"{EDIT[language]} {'so long ' * (room // 8 - 9)}.")
            await it.holds(dark, "so long .")
            seat.says(ann, group, f"{EDIT[language]} {'longer ' * (room // 7 + 9)}.")
            await it.holds(dark, "longer…")
            await seat.reads(group, told.say("delivery-shown-in-part"))
        assert seat.rejected == []


@pytest.mark.parametrize("language", EDIT)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_of_a_message_that_is_gone_it_is_told(house: House, platform: str, language: str) -> None:
    """The new words would be nowhere to be seen and nobody would say so, or they would stand below the newest reply."""
    house.model.script(say("It is dark."), say("A lamp."))
    async with front(platform, house) as it:
        seat, ann = it.seat, it.seat.person("Ann", language)
        group = seat.group("Home", ann)
        async with it.opened(ann, group) as r:
            await it.sets(r.daemon, group, ann, "language", language)
            it.says(ann, group, "What do you see?")
            dark = await seat.reads(group, "It is dark.")
            it.says(ann, group, "And there?")
            await seat.reads(group, "A lamp.")
            ann.deletes(seat.fresh(dark).it)
            seat.says(ann, group, f"{EDIT[language]} It is dusk.")
            await seat.reads(group, SPEECH.speaker(language).say("delivery-stays"))
            assert not any("It is dusk." in text for text in it.texts(group))


@pytest.mark.parametrize("language", EDIT)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_message_holds_all_the_lines_of_an_older_reply(house: House, platform: str, language: str) -> None:
    """Where a reply comes in several messages, an older one would show the first of its new lines alone."""
    house.model.script(say("It is dark."), say("A lamp."))
    async with front(platform, house) as it:
        seat, ann = it.seat, it.seat.person("Ann", language)
        dm = seat.private(ann)
        async with it.opened(ann, dm) as r:
            for name, value in {"language": language, "mode": "chat", "bubbles": "3"}.items():
                await it.sets(r.daemon, dm, ann, name, value)
            it.says(ann, dm, "What do you see?")
            dark = await seat.reads(dm, "It is dark.")
            it.says(ann, dm, "And there?")
            await seat.reads(dm, "A lamp.")
            seat.says(ann, dm, f"{EDIT[language]} It is light.\nThe sun is up.\n\nAnd it is warm.")
            await it.holds(dark, "It is light.")
            await r.daemon.rests()
            assert seat.fresh(dark).text == "It is light.\nThe sun is up.\n\nAnd it is warm."
            assert not any(SPEECH.speaker(language).say("delivery-shown-in-part") in text for text in it.texts(dm))
        assert seat.rejected == []
