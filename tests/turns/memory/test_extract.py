"""Facts and topics of a talk: what is noted, what is not, and what ends what."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from engine.actions.chats import revisions, savepoints
from engine.actions.house import settings
from engine.db.chats import sessions
from engine.db.house import work
from engine.db.memory import derivations, facts, memories
from engine.db.people import consents
from engine.errors import LeaseLost
from engine.jobs.context import job_contexts
from engine.jobs.memory.extract import extract
from engine.llm.roles import Roles
from engine.values.chats.bodies import ForwardOrigin
from engine.values.chats.incoming import Forward
from engine.values.house.setting_scopes import SettingScope
from engine.values.memory.memories import Consent, MemoryKind, Tag
from engine.values.models.models import DEMONSTRATION, RoleName
from engine.work.clock import SystemClock
from engine.work.due import DueWork
from engine.work.tasks import Tasks
from tests.servers.model import NEW_FACT, Gate, Script, Seen, fail, nothing_to_note, say
from tests.turns.remembering import WordEmbedder
from tests.turns.room import Room

WIFE = {"text": "Ann has a wife.", "scope": "person"}
CAT = {"text": "Ann has a cat.", "scope": "person"}


@pytest.fixture
async def chat(room: Room) -> Room:
    """A room where people speak of themselves; the character says little."""
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "mode", "chat")
    await settings.put(room.engine.ctx, room.here, SettingScope.SPACE, "debounce", "0")
    room.change(embedder=WordEmbedder())
    room.model.answer = lambda _: say("I see.")
    return room


def lines(seen: Seen) -> list[Mapping[str, Any]]:
    """The talk as the model reads it."""
    found = [json.loads(it) for it in seen.prompt.splitlines() if it.startswith('{"n"')]
    return [it for it in found if it["text"] != "I see."]


def known(seen: Seen) -> list[Mapping[str, Any]]:
    """The known facts as the model reads them."""
    return [json.loads(it) for it in seen.prompt.splitlines() if it.startswith('{"id"')]


def fact(text: str, source: int, about: str = "nobody", **more: Any) -> dict[str, Any]:
    return {"about": about, "scope": "story", "text": text, "sources": [source], **NEW_FACT, **more}


def tells(room: Room, *told: dict[str, Any], topics: Sequence[tuple[int, str]] = ()) -> None:
    """The model finds these facts at the next call and none later."""
    left = [{"topics": [{"message": n, "topic": it} for n, it in topics], "facts": list(told)}]
    room.model.notes = lambda seen: say(json.dumps(left.pop())) if left else nothing_to_note(seen)


def finds(room: Room, words: Mapping[str, dict[str, Any]]) -> None:
    """The model finds a fact in each message with these words: its number and speaker are those of the message."""

    def notes(seen: Seen) -> Script:
        if seen.errand != {"topics", "facts"}:
            return nothing_to_note(seen)
        found = [
            fact("", it["n"]) | {"about": it["id"]} | what
            for it in lines(seen)
            for word, what in words.items()
            if word in it["text"]
        ]
        return say(json.dumps({"topics": [], "facts": found}, ensure_ascii=False))

    room.model.notes = notes


async def once(room: Room) -> None:
    """Look for facts once, whatever comes of it."""
    await room.sql("UPDATE due SET not_before = now() WHERE space_id = $1", room.here.space)
    tasks = Tasks()
    await DueWork(room.db, "test", {"facts": partial(extract, room.ctx)}, SystemClock(), tasks).run_ready()
    await tasks.stop()


async def core(room: Room, *, live: bool = True) -> list[str]:
    """The core memories, live or all."""
    rows = await room.sql(
        "SELECT text FROM derived WHERE space_id = $1 AND kind = 'core' "
        "AND (NOT $2 OR id NOT IN (SELECT derived_id FROM retired WHERE space_id = $1)) ORDER BY id",
        room.here.space,
        live,
    )
    return [it["text"] for it in rows]


async def of_person(room: Room) -> list[str]:
    return [it.text for it in await facts.facts_of(room.db, room.here.person, private_too=True)]


async def test_one_call_notes_topics_and_facts(chat: Room) -> None:
    """The character remembers words, but not what they mean."""
    me = f"p{chat.here.person}"
    tells(
        chat,
        fact("Ann is allergic to peanuts.", 2, me, scope="person"),
        fact("The lamp of the lighthouse broke.", 2),
        topics=[(2, "allergies")],
    )
    await chat.say("I can't eat peanuts, and the lamp broke.")
    await chat.drain()
    (seen,) = chat.model.errands
    assert [(it["id"], it["name"], it["text"]) for it in lines(seen)][-1][:2] == (me, "Ann")
    assert await of_person(chat) == ["Ann is allergic to peanuts."]
    assert await core(chat) == ["The lamp of the lighthouse broke."]
    rows = await chat.sql(
        "SELECT text, from_seq, to_seq FROM derived WHERE space_id = $1 AND kind = 'topic'", chat.here.space
    )
    (asked,) = [it["seq"] for it in await chat.log() if it["person_id"] is not None]
    assert [tuple(it) for it in rows] == [("allergies", asked, asked)]
    channel_head = await sessions.current(chat.db, chat.here.key)
    assert channel_head is not None
    (job,) = await job_contexts(chat.ctx, channel_head.session_key)
    found, _ = await memories.listing(chat.db, job.scope(*Tag), offset=0, limit=9, kinds=[MemoryKind.SAID])
    assert {it.text: it.topic for it in found}["I can't eat peanuts, and the lamp broke."] == "allergies"
    used = await chat.sql("SELECT role, kind FROM usage WHERE space_id = $1 AND turn_id IS NULL", chat.here.space)
    assert [(it["role"], it["kind"]) for it in used] == [("utility", "facts")]
    await chat.drain()
    assert len(chat.model.errands) == 1


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        ("Ann likes coriander.", "Ann does not like coriander.", ["Ann does not like coriander."]),
        ("Ann has 2 cats.", "Ann has 3 cats.", ["Ann has 3 cats."]),
        ("安喜欢香菜。", "安不再喜欢香菜了。", ["安不再喜欢香菜了。"]),
        ("安喜欢香菜。", "安喜欢香菜", ["安喜欢香菜。"]),
        ("Ann likes tea.", "Ann likes coffee.", ["Ann likes tea.", "Ann likes coffee."]),
    ],
)
async def test_what_changes_takes_the_place_of_what_was(chat: Room, first: str, second: str, wanted: list[str]) -> None:
    """The character goes on telling what is true no more, or tells one thing twice."""
    finds(chat, {"one": {"text": first, "scope": "person"}, "two": {"text": second, "scope": "person"}})
    await chat.say("Fact one, told by me.")
    await chat.drain()
    await chat.say("Fact two, told by me.")
    await chat.drain()
    assert await of_person(chat) == wanted
    assert [it["text"] for it in known(chat.model.errands[-1])] == [first]


async def test_what_only_few_could_read_is_not_noted_as_everybodys(chat: Room) -> None:
    """The model says that a fact comes from another message than it does, and a restricted channel's is told to all."""

    def notes(seen: Seen) -> Script:
        said = [it for it in lines(seen) if it["id"] == f"p{chat.here.person}"]
        about = {"about": said[-1]["id"], "scope": "person"}
        words = " and ".join(it["text"].split()[-1] for it in said)
        return say(json.dumps({"topics": [], "facts": [fact(f"Ann has {words}", said[-1]["n"]) | about]}))

    chat.model.notes = notes
    for audience, word in (((("role:1",),), "bees."), ((), "cats.")):
        chat.origin = replace(chat.origin, audience=audience)
        await chat.say(f"I have {word}")
    await chat.drain()
    noted = await chat.sql(
        "SELECT text, audience IS NULL AS open FROM person_fact WHERE space_id = $1", chat.here.space
    )
    assert {it["text"]: it["open"] for it in noted} == {"Ann has bees.": False, "Ann has cats.": True}


