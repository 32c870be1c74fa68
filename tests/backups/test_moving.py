"""A chat moves to another channel, and to another place: all of it, and nothing stays behind."""

import re
from dataclasses import replace
from typing import Any

import pytest

from engine.actions.characters import characters
from engine.actions.chats import branches, moving, savepoints, undoing
from engine.actions.chats import sessions as sessions_actions
from engine.actions.house import access
from engine.actions.house.tries import MOST_TRIES
from engine.actions.memory import garden
from engine.actions.people import forgetting, personas
from engine.actions.story import notes
from engine.actions.transfers.stories_out import read_rows
from engine.db.chats import sessions
from engine.db.postgres.queries import SQL_FOLDER
from engine.errors import MoveCodeTries, MoveCodeWrong, MoveOthersSpoke, MoveToSamePlace, MoveWalled, SessionMissing
from engine.rules.story.hashing import story_hash
from engine.rules.story.numbering import numbered
from engine.values.chats.incoming import Here
from engine.values.chats.moving import MovingChat
from engine.values.chats.outgoing import Noticed
from engine.values.ids import SessionKey
from engine.values.story.notes import AuthorsNote, UserPersona
from tests.conftest import Sql
from tests.servers.model_scripts import say
from tests.turns.people.test_forgetting import echo, everything, say_as
from tests.turns.room import Room

WHOLE = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
LEFT = ("settled", "draft", "due", "usage", "inbox", "outbox", "stand", "person_fact", "move_code", "first_plan")
"""What is made anew, told of otherwise, or belongs to the place and not to the story."""


async def _moved(room: Room, there: Here, code: str = "") -> None:
    """The chat goes ``there``, by a code made for it unless another is typed."""
    typed = code or await moving.code(room.engine.ctx, room.here)
    await moving.take_over(room.engine.ctx, room.engine.runner, room.engine.moving_tries, there, typed)


async def _looked_at(room: Room, there: Here, code: str) -> MovingChat:
    """What would come by the code."""
    return await moving.waiting(room.engine.ctx, room.engine.moving_tries, there, code)


async def _lived(room: Room) -> None:
    room.model.answer = lambda _: say("So they are.")
    await room.say("I keep bees.", "They are called Ada and Bob.")
    await savepoints.save(room.engine.ctx, room.here, "Bees")
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    await room.say("They sleep.")
    await garden.add(room.engine.ctx, room.engine.runner, room.here, "The hive is blue.")
    await room.drain()


async def _hash(room: Room, here: Here) -> str:
    view = await sessions_actions.open_here(room.engine.ctx, here, "Ann")
    async with room.db.transaction() as on:
        rows, _ = numbered(await read_rows(on, SessionKey(here.space, view.session)))
    return story_hash(view.title, rows)


@pytest.mark.parametrize("same", [True, False], ids=["channel", "place"])
async def test_a_chat_moves_whole(room: Room, same: bool) -> None:
    """Who moves from a channel to a DM would begin from nothing, or find the chat in both and neither whole."""
    await _lived(room)
    before, spoken = await _hash(room, room.here), await room.spoken()
    origin = replace(room.origin, channel="other", space=room.origin.space if same else "elsewhere")
    there = await room.engine.places.resolve(origin)
    await access.at_home(room.engine.ctx, there)
    code = await moving.code(room.engine.ctx, room.here)
    with pytest.raises(MoveToSamePlace):
        await _moved(room, room.here, code)
    found = await _looked_at(room, there, code.lower())
    assert found.messages == 7
    await _moved(room, there, code)
    with pytest.raises(MoveCodeWrong):
        await _moved(room, there, code)
    assert await _hash(room, there) == before
    old, room.here, room.origin = room.here, there, origin
    assert await room.spoken() == spoken
    assert [it.name for it in await savepoints.newest(room.engine.ctx, there)] == ["Bees"]
    planted = await garden.search(room.engine.ctx, there, "hive")
    assert [it.memory.text for it in planted][:1] == ["The hive is blue."]
    await room.say("And now?")
    await room.drain()
    assert (await room.spoken())[-1][1] == "So they are.", "and it goes on"
    rest = await room.sql("SELECT kind FROM outbox WHERE space_id = $1 AND channel_id = $2", old.space, old.channel)
    assert "notice" in {it["kind"] for it in rest}
    if not same:
        assert not await room.sql("SELECT 1 FROM entry WHERE space_id = $1", old.space)
        assert [it.name for it in await characters.listed(room.engine.ctx, there) if not it.builtin] == ["Mira"]


