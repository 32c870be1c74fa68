"""A backup of SillyTavern: a zip of a user's folder, or of parts of it, shown as a list before anything is imported.

Where a file lies says what it is. Only ``settings.json`` is read for the list. Where no folder of SillyTavern is in the
archive, the files themselves are looked at.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from engine.errors import ArchiveMethodUnknown, BackupMemberMissing, InputError
from engine.rules.formats.archives.archives import MAX_BACKUP_MEMBERS, Archive, open_archive
from engine.rules.formats.archives.loose_files import loose_kinds
from engine.rules.formats.bounded_json import read_json
from engine.rules.formats.cards.expressions import LARGEST, MOST
from engine.rules.formats.cards.personas import personas_from_settings
from engine.rules.formats.file_names import file_stem
from engine.rules.formats.json_fields import as_list, as_object, one_line
from engine.rules.formats.presets.regex_scripts import scripts_from_json
from engine.values.chats.notices import Notice
from engine.values.documents import Json
from engine.values.transfers.transfers import FileKind

SPRITES_MEGABYTES: Final = 64
TOO_BIG = "backup-member-too-big"
EMPTY = "backup-member-empty"

_SETTINGS = "settings.json"
_JUNK = frozenset({"__MACOSX", "node_modules", "content"})  # what systems add, and what the program itself brings
_SPRITES = frozenset({"png", "webp", "jpg", "jpeg"})
_STORED_OR_DEFLATED = frozenset({0, 8})
# The part of a backup, by the folder and the ending of a file.
_PLACES: Final[Mapping[tuple[str, str], str]] = MappingProxyType(
    {
        ("characters", "png"): "characters",
        ("characters", "json"): "characters",
        ("characters", "charx"): "characters",
        ("worlds", "json"): "worlds",
        ("openai settings", "json"): "presets",
        ("quickreplies", "json"): "quick",
        ("groups", "json"): "groups",
        ("group chats", "jsonl"): "chats",
    }
)
_KINDS: Final[Mapping[FileKind, str]] = MappingProxyType(
    {
        FileKind.CHARACTER: "characters",
        FileKind.WORLD: "worlds",
        FileKind.PRESET: "presets",
        FileKind.CHAT: "chats",
        FileKind.SCRIPTS: "scripts",
        FileKind.QUICK: "quick",
    }
)
_MEGABYTES = {
    "characters": 100,
    "worlds": 20,
    "presets": 10,
    "groups": 10,
    "chats": 50,
    "scripts": 10,
    "quick": 10,
    "settings": 10,
}


@dataclass(frozen=True, slots=True)
class BackupMember:
    """Something in a backup. ``path`` is its file in the archive, ``name`` what people call it, ``size`` in bytes.

    Personas and scripts lie in ``settings.json`` together and have its path; their order is that of their readers.
    ``owner`` of a chat is the file name, without ending, of the character it is with; empty in a group. ``sprites`` are
    the paths of a character's pictures by emotion, which lie in a folder that is called as its file.
    """

    path: str
    name: str
    size: int
    problem: Notice | None = None
    owner: str = ""
    in_group: bool = False
    sprites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ForeignBackup:
    """What is in a backup, by name; ``left_aside`` counts the files that are nothing of it.

    ``settings`` are the files that say what was chosen, personas and scripts what can be imported of them.
    ``quick`` are sets of quick replies.
    """

    characters: tuple[BackupMember, ...] = ()
    worlds: tuple[BackupMember, ...] = ()
    presets: tuple[BackupMember, ...] = ()
    personas: tuple[BackupMember, ...] = ()
    groups: tuple[BackupMember, ...] = ()
    chats: tuple[BackupMember, ...] = ()
    scripts: tuple[BackupMember, ...] = ()
    quick: tuple[BackupMember, ...] = ()
    settings: tuple[BackupMember, ...] = ()
    left_aside: int = 0
    archive: Archive | None = field(default=None, compare=False, repr=False)

    @property
    def empty(self) -> bool:
        """Whether nothing in it can be imported."""
        of_settings = (self.personas, self.scripts)
        return not any((self.characters, self.worlds, self.presets, self.groups, self.chats, self.quick, *of_settings))


def list_backup(data: bytes | Archive) -> ForeignBackup:
    """Return what is in a zip, by the order of names. Raises the errors of ``open_archive``.

    A member that cannot be imported is listed with its problem. Whether the others can shows when they are read.
    """
    archive = data if isinstance(data, Archive) else open_archive(data, max_members=MAX_BACKUP_MEMBERS)
    found = list(_by_place(archive)) or list(_by_content(archive))
    parts: dict[str, list[BackupMember]] = {part: [] for part in (*_MEGABYTES, "personas")}
    for part, member in sorted(found, key=lambda it: (it[1].owner.casefold(), it[1].name.casefold(), it[1].path)):
        parts[part].append(member)
    sprites = _sprites(archive)
    parts["characters"] = [
        replace(it, sprites=sprites.get(it.path.rpartition(".")[0], ())) for it in parts["characters"]
    ]
    for settings in parts["settings"]:
        for part, member in _in_settings(archive, settings):
            parts[part].append(member)
    shown = sum(len(it.sprites) for it in parts["characters"])
    kept: dict[str, tuple[BackupMember, ...]] = {part: tuple(members) for part, members in parts.items()}
    return ForeignBackup(**kept, left_aside=len(archive.names) - len(found) - shown, archive=archive)


def _sprites(archive: Archive) -> dict[str, tuple[str, ...]]:
    """The pictures in folders of characters, by the folder, as many and as large as a card may have."""
    found: dict[str, list[str]] = {}
    left: dict[str, int] = {}
    for path in sorted(archive.names):
        folder, _, file = path.rpartition("/")
        inside = folder.rpartition("/")[0].rpartition("/")[2].lower() == "characters"
        if not inside or file.rpartition(".")[2].lower() not in _SPRITES or not _is_visible(path):
            continue
        size, room = archive.members[path].size, left.setdefault(folder, SPRITES_MEGABYTES << 20)
        if size <= min(room, LARGEST) and len(found.setdefault(folder, [])) < MOST:
            found[folder].append(path)
            left[folder] = room - size
    return {folder: tuple(paths) for folder, paths in found.items()}


def read_member(data: bytes | ForeignBackup, path: str, limit: int) -> bytes:
    """Return a file of a backup. A ``ForeignBackup`` is quicker than its bytes when many files are read.

    Raises BackupMemberMissing, FileTooBig above ``limit`` bytes, and the errors of an archive.
    """
    opened = data.archive if isinstance(data, ForeignBackup) else open_archive(data, max_members=MAX_BACKUP_MEMBERS)
    if opened is None or path not in opened.members:
        raise BackupMemberMissing(path=path)
    return opened.read(path, limit)


def scripts_in_settings(raw: Json) -> list[Json]:
    """Return the regex scripts of ``settings.json``, as a file of scripts has them."""
    return [*as_list(as_object(as_object(raw).get("extension_settings")).get("regex"))]


def _by_place(archive: Archive) -> Iterator[tuple[str, BackupMember]]:
    for path, size in archive.sizes.items():
        *folders, file = path.split("/")
        stem, _, ending = file.rpartition(".")
        folder = folders[-1].lower() if folders else ""
        if not stem or _JUNK.intersection(folders):
            continue
        member = BackupMember(path, one_line(stem), size)
        if file == _SETTINGS:
            yield "settings", _checked(archive, "settings", member)
        elif part := _PLACES.get((folder, ending.lower())):
            yield part, _checked(archive, part, replace(member, in_group=part == "chats"))
        elif ending.lower() == "jsonl" and folders[-2:-1] == ["chats"]:
            yield "chats", _checked(archive, "chats", replace(member, owner=folders[-1]))


def _by_content(archive: Archive) -> Iterator[tuple[str, BackupMember]]:
    """Files without SillyTavern's folders around them, as far as a bounded look goes."""
    for path, kind in loose_kinds(archive, filter(_is_visible, archive.names)):
        folders = path.split("/")[:-1]
        part = _KINDS.get(kind)
        if part is None:
            continue
        owner = folders[-1] if part == "chats" and folders else ""
        yield part, BackupMember(path, file_stem(path), archive.members[path].size, owner=owner)


