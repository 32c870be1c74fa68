"""A story goes out as a file and comes back whole, in another house."""

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest

from engine.actions.chats import replies, revisions, savepoints, undoing
from engine.actions.house import settings
from engine.actions.memory import garden
from engine.actions.people import abouts, dates, personas
from engine.actions.story import notes
from engine.actions.transfers import exports, looking
from engine.actions.transfers.bringing import bring as bring_action
from engine.actions.transfers.stories_out import story
from engine.errors import ArchiveDamaged, InputError, StoryFileBroken, StoryFileNewer
from engine.rules.formats.archives.archives import open_archive, write_archive
from engine.rules.formats.stories.story_files import MANIFEST, read_story_file, write_story_file
from engine.rules.story.hashing import story_hash, with_hash
from engine.values.people.dates import DateCalendar, DateEvery, DateKind, DateWish, FactDate
from engine.values.story.notes import AuthorsNote, UserPersona
from engine.values.transfers.story_files import StoryFile, StoryTable
from engine.values.transfers.transfers import FileKind, Offer
from tests.servers.model import ModelServer
from tests.servers.model_scripts import say
from tests.turns.files import BACKGROUND, PRESET, WORLD, as_json, bring
from tests.turns.people.test_forgetting import say_as
from tests.turns.room import Room, config_for, enter, new_origin, opened


@pytest.fixture
async def elsewhere(fresh_database: str, model: ModelServer, tmp_path: Path) -> AsyncIterator[Room]:
    """Another house, where nobody knows anybody."""
    origin = replace(new_origin(), person="zoe", person_name="Zoe")
    async with opened(config_for(fresh_database, tmp_path / "elsewhere", model), origin.platform) as engine:
        yield await enter(engine, model, origin)


async def _lived(room: Room) -> None:
    """A story with branches, swipes, saves, a note, a book, a preset, a background, memories, and two people."""
    room.model.answer = lambda _: say(f"Yes, {len(room.model.generations)} of them.")
    await room.say("I keep bees.", "They are called Ada and Bob.")
    await savepoints.save(room.engine.ctx, room.here, "Bees")
    await bring(room, as_json(WORLD), "world.json", Offer.CHAT)
    await bring(room, as_json(PRESET), "preset.json")
    await bring(room, as_json(BACKGROUND), "background.json", Offer.CHAT)
    await replies.again(room.engine.ctx, room.engine.runner, room.here)
    await room.idle()
    await say_as(room, "Ben", "I am afraid of bees.", "b1")
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    await notes.set_note(room.engine.ctx, room.engine.runner, room.here, AuthorsNote("It rains."))
    await room.say("The bees sleep now.")
    await revisions.edit(room.engine.ctx, room.engine.runner, room.here, "The bees fly now.")
    await room.drain()
    number = await garden.add(room.engine.ctx, room.engine.runner, room.here, "The hive is blue.")
    await garden.edit(room.engine.ctx, room.engine.runner, room.here, number, "The hive is green.")
    await abouts.add(room.engine.ctx, room.here, "Keeps bees at home.", BORN)
    await settings.put(room.engine.ctx, room.here, "channel", "temperature", "0.3")  # type: ignore[arg-type]
    await room.drain()


BORN: Final = FactDate(DateKind.BIRTHDAY, 8, 15, None, DateCalendar.LUNAR, every=DateEvery.YEAR, wish=DateWish.REMIND)


async def test_a_story_opens_in_another_house_to_the_same_hash(room: Room, elsewhere: Room) -> None:
    """Whoever moves would lose branches, saves or memories on the way, and notice a month later."""
    await _lived(room)
    out = await story(room.engine.ctx, room.here, "1.0")
    looked = await looking.look(elsewhere.engine.ctx, elsewhere.here, out.document.data, out.document.filename)
    assert (looked.kind, looked.offers[0]) == (FileKind.STORY, Offer.MINE)
    made = await bring_action(
        elsewhere.engine.ctx, elsewhere.engine.runner, elsewhere.here, "Zoe", looked.token, Offer.MINE
    )
    assert made.facts[0].data["hash"] == out.digest[:12]
    back = await story(elsewhere.engine.ctx, elsewhere.here, "1.0")
    assert back.digest == out.digest, "and out again it is the same"
    assert [it[1] for it in await elsewhere.spoken()] == [it[1] for it in await room.spoken()]
    assert [it.name for it in await savepoints.newest(elsewhere.engine.ctx, elsewhere.here)] == [
        it.name for it in await savepoints.newest(room.engine.ctx, room.here)
    ]
    assert [it.date for it in await dates.listed(elsewhere.engine.ctx, elsewhere.here)] == [BORN]
    assert [it.fact.text for it in (await abouts.card(elsewhere.engine.ctx, elsewhere.here)).facts] == [
        "Keeps bees at home."
    ]
    found = await garden.search(elsewhere.engine.ctx, elsewhere.here, "hive")
    assert [it.memory.text for it in found][:1] == ["The hive is green."]
    await elsewhere.drain()
    elsewhere.model.answer = lambda _: say("They do.")
    await elsewhere.say("Do they fly?")
    assert (await elsewhere.spoken())[-1][1] == "They do.", "and it goes on"


