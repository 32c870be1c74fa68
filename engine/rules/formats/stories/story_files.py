"""The ``.omoide`` file: a zip with a manifest that says what is in it, and a hash of each of its parts."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, cast

from engine.errors import (
    FileNotUtf8,
    JsonBroken,
    JsonNumberTooLong,
    JsonTooDeep,
    JsonTooMany,
    StoryFileBroken,
    StoryFileNewer,
)
from engine.rules.dates.occurring import possible
from engine.rules.formats.archives.archives import Archive, open_archive, write_archive
from engine.rules.formats.bounded_json import MANY_VALUES, may_be_unstorable, read_json, read_json_lines
from engine.rules.formats.stories.story_stages import STAGE, read_stage, stage_json
from engine.rules.story.checking import check_rows, is_time
from engine.rules.story.hashing import file_hash, line_hashes, story_hash
from engine.rules.story.names import StoryNames, What
from engine.rules.text.clean import storable
from engine.values.people.dates import DateCalendar, DateEvery, DateKind, DateWish, FactDate
from engine.values.transfers.story_files import (
    OwnFact,
    StoryFile,
    StoryRow,
    StoryRows,
    StoryShelf,
    StorySpeaker,
    StoryTable,
    Volume,
)

ENDING: Final = "omoide"
FORMAT: Final = "omoide-story"
VERSION: Final = 2
WITHOUT_STAGE: Final = 1
"""Files of this version do not say what turns are made of besides the story's rows and shelves."""
MANIFEST: Final = "omoide.json"
LARGEST_WHOLE: Final = 256 << 20
"""Of all that is in it, unpacked."""
MOST_VALUES: Final = 6_000_000
"""In the rows of one table. A story of 10,000 messages has 300,000 of the largest one."""
LARGEST_MANIFEST: Final = 8 << 20
LONGEST_NAME: Final = 2_000
MOST_OF_A_KIND: Final = 2_000
"""People, and volumes of each shelf."""
_NO_JSON: Final = (FileNotUtf8, JsonBroken, JsonNumberTooLong, JsonTooDeep, JsonTooMany)


def is_story_archive(names: Sequence[str]) -> bool:
    """Whether an archive with these members is a story of Omoide."""
    return MANIFEST in names


def write_story_file(file: StoryFile) -> bytes:
    """The file. The same story gives the same bytes but for when it was made. Raises FileTooBig.

    A story without a stage is written as the first version was.
    """
    parts = {f"story/{table}.jsonl": _lines(rows) for table, rows in file.rows.items()}
    parts["facts.json"] = _json([it.told() for it in file.facts])
    if file.stage is None:
        parts["settings.json"] = _json(file.settings)
    else:
        parts[STAGE] = _json(stage_json(file.stage))
    shelves: dict[str, Any] = {}
    for shelf, volumes in file.shelves.items():
        shelves[shelf.value] = [_write_volume(parts, f"{shelf}/{n}", it) for n, it in enumerate(volumes, start=1)]
    manifest = {
        "format": FORMAT,
        "version": WITHOUT_STAGE if file.stage is None else VERSION,
        "product": file.product,
        "made_at": file.made_at,
        "title": file.title,
        "seed": file.seed,
        "branch": file.branch,
        "hash": file.digest,
        "lines": {str(branch): it for branch, it in line_hashes(file.rows).items()},
        "counts": {table.value: len(rows) for table, rows in file.rows.items()},
        "left_out": dict(file.left_out),
        "people": [asdict(it) for it in file.people],
        "shelves": shelves,
        "parts": {path: sha256(data).hexdigest() for path, data in parts.items()},
    }
    return write_archive({MANIFEST: _json(manifest), **parts})


def read_story_file(data: bytes) -> StoryFile:
    """Everything in a file, checked: it can be stored, and is what was exported.

    Raises StoryFileBroken, StoryFileNewer, and what an archive raises.
    """
    archive = open_archive(data)
    try:
        return _read(archive)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        raise StoryFileBroken(what=MANIFEST) from None


def _read(archive: Archive) -> StoryFile:
    manifest = _read_json(archive.read(MANIFEST, LARGEST_MANIFEST), MANIFEST)
    if manifest["format"] != FORMAT:
        raise StoryFileBroken(what=MANIFEST)
    if not isinstance(manifest["version"], int) or manifest["version"] > VERSION:
        raise StoryFileNewer(version=str(manifest["version"])[:10], known=VERSION)
    without_stage = manifest["version"] <= WITHOUT_STAGE
    parts = _Parts(archive, manifest["parts"])
    people = [StorySpeaker(_name(it["name"]), is_self=it["is_self"] is True) for it in _few(manifest["people"])]
    shelves = {
        shelf: [
            _read_volume(parts, f"{shelf}/{n}", entry)
            for n, entry in enumerate(_few(manifest["shelves"][shelf]), start=1)
        ]
        for shelf in StoryShelf
    }
    rows: StoryRows = {table: parts.lines(f"story/{table}.jsonl") for table in StoryTable}
    most: dict[What, int] = {StoryNames.PERSON: len(people), **{shelf: len(it) for shelf, it in shelves.items()}}
    check_rows(rows, most)
    file = StoryFile(
        title=_name(manifest["title"], empty=True),
        seed=int(manifest["seed"]) & ((1 << 62) - 1),
        branch=int(manifest["branch"]),
        digest=str(manifest["hash"]),
        people=people,
        shelves=shelves,
        rows=rows,
        settings=dict(parts.json("settings.json")) if without_stage else {},
        facts=[_fact(it, len(shelves[StoryShelf.CHARACTER])) for it in _few(parts.json("facts.json"))],
        left_out={str(name)[:40]: int(count) for name, count in manifest["left_out"].items()},
        product=str(manifest["product"])[:40],
        made_at=str(manifest["made_at"])[:40],
        stage=None if without_stage else read_stage(parts.json(STAGE), shelves),
    )
    if not 0 < file.branch <= len(rows[StoryTable.BRANCH]):
        raise StoryFileBroken(what="branch")
    if (story_hash(file.title, rows) if without_stage else file_hash(file)) != file.digest:
        raise StoryFileBroken(what="hash")
    return file


