"""What a file is that is no archive: pictures, JSON, JSON lines, YAML, text."""

from engine.errors import FileKindUnknown, InputError, NotAChat, PictureWithoutCard
from engine.rules.formats.books.book_files import MARKDOWN
from engine.rules.formats.books.markdown_books import is_markdown_book
from engine.rules.formats.bounded_json import MANY_VALUES, read_json
from engine.rules.formats.cards.png_chunks import SIGNATURE, find_texts
from engine.rules.formats.cards.webp_exif import webp_comment
from engine.rules.formats.json_kinds import is_card_like, json_kind
from engine.rules.formats.likeness import likeness
from engine.rules.formats.stories.outlines import has_outline
from engine.rules.formats.yaml_text import read_yaml
from engine.values.documents import Json
from engine.values.transfers.transfers import FileKind

_CARD_KEYWORDS = frozenset({"chara", "ccv3"})
_BOOK_KEYWORDS = frozenset({"naidata"})
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_UTF8_MARK = b"\xef\xbb\xbf"
_SPACE = b" \t\r\n\0"
_YAML = (".yaml", ".yml")
_TEXT = (*MARKDOWN, ".txt")
_BINARY = b"\0"
_LOOKED_AT = 4096


def plain_kind(data: bytes, filename: str = "") -> FileKind:
    """Return what a file is that is no archive. Raises InputError: FileKindUnknown, or what is wrong with the file.

    The name only decides whether text that is no JSON may be a world book in YAML or a background, and who is told of a
    broken chat.
    """
    if data.startswith(SIGNATURE[:4]):
        return _of_png(data)
    if kind := picture_kind(data):
        if kind == "WebP" and webp_comment(data):
            return FileKind.CHARACTER
        raise PictureWithoutCard(kind=kind)
    start = data[:_LOOKED_AT].removeprefix(_UTF8_MARK).lstrip(_SPACE)
    if data.startswith(_UTF16) or start.startswith((b"{", b"[")):
        return _of_json(data, filename.lower())
    if not start or _BINARY in start:
        raise FileKindUnknown
    return _of_yaml(data, filename.lower())


def picture_kind(data: bytes) -> str:
    """The name of a picture's format, if it is one that seldom carries anything; empty for all else."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"GIF8"):
        return "GIF"
    return "WebP" if data.startswith(b"RIFF") and data[8:12] == b"WEBP" else ""


def _of_png(data: bytes) -> FileKind:
    found = find_texts(data, _CARD_KEYWORDS | _BOOK_KEYWORDS).keys()
    if found & _CARD_KEYWORDS:
        return FileKind.CHARACTER
    if found:
        return FileKind.WORLD
    raise PictureWithoutCard(kind="PNG")


def _of_json(data: bytes, filename: str) -> FileKind:
    """A chat's first line tells enough; only JSON that is one value is read whole."""
    if not data.startswith(_UTF16):
        line, _, rest = data.removeprefix(_UTF8_MARK).lstrip(_SPACE).partition(b"\n")
        several = bool(rest.strip(_SPACE))
        if several and (filename.endswith(".jsonl") or json_kind(_try_json(line)) is FileKind.CHAT):
            return FileKind.CHAT
    raw = read_json(data, MANY_VALUES)
    kind = json_kind(raw)
    if kind is None:
        raise NotAChat if likeness(raw) == "chat" else FileKindUnknown
    return kind


def _try_json(line: bytes) -> Json:
    try:
        return read_json(line)
    except InputError:
        return None


def _of_yaml(data: bytes, filename: str) -> FileKind:
    named = filename.endswith(_YAML)
    try:
        raw = read_yaml(data)
    except InputError:
        if named:
            raise
        return _of_text(data, filename)
    if isinstance(raw, dict) and is_card_like(raw):
        return FileKind.CHARACTER
    if named and isinstance(raw, dict | list) and raw:
        return FileKind.WORLD
    return _of_text(data, filename)


def _of_text(data: bytes, filename: str) -> FileKind:
    """Plain text with a numbered list is a background, Markdown with keys of entries a book, if the name says so."""
    text = data.decode("utf-8-sig", "replace") if filename.endswith(_TEXT) else ""
    if filename.endswith(MARKDOWN) and is_markdown_book(text):
        return FileKind.WORLD
    if has_outline(text):
        return FileKind.BACKGROUND
    raise FileKindUnknown
