"""Forget me: everything of a person goes, at once and for good; what others said stays."""

import asyncio
import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.actions.chats import savepoints
from engine.actions.chats import sessions as sessions_actions
from engine.actions.house import access, settings
from engine.actions.people import forgetting as forgetting_actions
from engine.actions.people.forgetting import forget_me
from engine.db.chats import log, sessions
from engine.db.house import work
from engine.db.people import forgetting
from engine.forgetting.forget import forget
from engine.forgetting.forget_marks import part
from engine.jobs.people.forget import keep_forgotten
from engine.values.chats.bodies import MessageBody
from engine.values.chats.entries import NewEntry
from engine.values.chats.incoming import Here, Incoming
from engine.values.house.setting_scopes import SettingScope
from engine.values.people.rights import Tombstone
from engine.work.tombstones import FILE, KEY_FILE, StoneKey, Tombstones
from tests.servers.model import say
from tests.servers.model_scripts import Finish, Gate, Script
from tests.turns.room import CARD, Room, enter

TABLES = """SELECT table_name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT IN ('schema_migration', 'blob')"""


async def everything(room: Room, *words: str) -> list[str]:
    """Where in the whole database any of ``words`` stands, as table: row."""
    found: list[str] = []
    for table in [it["table_name"] for it in await room.sql(TABLES)]:
        rows = await room.sql(f"SELECT row_to_json(it)::text AS row FROM {table} AS it")
        found += [f"{table}: {it['row']}" for it in rows if any(word in it["row"] for word in words)]
    return found


def echo(asked: Any) -> Any:
    """A model that repeats what it was told, and to whom."""
    if "messages" not in asked.body:
        return say("I see.")
    last = next((it["content"] for it in asked.body["messages"][::-1] if it["role"] == "user"), "")
    return say(f"You said: {last}")


async def say_as(room: Room, name: str, text: str, external: str, **more: Any) -> Here:
    """Somebody else says something in the room."""
    origin = replace(room.origin, person=name, person_name=name)
    room.position += 1
    said = Incoming(origin, external, text, await now(room), room.position, **more)
    await room.engine.turns.accept(said)
    await room.idle()
    return await room.engine.places.resolve(origin)


async def now(room: Room) -> Any:
    return (await room.sql("SELECT now() AS at"))[0]["at"]


async def test_nothing_is_left_of_who_asks(room: Room) -> None:
    """Somebody asks to be forgotten, and the character, a table or a quote of somebody else still tells of them."""
    room.model.answer = echo
    ben = await say_as(room, "Ben", "My boat is red.", "b1")
    who = await say_as(room, "Kestrelle", "My bird is called Zebediah.", "k1")
    await say_as(room, "Ben", "Really?", "b2", replied="k1")
    await room.drain()
    assert len({it.partition(":")[0] for it in await everything(room, "Zebediah")}) > 3
    receipt = await forgetting_actions.forget_me(room.engine.ctx, room.engine.runner, who)
    assert receipt.done
    assert (receipt.holdings.messages, receipt.holdings.chats, receipt.holdings.places) == (1, 1, 1)
    left = await everything(room, "Zebediah", "Kestrelle")
    texts = [it["text"] for it in await room.log() if it["text"]]
    assert "My boat is red." in texts
    assert "Really?" in texts
    assert left == []
    await room.drain()
    assert ben.person != who.person