async def test_a_story_keeps_people_and_parts_apart(room: Room) -> None:
    """What somebody plays becomes a fact about them, or what they say of their own life is lost in the story."""
    room.model.answer = lambda _: say("I see.")
    finds(
        room,
        {
            "dragon": {"text": "Ann has slain a dragon.", "scope": "person"},
            "exam": {"text": "Ann has an exam on Monday.", "scope": "person"},
            "考试": {"text": "安周三有考试。", "scope": "person"},
        },
    )
    await room.say("I have slain the dragon.", "(OOC: my exam is on Monday.)", "（（现实中我周三考试）） 继续")
    await room.drain()
    assert await of_person(room) == ["Ann has an exam on Monday.", "安周三有考试。"]
    assert await core(room) == ["Ann has slain a dragon."]


async def test_who_wants_no_facts_has_none(chat: Room) -> None:
    """A person said no to facts about them, and they are kept all the same."""
    await consents.put(chat.db, chat.here.person, Consent(facts=False))
    finds(chat, {"peanuts": {"text": "Ann is allergic to peanuts.", "scope": "person"}})
    await chat.say("I can't eat peanuts.")
    await chat.drain()
    assert await of_person(chat) == await core(chat) == []


@pytest.mark.parametrize("scope", ["person", "story"])
async def test_what_is_forwarded_is_nobodys_fact(chat: Room, scope: str) -> None:
    """Who passes on a message of somebody who cannot eat peanuts is never offered any again."""
    finds(chat, {"peanuts": {"text": "Ann is allergic to peanuts.", "scope": scope}})
    forward = Forward("I can't eat peanuts.", ForwardOrigin("Bob"))
    assert await chat.accept("", forward=forward)
    await chat.idle()
    await chat.drain()
    assert await of_person(chat) == await core(chat) == []
    [said] = await chat.sql(
        "SELECT text FROM derived JOIN memory ON derived_id = id WHERE person_id = $1", chat.here.person
    )
    assert said["text"] == "[Forwarded from Bob]\n> I can't eat peanuts."