def _is_visible(path: str) -> bool:
    *folders, file = path.split("/")
    return not _JUNK.intersection(folders) and not file.startswith(".")


def _checked(archive: Archive, part: str, member: BackupMember) -> BackupMember:
    limit = _MEGABYTES[part]
    if archive.members[member.path].method not in _STORED_OR_DEFLATED:
        return replace(member, problem=_notice(ArchiveMethodUnknown()))
    if not member.size:
        return replace(member, problem=Notice(EMPTY, {"name": member.name}))
    if member.size > limit << 20:
        return replace(member, problem=Notice(TOO_BIG, {"name": member.name, "megabytes": limit}))
    return member


def _notice(error: InputError) -> Notice:
    return Notice(error.message, error.data)


def _in_settings(archive: Archive, settings: BackupMember) -> Iterator[tuple[str, BackupMember]]:
    if settings.problem:
        yield "personas", replace(settings, name=_SETTINGS)
        return
    try:
        raw = read_json(archive.read(settings.path, settings.size))
        scripts = scripts_from_json(scripts_in_settings(raw))
    except InputError as error:
        yield "personas", replace(settings, name=_SETTINGS, problem=_notice(error))
        return
    for persona in personas_from_settings(raw):
        yield "personas", BackupMember(settings.path, persona.name, len(persona.description.encode()))
    for script in scripts:
        yield "scripts", BackupMember(settings.path, script.name, len((script.find + script.replace).encode()))
