"""Any file of a story gives a story that can be stored, or an error in our words."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import ArchiveOverpacked, FileTooBig, InputError, StoryFileBroken
from engine.rules.formats.archives.archives import open_archive, write_archive
from engine.rules.formats.kinds import kind_of
from engine.rules.formats.stories import story_files
from engine.rules.formats.stories.story_files import MANIFEST, read_story_file, write_story_file
from engine.rules.story.hashing import story_hash
from engine.rules.story.numbering import numbered
from engine.values.people.dates import DateKind, FactDate
from engine.values.transfers.story_files import (
    OwnFact,
    StoryFile,
    StoryRow,
    StoryShelf,
    StorySpeaker,
    StoryTable,
    Volume,
)

from .budget import FUZZ
from .json_mutations import CHANGES, changed

AT = datetime(2026, 5, 1, 9, tzinfo=UTC)
NOW = AT.isoformat()


def branch(number: int, parent: int | None, forked_at: int) -> StoryRow:
    made = {"reason": "start", "created_at": NOW, "name": "", "named_by": None, "archived_at": None}
    return {"id": number, "parent": parent, "forked_at": forked_at, **made}


def entry(on: int, seq: int, **more: Any) -> StoryRow:
    who = {"person": None, "character": 1, "turn": None, "target": None, "raw": None}
    said = {"kind": "message", "status": "complete", "text": "So be it.", "body": {}, "said_at": NOW}
    return {"branch": on, "seq": seq, **who, **said, **more}


def derived(number: int, on: int, seq: int, **more: Any) -> StoryRow:
    what = {"kind": "core", "holder": 1, "from_seq": 1, "to_seq": seq, "n": 0, "text": "Ann keeps bees.", "body": {}}
    return {"id": number, "branch": on, "seq": seq, **what, **more}


def memory(row: int, on: int, seq: int) -> StoryRow:
    who = {"holder": 1, "nth": None, "person": 1, "character": None, "about": [1], "people": [1, 2], "characters": [1]}
    what = {"kind": "core", "tag": "user_input", "pinned": False, "occurred_at": NOW, "until": NOW}
    return {"row": row, "branch": on, "seq": seq, **who, **what}


TURN = {
    "id": 1, "branch": 1, "after_seq": 2, "kind": "reply", "character": 1, "person": 1, "state": "complete",
    "outcome": "stop", "model": "m", "started_at": NOW, "ended_at": NOW,
}  # fmt: skip
SAVE = {
    "branch": 1, "seq": 3, "kind": "manual", "name": "Bees", "preview": "So", "description": "", "messages": 2,
    "day": None, "person": 1, "created_at": NOW, "deleted_at": None,
}  # fmt: skip
ROWS: dict[StoryTable, list[StoryRow]] = {
    StoryTable.BRANCH: [branch(1, None, 0), branch(2, 1, 2)],
    StoryTable.TURN: [TURN],
    StoryTable.ENTRY: [
        entry(1, 1, kind="member", body={"version": 1, "in": True}),
        entry(1, 2, person=1, character=None),
        entry(1, 3, turn=1),
        entry(2, 3, kind="timers", body={"here": [{"book": "book:1", "uid": 1}]}, character=None),
        entry(2, 4, kind="garden", body={"id": 1, "ids": [1]}, person=1),
    ],
    StoryTable.DERIVED: [derived(1, 1, 2), derived(2, 2, 4)],
    StoryTable.SOURCE: [{"row": 1, "branch": 1, "from_seq": 1, "to_seq": 2}],
    StoryTable.RETIRED: [{"row": 1, "branch": 2, "seq": 4, "by": 2, "reason": "superseded"}],
    StoryTable.MEMORY: [memory(1, 1, 2), memory(2, 2, 4)],
    StoryTable.REMEMBERED: [{"kind": "said", "branch": 1, "seq": 3}],
    StoryTable.SAVEPOINT: [SAVE],
}
SHELVES: dict[StoryShelf, Sequence[Volume]] = {
    StoryShelf.CHARACTER: [Volume("Mira", {1: '{"data":{"name":"Mira"}}'}, pictures={1: b"\x89PNG"})],
    StoryShelf.BOOK: [Volume("Town", {1: '{"entries":{}}'}, entries=1)],
    StoryShelf.PRESET: [],
    StoryShelf.BACKGROUND: [],
}
FILE = StoryFile(
    title="Bees",
    seed=7,
    branch=2,
    digest=story_hash("Bees", ROWS),
    people=[StorySpeaker("Ann", is_self=True), StorySpeaker("Ben")],
    shelves=SHELVES,
    rows=ROWS,
    settings={"temperature": 0.3},
    facts=[OwnFact("Keeps bees.", 1, True, AT, FactDate(DateKind.EXAM, 12, 3, 2026, minute=540))],
)
WHOLE = write_story_file(FILE)
PARTS = {name: open_archive(WHOLE).read(name, 1 << 20) for name in open_archive(WHOLE).names}
TABLES = st.sampled_from([*StoryTable])
EDITS = st.lists(
    st.tuples(st.integers(0, len(WHOLE)), st.integers(0, 12), st.binary(max_size=6) | st.just(b"\xff\xff\xff\xff")),
    max_size=4,
)


def packed(parts: Mapping[str, bytes], manifest: Any = None) -> bytes:
    """A file whose parts have the hashes that its manifest says."""
    manifest = json.loads(parts[MANIFEST]) if manifest is None else manifest
    if isinstance(manifest, dict) and isinstance(manifest.get("parts"), dict):
        manifest["parts"] = {name: sha256(data).hexdigest() for name, data in parts.items() if name != MANIFEST}
    return write_archive({**parts, MANIFEST: json.dumps(manifest).encode()})


def with_rows(rows: Mapping[StoryTable, Sequence[Any]]) -> bytes:
    """A file with these rows, whatever they are, whose hash is right if there is one."""
    lines = {f"story/{it}.jsonl": b"".join(json.dumps(row).encode() + b"\n" for row in rows[it]) for it in rows}
    manifest = json.loads(PARTS[MANIFEST])
    with suppress(KeyError, TypeError, ValueError, AttributeError):
        manifest["hash"] = story_hash(FILE.title, rows)
    return packed({**PARTS, **lines}, manifest)


def check(data: bytes) -> None:
    try:
        kind_of(data)
        file = read_story_file(data)
    except InputError:
        return
    told, _ = numbered(file.rows)
    assert {table: len(rows) for table, rows in told.items()} == {it: len(rows) for it, rows in file.rows.items()}
    assert read_story_file(write_story_file(file)) == file


def test_the_file_itself_can_be_read():
    """The other tests here would look at refusals alone."""
    assert read_story_file(WHOLE) == FILE
    assert read_story_file(with_rows(ROWS)).rows == FILE.rows


@FUZZ
@given(EDITS, st.none() | st.integers(0, len(WHOLE)))
def test_damaged_files(edits, cut):
    """A story damaged on its way must be read or refused, never crash."""
    data = WHOLE[:cut]
    for place, length, new in edits:
        data = data[:place] + new + data[place + length :]
    check(data)


@FUZZ
@given(TABLES, CHANGES)
def test_odd_rows(table, changes):
    """Somebody who can compute a hash writes any rows into a story, and it must be read or refused."""
    check(with_rows({**ROWS, table: changed(ROWS[table], changes)}))


@FUZZ
@given(CHANGES)
def test_odd_manifests(changes):
    """What a file says about itself is a stranger's word."""
    check(packed(PARTS, changed(json.loads(PARTS[MANIFEST]), changes)))