async def test_a_private_place_goes_as_a_whole(room: Room) -> None:
    """What a character told somebody in private, or a card they brought there, outlives them."""
    room.model.answer = echo
    origin = replace(room.origin, space="dm-Ondine", channel="dm-Ondine", person="Ondine", private=True)
    origin = replace(origin, person_name="Ondine", space_title="Ondine", channel_title="Ondine")
    here = await room.engine.places.resolve(origin)
    await access.at_home(room.engine.ctx, here)
    dm = await enter(room.engine, room.model, origin, {**CARD, "data": {**CARD["data"], "description": "Corvus"}})
    await dm.say("My bird is called Corvus.")
    await savepoints.save(room.engine.ctx, here, "Corvus is born")
    await settings.put(room.engine.ctx, here, SettingScope.PERSON, "timezone", "Pacific/Chatham")
    await dm.drain()
    receipt = await forgetting_actions.forget_me(room.engine.ctx, room.engine.runner, here)
    assert receipt.holdings.messages == 1
    assert receipt.holdings.memories >= 1
    assert await everything(room, "Corvus", "Ondine", "Chatham") == []
    again = await room.engine.places.resolve(origin)
    assert again.person != here.person
    assert again.space != here.space
    await dm.drain()
    assert await everything(room, "Corvus") == []


async def test_a_reply_that_grows_cannot_bring_it_back(room: Room) -> None:
    """The character is just answering when somebody asks to be forgotten, and the answer keeps what they said."""
    await say_as(room, "Ben", "My boat is red.", "b1")
    gate = Gate()
    room.model.script(Script(["Your bird Zebediah", gate, " is fine.", Finish()]))
    origin = replace(room.origin, person="Kestrelle", person_name="Kestrelle")
    room.position += 1
    await room.engine.turns.accept(
        Incoming(origin, "k1", "My bird is called Zebediah.", await now(room), room.position)
    )
    await room.grew("Your bird Zebediah")
    who = await room.engine.places.resolve(origin)
    assert (await forgetting_actions.forget_me(room.engine.ctx, room.engine.runner, who)).done
    gate.open()
    await room.idle()
    await room.drain()
    assert await everything(room, "Zebediah", "Kestrelle") == []
    await room.say("Are you there?")
    assert not room.prompts_say("Zebediah")


@pytest.mark.share(2)
@pytest.mark.parametrize("calls", range(6))
async def test_a_process_that_dies_over_it(room: Room, calls: int) -> None:
    """The process is killed while it forgets somebody, and the rest of them stays for ever."""
    room.model.answer = echo
    who = await say_as(room, "Kestrelle", "My bird is called Zebediah.", "k1")
    await sessions_actions.new(room.engine.ctx, room.engine.runner, room.here, "Ann")
    await say_as(room, "Kestrelle", "Zebediah sings.", "k2")
    await room.drain()
    leaver, _ = await part(room.ctx, who.person, who.space, who.channel)
    left = iter([True] * calls)
    await forget(room.ctx, room.runner, leaver, lambda: next(left, False))
    await room.drain()
    assert await everything(room, "Zebediah", "Kestrelle") == []
    told = [
        it["body"]["data"] for it in await room.sql("SELECT body FROM outbox WHERE body ->> 'message' = 'forget-done'")
    ]
    assert told[-1]["messages"] == 2


async def test_a_backup_does_not_bring_anybody_back(room: Room) -> None:
    """The operator puts back a backup of last week, and with it everybody who has asked to be forgotten since."""
    room.model.answer = echo
    who = await say_as(room, "Isolde", "My bird is called Hyacinth.", "k1")
    known = await forgetting.known(room.db, who.person)
    assert known is not None
    key = await room.ctx.tombstones.key()
    stone = Tombstone(known.platform, key.stone(known.platform, known.external), known.now)
    await room.ctx.tombstones.append([stone])  # the file is what is newer than the backup
    await keep_forgotten(room.ctx)
    await room.sql("UPDATE due SET space_id = $1 WHERE space_id = 0 AND kind LIKE 'forget/%'", room.here.space)
    await room.drain()
    assert await everything(room, "Hyacinth", "Isolde") == []
    again = await say_as(room, "Isolde", "Hello, I am new.", "k3")
    await keep_forgotten(room.ctx)
    await room.drain()
    assert "Hello, I am new." in [it["text"] for it in await room.log()]
    assert again.person != who.person


def plain_hash(platform: str, external: str) -> str:
    """What the first versions wrote for somebody, and what anybody can reckon for every number of a platform."""
    return hashlib.sha256(f"{platform}:{external}".encode()).hexdigest()


