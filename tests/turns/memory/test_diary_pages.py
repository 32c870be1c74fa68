"""Pages of the diary: one for each day that is over, made again when what it tells has changed."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from engine.actions.house import settings
from engine.db.chats import log, sessions
from engine.jobs.memory.diary import due_pages
from engine.utility.asking import MOST_TRIES
from engine.values.chats.bodies import MessageBody
from engine.values.chats.entries import NewEntry
from engine.values.house.setting_scopes import SettingScope
from engine.values.ids import SessionKey
from tests.servers.model import Script, Seen, fail, nothing_to_note, say
from tests.turns.remembering import WordEmbedder, at
from tests.turns.room import Room

EVENING = datetime(2040, 3, 5, 13, 0, tzinfo=UTC)  # 21:00 in Shanghai; what is said late is not answered


@pytest.fixture
async def shore(room: Room) -> Room:
    """A room in Shanghai, on an evening; two replies make a page, which tells what was said."""
    for name, value in (("timezone", "Asia/Shanghai"), ("diary_turns", "2"), ("mode", "chat"), ("debounce", "0")):
        await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, name, value)
    room.stand_still(EVENING, embedder=WordEmbedder())
    await room.sql("UPDATE entry SET said_at = $2 WHERE space_id = $1", room.here.space, EVENING - timedelta(days=3))
    room.model.answer = lambda _: say("I see.")

    def notes(seen: Seen) -> Script:
        if seen.errand != {"page"}:
            return nothing_to_note(seen)
        talk = [json.loads(it) for it in seen.prompt.splitlines() if it.startswith('{"n"')]
        told = " ".join(it["text"] for it in talk if it["id"].startswith("p"))
        return say(json.dumps({"page": f"Page: {told}"}, ensure_ascii=False))

    room.model.notes = notes
    return room


async def talk(room: Room, *said: tuple[datetime, str]) -> None:
    """Messages, each answered at its time."""
    for when, text in said:
        at(room, when)
        await room.accept(text, at=when)
        await room.idle()


async def pages(room: Room, *, live: bool = True) -> list[str]:
    """The pages as they stand when all that is due is done."""
    await due_pages(room.ctx)
    await room.drain()
    rows = await room.sql(
        "SELECT text FROM derived WHERE space_id = $1 AND kind = 'diary' "
        "AND (NOT $2 OR id NOT IN (SELECT derived_id FROM retired WHERE space_id = $1)) ORDER BY from_seq, id",
        room.here.space,
        live,
    )
    return [it["text"] for it in rows]


async def test_a_day_that_is_over_gets_a_page(shore: Room) -> None:
    """The character keeps no diary, or writes of a day before it has ended."""
    hour = timedelta(hours=1)
    await talk(shore, (EVENING, "The ferry came."), (EVENING + hour, "It left again."))
    assert await pages(shore) == []
    at(shore, EVENING + 14 * hour)
    assert await pages(shore) == ["Page: The ferry came. It left again."]
    seen = next(it for it in shore.model.errands if it.errand == {"page"})
    assert "Mira" in seen.prompt and "Calm and exact." in seen.prompt  # noqa: PT018 - one prompt
    (row,) = await shore.sql(
        "SELECT occurred_at, until FROM memory WHERE space_id = $1 AND kind = 'diary'", shore.here.space
    )
    assert (row["occurred_at"], row["until"].hour) == (EVENING, 14)
    asked = len(shore.model.errands)
    assert len(await pages(shore)) == 1
    assert len(shore.model.errands) == asked


async def test_a_talk_over_midnight_is_one_page(shore: Room) -> None:
    """A night's talk is torn in two at midnight, and the second half is too short for a page."""
    said = [(EVENING + timedelta(minutes=90 * n), f"Hour {n}.") for n in range(4)]  # 21:00, 22:30, 00:00, 01:30
    await talk(shore, *said)
    at(shore, EVENING + timedelta(hours=14))
    assert await pages(shore) == ["Page: Hour 0. Hour 1. Hour 2. Hour 3."]


async def test_a_short_day_has_no_page(shore: Room) -> None:
    """One good morning makes a page, at a call each."""
    await talk(shore, (EVENING, "Good evening."))
    at(shore, EVENING + timedelta(hours=14))
    assert await pages(shore) == []
    assert not [it for it in shore.model.errands if it.errand == {"page"}]


