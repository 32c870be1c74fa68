"""Whether private things may be told in groups is asked when it first matters: once, in private, and nothing before."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from engine.actions.characters import characters
from engine.actions.chats import sessions
from engine.actions.house import access
from engine.actions.people import abouts
from engine.db.memory import facts
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import Noticed, PartLimit
from engine.values.memory.memories import NewPersonFact
from tests.turns.people.joining import join
from tests.turns.remembering import recalled, remembering
from tests.turns.room import Room, new_origin

MARCH = datetime(2026, 3, 2, 9, tzinfo=UTC)
LATER = datetime(2026, 3, 20, 9, tzinfo=UTC)
SECRET = "is afraid of the dark"


async def noted(room: Room, text: str = SECRET, *, private: bool = True, person: int | None = None) -> None:
    """Something is known about whoever plays here."""
    await facts.add(room.db, NewPersonFact(person or room.here.person, text, MARCH, private=private))


async def home(room: Room, person: str = "person", platform: str | None = None) -> Here:
    """Somebody has a private place, on a platform that is served."""
    platform = platform or room.origin.platform
    room.change(limits={**room.ctx.limits, platform: PartLimit(2_000)})
    origin = replace(room.origin, platform=platform, space=f"dm-{person}", channel=f"dm-{person}", private=True)
    return await room.engine.places.resolve(replace(origin, person=person))


async def asked(room: Room, where: Here) -> list[str]:
    """The questions that are planned for a channel."""
    rows: list[Any] = await room.sql(
        "SELECT body FROM outbox WHERE space_id = $1 AND channel_id = $2 AND kind = 'notice' ORDER BY id",
        where.space,
        where.channel,
    )
    return [it["body"]["message"] for it in rows if it["body"]["message"].startswith("elsewhere")]


@pytest.fixture
async def room(room: Room) -> Room:
    await remembering(room, now=LATER)
    return room


async def test_it_is_asked_once_in_private_and_nothing_is_told_before(room: Room) -> None:
    """A server reads what somebody told the character alone; or nobody ever learns that it could be used there."""
    there = await home(room)
    room.origin = replace(room.origin, space_title="Inn", channel_title="tea")
    with room.ctx.shows.platform(there.platform) as shows:
        await noted(room)
        await noted(room, "plays the oboe", private=False)
        await room.say("Hello!", "Hello again!")
        told = [(it.at.channel, it.show) for it in shows._slots if isinstance(it.show, Noticed)]
    assert "oboe" in recalled(room)
    assert not any(room.prompts_say("dark", number) for number in range(2))
    assert await asked(room, there) == ["elsewhere-asked"]
    assert await asked(room, room.here) == []
    what = {"what": "is afraid of the dark", "more": 0, "where": "tea · Inn", "named": "yes"}
    assert [(at, it.notice.message, it.notice.data) for at, it in told] == [("dm-person", "elsewhere-asked", what)]
    await abouts.allow(room.engine.ctx, there, elsewhere=True)
    await room.say("Hello once more!")
    assert "dark" in recalled(room)
    await abouts.allow(room.engine.ctx, there, elsewhere=False)
    await room.say("And again!")
    assert "dark" not in recalled(room)
    assert len(await asked(room, there)) == 1


async def test_without_a_private_place_the_line_says_nothing(room: Room) -> None:
    """Who never wrote in private would never be asked; or a question before everybody tells whose secret it is."""
    await noted(room)
    await room.say("Hello!", "Hello again!")
    assert await asked(room, room.here) == ["elsewhere-asked-here"]
    rows = await room.sql("SELECT body FROM outbox WHERE space_id = $1 AND kind = 'notice'", room.here.space)
    assert {"message": "elsewhere-asked-here", "data": {}} in [it["body"] for it in rows]


async def test_the_private_place_may_be_another_name_s(room: Room) -> None:
    """Who talks alone on another platform only is asked before everybody, or once under each name."""
    other = await home(room, "annabel", new_origin().platform)
    await join(room.engine, other, room.here)
    await noted(room, person=other.person)
    await room.say("Hello!")
    assert await asked(room, other) == ["elsewhere-asked"]
    await home(room)
    await room.say("Hello again!")
    assert await asked(room, other) == ["elsewhere-asked"]
    assert await asked(room, room.here) == []


@pytest.mark.parametrize("said", [{"elsewhere": True}, {"elsewhere": False}, {"opted_out": True}])
async def test_who_has_decided_is_not_asked(room: Room, said: dict[str, bool]) -> None:
    """Somebody says no, and is asked all the same."""
    there = await home(room)
    await noted(room)
    await abouts.allow(room.engine.ctx, there, **said)
    ben = replace(room.origin, person="ben", person_name="Ben")
    await room.say("Hello!")
    room.origin = ben
    await room.say("Hello, Ann.")
    assert await asked(room, there) == []
    assert await asked(room, room.here) == []


async def test_it_is_asked_only_where_it_matters(room: Room) -> None:
    """Everybody is asked at once, about nothing."""
    there = await home(room)
    await noted(room, "plays the oboe", private=False)
    lan = next(it for it in await characters.listed(room.engine.ctx, room.here) if it.builtin)
    new = NewPersonFact(room.here.person, SECRET, MARCH, character=lan.id)
    await facts.add(room.db, new)
    await room.say("Hello!")
    assert await asked(room, there) == []
    room.origin = replace(room.origin, space="alone", channel="alone", private=True)
    room.here = await room.engine.places.resolve(room.origin)
    await access.at_home(room.engine.ctx, room.here)
    await sessions.new(room.engine.ctx, room.engine.runner, room.here, "Ann", lan.id)
    await room.say("Hello!")
    assert "dark" in recalled(room)
    assert await asked(room, there) == await asked(room, room.here) == []