@pytest.mark.parametrize("left", ["file", "table"])
async def test_who_was_forgotten_by_an_earlier_version_stays_so(room: Room, left: str) -> None:
    """After an update a backup brings back everybody who had asked before it; or the old hashes stay, to be guessed."""
    room.model.answer = echo
    who = await say_as(room, "Ottilie", "My bird is called Quillon.", "k1")
    known = await forgetting.known(room.db, who.person)
    assert known is not None
    plain = plain_hash(known.platform, known.external)
    if left == "file":
        line = {"platform": known.platform, "sha256": plain, "at": known.now.isoformat()}
        with room.ctx.tombstones.path.open("a") as file:
            file.write(json.dumps(line) + "\n")
    else:
        await forgetting.bury(room.db, [Tombstone(known.platform, plain, known.now)])
    await keep_forgotten(room.ctx)
    await room.sql("UPDATE due SET space_id = $1 WHERE space_id = 0 AND kind LIKE 'forget/%'", room.here.space)
    await room.drain()
    assert await everything(room, "Quillon", "Ottilie") == []
    kept = room.ctx.tombstones.path.read_text("utf-8") + str(await forgetting.tombstones(room.db))
    assert plain not in kept
    assert (await room.ctx.tombstones.key()).stone(known.platform, known.external) in kept
    count = len(await room.ctx.tombstones.read())
    await keep_forgotten(room.ctx)
    assert len(await room.ctx.tombstones.read()) == count, "a start adds no line for what is there"


async def test_without_the_key_nobody_is_found_in_the_stones(room: Room) -> None:
    """Whoever has a backup tries all numbers of a platform and learns who asked to be forgotten; it has no key."""
    who = await say_as(room, "Kestrelle", "Hello.", "k1")
    known = await forgetting.known(room.db, who.person)
    assert known is not None
    await forgetting_actions.forget_me(room.engine.ctx, room.engine.runner, who)
    path = room.ctx.tombstones.path
    key = (path.parent / KEY_FILE).read_text("ascii").strip()
    everything_else = path.read_text("utf-8") + str(await forgetting.tombstones(room.db))
    assert plain_hash(known.platform, known.external) not in everything_else
    assert key not in everything_else
    assert (path.parent / KEY_FILE).stat().st_mode & 0o077 == path.stat().st_mode & 0o077 == 0
    assert await everything(room, key) == []


async def test_stones_of_another_house_are_told_and_harm_nobody(room: Room, capsys: pytest.CaptureFixture[str]) -> None:
    """The key was not copied along, forgotten people come back with the backup, and nobody hears why."""
    who = await say_as(room, "Wilhelmina", "Hello.", "k1")
    known = await forgetting.known(room.db, who.person)
    assert known is not None
    foreign = StoneKey(b"another house").stone(known.platform, known.external)
    await forgetting.bury(room.db, [Tombstone(known.platform, foreign, known.now)])
    await keep_forgotten(room.ctx)
    assert "tombstones of another key" in capsys.readouterr().out
    there = await forgetting.known(room.db, who.person)
    assert there is not None
    assert replace(there, now=known.now) == known


async def test_two_processes_make_one_key(tmp_path: Path) -> None:
    """Each of two processes that start at once would have a key of its own, and one of them knows nobody again."""
    keys = await asyncio.gather(*(Tombstones(tmp_path / "house" / FILE).key() for _ in range(8)))
    assert len(set(keys)) == 1
    assert [it.name for it in (tmp_path / "house").iterdir()] == [KEY_FILE]