async def test_who_says_no_meanwhile_has_none(chat: Room) -> None:
    """A person says no to facts about them while the model is asked, and gets one more."""
    finds(
        chat, {"peanuts": {"text": "Ann is allergic to peanuts.", "scope": "person"}, "lamp": {"text": "A lamp broke."}}
    )
    inner, gate = chat.model.notes, Gate()
    chat.model.notes = lambda seen: replace(inner(seen), before=gate)
    await chat.say("I can't eat peanuts.", "The lamp broke.")
    running = asyncio.create_task(chat.drain())  # noqa: TID251 - two things at once are the test
    await gate.reached()
    await consents.put(chat.db, chat.here.person, Consent(facts=False))
    gate.open()
    await running
    assert await of_person(chat) == await core(chat) == []


async def test_what_was_said_while_facts_were_off_is_never_read(chat: Room) -> None:
    """Turning facts on tells the model what was said while they were off."""
    await settings.put(chat.engine.ctx, chat.here, SettingScope.SPACE, "facts", "off")
    await chat.say("A secret.")
    await chat.drain()
    await settings.put(chat.engine.ctx, chat.here, SettingScope.SPACE, "facts", "on")
    await chat.say("No secret.")
    await chat.drain()
    assert all("A secret" not in it.prompt for it in chat.model.errands)
    assert len(chat.model.errands) == 1


async def test_the_day_has_a_budget(chat: Room) -> None:
    """Work in the background costs more than the house allows."""
    await settings.put(chat.engine.ctx, chat.here, SettingScope.SPACE, "background_tokens", "0")
    await chat.say("Hello there.")
    await once(chat)
    assert not chat.model.errands
    (left,) = [it for it in await chat.due() if it["kind"] == "facts"]
    assert left["tries"] == 0