async def test_who_others_play_stays_with_them(room: Room, elsewhere: Room) -> None:
    """What somebody wrote about who they are would go out with a chat that another exports, or reach others."""
    await room.say("I keep bees.")
    await say_as(room, "Ben", "I am afraid of bees.", "b1")
    ben = await room.engine.places.resolve(replace(room.origin, person="Ben", person_name="Ben"))
    await personas.put(room.engine.ctx, ben, UserPersona("Pirate", "Has a glass eye."))
    await personas.put(room.engine.ctx, room.here, UserPersona("Nurse", "Has a red cross."))
    await personas.put(room.engine.ctx, room.here, UserPersona("Captain", "Has a wooden leg."))
    await settings.put(room.engine.ctx, ben, "person", "timezone", "Antarctica/Casey")  # type: ignore[arg-type]
    out = await story(room.engine.ctx, room.here, "1.0")
    text = b"".join(_parts(out.document.data).values()).decode("utf-8", "replace")
    assert "Pirate" in text, "what they are called in the story is the story's"
    for private in ("glass", "red cross", "Troll"):
        assert private not in text
    assert "wooden" in text, "who exports is in the story who they were"
    assert out.person == "Captain"
    looked = await looking.look(elsewhere.engine.ctx, elsewhere.here, out.document.data, "x.omoide")
    await bring_action(elsewhere.engine.ctx, elsewhere.engine.runner, elsewhere.here, "Zoe", looked.token, Offer.BRING)
    assert await personas.listed(elsewhere.engine.ctx, elsewhere.here) == []
    assert not await elsewhere.sql("SELECT 1 FROM user_persona")


async def test_what_is_brought_is_for_those_who_read_there(room: Room, elsewhere: Room) -> None:
    """The crew import a chat into their channel, and the character tells the whole server of it."""
    await _lived(room)
    out = await story(room.engine.ctx, room.here, "1.0")
    await elsewhere.engine.places.resolve(replace(elsewhere.origin, audience=(("role:1",),)))
    looked = await looking.look(elsewhere.engine.ctx, elsewhere.here, out.document.data, "x.omoide")
    await bring_action(elsewhere.engine.ctx, elsewhere.engine.runner, elsewhere.here, "Zoe", looked.token, Offer.BRING)
    for table in ("entry", "derived", "memory"):
        rows = await elsewhere.sql(
            f"SELECT DISTINCT it.audience FROM {table} AS it JOIN stand USING (space_id, session_id) "
            "JOIN channel ON channel.space_id = it.space_id AND channel.stand_id = stand.id WHERE it.space_id = $1",
            elsewhere.here.space,
        )
        assert len(rows) == 1, table
        assert rows[0]["audience"]


async def test_whoever_was_not_there_exports_nothing_of_their_own(room: Room) -> None:
    """Somebody who looks after a place exports a chat of others, and what they wrote about themselves is in it."""
    await room.say("I keep bees.")
    owner = await room.engine.places.resolve(replace(room.origin, person="Olga", person_name="Olga"))
    await personas.put(room.engine.ctx, owner, UserPersona("Judge", "Wears a wig."))
    await abouts.add(room.engine.ctx, owner, "Sleeps badly.")
    out = await story(room.engine.ctx, owner, "1.0")
    text = b"".join(_parts(out.document.data).values()).decode("utf-8", "replace")
    assert "wig" not in text
    assert "Sleeps" not in text
    assert not out.person


