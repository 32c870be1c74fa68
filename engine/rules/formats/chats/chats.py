"""Chat files: bytes to a chat and back.

A SillyTavern chat is JSONL: a header, then a message a line. Group chats of older versions have no header. What other
programs export as one JSON value is read by ``foreign_chats``.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.errors import (
    ChatLineBroken,
    ChatLineNotMessage,
    ChatTooManyLines,
    ChatTooManyValues,
    FileNotUtf8,
    FileTooBig,
    InputError,
    NotAChat,
)
from engine.rules.formats.bounded_json import read_json, write_json_value
from engine.rules.formats.chats.chat_lines import MAX_TEXT, is_message, read_line, speaks_as, write_line
from engine.rules.formats.chats.chat_metadata import is_header, read_header, write_header
from engine.rules.formats.chats.foreign_chats import program_of, read_foreign
from engine.rules.formats.json_fields import one_line
from engine.rules.formats.unread import unread_fields
from engine.values.documents import Json, JsonObject
from engine.values.models.prompts import Role
from engine.values.transfers.chats import ChatFile, ChatLine

MAX_MEGABYTES = 50
MAX_BYTES = MAX_MEGABYTES << 20
MAX_LINES = 100_000
MAX_VALUES = 3_000_000  # commas and brackets in texts are counted too, so that counting is cheap
CUT = "chat-cut"

_SPACE = b" \t\r\0"
_AT_ONCE = 100
_BYTES_AT_ONCE = 1 << 20
# "Ada - 2024-5-1@10h00m00s.jsonl", "Ada_2026-06-17_chat.json", "Ada_persistent.json"; branches do not tell the name
_FILENAME = re.compile(r"(?!(?:Branch|Checkpoint) #)(.{1,200}?)(?: - \d{4}-|_\d{4}-|_persistent)", re.ASCII)
_Numbered = tuple[int, bytes]


def read_chat(data: bytes, filename: str = "") -> ChatFile:
    """Return the chat in a file; of several, the first that is not empty. Raises InputError, and nothing else.

    One bad line refuses the whole file by its number; only a last line that was cut off is left out, with a warning.
    A name that neither header nor lines tell is read from the file's name, or is empty.
    """
    return read_chats(data, filename)[0]


def read_chats(data: bytes, filename: str = "") -> tuple[ChatFile, ...]:
    """Return all chats in a file, at least one; only exports of other programs hold several. Raises InputError."""
    _check_size(data)
    data = _as_utf8(data)
    numbered = list(_split(data))
    if not numbered:
        raise NotAChat
    first = _try_json(numbered[0][1])
    if isinstance(first, dict) and (is_header(first) or is_message(first)):
        return (_named(_from_lines(numbered, cut_off=not data.endswith(b"\n")), filename),)
    if first is None and _looks_like_lines(numbered):
        raise ChatLineBroken(line=numbered[0][0])
    if isinstance(first, dict) and len(numbered) > 1 and isinstance(_try_json(numbered[1][1]), dict):
        raise NotAChat  # lines of JSON about something else
    whole = first if len(numbered) == 1 and first is not None else read_json(data)
    return tuple(_named(chat, filename) for chat in _from_json(whole))


def unread_in_chat(data: bytes) -> tuple[str, ...]:
    """The names of what a chat of another program holds and nobody reads; one of SillyTavern is kept whole.

    Raises what ``read_chats`` raises.
    """
    whole = _try_json(_as_utf8(data).strip(_SPACE))
    return unread_fields(whole, read_foreign) if program_of(whole) else ()


def write_chat(chat: ChatFile) -> bytes:
    """Return the chat as SillyTavern's JSONL.

    Lines that came from such a file go out with equal values, every unknown key included; so does its header.
    """
    came_without = not chat.header and bool(chat.lines) and all(line.raw for line in chat.lines)
    header = [] if came_without and not _adds_to_the_talk(chat) else [write_header(chat)]
    return b"\n".join(write_json_value(raw) for raw in [*header, *map(write_line, chat.lines)])


def _check_size(data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise FileTooBig(size=len(data), limit=MAX_BYTES, megabytes=MAX_MEGABYTES)
    if data.count(b",") + data.count(b"[") + data.count(b"{") > MAX_VALUES:
        raise ChatTooManyValues(limit=MAX_VALUES)
    if data.count(b"\n") > 2 * MAX_LINES:  # more than a blank line after each
        raise ChatTooManyLines(limit=MAX_LINES)


def _as_utf8(data: bytes) -> bytes:
    if not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.removeprefix(b"\xef\xbb\xbf")
    try:
        return data.decode("utf-16", "surrogatepass").encode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        raise FileNotUtf8 from None


def _split(data: bytes) -> Iterator[_Numbered]:
    """The lines that are not blank, by their numbers."""
    for number, line in enumerate(data.split(b"\n"), start=1):
        if stripped := line.strip(_SPACE):
            yield number, stripped


def _try_json(line: bytes) -> Json:
    try:
        return read_json(line)
    except InputError:
        return None


def _looks_like_lines(numbered: list[_Numbered]) -> bool:
    second = _try_json(numbered[1][1]) if len(numbered) > 1 else None
    return isinstance(second, dict) and is_message(second)


def _from_lines(numbered: list[_Numbered], *, cut_off: bool) -> ChatFile:
    cut = cut_off and len(numbered) > 1 and _breaks_off(*numbered[-1])
    chat = _from_objects([*_objects(numbered[:-1] if cut else numbered)])
    return replace(chat, warnings=(*chat.warnings, CUT)) if cut else chat


def _breaks_off(number: int, line: bytes) -> bool:
    try:
        _object(number, line)
    except ChatLineBroken:
        return True
    except ChatLineNotMessage:
        pass
    return False


def _objects(numbered: list[_Numbered]) -> Iterator[tuple[int, JsonObject]]:
    for start in range(0, len(numbered), _AT_ONCE):
        some = numbered[start : start + _AT_ONCE]
        yield from _together(some) or (_alone(number, line) for number, line in some)


def _together(some: list[_Numbered]) -> list[tuple[int, JsonObject]]:
    """The objects of lines read as one list, in half the time; nothing when one of the lines needs a closer look."""
    if sum(len(line) for _, line in some) > _BYTES_AT_ONCE:
        return []
    if not all(line.startswith(b"{") and line.endswith(b"}") for _, line in some):
        return []
    values = _try_json(b"[" + b",".join(line for _, line in some) + b"]")
    if not isinstance(values, list) or len(values) != len(some):
        return []
    read = [(number, raw) for (number, _), raw in zip(some, values, strict=True) if isinstance(raw, dict)]
    return read if len(read) == len(some) else []


def _alone(number: int, line: bytes) -> tuple[int, JsonObject]:
    raw = _object(number, line)
    if len(line) > MAX_TEXT:
        read_line(raw, number)  # if its text is too long, that is said before fifty such lines are read
    return number, raw


def _object(number: int, line: bytes) -> JsonObject:
    try:
        raw = read_json(line)
    except InputError:
        raise ChatLineBroken(line=number) from None
    if not isinstance(raw, dict):
        raise ChatLineNotMessage(line=number)
    return raw


def _from_objects(objects: list[tuple[int, JsonObject]]) -> ChatFile:
    headed = is_header(objects[0][1])
    chat = read_header(objects[0][1] if headed else {})
    said = objects[1:] if headed else objects
    if len(said) > MAX_LINES:
        raise ChatTooManyLines(limit=MAX_LINES)
    return replace(chat, lines=tuple(read_line(raw, number) for number, raw in said))


def _from_json(whole: Json) -> Iterable[ChatFile]:
    if not isinstance(whole, list):
        return read_foreign(whole)
    objects = [(number, raw) for number, raw in enumerate(whole, start=1) if isinstance(raw, dict)]
    if not objects or len(objects) < len(whole) or not (is_header(objects[0][1]) or is_message(objects[0][1])):
        raise NotAChat
    return (_from_objects(objects),)  # the lines as one list, which some programs write


def _named(chat: ChatFile, filename: str) -> ChatFile:
    """The chat with the names that its header does not tell."""
    user = chat.user_name or next((line.name for line in chat.lines if line.by_person and line.name), "")
    character = chat.character_name or next(_characters(chat.lines), "") or _name_in(filename)
    if not all(line.name for line in chat.lines):
        named = (
            line if line.name else replace(line, name=user if line.by_person else character) for line in chat.lines
        )
        chat = replace(chat, lines=tuple(named))
    return replace(chat, user_name=user, character_name=character)


def _characters(lines: Iterable[ChatLine]) -> Iterator[str]:
    return (line.name for line in lines if line.name and not line.hidden and speaks_as(line) is Role.ASSISTANT)


def _name_in(filename: str) -> str:
    match = _FILENAME.match(re.split(r"[/\\]", filename)[-1])
    return one_line(match[1]) if match else ""


def _adds_to_the_talk(chat: ChatFile) -> bool:
    return replace(chat, user_name="", character_name="", lines=(), warnings=()) != read_header({})
