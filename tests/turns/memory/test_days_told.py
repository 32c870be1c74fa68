"""What a busy day was about is told in a turn: each of its matters, as a selection that says so, beside its page."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from engine.actions.characters import characters
from engine.actions.chats import inspections
from engine.actions.chats import sessions as sessions_actions
from engine.actions.house import settings as settings_actions
from engine.db.chats import log, sessions
from engine.db.house import work
from engine.db.memory import memories
from engine.rules.recall.remembering.sources import REMEMBER
from engine.rules.recall.words.words import terms
from engine.turns.inputs.cast import who_plays
from engine.turns.intake.accept import resolve
from engine.values.chats.bodies import MessageBody
from engine.values.chats.entries import NewEntry, Place, Range
from engine.values.house.setting_scopes import SettingScope
from engine.values.memory.memories import MemoryKind, NewMemory, Tag
from engine.values.models.prompts import PartVerdict, Reason
from tests.bench.days import CHARACTER, LANGUAGES, Day, days, missing
from tests.turns.remembering import asked, at, past, remembering
from tests.turns.room import Room

NOW = datetime(2026, 3, 18, 20, tzinfo=UTC)
YESTERDAY = datetime(2026, 3, 17, 7, tzinfo=UTC)
ASKED = {"en": "What did we talk about yesterday?", "zh": "我们昨天聊了什么？"}
SAYS_SO = {"en": re.compile(r"(\d+) of the (\d+) lines"), "zh": re.compile(r"共 (\d+) 句，选出 (\d+) 句")}


async def settle(room: Room, **settings: str) -> None:
    await remembering(room, now=NOW)
    for name, value in {"budget_tokens": "2000", "facts": "off", **settings}.items():
        await settings_actions.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)


async def lived(room: Room, day: Day, *, ago: int = 1) -> None:
    """A made-up day, so many days before now; the room's person says what its people say."""
    shift = (NOW - timedelta(days=ago)).replace(hour=0) - day.said[0].at.replace(hour=0, minute=0, second=0)
    async with room.db.transaction() as on:
        channel_head = await sessions.current(on, room.here.key)
        assert channel_head is not None
        line = await room.ctx.lines.current(on, channel_head.session_key, channel_head.branch)
        character = await who_plays(on, channel_head.session_key, line)
        entries = [
            NewEntry(MessageBody(), it.at + shift, it.text, character=character)
            if it.speaker == CHARACTER
            else NewEntry(MessageBody(), it.at + shift, it.text, person=room.here.person)
            for it in day.said
        ]
        await log.append(on, channel_head.session_key, channel_head.branch, line.head, entries)
        await work.mark_due(on, channel_head.session_key, REMEMBER)


async def chattered(room: Room) -> None:
    """So much talk of today that nothing from before stands in the history."""
    idle = [(f"{n}: so tired today. " * 8, f"{n}: me too. " * 8) for n in range(40)]
    await past(room, *idle, since=NOW - timedelta(hours=2))


async def page(room: Room, text: str, first: datetime, last: datetime) -> None:
    """A page of the diary, as the job of the nights writes it."""
    async with room.db.transaction() as on:
        channel_head = await sessions.current(on, room.here.key)
        assert channel_head is not None
        line = await room.ctx.lines.current(on, channel_head.session_key, channel_head.branch)
        character = await who_plays(on, channel_head.session_key, line)
        branch = line.segments[-1].branch
        new = NewMemory(
            MemoryKind.DIARY,
            Tag.DIARY,
            Place(branch, line.head),
            character,
            (Range(branch, 2, 3),),
            text,
            first,
            last,
            terms(text),
            people=(room.here.person,),
            characters=(character,),
        )
        assert await memories.remember(on, channel_head.session_key, [new]) != [None]


def busy(language: str) -> Day:
    """A long day with many matters."""
    return next(it for it in days(language) if len(it.said) > 150 and 6 <= len(it.matters) <= 9)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_each_matter_of_a_busy_day_is_told(room: Room, language: str) -> None:
    """The character tells what was said at length, and has forgotten what was said once."""
    await settle(room, language=language, recall_tokens="1000", mode="chat")
    day = busy(language)
    await lived(room, day)
    await chattered(room)
    lines = (await asked(room, ASKED[language])).splitlines()
    assert missing(day.matters, lines) == []
    system = "\n".join(text for role, text in room.prompt() if role == "system")
    said = SAYS_SO[language].search(system)
    assert said is not None
    told, every = sorted(map(int, said.groups()))
    assert told == len(lines) - 1  # above them stands the day
    assert lines[0] == "[2026-03-17]"
    assert told < every <= len(day.said)