async def test_a_broken_answer_is_asked_for_again(chat: Room) -> None:
    """One stray comma of a small model and nothing is ever noted."""
    broken = ["It is: {'facts': 3", '```json\n{"topics": [], "facts": [{"about": "nobody", "scope": "story", '
              '"text": "The storm\nis near.", "sources": [2], "action": "add", "old": "", '
              '"when": "", "kind": "other", "every": "never",}]']  # fmt: skip
    chat.model.notes = lambda _: say(broken.pop(0))
    await chat.say("The storm is near.")
    await chat.drain()
    assert len(chat.model.errands) == 2
    assert "facts" in chat.model.errands[1].body["messages"][-1]["content"]
    assert await core(chat) == ["The storm is near."]


async def test_an_unreadable_model_is_left_alone(chat: Room) -> None:
    """A model that cannot keep notes is asked for ever, or what it did not read is never read."""
    chat.model.notes = lambda _: say("No.")
    await chat.say("The storm is near.")
    await once(chat)
    (left,) = [it for it in await chat.due() if it["kind"] == "facts"]
    assert left["tries"] == 1
    tells(chat, fact("The storm is near.", 2))
    await chat.drain()
    assert await core(chat) == ["The storm is near."]


async def test_a_server_without_schemas_does_too(chat: Room) -> None:
    """On a server that refuses schemas nothing is ever noted."""
    told = json.dumps({"topics": [], "facts": [fact("The storm is near.", 2)]})
    chat.model.notes = lambda _: fail(400, "response_format is not supported")
    before = chat.model.answer
    chat.model.answer = lambda seen: say(told) if '{"n"' in seen.prompt else before(seen)  # type: ignore[misc]
    await chat.say("The storm is near.")
    await chat.drain()
    assert await core(chat) == ["The storm is near."]


async def test_a_fork_does_not_know_what_came_later(chat: Room) -> None:
    """After going back the character knows what was not said yet, or has forgotten what was."""
    finds(
        chat,
        {
            "sister": {"text": "Mira has a sister.", "scope": "story"},
            "ship": {"text": "The ship sank.", "scope": "story"},
        },
    )
    await chat.say("Your sister wrote.")
    await savepoints.save(chat.engine.ctx, chat.here, "early")
    await chat.say("The ship is gone.")
    await chat.drain()
    (save,) = [it for it in await savepoints.newest(chat.engine.ctx, chat.here) if it.kind == "manual"]
    await savepoints.load(chat.engine.ctx, chat.engine.runner, chat.here, save.id)
    chat.model.requests.clear()
    await chat.say("Where was I?")
    await chat.drain()
    (seen,) = chat.model.errands
    assert [it["text"] for it in known(seen)] == ["Mira has a sister."]


@pytest.mark.parametrize("erased", [False, True], ids=["edited", "deleted"])
async def test_what_changes_meanwhile_is_not_noted(chat: Room, erased: bool) -> None:
    """A person takes back what they wrote, and the old words are noted a moment later."""
    finds(chat, {"wife": WIFE, "cat": CAT})
    inner, gate = chat.model.notes, Gate()
    chat.model.notes = lambda seen: replace(inner(seen), before=gate)
    await chat.say("My wife waits.")
    running = asyncio.create_task(chat.drain())  # noqa: TID251 - two things at once are the test
    await gate.reached()
    await (chat.delete("m1") if erased else chat.edit("m1", "My cat waits."))
    await chat.idle()
    gate.open()
    await running
    await chat.drain()
    assert await of_person(chat) == ([] if erased else [CAT["text"]])
    rows = await chat.sql("SELECT text FROM person_fact WHERE person_id = $1", chat.here.person)
    assert "wife" not in str(rows)


async def test_an_edit_ends_what_was_noted(chat: Room) -> None:
    """A person mends what they wrote, and the character goes on believing the old words."""
    finds(chat, {"wife": WIFE, "cat": CAT, "lamp": {"text": "The lamp broke."}, "bell": {"text": "The bell broke."}})
    await chat.say("My wife waits.", "The lamp broke.")
    await chat.drain()
    await chat.edit("m1", "My cat waits.")
    await chat.edit("m2", "The bell broke.")
    await chat.idle()
    await chat.drain()
    assert await of_person(chat) == [CAT["text"]]
    assert await core(chat) == ["The bell broke."]