class _Parts:
    """The parts of a file, each of which must be what the manifest says, and all together of a size that can be."""

    def __init__(self, archive: Archive, hashes: Mapping[str, str]) -> None:
        self._archive = archive
        self._hashes = hashes
        self._left = LARGEST_WHOLE

    def bytes(self, path: str) -> bytes:
        data = self._archive.read(path, self._left)
        self._left -= len(data)
        if sha256(data).hexdigest() != self._hashes[path]:
            raise StoryFileBroken(what=path)
        return data

    def json(self, path: str) -> Any:
        data = self.bytes(path)
        found = _read_json(data, path)
        if may_be_unstorable(data):
            _require_storable(found, path)
        return found

    def lines(self, path: str) -> list[StoryRow]:
        data = self.bytes(path)
        try:
            found = cast("list[StoryRow]", read_json_lines(data, MOST_VALUES))
        except _NO_JSON:
            raise StoryFileBroken(what=path) from None
        if may_be_unstorable(data):
            _require_storable(found, path)
        return found


def _read_json(data: bytes, path: str) -> Any:
    try:
        return read_json(data, MANY_VALUES)
    except _NO_JSON:
        raise StoryFileBroken(what=path) from None


def _write_volume(parts: dict[str, bytes], place: str, volume: Volume) -> dict[str, Any]:
    """Puts the versions of a thing beside the manifest; what the manifest says of it."""
    for version, body in volume.versions.items():
        parts[f"{place}/{version}.json"] = body.encode()
    for version, picture in volume.pictures.items():
        parts[f"{place}/{version}.picture"] = picture
    return {
        "name": volume.name,
        "builtin": volume.builtin,
        "entries": volume.entries,
        "runs": volume.runs,
        "versions": list(volume.versions),
        "pictures": list(volume.pictures),
    }


def _read_volume(parts: _Parts, place: str, told: Mapping[str, Any]) -> Volume:
    versions = {_version(it): parts.bytes(f"{place}/{_version(it)}.json") for it in _few(told["versions"])}
    if not versions:
        raise StoryFileBroken(what=place)
    return Volume(
        name=_name(told["name"]),
        builtin=str(told["builtin"])[:LONGEST_NAME],
        versions={number: _body(data, place) for number, data in versions.items()},
        pictures={_version(it): parts.bytes(f"{place}/{_version(it)}.picture") for it in _few(told["pictures"])},
        entries=_version(told["entries"]) if told["entries"] else 0,
        runs=told.get("runs") is True,
    )


def _body(data: bytes, place: str) -> str:
    """The text of a JSON object, as it is stored."""
    if not isinstance(_read_json(data, place), dict):
        raise StoryFileBroken(what=place)
    if may_be_unstorable(data):
        _require_storable(json.loads(data), place)
    return data.decode()


def _fact(told: Mapping[str, Any], characters: int) -> OwnFact:
    character = int(told["character"])
    if not is_time(told["occurred_at"]) or not 0 <= character <= characters:
        raise StoryFileBroken(what="facts.json")
    at = datetime.fromisoformat(told["occurred_at"])
    return OwnFact(str(told["text"])[:2_000], character, told["private"] is not False, at, _date(told.get("date")))


def _date(told: Any) -> FactDate | None:
    """The day of a fact. Raises StoryFileBroken where there is no such day."""
    if told is None:
        return None
    try:
        date = FactDate(
            kind=DateKind(told["kind"]),
            month=_number(told["month"]),
            day=_number(told["day"]),
            year=None if told["year"] is None else _number(told["year"]),
            calendar=DateCalendar(told["calendar"]),
            leap=told["leap"] is True,
            minute=None if told["minute"] is None else _number(told["minute"]),
            every=DateEvery(told["every"]),
            wish=DateWish(told["wish"]),
        )
    except (KeyError, TypeError, ValueError):
        date = None
    if date is None or not possible(date):
        raise StoryFileBroken(what="facts.json")
    return date


def _number(told: Any) -> int:
    if type(told) is not int:
        raise TypeError
    return told


def _require_storable(value: Any, path: str) -> None:
    """Raise StoryFileBroken where Postgres cannot hold a value as it is."""
    if isinstance(value, str) and storable(value) != value:
        raise StoryFileBroken(what=path)
    if isinstance(value, dict):
        for name, inner in cast("dict[str, Any]", value).items():
            _require_storable(name, path)
            _require_storable(inner, path)
    elif isinstance(value, list):
        for inner in cast("list[Any]", value):
            _require_storable(inner, path)


def _few(values: Any) -> list[Any]:
    found = cast("list[Any]", values) if isinstance(values, list) else None
    if found is None or len(found) > MOST_OF_A_KIND:
        raise StoryFileBroken(what=MANIFEST)
    return found


def _name(value: Any, *, empty: bool = False) -> str:
    if not isinstance(value, str) or storable(value) != value or not (value or empty) or len(value) > LONGEST_NAME:
        raise StoryFileBroken(what=MANIFEST)
    return value


def _version(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 1 << 31:
        raise StoryFileBroken(what=MANIFEST)
    return value


def _lines(rows: Sequence[StoryRow]) -> bytes:
    return b"".join(_json(row) + b"\n" for row in rows)


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
