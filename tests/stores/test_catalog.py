"""Every column that can hold words: erased when somebody asks to be forgotten, or impersonal, and why."""

import io
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pytest
from PIL import Image

from engine.actions.characters import cradles, feeding
from engine.actions.chats import branches, savepoints
from engine.actions.house import forms, panels, settings
from engine.actions.memory import corrections, garden
from engine.actions.people import abouts, forgetting, personas
from engine.actions.story import notes
from engine.actions.transfers import looking
from engine.config.config import Config
from engine.config.voice import VoiceConfig
from engine.values.chats.incoming import Attached, Here, Incoming
from engine.values.chats.speech import SpokenKind
from engine.values.house.asking import AskedForm
from engine.values.house.panels import Panel
from engine.values.house.setting_scopes import SettingScope
from engine.values.story.notes import AuthorsNote, UserPersona
from tests.conftest import Sql
from tests.servers.model import ModelServer, Seen, say
from tests.servers.model_scripts import Finish, Gate, Script
from tests.servers.voice import TranscriptionServer, heard
from tests.turns.files import BACKGROUND, PRESET, WORLD, as_json, bring
from tests.turns.people.test_forgetting import echo, now, say_as
from tests.turns.remembering import WordEmbedder
from tests.turns.room import CARD, Room, config_for, enter, new_origin, opened

CANARY: Final = "Zanthoppy"
"""A name that no other test says: what stands in its tables is looked through too."""
ZONE: Final = "Antarctica/Troll"
SCRIPT: Final = {
    "scriptName": CANARY,
    "findRegex": "/storm/g",
    "replaceString": "gale",
    "placement": [2],
    "disabled": False,
    "markdownOnly": True,
    "promptOnly": False,
}

_ERASED: Final = (
    "space.external",
    "space.title",
    "person.external",
    "person.name",
    "channel.external",
    "channel.title",
    "blob.bytes",
    "character.name",
    "character_version.card",
    "upload.filename",
    "world_book.name",
    "world_book_version.book",
    "preset.name",
    "preset_version.preset",
    "background.name",
    "background_version.body",
    "user_persona.name",
    "user_persona.body",
    "script_file.name",
    "script_file.scripts",
    "quick_set.name",
    "quick_set.replies",
    "session.title",
    "entry.text",
    "entry.raw",
    "entry.body",
    "derived.text",
    "derived.body",
    "savepoint.name",
    "savepoint.preview",
    "savepoint.description",
    "branch.name",
    "person_fact.text",
    "draft.text",
    "inbox.text",
    "inbox.body",
    "attachment.filename",
    "outbox.text",
    "due.body",
    "asked_form.line",
    "asked_form.given",
    "panel.line",
    "picture_text.text",
    "transcript.text",
    "cradle.question",
    "cradle_piece.text",
    "cradle_piece.source",
    "cradle_piece.asked",
    "cradle_statement.text",
    "cradle_statement.title",
    "cradle_statement.keys",
    "cradle_statement.quote",
)
ERASED: Final[Mapping[str, str]] = {**dict.fromkeys(_ERASED, CANARY), "setting.value": ZONE, "audit.body": ZONE}
"""With the words by which they are found again."""

GONE: Final = ("memory_vector.v", "person_fact_vector.v")
"""Vectors of what was said: no row of the person's is left."""