@pytest.mark.parametrize("same", [True, False], ids=["channel", "place"])
async def test_who_spoke_alone_takes_their_words_where_they_like(room: Room, same: bool) -> None:
    """After the move the character would know nothing of what the same person had told it."""
    crew = replace(room.origin, audience=(("role:1",),))
    await room.engine.places.resolve(crew)
    await _lived(room)
    there = replace(room.origin, channel="other", space=room.origin.space if same else "elsewhere", audience=())
    open_place = await room.engine.places.resolve(there)
    await access.at_home(room.engine.ctx, open_place)
    await _moved(room, open_place)
    rows = await room.sql("SELECT DISTINCT audience FROM entry WHERE space_id = $1", open_place.space)
    assert [it["audience"] for it in rows] == [None]


@pytest.mark.parametrize("same", [True, False], ids=["channel", "place"])
async def test_what_others_said_among_few_does_not_come_before_more(room: Room, same: bool) -> None:
    """Somebody moves the crew's chat to where everybody reads, and what others said there goes along."""
    crew = replace(room.origin, audience=(("role:1",),))
    await room.engine.places.resolve(crew)
    await _lived(room)
    room.origin = replace(crew, person="ben", person_name="Ben")
    await room.say("The hive is mine.")
    there = replace(room.origin, channel="other", space=room.origin.space if same else "elsewhere")
    fewer = await room.engine.places.resolve(replace(there, audience=(("role:1",), ("thread:1",))))
    more = await room.engine.places.resolve(replace(there, channel="more", audience=(("role:1", "role:2"),)))
    for here in (fewer, more):
        await access.at_home(room.engine.ctx, here)
    code = await moving.code(room.engine.ctx, room.here)
    stranger = replace(more, person=(await room.engine.places.resolve(replace(there, person="cleo"))).person)
    refused = MoveWalled if same else MoveOthersSpoke
    with pytest.raises(refused):
        await _looked_at(room, stranger, code)
    with pytest.raises(refused):
        await _moved(room, stranger, code)
    if same:
        await _moved(room, replace(stranger, channel=fewer.channel), code)


@pytest.mark.parametrize("private", [False, True], ids=["group", "alone"])
async def test_people_stay_who_they_were_in_it(room: Room, private: bool) -> None:
    """A captain would be called by another name from the next message on, or Ben's persona would lie in Ann's DM."""
    ben = await room.engine.places.resolve(replace(room.origin, person="Ben", person_name="Ben"))
    await _lived(room)
    for here, name in ((room.here, "Captain"), (ben, "Smith")):
        await personas.put(room.engine.ctx, here, UserPersona(name, "A wooden leg."))
        [own] = await personas.listed(room.engine.ctx, here)
        await personas.wear(room.engine.ctx, here, own.id)
        await personas.put(room.engine.ctx, here, None)
    there = await _in_private(room) if private else await _beside(room)
    await _moved(room, there)
    played = await personas.current(room.engine.ctx, there, chat_alone=True)
    assert played is not None
    assert played.name == "Captain"
    left = await room.sql("SELECT person_id FROM chat_persona WHERE space_id = $1", there.space)
    assert {it["person_id"] for it in left} == ({there.person} if private else {there.person, ben.person})
    assert not await room.sql("SELECT 1 FROM chat_persona WHERE space_id = $1", room.here.space)


async def test_a_code_ends(room: Room) -> None:
    """A code on a screenshot from last week would take the story away."""
    await _lived(room)
    first = await moving.code(room.engine.ctx, room.here)
    second = await moving.code(room.engine.ctx, room.here)
    there = await room.engine.places.resolve(replace(room.origin, channel="other"))
    with pytest.raises(MoveCodeWrong):
        await _looked_at(room, there, first)
    await room.sql("UPDATE move_code SET made_at = now() - interval '11 minutes' WHERE space_id = $1", room.here.space)
    with pytest.raises(MoveCodeWrong):
        await _looked_at(room, there, second)


async def test_who_was_wrong_too_often_hears_so(room: Room) -> None:
    """After five typing mistakes the right code is called wrong, and nobody says that it helps to wait."""
    await _lived(room)
    code = await moving.code(room.engine.ctx, room.here)
    there = await room.engine.places.resolve(replace(room.origin, channel="other"))
    for _ in range(MOST_TRIES):
        with pytest.raises(MoveCodeWrong):
            await _looked_at(room, there, "ABCDE-FGHJK")
    with pytest.raises(MoveCodeTries):
        await _looked_at(room, there, code)


