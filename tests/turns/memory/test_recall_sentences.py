"""Questions about a time are answered in a lounge, where people say a name, greet, and write several lines."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from engine.actions.house import settings
from engine.values.chats.incoming import Incoming
from engine.values.house.setting_scopes import SettingScope
from tests import calendar
from tests.servers.model import fail
from tests.turns.remembering import WordEmbedder, asked, filled, past, recalled, remembering
from tests.turns.room import Room

NOW = datetime(2026, 3, 18, 20, tzinfo=UTC)
"""A Wednesday."""
TUESDAY = datetime(2026, 3, 17, 19, tzinfo=UTC)
MONDAY = TUESDAY - timedelta(days=1)
ROOF = "The roof leaks again."
LADDER = "I will bring the ladder."
CAKE = "I baked a rhubarb cake."
SISTER = "My sister is a diver."
CAT = "The cat had kittens."


@pytest.fixture
async def lounge(room: Room) -> Room:
    """A lounge in which people have talked on three days; it hears what is not said to its character."""
    await remembering(room, now=NOW)
    for name, value in {"budget_tokens": "2000", "facts": "off", "mode": "lounge", "listen": "on"}.items():
        await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)
    await past(room, (SISTER, "Your sister dives?"), since=MONDAY - timedelta(days=9))
    await past(room, (CAT, "How many?"), since=MONDAY - timedelta(days=6))
    await past(room, (CAKE, "Any left?"), since=MONDAY)
    await past(room, (ROOF, LADDER), since=TUESDAY)
    await filled(room, 30, NOW - timedelta(hours=2))
    return room


async def _heard(room: Room, text: str) -> None:
    """Somebody says something, to nobody in particular."""
    room.position += 1
    at = calendar.now()
    said = Incoming(room.origin, f"m{room.position}", text, at, room.position, addressed=False)
    await room.engine.turns.accept(said)
    await room.idle()


def _told(room: Room) -> list[str]:
    return [line.split(": ", 1)[1] for line in recalled(room).splitlines()]


@pytest.mark.parametrize(
    "text",
    [
        "Mira, what did we talk about yesterday?",
        "Good morning Mira! What did we talk about yesterday?",
        "hey mira quick question what did we talk about yesterday pls",
        "@Mira what happened on Tuesday",
        "Mira，昨天我们聊了什么？",
        "早上好呀～Mira 昨天咱们都聊啥了",
        "I just woke up Mira, what did we talk about yesterday?",
    ],
)
async def test_a_day_is_told_to_who_says_the_name(lounge: Room, text: str) -> None:
    """In a lounge, where the name has to be said, a day comes back as the one line that is most like the question."""
    await lounge.drain()
    await _heard(lounge, text)
    assert _told(lounge)[:2] == [ROOF, LADDER]
    assert CAKE not in _told(lounge)


async def test_what_was_overheard_before_narrows_nothing(lounge: Room) -> None:
    """Lines that others wrote to one another since the character spoke hide the day that is asked for."""
    await lounge.drain()
    for text in ("The harbour is closed.", "lol", "Who was it who took my umbrella?"):
        await _heard(lounge, text)
    await _heard(lounge, "Mira, what did we talk about yesterday?")
    assert [it for it in _told(lounge) if it in (ROOF, LADDER)] == [ROOF, LADDER]


async def test_an_unanswered_line_narrows_nothing(lounge: Room) -> None:
    """After a bad minute of the model the day comes back as one line."""
    await lounge.drain()
    lounge.model.script(*[fail(503)] * 3)
    await _heard(lounge, "Mira, are you there?")
    await _heard(lounge, "Mira, what did we talk about yesterday?")
    assert _told(lounge)[:2] == [ROOF, LADDER]
    assert "Mira, are you there?" not in recalled(lounge)


async def test_each_question_of_a_message_is_answered(lounge: Room) -> None:
    """Of two days one is told, or neither."""
    await lounge.drain()
    await _heard(lounge, "Mira, what did we talk about yesterday? And on Monday?")
    assert _told(lounge) == [CAKE, "Any left?", ROOF, LADDER]


async def test_a_question_without_a_time_is_answered_beside_one_with_it(lounge: Room) -> None:
    """Who asks for a day and for something else hears of the day alone."""
    await lounge.drain()
    await _heard(lounge, "What did we talk about yesterday, Mira? And do you remember the kittens?")
    assert set(_told(lounge)) >= {CAT, ROOF, LADDER}
    assert _told(lounge).count(ROOF) == 1


async def test_several_days_share_the_room_of_one(lounge: Room) -> None:
    """Three questions take the room of the talk; or the first takes that of the others."""
    long = [(f"Entry {number} of a long evening about nets, ropes and weather.", "Aye.") for number in range(60)]
    for day in (MONDAY, TUESDAY):
        await past(lounge, *long, since=day - timedelta(days=7))
    await settings.put(lounge.engine.ctx, lounge.here, SettingScope.SPACE, "recall_tokens", "400")
    lines = (await asked(lounge, "What did we say on March 9? What did we say on March 10?")).splitlines()
    days = [line[6:11] for line in lines]
    assert min(days.count("03-09"), days.count("03-10")) >= 4
    assert sum(map(len, lines)) < 400 * 6


async def test_a_name_that_is_called_is_not_whom_it_is_about(lounge: Room) -> None:
    """Who calls the character by name gets what the character said, not what they said themselves."""
    await settings.put(lounge.engine.ctx, lounge.here, SettingScope.SPACE, "recall_replies", "on")
    await settings.put(lounge.engine.ctx, lounge.here, SettingScope.SPACE, "recall_items", "1")
    assert SISTER in await asked(lounge, "Mira, what does my sister do?")


async def test_a_greeting_brings_up_no_day(lounge: Room) -> None:
    """Who says good morning gets all of the day told, and pays for it."""
    assert await asked(lounge, "How are you today?") == ""


async def test_a_burst_is_embedded_once(lounge: Room) -> None:
    """Each sentence waits for the embedding model anew."""
    calls: list[int] = []

    class Counting(WordEmbedder):
        async def embed(self, texts: Sequence[str]) -> list[list[float]]:
            calls.append(len(texts))
            return await super().embed(texts)

    await lounge.drain()
    lounge.change(embedder=Counting())
    await lounge.say("What did we say about the roof yesterday? And about the cake on Monday? Is the cat well?")
    assert len(calls) == 1
    assert {CAKE, ROOF} <= set(_told(lounge))
