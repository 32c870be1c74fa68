"""What somebody said alone with a character is recalled where they are alone with it under another name."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from engine.actions.characters import cards, characters
from engine.actions.chats import inspections, sessions
from engine.actions.house import access, settings
from engine.actions.memory import diaries, garden
from engine.actions.people import abouts, forgetting, linking
from engine.errors import MemoryLinked
from engine.rules.recall.ranking.rank import OTHERS, SUBJECT
from engine.values.chats.incoming import Here, Origin
from engine.values.house.setting_scopes import SettingScope
from engine.values.memory.memories import MemoryKind, Recalled, Tag
from tests.turns.memory.test_recall_people import known
from tests.turns.people.joining import join
from tests.turns.remembering import asked, past, remembering
from tests.turns.room import Room, new_origin

MARCH = datetime(2026, 3, 2, 9, tzinfo=UTC)
LATER = datetime(2026, 3, 20, 9, tzinfo=UTC)
SAID = "My sister Tamsin breeds falcons."
ASKED = "What does Tamsin breed?"


async def alone(room: Room, origin: Origin, mode: str = "chat") -> Here:
    """Go to a private place and begin a chat with the character that every place has."""
    room.runner._platforms |= {origin.platform}
    room.origin = origin
    room.here = here = await room.engine.places.resolve(origin)
    await access.at_home(room.engine.ctx, here)
    for name, value in {"debounce": "0", "budget_tokens": "2000", "facts": "off", "mode": mode, "bubbles": "0"}.items():
        await settings.put(room.engine.ctx, here, SettingScope.SPACE, name, value)
    lan = next(it for it in await characters.listed(room.engine.ctx, here) if it.builtin)
    await sessions.new(room.engine.ctx, room.engine.runner, here, origin.person_name, lan.id)
    return here


def somewhere(person: str, *, private: bool = True) -> Origin:
    return replace(new_origin(), person=person, person_name=person.title(), private=private)


async def told(room: Room, person: str = "annabel") -> Here:
    """Something was said alone, which is remembered."""
    here = await alone(room, somewhere(person))
    await past(room, (SAID, "How lovely."), since=MARCH)
    await room.drain()
    return here


async def joined(room: Room, first: Here, second: Here) -> None:
    await join(room.engine, first, second)


@pytest.fixture
async def room(room: Room) -> Room:
    await remembering(room, now=LATER)
    return room


async def test_both_ways(room: Room) -> None:
    """A companion that was told something at the desk knows nothing of it on the telephone, or the other way round."""
    desk = await told(room)
    there = room.origin
    telephone = await alone(room, somewhere("ann"))
    assert SAID not in await asked(room, ASKED)
    await joined(room, desk, telephone)
    assert f"Ann: {SAID}" in await asked(room, ASKED)
    await past(room, ("My brother Corwin mends clocks.", "Clever."), since=MARCH + timedelta(days=1))
    await room.drain()
    room.origin, room.here = there, desk
    assert "Annabel: My brother Corwin mends clocks." in await asked(room, "What does Corwin mend?")


async def test_what_one_said_oneself_is_one_s_own_under_every_name(room: Room) -> None:
    """Asked for what somebody said, the character takes their other name for a stranger and tells others' words."""
    desk, there = await told(room), room.origin
    telephone = await alone(room, somewhere("ann"))
    await joined(room, desk, telephone)
    question = "What did I say about my sister and her falcons?"
    await asked(room, question)
    from_there = await best(room, telephone)
    await alone(room, there)
    await asked(room, question)
    at_home = await best(room, desk)
    assert from_there.memory.id == at_home.memory.id
    assert from_there.score == pytest.approx(at_home.score, abs=abs(SUBJECT - OTHERS) / 2)


async def best(room: Room, here: Here) -> Recalled:
    """What was recalled first for the last reply."""
    seen = await inspections.last(room.engine.ctx, here)
    assert seen is not None
    return seen.recalled[0]


async def test_a_story_stays_to_itself_under_every_name(room: Room) -> None:
    """What was said in one story turns up in another that is told on another platform."""
    desk = await told(room)
    await garden.add(room.engine.ctx, room.engine.runner, desk, "The key lies under the blue stone.")
    telephone = await alone(room, somewhere("ann"), mode="story")
    await joined(room, desk, telephone)
    assert SAID not in await asked(room, ASKED)
    assert "Written down: The key lies under the blue stone." in await asked(room, "Where is the key?")


async def in_a_group(room: Room, desk: Here) -> None:
    here = await alone(room, somewhere("ann", private=False))
    await joined(room, desk, here)
    await abouts.allow(room.engine.ctx, here, elsewhere=True)


async def with_others(room: Room, desk: Here) -> None:
    """In a place that counts as private somebody else has written lately."""
    here = await alone(room, somewhere("ann"))
    await joined(room, desk, here)
    ann, room.origin = room.origin, replace(room.origin, person="ben", person_name="Ben")
    await room.say("Ben is here too.")
    room.origin = ann