async def test_what_was_erased_is_freed(room: Room) -> None:
    """The words of somebody who is forgotten lie in the files of the database until it tidies up some day."""
    vacuumed = "SELECT relname, vacuum_count AS times FROM pg_stat_user_tables WHERE schemaname = 'public'"
    before = {it["relname"]: it["times"] for it in await room.sql(vacuumed)}
    who = await say_as(room, "Kestrelle", "My bird is called Zebediah.", "k1")
    await forgetting_actions.forget_me(room.engine.ctx, room.engine.runner, who)
    await room.drain()
    after = {it["relname"]: it["times"] for it in await room.sql(vacuumed)}
    assert {"entry", "inbox", "memory", "person", "outbox"} <= {it for it in after if after[it] > before[it]}
    assert await everything(room, "Zebediah", "Kestrelle") == []


async def test_tombstones_name_nobody(room: Room) -> None:
    """The list of those who asked to be forgotten is a list of who they were."""
    who = await say_as(room, "Kestrelle", "Hello.", "k1")
    await forgetting_actions.forget_me(room.engine.ctx, room.engine.runner, who)
    text = room.ctx.tombstones.path.read_text("utf-8")
    assert "Kestrelle" not in text
    room.ctx.tombstones.path.write_text(text + '{"platform": "x"\n', "utf-8")
    assert len(await room.ctx.tombstones.read()) == len(text.splitlines())


async def test_many_messages_in_many_channels(room: Room) -> None:
    """Somebody was everywhere for years, and some of it is left. (10,000 messages in 50 channels take 7 to 11 s.)"""
    who = await say_as(room, "Kestrelle", "//", "k0")
    for number in range(12):
        origin = replace(room.origin, channel=f"c{number}", person="Kestrelle", person_name="Kestrelle")
        here = await room.engine.places.resolve(origin)
        await sessions_actions.open_here(room.engine.ctx, here, "Kestrelle")
        await filled(room, here, 50)
    await room.drain()
    (before,) = await room.sql("SELECT count(*) FROM memory WHERE person_id = $1", who.person)
    assert before["count"] == 600
    receipt = await forget_me(room.ctx, room.runner, who, 60.0)
    assert receipt.done
    assert receipt.holdings.chats == 13
    assert await everything(room, "Zebediah", "Kestrelle") == []


async def filled(room: Room, here: Here, count: int) -> None:
    """So many messages of a person, in the log of a channel and as they arrived."""
    channel_head = await sessions.current(room.db, here.key)
    assert channel_head is not None
    async with room.db.transaction() as on:
        head = await log.head(on, channel_head.session_key, channel_head.branch)
        at = await now(room)
        said = [
            NewEntry(MessageBody(), at, f"Bird {number} of {here.channel} is called Zebediah.", person=here.person)
            for number in range(count)
        ]
        await log.append(on, channel_head.session_key, channel_head.branch, head, said)
        await work.mark_due(on, channel_head.session_key, "remember")
    await room.sql(
        """
        INSERT INTO inbox (space_id, channel_id, external, kind, person_id, position, text, sent_at, outcome,
            session_id, branch_id, seq)
        SELECT space_id, $2, 'x' || seq, 'message', person_id, seq, text, said_at, 'turn', session_id, branch_id, seq
        FROM entry WHERE space_id = $1 AND session_id = $3 AND kind = 'message' AND person_id = $4
        """,
        here.space,
        here.channel,
        channel_head.session,
        here.person,
    )


async def test_a_name_that_somebody_gave_to_the_save_of_another_goes_with_them(room: Room) -> None:
    """Their words stay in the list of saves; or the name that another chose goes with whoever made the save."""
    room.model.answer = echo
    await room.say("Hello.")
    ben = await room.engine.places.resolve(replace(room.origin, person="ben", person_name="Ben"))
    saves = [await savepoints.save(room.engine.ctx, it, "A place") for it in (room.here, ben)]
    await savepoints.rename_save(room.engine.ctx, ben, saves[0].id, "Corvus hatches")
    await savepoints.rename_save(room.engine.ctx, room.here, saves[1].id, "The old pier")
    await forget_me(room.engine.ctx, room.runner, ben)
    kept = [it.name for it in await savepoints.newest(room.engine.ctx, room.here)]
    assert "Corvus hatches" not in kept
    assert "The old pier" in kept