async def test_a_short_day_is_told_whole(room: Room) -> None:
    """Three lines are called a selection, and people believe that something was kept from them."""
    await settle(room)
    await past(room, ("The cat had kittens.", "How many?"), since=YESTERDAY)
    await chattered(room)
    assert len((await asked(room, ASKED["en"])).splitlines()) == 2
    assert not room.prompts_say("selection")


async def test_why_says_that_it_is_a_selection(room: Room) -> None:
    """Somebody looks why the character left something out, and reads that all was told."""
    await settle(room, recall_tokens="400")
    await lived(room, busy("en"))
    await chattered(room)
    await asked(room, ASKED["en"])
    found = await inspections.last(room.engine.ctx, room.here)
    assert found is not None
    [line] = [it for it in found.lines if it.origin == "diary" and it.verdict is PartVerdict.IN]
    assert line.reason == Reason.SELECTION


async def test_the_page_comes_first_and_then_what_it_lacks(room: Room) -> None:
    """A day is told from its page alone, without what the page forgot; or twice, page and lines."""
    await settle(room, recall_tokens="400")
    pairs = [(f"The ferry to Lindau is cancelled, says number {n}.", f"{n}: I see, the ferry.") for n in range(40)]
    pairs.insert(20, ("The vet found a tumour in our old tomcat.", "Oh no."))
    await past(room, *pairs, since=YESTERDAY)
    await chattered(room)
    await room.drain()
    await page(room, "They heard that the ferry to Lindau is cancelled.", YESTERDAY, YESTERDAY + timedelta(hours=2))
    lines = (await asked(room, ASKED["en"])).splitlines()
    assert "They heard that the ferry" in lines[1]
    assert sum("ferry to Lindau" in it for it in lines) <= 2
    assert any("tumour" in it for it in lines)


async def test_days_with_and_without_a_page(room: Room) -> None:
    """Asked for a week, the character tells of the days that have a page, or of those that have none."""
    await settle(room, recall_tokens="600")
    day = timedelta(days=1)
    things = ("mast", "kiln", "boiler", "violin")
    for number, thing in enumerate(things):
        pairs = [(f"The {thing} broke on us, entry {n}.", "That is a pity.") for n in range(30)]
        await past(room, *pairs, since=YESTERDAY - (4 - number) * day)
    await chattered(room)
    await room.drain()
    await page(
        room, "The mast broke, and they were sad.", YESTERDAY - 4 * day, YESTERDAY - 4 * day + timedelta(hours=1)
    )
    told = await asked(room, "What did we talk about in the last 7 days?")
    assert "and they were sad" in told
    assert all(thing in told for thing in things)


async def test_other_chats_are_told_only_where_they_may_be(room: Room) -> None:
    """In a story somebody hears what was said in another one, because a day was asked for."""
    room.origin = replace(room.origin, private=True)
    room.here = await resolve(room.ctx, room.origin)
    await settle(room, mode="story", recall_tokens="400")
    await lived(room, busy("en"))
    await room.drain()
    info = next(it for it in await characters.listed(room.engine.ctx, room.here) if it.name == "Mira")
    await sessions_actions.new(room.engine.ctx, room.engine.runner, room.here, "Ann", info.id)
    assert await asked(room, ASKED["en"]) == ""
    await settle(room, mode="chat", recall_tokens="400")
    assert await asked(room, ASKED["en"]) != ""


async def test_a_day_is_read_at_once(room: Room) -> None:
    """Each question about a busy day asks the database half a dozen times, and the reply waits for it."""
    await settle(room, recall_tokens="400")
    await lived(room, busy("en"))
    await chattered(room)
    await room.drain()
    before = room.db.counts.copy()
    await asked(room, ASKED["en"])
    by_name = room.db.counts.since(before).by_name
    assert by_name["memories_told"] == 1
    assert by_name["memories_within"] == by_name["memories_read"] == 0
    at(room, NOW)