@FUZZ
@given(
    st.sampled_from([it for it in PARTS if it != MANIFEST]), st.binary(max_size=40) | st.sampled_from([*PARTS.values()])
)
def test_odd_parts(name, data):
    """Any bytes in the place of a part must be read or refused."""
    check(packed({**PARTS, name: data}))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("story/entry.jsonl", b"0\n" * 2_000),
        ("story/entry.jsonl", b"[[],[],[],[]]\n" * 300),
        ("story/entry.jsonl", b'{"a":' * 200),
        ("settings.json", b"[" * 100_000),
        ("settings.json", b"[1e999," + b"9" * 5_000 + b"]"),
        ("character/1/1.json", b"{" + b'"a":[[[]]],' * 300 + b'"b":0}'),
    ],
    ids=["rows", "values", "deep", "deep settings", "digits", "card"],
)
def test_what_would_fill_the_memory_is_refused(name: str, data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small file from a stranger takes all memory of the house, and everybody's talk ends."""
    for limit in ("MOST_VALUES", "MANY_VALUES"):
        monkeypatch.setattr(story_files, limit, 1_000)
    with pytest.raises(StoryFileBroken):
        read_story_file(packed({**PARTS, name: data}))


def test_what_unpacks_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of a few kilobytes becomes gigabytes, in one part or in many."""
    with pytest.raises(ArchiveOverpacked):
        read_story_file(write_archive({**PARTS, "story/entry.jsonl": bytes(8 << 20)}))
    monkeypatch.setattr(story_files, "LARGEST_WHOLE", sum(map(len, PARTS.values())) - len(PARTS[MANIFEST]) - 1)
    with pytest.raises(FileTooBig):
        read_story_file(WHOLE)


def test_numbers_that_lead_outside_are_refused() -> None:
    """A save, a memory or a fork that a stranger has placed where nothing is breaks the story when it is used."""
    outside: list[tuple[StoryTable, Mapping[str, Any]]] = [
        (StoryTable.SAVEPOINT, {"seq": 1 << 40}),
        (StoryTable.SAVEPOINT, {"branch": 3}),
        (StoryTable.REMEMBERED, {"seq": 4}),
        (StoryTable.DERIVED, {"seq": 5}),
        (StoryTable.MEMORY, {"about": [3]}),
        (StoryTable.RETIRED, {"by": 3}),
        (StoryTable.BRANCH, {"forked_at": 4}),
        (StoryTable.BRANCH, {"parent": 2}),
        (StoryTable.BRANCH, {"parent": None, "forked_at": 0}),
        (StoryTable.TURN, {"started_at": "0001-01-01T00:00:00+14:00"}),
        (StoryTable.DERIVED, {"kind": "k" * 3_000}),
    ]
    for table, change in outside:
        rows = {**ROWS, table: [*ROWS[table][:-1], {**ROWS[table][-1], **change}]}
        with pytest.raises(StoryFileBroken):
            read_story_file(with_rows(rows))


def test_the_deepest_tree_is_read() -> None:
    """A story in which somebody went back again and again takes an hour to open, or a stranger's stops the house."""
    deep = 5_000
    branches = [branch(1, None, 0), *(branch(it, it - 1, it - 1) for it in range(2, deep + 1))]
    rows = {**{it: [] for it in StoryTable}, StoryTable.BRANCH: branches}
    rows[StoryTable.ENTRY] = [entry(it, it) for it in range(1, deep + 1)]
    assert len(read_story_file(with_rows(rows)).rows[StoryTable.BRANCH]) == deep