async def after_an_unlink(room: Room, desk: Here) -> None:
    here = await alone(room, somewhere("ann"))
    await joined(room, desk, here)
    assert SAID in await asked(room, ASKED)
    await linking.unlink(room.engine.ctx, here)


async def opted_out(room: Room, desk: Here) -> None:
    here = await alone(room, somewhere("ann"))
    await joined(room, desk, here)
    await abouts.allow(room.engine.ctx, desk, opted_out=True)


async def somebody_else(room: Room, desk: Here) -> None:
    """Somebody who is linked too, to somebody else."""
    other = await told_nothing(room)
    here = await alone(room, somewhere("ben"))
    await joined(room, other, here)


async def told_nothing(room: Room) -> Here:
    return await alone(room, somewhere("benjamin"))


async def another_character(room: Room, desk: Here) -> None:
    here = await alone(room, somewhere("ann"))
    await joined(room, desk, here)
    lan = next(it for it in await characters.listed(room.engine.ctx, here) if it.builtin)
    copy = await cards.copy(room.engine.ctx, here, lan.id)
    await sessions.new(room.engine.ctx, room.engine.runner, here, "Ann", copy.id)


async def forgotten(room: Room, desk: Here) -> None:
    here = await alone(room, somewhere("ann"))
    await joined(room, desk, here)
    receipt = await forgetting.forget_me(room.engine.ctx, room.engine.runner, here)
    assert receipt.done
    assert not await room.sql("SELECT FROM entry WHERE space_id = $1 AND text <> ''", desk.space)
    await alone(room, room.origin)


@pytest.mark.share(2)
@pytest.mark.parametrize(
    "where", [in_a_group, with_others, after_an_unlink, opted_out, somebody_else, another_character, forgotten]
)
async def test_it_goes_nowhere_else(room: Room, where: Callable[[Room, Here], Awaitable[None]]) -> None:
    """Others would read what somebody said alone, or it would go on crossing after they took the link back."""
    await where(room, await told(room))
    assert SAID not in await asked(room, ASKED)
    assert not room.prompts_say("falcons")


async def test_a_question_about_a_day_is_asked_everywhere(room: Room) -> None:
    """Somebody asks what they talked about on a day, and hears that nothing was said then."""
    desk = await told(room)
    telephone = await alone(room, somewhere("ann"))
    await joined(room, desk, telephone)
    assert SAID in await asked(room, "What did we talk about on March 2nd?")


async def test_the_diary_of_a_day_is_one(room: Room) -> None:
    """The page of a day is there on one platform and not on the other."""
    desk = await told(room)
    await known(room, "She told me of Tamsin.", MemoryKind.DIARY, Tag.DIARY)
    telephone = await alone(room, somewhere("ann"))
    await known(room, "She was quiet today.", MemoryKind.DIARY, Tag.DIARY)
    await joined(room, desk, telephone)
    found = await diaries.on_day(room.engine.ctx, telephone, "2026-03-02")
    assert {it.text for it in found.pages} == {"She told me of Tamsin.", "She was quiet today."}
    assert found.total == 2
    await linking.unlink(room.engine.ctx, telephone)
    assert [it.text for it in (await diaries.on_day(room.engine.ctx, telephone, "2026-03-02")).pages] == [
        "She was quiet today."
    ]


async def test_why_says_where_it_came_from(room: Room) -> None:
    """Nobody understands how the character can know what was never said here; and it could be changed from here."""
    desk = await told(room)
    telephone = await alone(room, somewhere("ann"))
    await joined(room, desk, telephone)
    assert SAID in await asked(room, ASKED)
    seen = await inspections.last(room.engine.ctx, telephone)
    assert seen is not None
    [found] = [it.memory for it in seen.recalled if it.memory.text == SAID]
    assert seen.places == {desk.space: desk.platform}
    shown = await garden.show(room.engine.ctx, telephone, found.id)
    assert (shown.planted.memory.text, shown.planted.platform) == (SAID, desk.platform)
    with pytest.raises(MemoryLinked):
        await garden.edit(room.engine.ctx, room.engine.runner, telephone, found.id, "My sister breeds owls.")
    assert [it.memory.text for it in await garden.search(room.engine.ctx, telephone, "Tamsin")] == [SAID]
    await linking.unlink(room.engine.ctx, telephone)
    again = await inspections.last(room.engine.ctx, telephone)
    assert again is not None
    assert again.recalled == ()
    assert again.places == {}


async def test_who_is_linked_to_nobody_asks_no_more_than_before(room: Room) -> None:
    """Every turn of everybody would pay for what a few use."""
    await told(room)
    start = room.db.counts.copy()
    await room.say(ASKED)
    assert room.db.counts.since(start).by_name["sights"] == 1
