"""Which regex scripts a file brings, so that each is shown before it may run; and the file as far as they may. Pure.

A script is known by its text: what is allowed once is allowed wherever the file has the same. What nobody was asked
about is switched off.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final, cast

from engine.errors import InputError
from engine.rules.formats.archives.backup_settings import allowed_of
from engine.rules.formats.archives.backups import (
    BackupMember,
    ForeignBackup,
    list_backup,
    read_member,
    scripts_in_settings,
)
from engine.rules.formats.bounded_json import read_json
from engine.rules.formats.cards.card_files import read_card_file
from engine.rules.formats.cards.cards import card_from_json
from engine.rules.formats.cards.nodest import card_preset
from engine.rules.formats.kinds import kind_of
from engine.rules.formats.presets.presets import preset_from_json, read_preset
from engine.rules.formats.presets.regex_scripts import card_scripts, read_scripts, scripts_from_json
from engine.rules.formats.stories.story_files import read_story_file
from engine.values.characters.characters import Card
from engine.values.characters.scripts import AskedScript, RegexScript, ScriptOwner
from engine.values.documents import Json
from engine.values.transfers.story_files import StoryFile, StoryShelf
from engine.values.transfers.transfers import FileKind

LARGEST_MEMBER: Final = 100 << 20
_NOT_THE_TEXT: Final = frozenset({"id", "disabled", "scriptName"})
_IN_DATA: Final = ("data", "extensions", "regex_scripts")
_PLACES: Final = (_IN_DATA, ("extensions", "regex_scripts"), ("roleCard", *_IN_DATA))
"""Where cards and presets hold their scripts."""


@dataclass(frozen=True, slots=True)
class FoundScript:
    """A script at one place of a file."""

    script: RegexScript
    owner: ScriptOwner
    name: str
    ran: bool = True


def asked_scripts(data: bytes, filename: str) -> tuple[AskedScript, ...]:
    """The scripts in a file that would run, each text once, in the order of the file. Raises InputError."""
    return _asked(scripts_in(data, filename))


def count_asked(file: StoryFile) -> int:
    """How many scripts of a story that was read will be asked about."""
    return len(_asked(_in_story(file)))


def _asked(found: Iterable[FoundScript]) -> tuple[AskedScript, ...]:
    asked: dict[str, AskedScript] = {}
    for found_script in found:
        if not found_script.script.enabled:
            continue
        mark, owner = mark_of(found_script.script.raw), (found_script.owner, found_script.name)
        known = asked.get(mark)
        if known is None:
            asked[mark] = AskedScript(len(asked) + 1, found_script.script, (owner,), found_script.ran)
        else:
            owners = known.owners if owner in known.owners else (*known.owners, owner)
            asked[mark] = replace(known, owners=owners, ran=known.ran or found_script.ran)
    return tuple(asked.values())


def scripts_in(data: bytes, filename: str) -> Iterator[FoundScript]:
    """Every script in a file of any kind. Raises InputError."""
    kind = kind_of(data, filename)
    if kind is FileKind.CHARACTER:
        card = read_card_file(data).card
        yield from _each(_unless_broken(card_scripts, card), ScriptOwner.CARD, card.called)
        yield from _each(_unless_broken(_scripts_beside, card), ScriptOwner.PRESET, card.called)
    elif kind is FileKind.PRESET:
        preset = read_preset(data, filename)
        yield from _each(preset.scripts, ScriptOwner.PRESET, preset.name)
    elif kind is FileKind.SCRIPTS:
        yield from _each(read_scripts(data), ScriptOwner.FILE, filename)
    elif kind is FileKind.STORY:
        yield from _in_story(read_story_file(data))
    elif kind is FileKind.BACKUP:
        yield from _in_backup(list_backup(data))


def mark_of(raw: Mapping[str, Any]) -> str:
    """What a script is known by: everything that it does, whatever it is called."""
    told = {name: value for name, value in raw.items() if name not in _NOT_THE_TEXT}
    return sha256(json.dumps(told, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def allowed_marks(asked: Iterable[AskedScript]) -> frozenset[str]:
    """What may run, of what was asked."""
    return frozenset(mark_of(it.script.raw) for it in asked if it.answer)


def any_allowed(scripts: Iterable[RegexScript], allowed: Collection[str]) -> bool:
    """Whether something of this may run."""
    return any(it.enabled and mark_of(it.raw) in allowed for it in scripts)


def switched(scripts: Json, allowed: Collection[str]) -> list[Any]:
    """A list of scripts in which everything is switched off that may not run. The rest is as it was."""
    found: list[Any] = scripts if isinstance(scripts, list) else [scripts]
    return [_switched(it, allowed) for it in found]


def with_allowed(raw: Mapping[str, Any], allowed: Collection[str]) -> dict[str, Any]:
    """A card or a preset in which every script is switched off that may not run."""
    new = dict(raw)
    for place in _PLACES:
        new = _at(new, place, allowed)
    return new


def story_as_allowed(file: StoryFile, allowed: Collection[str]) -> StoryFile:
    """A story in which nothing runs that may not."""
    shelves = dict(file.shelves)
    for shelf, read in ((StoryShelf.CHARACTER, _of_card), (StoryShelf.PRESET, _of_preset)):
        shelves[shelf] = [
            replace(shelved, versions={n: _switched_body(body, allowed) for n, body in shelved.versions.items()})
            if shelved.runs and any(any_allowed(read(body), allowed) for body in shelved.versions.values())
            else replace(shelved, runs=False)
            for shelved in file.shelves[shelf]
        ]
    if file.stage is None:
        return replace(file, shelves=shelves)
    characters = [
        replace(one, scripts=[replace(it, scripts=switched(list(it.scripts), allowed)) for it in one.scripts])
        for one in file.stage.characters
    ]
    return replace(file, shelves=shelves, stage=replace(file.stage, characters=characters))


def _each(scripts: Iterable[RegexScript], owner: ScriptOwner, name: str, *, ran: bool = True) -> Iterator[FoundScript]:
    return (FoundScript(it, owner, name, ran) for it in scripts)


def _in_story(file: StoryFile) -> Iterator[FoundScript]:
    for shelf, owner, read in (
        (StoryShelf.CHARACTER, ScriptOwner.CARD, _of_card),
        (StoryShelf.PRESET, ScriptOwner.PRESET, _of_preset),
    ):
        for volume in file.shelves[shelf]:
            for body in volume.versions.values() if volume.runs else ():
                yield from _each(read(body), owner, volume.name)
    if file.stage is None:
        return
    for volume, stage in zip(file.shelves[StoryShelf.CHARACTER], file.stage.characters, strict=True):
        for script in stage.scripts:
            yield from _each(scripts_from_json(list(script.scripts)), ScriptOwner.CHARACTER, volume.name)


def _in_backup(backup: ForeignBackup) -> Iterator[FoundScript]:
    """Those of every member that can be read; the others are told when they are imported."""
    settings = [_json(backup, path) for path in dict.fromkeys(it.path for it in (*backup.personas, *backup.scripts))]
    allowed = allowed_of(settings)
    for raw in settings:
        yield from _each(_read_list(scripts_in_settings(raw)), ScriptOwner.PLACE, "")
    for member in backup.characters:
        try:
            card = read_card_file(_bytes(backup, member)).card
            yield from _each(card_scripts(card), ScriptOwner.CARD, card.called, ran=allowed.card(member.path))
        except InputError:
            continue
    for member in backup.presets:
        try:
            scripts = read_preset(_bytes(backup, member), member.path.rpartition("/")[2]).scripts
        except InputError:
            continue
        yield from _each(scripts, ScriptOwner.PRESET, member.name, ran=allowed.preset(member.name))


def _json(backup: ForeignBackup, path: str) -> Json:
    try:
        return read_json(read_member(backup, path, LARGEST_MEMBER))
    except InputError:
        return None


def _bytes(backup: ForeignBackup, member: BackupMember) -> bytes:
    return read_member(backup, member.path, LARGEST_MEMBER)


def _scripts_beside(card: Card) -> Sequence[RegexScript]:
    """The scripts of the preset that came with a card."""
    preset = card_preset(card)
    return preset.scripts if preset else ()


def _unless_broken(read: Callable[[Card], Sequence[RegexScript]], card: Card) -> Sequence[RegexScript]:
    """Scripts of a card; none where what holds them cannot be read, as is said when the file is looked at."""
    try:
        return read(card)
    except InputError:
        return ()


def _read_list(raw: Json) -> Sequence[RegexScript]:
    try:
        return scripts_from_json(raw)
    except InputError:
        return ()


def _of_card(body: str) -> Sequence[RegexScript]:
    try:
        return card_scripts(card_from_json(json.loads(body)))
    except InputError:
        return ()


def _of_preset(body: str) -> Sequence[RegexScript]:
    try:
        return preset_from_json(json.loads(body)).scripts
    except InputError:
        return ()


def _switched_body(body: str, allowed: Collection[str]) -> str:
    raw = json.loads(body)
    new = with_allowed(raw, allowed)
    return body if new == raw else json.dumps(new, ensure_ascii=False, separators=(",", ":"))


def _switched(script: Any, allowed: Collection[str]) -> Any:
    if not isinstance(script, dict):
        return script
    told = cast("dict[str, Any]", script)
    return told if told.get("disabled") is True or mark_of(told) in allowed else {**told, "disabled": True}


def _at(raw: Mapping[str, Any], place: Sequence[str], allowed: Collection[str]) -> dict[str, Any]:
    first, *rest = place
    inner: Any = raw.get(first)
    if not rest:
        return {**raw, first: switched(cast("Json", inner), allowed)} if isinstance(inner, list) else dict(raw)
    return {**raw, first: _at(cast("dict[str, Any]", inner), rest, allowed)} if isinstance(inner, dict) else dict(raw)
