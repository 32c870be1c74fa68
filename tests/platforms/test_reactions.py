"""Reactions on both platforms: heard as they come, felt with the next turn, and never answered."""

import json
from typing import Any

import pytest

from bot.words.localise import Speech
from tests.platforms.front import PLATFORMS, Front, front
from tests.platforms.room import AnyRoom, House
from tests.servers.model import say

HEADING = {"en": "[Reactions that people have put on messages", "zh": "[你上次回复之后，大家给消息加的表情回应"}
SEA = "The sea is calm tonight."
ASKED = {"en": "How is the sea?", "zh": "今晚的海怎么样？"}


async def acts_of(house: House) -> list[list[str]]:
    """What every reaction in the log says, in order."""
    rows = await house.sql(
        "SELECT body ->> 'emojis' AS signs FROM entry WHERE kind = 'reaction' ORDER BY written_at, seq"
    )
    return [json.loads(it["signs"]) for it in rows]


async def _reacts(it: Front, r: AnyRoom, person: Any, message: Any, sign: str, *, gone: bool = False) -> None:
    """Somebody reacts, or takes it back; returns once that is in the log."""
    before = r.diary.told.count(("reacted", str(message.id)))
    it.seat.reacts(person, message, sign, gone=gone)
    await r.diary.until(lambda: r.diary.told.count(("reacted", str(message.id))) > before)
    await r.daemon.rests()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_heart_is_felt_with_the_next_turn(house: House, platform: str, language: str) -> None:
    """A reaction would be lost, answered, told at every turn, or after it was taken back."""
    house.model.answer = lambda _: say(SEA)
    async with front(platform, house) as it:
        ann, ben = it.seat.person("Ann", language), it.seat.person("Ben", language)
        group = it.seat.group("Home", ann, ben)
        async with it.opened(ann, group) as r:
            await it.sets(r.daemon, group, ann, "language", language)
            asked = it.says(ann, group, ASKED[language])
            reply = await it.seat.reads(group, SEA)
            await r.daemon.rests()
            await _reacts(it, r, ben, reply.it, "❤️")
            await _reacts(it, r, ben, asked, "👍")
            await _reacts(it, r, ann, reply.it, "🔥")
            await _reacts(it, r, ann, reply.it, "🔥", gone=True)
            assert len(house.model.generations) == 1, "it is answered by nothing"
            it.says(ann, group, ASKED[language])
            await it.reads(group, SEA, SEA)
            prompt = house.model.generations[-1].prompt
            assert HEADING[language] in prompt
            assert f": “{SEA}”" in prompt.partition("Ben ❤ → ")[2].partition("\n")[0]
            assert "Ben 👍 → Ann: “" in prompt
            assert "🔥" not in prompt
            await r.daemon.rests()
            it.says(ann, group, "And then?")
            await it.reads(group, SEA, SEA, SEA)
            assert HEADING[language] not in house.model.generations[-1].prompt
        assert await acts_of(house) == [["❤"], ["👍"], ["🔥"], []]
        assert it.seat.rejected == []


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_what_people_feel_about_others_is_not_looked_at(house: House, platform: str) -> None:
    """A bot would keep who likes whose words in every channel that it can see."""
    async with front(platform, house) as it:
        ann, eve = it.seat.person("Ann", "en"), it.seat.person("Eve", "en")
        group = it.seat.group("Home", ann, eve)
        async with it.opened(ann, group) as r:
            among = it.seat.says(ann, group, "Among ourselves.")
            await r.handler.hears("Among ourselves.")
            it.seat.reacts(eve, among, "❤")
            await r.diary.reads("not of a session", str(among.id))
            assert await house.sql("SELECT FROM person WHERE name = 'Eve'") == [], "nobody asked who that is"
            assert await house.sql("SELECT FROM inbox WHERE kind = 'reaction'") == []


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("sign", ["🗑", "🗑️"])
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_bin_offers_an_undo(house: House, platform: str, sign: str, language: str) -> None:
    """A slip of the finger would take back what people wrote; or the question would stand there for ever."""
    speak = Speech().speaker(language)
    house.model.answer = lambda _: say(SEA)
    async with front(platform, house) as it:
        ann, eve = it.seat.person("Ann", language), it.seat.person("Eve", language)
        group = it.seat.group("Home", ann, eve)
        async with it.opened(ann, group) as r:
            await it.sets(r.daemon, group, ann, "language", language)
            it.says(ann, group, ASKED[language])
            reply = await it.seat.reads(group, SEA)
            await r.daemon.rests()
            await _reacts(it, r, eve, reply.it, sign)
            await _reacts(it, r, ann, reply.it, sign)
            offer = await it.seat.reads(group, speak.say("undo-offered"))
            assert it.texts(group) == [SEA, offer.text], "who may not undo it is asked nothing"
            assert await acts_of(house) == [], "what is asked of us is not felt"
            await it.seat.presses(ann, offer, "no:gone")
            await it.reads(group, SEA)
            if platform == "telegram":  # Discord sends the same words again as the same message for some minutes
                await _reacts(it, r, ann, reply.it, "👍")
                await _reacts(it, r, ann, reply.it, sign)
            else:
                it.says(ann, group, ASKED[language])
                await it.seat.waits(lambda: it.texts(group) == [SEA, SEA])
                reply = it.seat.stands(group)[-1]
                await r.daemon.rests()
                await _reacts(it, r, ann, reply.it, sign)
            offer = await it.seat.reads(group, speak.say("undo-offered"))
            before = len(it.texts(group))
            await it.seat.presses(ann, offer, next(one for one in offer.controls if one.startswith("at:")))
            await it.seat.waits(lambda: offer.text not in it.texts(group) and it.texts(group).count(SEA) == before - 2)
        assert it.seat.rejected == []