async def test_a_page_goes_with_what_it_tells(shore: Room) -> None:
    """A person deletes or mends a message, and the diary still tells it."""
    await talk(shore, (EVENING, "My canary sings."), (EVENING, "It is called Pim."))
    at(shore, EVENING + timedelta(hours=14))
    assert await pages(shore) == ["Page: My canary sings. It is called Pim."]
    await shore.edit("m2", "It is called Kim.")
    await shore.idle()
    assert await pages(shore) == ["Page: My canary sings. It is called Kim."]
    await shore.delete("m2")
    await shore.idle()
    assert await pages(shore, live=False) == ["Page: My canary sings."]


async def test_a_page_is_made_again_as_often_as_what_it_tells_changes(shore: Room) -> None:
    """A message is mended twice: the day has no page any more, and the model is asked for one without end."""
    await talk(shore, (EVENING, "My canary sings."), (EVENING, "It is called Pim."))
    at(shore, EVENING + timedelta(hours=14))
    await pages(shore)
    for name in ("Kim", "Tim"):
        await shore.edit("m2", f"It is called {name}.")
        await shore.idle()
        assert await pages(shore) == [f"Page: My canary sings. It is called {name}."]
    assert len([it for it in shore.model.errands if it.errand == {"page"}]) == 3


async def test_a_model_without_words_is_not_asked_on_and_on(shore: Room) -> None:
    """A page ended, and the model has nothing to say of the day: it is asked again and again, all day long."""
    await talk(shore, (EVENING, "My canary sings."), (EVENING, "It is called Pim."))
    at(shore, EVENING + timedelta(hours=14))
    await pages(shore)
    shore.model.notes = nothing_to_note
    await shore.edit("m2", "It is called Kim.")
    await shore.idle()
    assert await pages(shore) == []
    assert len([it for it in shore.model.errands if it.errand == {"page"}]) == 2


async def test_a_day_that_the_model_refuses_does_not_keep_the_others_waiting(shore: Room) -> None:
    """One day that an endpoint will not read, and there is never a page again."""
    day = timedelta(days=1)
    await talk(shore, (EVENING, "Poison."), (EVENING, "More poison."))
    await talk(shore, (EVENING + day, "The ferry came."), (EVENING + day, "It left again."))
    at(shore, EVENING + day + timedelta(hours=14))
    notes = shore.model.notes
    shore.model.notes = lambda seen: fail(400) if "oison" in seen.prompt and seen.errand == {"page"} else notes(seen)
    await due_pages(shore.ctx)
    await shore.sql(
        "UPDATE due SET tries = $2 WHERE space_id = $1 AND kind = 'pages'", shore.here.space, MOST_TRIES - 1
    )
    assert await pages(shore) == ["Page: The ferry came. It left again."]


async def test_a_day_of_a_crowd_has_a_page(shore: Room) -> None:
    """In a busy channel a thousand people write in a day, and its diary is never written again."""
    people = await shore.sql(
        "INSERT INTO person (platform, external, name) "
        "SELECT $1, 'crowd' || n, 'P' || n FROM generate_series(1, 1000) AS n RETURNING id",
        shore.here.platform,
    )
    await talk(shore, (EVENING, "The ferry came."), (EVENING, "It left again."))
    channel_head = await sessions.current(shore.db, shore.here.key)
    assert channel_head is not None
    head = await log.head(shore.db, channel_head.session_key, channel_head.branch)
    said = [NewEntry(MessageBody(), EVENING, "ok", person=it["id"]) for it in people]
    await log.append(shore.db, channel_head.session_key, channel_head.branch, head, said)
    at(shore, EVENING + timedelta(hours=14))
    assert len(await pages(shore)) == 1


async def test_nobody_writes_without_a_model(shore: Room) -> None:
    """Without a model every session is looked through every hour, and jobs fail for ever."""
    await talk(shore, (EVENING, "One."), (EVENING, "Two."))
    at(shore, EVENING + timedelta(hours=14))
    channel_head = await sessions.current(shore.db, shore.here.key)
    assert channel_head is not None
    key = SessionKey(shore.here.space, channel_head.session)
    assert key in await sessions_to_look_at(shore)
    assert len(await pages(shore)) == 1


async def sessions_to_look_at(room: Room) -> list[SessionKey]:
    await due_pages(room.ctx)
    return [SessionKey(it["space_id"], it["session_id"]) for it in await room.due() if it["kind"] == "pages"]