IMPERSONAL: Final[Mapping[str, str]] = {
    name: why
    for names, why in (
        (
            "space.platform person.platform owner_code.platform reading_mark.platform forgotten.platform "
            "blocked_person.platform",
            "the name of a platform",
        ),
        (
            "space.access character.builtin world_book.builtin world_book.comes_with preset.builtin "
            "background.builtin session.status "
            "branch.reason entry.kind "
            "entry.status derived.kind retired.reason savepoint.kind memory.kind memory.tag remembered.kind "
            "person_fact.ended_why "
            "fact_date.kind fact_date.calendar fact_date.every fact_date.wish "
            "turn.kind turn.state turn.outcome inbox.kind inbox.outcome outbox.kind outbox.state "
            "due.kind due.fault guess.what "
            "cradle_piece.kind cradle_piece.state cradle_piece.fault cradle_statement.field "
            "allowance.scope allowance.unit allowance_told.scope role_grant.may asked_form.field "
            "panel.kind panel.standings panel.tongue numbered.kind "
            "circle_member.frequency circle_member.planned_zone circle_member.seen_by "
            "first_plan.why first_plan.state first_plan.obstacle "
            "setting.scope setting.name audit.act usage.role usage.kind blob.media_type",
            "a word of the house's own",
        ),
        (
            "owner_code.sha256 blob.sha256 character_version.file_sha256 character_version.picture_sha256 "
            "upload.sha256 world_book_version.file_sha256 world_book_version.digest preset_version.file_sha256 "
            "script_file.file_sha256 attachment.sha256 world_vector.sha256 link_code.sha256 move_code.sha256 "
            "picture_text.sha256 transcript.sha256 panel.shown kept_file.sha256 cradle_piece.sha256 "
            "post_thread.said_sha256",
            "a hash; the row goes with what it names",
        ),
        (
            "reading_mark.name reading_mark.value",
            "how far a platform's client has read; one that names a private place goes with it",
        ),
        ("upload.token", "a random sign"),
        ("first_consent.unwanted first_plan.ref", "the number of a date or of a place, or a word of the house's own"),
        (
            "embedding_model.name turn.endpoint turn.model usage.endpoint usage.model picture_text.model "
            "transcript.model",
            "the name of a model",
        ),
        ("allowance.scope_id allowance_told.scope_id", "a number of ours, or a platform's of a role"),
        (
            "blocked_person.external",
            "the platform's bare number, by whoever looks after the place: forgetting does not lift a block",
        ),
        ("circle_member.interests circle_member.tone", "what whoever looks after a channel has characters post about"),
        ("blocked_word.word", "what whoever looks after the place lets nobody say"),
        ("role_grant.role", "the platform's number of a role"),
        ("person.through", "the platform's number of a webhook, which is a channel's"),
        ("audience_clause.readers", "the platform's numbers of roles and threads; of an account its hash"),
        ("forgotten.external_sha256", "the tombstone itself: a hash, so that a backup does not bring them back"),
        ("world_vector.v", "of a world book's entry; all go when a book of a private place goes"),
        ("turn.facts", "counts, numbers and times, and the platform's number of a message"),
        ("outbox.body", "the name of a notice and its counts, and the platform's number of a message"),
        (
            "inbox.external inbox.target outbox.platform_id asked_form.message panel.message "
            "post_thread.post post_thread.root",
            "the platform's number of a message, so that none comes twice",
        ),
        ("lease.owner due.owner", "the name of a process"),
    )
    for name in names.split()
}

COLUMNS: Final = """
    SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, NULL) AS type
    FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
        AND c.relname <> 'schema_migration'
        AND (a.atttypid = ANY ('{text,varchar,json,jsonb,bytea,text[]}'::regtype[])
            OR format_type(a.atttypid, NULL) IN ('halfvec', 'vector', 'sparsevec'))
    """


async def test_every_column_is_accounted_for(sql: Sql) -> None:
    """Somebody adds a column, words of people end up in it, and forgetting them does not look there."""
    found = {it["name"] for it in await sql(COLUMNS)}
    listed = {*ERASED, *GONE, *IMPERSONAL}
    assert found - listed == set(), "say that forgetting erases them, and prove it here; or why they are impersonal"
    assert listed - found == set()
    assert not set(ERASED) & set(IMPERSONAL)


@dataclass(frozen=True, slots=True)
class Place:
    """A group where somebody talks, and their private place."""

    group: Room
    who: Here
    dm: Room


@pytest.fixture
async def place(database_url: str, tmp_path: Path) -> AsyncIterator[Place]:
    origin = new_origin()
    async with (
        ModelServer() as model,
        TranscriptionServer() as ears,
        opened(_perceiving(database_url, tmp_path, model, ears), origin.platform) as engine,
    ):
        ears.answer = heard(f"{CANARY} is tired.")
        group = await enter(engine, model, origin)
        group.change(embedder=WordEmbedder())
        model.answer = lambda asked: (
            say(f"{CANARY} in a hat.")
            if _is_asked_what_it_sees(asked)
            else say(f"{echo(asked).steps[0]}[emotion:glad]")
        )
        private = replace(origin, space=f"dm {CANARY}", channel=f"dm {CANARY}", person=f"id-{CANARY}", private=True)
        private = replace(private, person_name=CANARY, space_title=CANARY, channel_title=CANARY)
        card = {**CARD, "data": {**CARD["data"], "name": CANARY}}
        dm = await enter(engine, model, private, card)
        yield Place(group, await _who(group), dm)