async def test_every_column_of_a_story_moves(sql: Sql) -> None:
    """What somebody adds to the tables next year would stay behind when a chat moves."""
    columns: dict[str, set[str]] = {}
    for it in await sql(WHOLE):
        columns.setdefault(it["table_name"], set()).add(it["column_name"])
    of_stories = {name for name, found in columns.items() if {"space_id", "session_id"} <= found} - set(LEFT)
    text = (SQL_FOLDER / "moving.sql").read_text("utf-8")
    moved = {
        name: {it.strip() for it in listed.split(",")}
        for name, listed in re.findall(r"^INSERT INTO (\w+) \(([^)]*)\)", text, re.MULTILINE)
        if name != "move_code"
    }
    assert {name: columns[name] for name in (*of_stories, "session")} == moved


async def test_what_was_shown_in_the_old_place_is_no_copy(room: Room) -> None:
    """A chat leaves a place, its people ask to be forgotten, and what they were told still lies where it was."""
    room.model.answer = echo
    who = await say_as(room, "Kestrelle", "My bird is called Zebediah.", "k1")
    there = await room.engine.places.resolve(replace(room.origin, space="elsewhere", channel="other"))
    await access.at_home(room.engine.ctx, there)
    await _moved(room, replace(there, person=who.person))
    assert (await forgetting.forget_me(room.engine.ctx, room.engine.runner, who)).done
    assert await everything(room, "Zebediah", "Kestrelle") == []


async def test_a_code_goes_with_whoever_made_it(room: Room) -> None:
    """Somebody is forgotten, and a code of theirs still opens the chat to whoever finds it."""
    await _lived(room)
    who = await room.engine.places.resolve(room.origin)
    code = await moving.code(room.engine.ctx, who)
    booth = "INSERT INTO booth (space_id, lobby, person_id, channel_id) VALUES ($1, $2, $3, $2)"
    await room.sql(booth, who.space, who.channel, who.person)
    assert (await forgetting.forget_me(room.engine.ctx, room.engine.runner, who)).done
    assert not await room.sql("SELECT 1 FROM move_code WHERE person_id = $1", who.person)
    assert not await room.sql("SELECT 1 FROM booth WHERE person_id = $1", who.person)
    there = await room.engine.places.resolve(replace(room.origin, channel="other", person="Ben"))
    with pytest.raises(MoveCodeWrong):
        await _looked_at(room, there, code)