async def test_a_file_of_the_first_version_is_read(room: Room, elsewhere: Room) -> None:
    """Everybody's older exports would be worth nothing after an update."""
    await _lived(room)
    file = read_story_file((await story(room.engine.ctx, room.here, "1.0")).document.data)
    digest = story_hash(file.title, file.rows)
    old = write_story_file(replace(file, stage=None, settings={"temperature": 0.4}, digest=digest))
    assert json.loads(_parts(old)[MANIFEST])["version"] == 1
    looked = await looking.look(elsewhere.engine.ctx, elsewhere.here, old, "x.omoide")
    made = await bring_action(
        elsewhere.engine.ctx, elsewhere.engine.runner, elsewhere.here, "Zoe", looked.token, Offer.MINE
    )
    assert made.facts[0].data["hash"] == digest[:12]
    assert [it[1] for it in await elsewhere.spoken()] == [it[1] for it in await room.spoken()]
    assert (await settings.current(elsewhere.engine.ctx, elsewhere.here)).temperature == 0.4


NOT_THE_STORY = frozenset(
    {"format", "version", "product", "made_at", "left_out", "lines", "counts", "parts", "builtin"}
)
"""What a manifest says about the file, not about the story: that is read, and told to nobody as the story's."""


async def test_a_change_of_anything_is_noticed(room: Room) -> None:
    """A file that somebody changed, with the hashes of its parts put right, would be taken for what was exported."""
    await _lived(room)
    await personas.put(room.engine.ctx, room.here, UserPersona("Captain", "Has a wooden leg."))
    script = {"scriptName": "Wind", "findRegex": "/wind/g", "replaceString": "gale", "placement": [2]}
    await bring(room, as_json(script), "wind.json", Offer.CHARACTER)
    await bring(room, as_json(WORLD), "world.json", Offer.CHARACTER)
    parts = _parts((await story(room.engine.ctx, room.here, "1.0")).document.data)
    unnoticed: list[str] = []
    changed = 0
    for path, data in parts.items():
        for other in _changes(path, data):
            manifest = json.loads(other if path == MANIFEST else parts[MANIFEST])
            if path != MANIFEST:
                manifest["parts"][path] = sha256(other).hexdigest()
            changed += 1
            with suppress(InputError):
                read_story_file(write_archive({**parts, path: other, MANIFEST: as_json(manifest)}))
                unnoticed.append(f"{path}: {other[:300]!r}")
    assert not unnoticed
    assert changed > 200
    read_story_file(write_archive(parts))


def _changes(path: str, data: bytes) -> Iterator[bytes]:
    """The part with one value changed, for each value of it; of many rows, of one."""
    if path.endswith(".picture"):
        yield data + b"x"
    elif path.endswith(".jsonl"):
        first, *rest = data.splitlines() or [b""]
        if first:
            yield from (b"\n".join((as_json(it), *rest, b"")) for it in _changed(json.loads(first)))
            yield b"\n".join((*rest, b""))
    else:
        yield from map(as_json, _changed(json.loads(data)))


def _changed(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for name, inner in value.items():
            if name not in NOT_THE_STORY:
                yield from ({**value, name: it} for it in _changed(inner))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from ([*value[:at], it, *value[at + 1 :]] for it in _changed(inner))
            yield [*value[:at], *value[at + 1 :]]
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int | float):
        yield value + 1
    else:
        yield "x" if value is None else f"{value}x"


async def test_what_belongs_to_others_stays_behind(room: Room, elsewhere: Room) -> None:
    """What was noted about somebody would travel to a house that they have never heard of."""
    await _lived(room)
    ben = await room.engine.places.resolve(replace(room.origin, person="Ben", person_name="Ben"))
    await abouts.add(room.engine.ctx, ben, "Ben fears wasps too.")
    await garden.add(room.engine.ctx, room.engine.runner, ben, "Ben was stung once.")
    out = await story(room.engine.ctx, room.here, "1.0")
    assert out.left_out == 1
    text = b"".join(_parts(out.document.data).values()).decode("utf-8", "replace")
    assert "stung" not in text
    assert "wasps" not in text
    assert "sk-canary-key" not in text
    looked = await looking.look(elsewhere.engine.ctx, elsewhere.here, out.document.data, "x.omoide")
    await bring_action(elsewhere.engine.ctx, elsewhere.engine.runner, elsewhere.here, "Zoe", looked.token, Offer.BRING)
    names = {it["name"]: it["platform"] for it in await elsewhere.sql("SELECT name, platform FROM person")}
    assert names["Ben"] == names["Ann"] == "imported"
    assert not (await abouts.card(elsewhere.engine.ctx, elsewhere.here)).facts