def _perceiving(database_url: str, folder: Path, model: ModelServer, ears: TranscriptionServer) -> Config:
    config = config_for(database_url, folder, model)
    assert config.chat is not None
    chat, listens = config.chat.model_copy(update={"sees": True}), VoiceConfig(url=ears.url)
    return config.model_copy(update={"chat": chat, "transcription": listens})


def _is_asked_what_it_sees(asked: Seen) -> bool:
    return bool(asked.pictures) and len(asked.body["messages"]) == 2


def _photo() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (8, 8), "orchid").save(out, "PNG")
    return out.getvalue()


async def _who(group: Room) -> Here:
    return await group.engine.places.resolve(replace(group.origin, person=f"id-{CANARY}", person_name=CANARY))


def test_nobody_else_says_what_is_looked_for() -> None:
    """Another test writes the same word into this database, and forgetting seems to have left it there."""
    tests = Path(__file__).parents[1].rglob("*.py")
    assert [it for it in tests if any(word in it.read_text("utf-8") for word in (CANARY, ZONE))] == [Path(__file__)]


async def test_nothing_is_found_in_any_column(place: Place, sql: Sql) -> None:
    """Somebody asks to be forgotten, and a column that nobody thought of still tells of them."""
    await _live(place)
    before = await _hits(sql)
    assert {name for name in ERASED if not before.get(name)} == set(), "no path of the product put anything there"
    assert await _vectors(sql, place) > 0
    receipt = await forgetting.forget_me(place.group.engine.ctx, place.group.engine.runner, place.who)
    assert receipt.done
    await place.group.drain()
    after = await _hits(sql)
    assert {name: count for name, count in after.items() if count} == {}
    assert await _vectors(sql, place) == 0


async def _live(place: Place) -> None:
    """Everything that a person can do that leaves words."""
    group, who, dm, engine = place.group, place.who, place.dm, place.group.engine
    await say_as(group, "Ben", "My boat is red.", "b1")
    await _says(group, f"My parrot is called {CANARY}.", "x1", files=True)
    await say_as(group, "Ben", "Really?", "b2", replied="x1")
    await savepoints.save(engine.ctx, who, f"save {CANARY}\nbefore {CANARY} knew")
    await branches.rename(engine.ctx, who, 1, f"branch {CANARY}")
    await notes.set_note(engine.ctx, engine.runner, who, AuthorsNote(f"{CANARY} is shy."))
    await personas.put(engine.ctx, who, UserPersona(CANARY, description=f"{CANARY} wears a hat."))
    await abouts.add(engine.ctx, who, f"{CANARY} fears water.")
    await settings.put(engine.ctx, who, SettingScope.PERSON, "timezone", ZONE)
    await garden.add(engine.ctx, engine.runner, who, f"{CANARY} likes nuts.")
    await dm.say(f"I am {CANARY} and tired.")
    await bring(dm, as_json({**WORLD, "name": CANARY, "note": CANARY}), f"{CANARY}.json")
    await bring(dm, as_json({**PRESET, "note": CANARY}), f"{CANARY}.json")
    await bring(dm, as_json([SCRIPT]), f"{CANARY}.json")
    await bring(dm, as_json({"name": CANARY, "qrList": [{"label": CANARY, "message": CANARY}]}), f"{CANARY}.json")
    await bring(dm, as_json({**BACKGROUND, "name": CANARY}), f"{CANARY}.json")
    await looking.look(engine.ctx, dm.here, as_json(CARD), f"{CANARY}.json")
    await _feeds(group, who)
    await group.drain()
    await dm.drain()
    correction = await corrections.propose(engine.ctx, who, f"My parrot is called {CANARY} the Second.")
    await corrections.accept(engine.ctx, engine.runner, who, correction.token)
    await corrections.propose(engine.ctx, who, f"{CANARY} likes grapes.")
    await forms.ask(engine.ctx, who, AskedForm(f"/memory edit {CANARY}", "text", {"answers": {"text": CANARY}}))
    await panels.put(engine.ctx, who, Panel(who.person, "settings", "77", f"/settings {CANARY}"))
    await panels.put(engine.ctx, dm.here, Panel(dm.here.person, "settings", "78", f"/settings {CANARY}"))
    await forms.ask(engine.ctx, dm.here, AskedForm("/memory add", "text", {"answers": {"text": CANARY}}))
    gate = Gate()
    group.model.script(Script([f"So {CANARY} sings", gate, ".", Finish()]))
    await _says(group, "Does she sing?", "x2", wait=False)
    await group.grew(f"So {CANARY} sings")
    gate.open()
    await group.drain()
    await _die_while_writing(group)


