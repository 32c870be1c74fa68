"""What a file is, by its bytes: a character, a world book, a preset, a chat, scripts, a backup."""

from engine.errors import FileEmpty, FileTooBig, FileUnknown, InputError, NotABackup, PictureWithoutCard
from engine.rules.formats.archives.archives import (
    MARK,
    MAX_BACKUP_MEMBERS,
    MAX_BYTES,
    MAX_MEGABYTES,
    Archive,
    open_archive,
)
from engine.rules.formats.archives.backups import list_backup
from engine.rules.formats.plain_kinds import picture_kind, plain_kind
from engine.rules.formats.stories.story_files import is_story_archive
from engine.values.transfers.transfers import FileKind

CHARX_CARD = "card.json"
_BYAF_MANIFEST = "manifest.json"
_EMPTY_ARCHIVE = b"PK\5\6"


def kind_of(data: bytes, filename: str = "") -> FileKind:
    """Return what a file is, without reading more of it than that takes; ``filename`` seldom matters.

    Raises InputError: FileUnknown, NotAChat, NotABackup, PictureWithoutCard, or what is wrong with the file. A file of
    a kind may still turn out to be broken when it is read.
    """
    if len(data) > MAX_BYTES:
        raise FileTooBig(size=len(data), limit=MAX_BYTES, megabytes=MAX_MEGABYTES)
    if not data:
        raise FileEmpty
    if data.startswith((MARK, _EMPTY_ARCHIVE)):
        return _of_archive(open_archive(data, max_members=MAX_BACKUP_MEMBERS))
    try:
        return plain_kind(data, filename)
    except (PictureWithoutCard, FileUnknown):
        if _holds_card(data):
            return FileKind.CHARACTER
        raise


def _of_archive(archive: Archive) -> FileKind:
    if is_character_archive(archive.names):
        return FileKind.CHARACTER
    if is_story_archive(archive.names):
        return FileKind.STORY
    if list_backup(archive).empty:
        raise NotABackup
    return FileKind.BACKUP


def is_character_archive(names: tuple[str, ...]) -> bool:
    """Whether an archive with these members is a CHARX, or a Backyard archive."""
    inside = any(name.startswith("characters/") and name.endswith("/character.json") for name in names)
    return CHARX_CARD in names or (_BYAF_MANIFEST in names and inside)


def _holds_card(data: bytes) -> bool:
    """Whether an archive with a card stands behind other bytes, as in a picture that Risu exports."""
    if not picture_kind(data) or MARK not in data:
        return False
    try:
        return is_character_archive(open_archive(data).names)
    except InputError:
        return False