async def test_what_is_done_at_the_last_moment_comes_along(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """While somebody takes the chat over, another goes back a step, and it goes on where nobody stands any more."""
    await _lived(room)
    spoken = await room.spoken()
    there = await room.engine.places.resolve(replace(room.origin, space="elsewhere", channel="other"))
    await access.at_home(room.engine.ctx, there)
    code, current = await moving.code(room.engine.ctx, room.here), sessions.current

    async def meanwhile(on: Any, channel: Any) -> Any:
        found = await current(on, channel)
        monkeypatch.undo()
        await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
        return found

    monkeypatch.setattr(sessions, "current", meanwhile)
    await _moved(room, there, code)
    room.here = there
    assert await room.spoken() == spoken[:-2]


async def test_a_chat_comes_to_a_channel_that_plays_it_too(room: Room) -> None:
    """The chat is said to have moved away, and goes on where it was; where it came, something else is seen."""
    await _lived(room)
    origin = replace(room.origin, channel="other")
    there = await room.engine.places.resolve(origin)
    await branches.fork(room.engine.ctx, room.engine.runner, room.here, there)
    await room.say("And here?")
    spoken = await room.spoken()
    await _moved(room, there)
    with pytest.raises(SessionMissing):
        await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    room.here, room.origin = there, origin
    assert await room.spoken() == spoken
    await room.say("And now?")
    assert [text for _, text in await room.spoken()][-3:] == ["So they are.", "And now?", "So they are."]


async def _beside(room: Room) -> Here:
    there = await room.engine.places.resolve(replace(room.origin, space="elsewhere", channel="other"))
    await access.at_home(room.engine.ctx, there)
    return there


async def _in_private(room: Room, **who: str) -> Here:
    there = await room.engine.places.resolve(replace(room.origin, space="dm", channel="dm", private=True, **who))
    await access.at_home(room.engine.ctx, there)
    return there


async def test_what_others_said_comes_to_no_private_place(room: Room) -> None:
    """Somebody takes what a whole server said, and what is remembered of its people, into their own DM or server."""
    room.model.answer = echo
    await _lived(room)
    ben = await say_as(room, "Ben", "I am afraid of bees.", "b1")
    dm = await _in_private(room)
    code = await moving.code(room.engine.ctx, room.here)
    with pytest.raises(MoveOthersSpoke):
        await _looked_at(room, dm, code)
    with pytest.raises(MoveOthersSpoke):
        await _moved(room, dm, code)
    assert (await room.spoken())[-2][1] == "I am afraid of bees.", "it is where it was"
    group = await room.engine.places.resolve(replace(room.origin, space="elsewhere", channel="other"))
    await access.at_home(room.engine.ctx, group)
    with pytest.raises(MoveOthersSpoke):
        await _moved(room, group, code)
    joined = "INSERT INTO person_link (person_id, circle) SELECT unnest($1::bigint[]), $2"
    await room.sql(joined, [room.here.person, ben.person], ben.person)
    await _moved(room, group, code)
    room.here = group
    await _moved(room, dm)
    room.here = dm
    assert (await room.spoken())[-2][1] == "I am afraid of bees.", "Ben is another name of Ann's"


async def test_what_others_wrote_into_it_comes_to_no_private_place_either(room: Room) -> None:
    """A note that somebody set in a server goes along to where its people are not, and steers the story there."""
    room.model.answer = echo
    await _lived(room)
    ben = await room.engine.places.resolve(replace(room.origin, person="ben", person_name="Ben"))
    await sessions_actions.rename(room.engine.ctx, ben, "Ben's bees")
    await savepoints.save(room.engine.ctx, ben, "Ben's hive")
    await notes.set_note(room.engine.ctx, room.runner, ben, AuthorsNote("The hive is Ben's."))
    dm, code = await _in_private(room), await moving.code(room.engine.ctx, room.here)
    with pytest.raises(MoveOthersSpoke):
        await _moved(room, dm, code)


@pytest.mark.parametrize("renamed", [False, True])
async def test_what_others_called_it_stays_behind(room: Room, renamed: bool) -> None:
    """The words of another person stand in the list of chats and saves of a server that they never saw."""
    await _lived(room)
    ben = await room.engine.places.resolve(replace(room.origin, person="ben", person_name="Ben"))
    await savepoints.save(room.engine.ctx, ben, "Ben's hive")
    await sessions_actions.rename(room.engine.ctx, room.here, "Ann's bees")
    honey = await savepoints.save(room.engine.ctx, room.here, "Ann's honey")
    if renamed:
        await sessions_actions.rename(room.engine.ctx, ben, "Ben's bees")
        await savepoints.rename_save(room.engine.ctx, ben, honey.id, "Ben's wax")
    dm = await _in_private(room)
    await _moved(room, dm)
    assert (await sessions_actions.open_here(room.engine.ctx, dm, "Ann")).title == ("" if renamed else "Ann's bees")
    kept = repr(await savepoints.newest(room.engine.ctx, dm))
    assert "Ben's" not in kept
    assert ("Ann's honey" in kept) is not renamed
    assert "Bees" in kept


async def test_who_speaks_at_the_last_moment_keeps_the_chat_where_it_is(room: Room) -> None:
    """Between the question and the yes somebody else says a word, and finds it in another person's DM."""
    await _lived(room)
    dm, code, held = await _in_private(room), await moving.code(room.engine.ctx, room.here), moving._held

    async def late(*args: Any) -> Any:
        with room.runner.holding([room.here.key]):
            await say_as(room, "Ben", "Wait, me too!", "b1")
            return await held(*args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(moving, "_held", late)
        with pytest.raises(MoveOthersSpoke):
            await _moved(room, dm, code)
    await room.idle()
    assert [text for _, text in await room.spoken()][-2:] == ["Wait, me too!", "So they are."], "and is answered there"


@pytest.mark.parametrize("same", [True, False], ids=["channel", "place"])
async def test_what_waits_comes_along_and_is_answered(room: Room, same: bool) -> None:
    """A message that had no answer yet lies in a channel where nothing is played, and begins the next chat there."""
    await _lived(room)
    origin = replace(room.origin, channel="other", space=room.origin.space if same else "elsewhere")
    there = await room.engine.places.resolve(origin)
    await access.at_home(room.engine.ctx, there)
    with room.runner.holding([room.here.key]):
        await room.accept("Are they well?")
        await _moved(room, there)
    await room.idle()
    left = await room.sql("SELECT 1 FROM inbox WHERE space_id = $1 AND outcome IS NULL", room.here.space)
    assert not left
    assert not any("error" in it.notice.message for it in room.shown.of(Noticed))
    room.here = there
    await room.idle()
    assert [text for _, text in await room.spoken()][-2:] == ["Are they well?", "So they are."]