async def test_a_file_that_was_changed_leaves_nothing_behind(room: Room) -> None:
    """Half a story would lie there, or a file from a stranger would bring the house down."""
    await room.say("I keep bees.")
    data = (await story(room.engine.ctx, room.here, "1.0")).document.data
    parts = _parts(data)
    manifest = json.loads(parts[MANIFEST])
    entries = parts["story/entry.jsonl"]
    told: list[tuple[bytes, type[InputError]]] = [
        (data[: len(data) // 2], ArchiveDamaged),
        (write_archive({**parts, "story/entry.jsonl": entries.replace(b"bees", b"wasps")}), StoryFileBroken),
        (write_archive({**parts, MANIFEST: json.dumps({**manifest, "version": 99}).encode()}), StoryFileNewer),
        (write_archive({name: it for name, it in parts.items() if "entry" not in name}), StoryFileBroken),
        (write_archive({**parts, MANIFEST: b"[" * 100_000}), StoryFileBroken),
    ]
    for changed, error in told:
        with pytest.raises(error):
            await looking.look(room.engine.ctx, room.here, changed, "x.omoide")
    assert len(await room.sql("SELECT 1 FROM session WHERE space_id = $1", room.here.space)) == 1


CHANGES = [
    ("entry", {"seq": 9}),
    ("entry", {"branch": 7}),
    ("entry", {"person": 99}),
    ("entry", {"kind": "spell"}),
    ("entry", {"body": {"version": "x"}, "kind": "member"}),
    ("entry", {"text": "a\x00b"}),
    ("branch", {"forked_at": 1}),
    ("branch", {"id": 2}),
    ("branch", {"extra": 1}),
    ("savepoint", {"day": "soon"}),
    ("savepoint", {"kind": "never"}),
]


async def test_rows_that_cannot_be_are_refused(room: Room) -> None:
    """A file that a stranger has written, with all its hashes right, would break the story it becomes."""
    await room.say("I keep bees.")
    await savepoints.save(room.engine.ctx, room.here, "Bees")
    file = read_story_file((await story(room.engine.ctx, room.here, "1.0")).document.data)
    for table, change in CHANGES:
        found = [*file.rows[StoryTable(table)]]
        rows = {**file.rows, StoryTable(table): [*found[:-1], {**found[-1], **change}]}
        with pytest.raises((StoryFileBroken, KeyError)):
            await _bring(room, file, rows)
    assert len(await room.sql("SELECT 1 FROM session WHERE space_id = $1", room.here.space)) == 1
    assert not await room.sql("SELECT 1 FROM person WHERE platform = 'imported' AND name = 'Ann'")


async def test_what_the_database_refuses_leaves_nothing_behind(room: Room) -> None:
    """A file is refused by the database alone, and half of it lies there, or people read of an internal error."""
    await room.say("I keep bees.")
    await room.drain()
    file = read_story_file((await story(room.engine.ctx, room.here, "1.0")).document.data)
    tables = ("session", "branch", "entry", "derived", "turn", "savepoint")
    before = {it: await room.sql(f"SELECT count(*) FROM {it}") for it in tables}
    for table in (StoryTable.DERIVED, StoryTable.SOURCE):
        twisted = {**file.rows[table][-1], "from_seq": 9, "to_seq": 1}
        with pytest.raises(StoryFileBroken):
            await _bring(room, file, {**file.rows, table: [*file.rows[table][:-1], twisted]})
    assert {it: await room.sql(f"SELECT count(*) FROM {it}") for it in tables} == before


async def test_a_branch_is_read_as_a_text(room: Room) -> None:
    """Somebody wants to read their story on paper, the way it went before they took something back."""
    room.model.answer = lambda _: say("They sleep.")
    await room.say("Good morning.", "I keep bees.")
    await undoing.undo(room.engine.ctx, room.engine.runner, room.here)
    now = (await exports.text(room.engine.ctx, room.here)).data.decode()
    before = (await exports.text(room.engine.ctx, room.here, 1)).data.decode()
    assert "I keep bees." not in now
    assert "**Ann**" in before
    assert "**Mira**" in before
    assert "They sleep." in before
    assert b"I keep bees." in (await exports.chat(room.engine.ctx, room.here, 1)).data
    assert b"I keep bees." not in (await exports.chat(room.engine.ctx, room.here)).data


async def _bring(room: Room, file: StoryFile, rows: Mapping[StoryTable, Any]) -> None:
    data = write_story_file(with_hash(replace(file, rows=rows)))
    looked = await looking.look(room.engine.ctx, room.here, data, "x.omoide")
    await bring_action(room.engine.ctx, room.engine.runner, room.here, "Ann", looked.token, Offer.BRING)


def _parts(data: bytes) -> dict[str, bytes]:
    archive = open_archive(data)
    return {name: archive.read(name, 1 << 24) for name in archive.names}