async def _feeds(group: Room, who: Here) -> None:
    """They feed a character that grows where others can feed it too."""
    ctx = group.engine.ctx
    made = await cradles.begin(ctx, who, "Foundling")
    group.model.notes, before = _tells, group.model.notes
    await feeding.feed_words(ctx, who, made.id, f"{CANARY} wears a hat.")
    await feeding.feed_file(ctx, who, made.id, f"Yes, {CANARY} does.".encode(), f"{CANARY}.txt")
    group.model.notes = before


def _tells(_: Seen) -> Script:
    said = {"field": "world", "text": f"{CANARY} is known.", "quote": CANARY, "title": CANARY, "keys": [CANARY]}
    statement = {**said, "instead_of": 0, "contradicts": False}
    return say(json.dumps({"statements": [statement], "question": f"Who is {CANARY}?"}))


async def _die_while_writing(group: Room) -> None:
    """A process that dies leaves the draft of its reply."""
    await group.sql(
        """
        INSERT INTO draft (space_id, session_id, turn_id, fence, text)
        SELECT space_id, session_id, id, fence, $2 FROM turn WHERE space_id = $1 ORDER BY id DESC LIMIT 1
        ON CONFLICT (space_id, session_id, turn_id) DO UPDATE SET text = $2
        """,
        group.here.space,
        f"So {CANARY}",
    )


async def _says(room: Room, text: str, external: str, *, files: bool = False, wait: bool = True) -> None:
    origin = replace(room.origin, person=f"id-{CANARY}", person_name=CANARY)
    room.position += 1
    text_file, photo = (
        Attached(f"{CANARY}.txt", "text/plain", CANARY.encode()),
        Attached("p.png", "image/png", _photo()),
    )
    voice = Attached("v.ogg", "audio/ogg", b"OggS orchid", SpokenKind.VOICE, 3)
    attached = (text_file, photo, voice) if files else ()
    said = Incoming(origin, external, text, await now(room), room.position, files=attached)
    await room.engine.turns.accept(said)
    if wait:
        await room.idle()


async def _hits(sql: Sql) -> dict[str, int]:
    """In how many rows of each column the person's words stand."""
    found: dict[str, int] = {}
    for column in await sql(COLUMNS):
        table, _, name = column["name"].partition(".")
        read = f"encode({name}, 'escape')" if column["type"] == "bytea" else f"{name}::text"
        for word in (CANARY, ZONE):
            if ERASED.get(column["name"], word) == word:
                rows = await sql(f"SELECT count(*) AS hits FROM {table} WHERE {read} LIKE '%' || $1 || '%'", word)
                found[column["name"]] = found.get(column["name"], 0) + rows[0]["hits"]
    return found


async def _vectors(sql: Sql, place: Place) -> int:
    """How many vectors there are of what the person said, and of what is known about them."""
    spaces: Any = [place.dm.here.space]
    rows = await sql(
        """
        SELECT (
            SELECT count(*) FROM memory_vector AS it JOIN memory USING (space_id, session_id, derived_id)
            WHERE memory.person_id = $1 OR $1 = ANY (memory.about) OR it.space_id = ANY ($2::bigint[])
        ) + (SELECT count(*) FROM person_fact_vector WHERE person_id = $1) AS vectors
        """,
        place.who.person,
        spaces,
    )
    return rows[0]["vectors"]