async def test_what_is_deleted_is_noted_nowhere(chat: Room) -> None:
    """A person deletes a message, and the fact drawn from it stays."""
    finds(
        chat,
        {
            "peanuts": {"text": "Ann is allergic to peanuts.", "scope": "person"},
            "lamp": {"text": "The lamp broke.", "scope": "story"},
        },
    )
    await chat.say("I can't eat peanuts.", "The lamp broke.")
    await chat.drain()
    assert len(await of_person(chat)) == len(await core(chat)) == 1
    await chat.delete("m1")
    await chat.delete("m2")
    await chat.idle()
    await chat.drain()
    assert await of_person(chat) == await core(chat, live=False) == []


async def test_the_same_batch_done_twice_is_done_once(chat: Room) -> None:
    """Two processes, or one that was killed and began anew, note everything twice."""
    tells(chat, fact("The storm is near.", 2), topics=[(2, "storm")])
    await chat.say("The storm is near.")
    await chat.sql("UPDATE due SET not_before = now() WHERE space_id = $1", chat.here.space)
    (due,) = await work.claim_due(chat.db, ["facts"], "one", timedelta(seconds=-1), 1)
    (later,) = await work.claim_due(chat.db, ["facts"], "two", timedelta(seconds=20), 1)
    answer = chat.model.notes(Seen("POST", "", {}, {}, 0.0))
    chat.model.notes = lambda _: answer
    with pytest.raises(LeaseLost):
        await extract(chat.ctx, due)
    assert await core(chat) == []
    await extract(chat.ctx, later)
    assert await core(chat) == ["The storm is near."]
    again = json.dumps({"branch": 1, "from": 1, "to": 3})
    await chat.sql(
        "INSERT INTO due (space_id, session_id, kind, body) VALUES ($1, $2, 'facts/1.1.3', $3)",
        chat.here.space,
        due.key.session,
        json.loads(again),
    )
    await chat.drain()
    assert await core(chat, live=False) == ["The storm is near."]
    assert len(await chat.sql("SELECT FROM derived WHERE space_id = $1 AND kind = 'topic'", chat.here.space)) == 1


async def test_the_demonstration_keeps_no_notes(chat: Room) -> None:
    """The model for a first look is asked what it cannot do, and slows every reply down."""
    (endpoint,) = chat.ctx.roles.endpoints(RoleName.CHAT)
    demo = replace(endpoint, model=DEMONSTRATION)
    chat.change(roles=Roles({RoleName.CHAT: (demo,)}, chat.ctx.roles._resources))
    await chat.say("The storm is near.")
    await chat.drain()
    assert not chat.model.errands
    assert not await chat.due()
    assert await chat.sql("SELECT FROM derived WHERE space_id = $1 AND kind = 'said'", chat.here.space)


async def test_what_is_noted_late_ends_where_its_words_were_mended(chat: Room) -> None:
    """After going back to before a mend and on from there, the line of the mend would tell the old value again."""
    await chat.say("The lamp broke.")
    save = await savepoints.save(chat.engine.ctx, chat.here, "before")
    await revisions.edit(chat.engine.ctx, chat.engine.runner, chat.here, "The lamp works.")
    await savepoints.load(chat.engine.ctx, chat.engine.runner, chat.here, save.id)
    finds(chat, {"broke": {"text": "The lamp is broken.", "about": "nobody"}})
    await chat.drain()
    channel_head = await sessions.current(chat.db, chat.here.key)
    assert channel_head is not None
    told: list[list[str]] = []
    for branch in (channel_head.branch, 1):
        line = await chat.ctx.lines.current(chat.db, channel_head.session_key, branch)
        told.append([it.text for it in await derivations.live(chat.db, channel_head.session_key, line, ["core"])])
    assert told == [["The lamp is broken."], []]
