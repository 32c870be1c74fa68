"""JSON from files of strangers: any bytes in, a storable value or a clear error out, in bounded time and memory.

Python's reader is safe only for input that is known to be shallow and small in number, so the bytes outside strings
are looked at first, a block at a time.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import cast

from engine.errors import FileNotUtf8, FileTooBig, JsonBroken, JsonNumberTooLong, JsonTooDeep, JsonTooMany
from engine.rules.text.clean import storable
from engine.values.documents import Json

MAX_MEGABYTES = 10
MAX_BYTES = MAX_MEGABYTES << 20
MAX_DEPTH = 100
MAX_VALUES = 150_000
MANY_VALUES = 600_000  # a world book of 10,000 entries with all their fields
_STRINGS_A_VALUE = 1.7  # keys too
MAX_DIGITS = 400  # every finite float fits, even written out in full

_BLOCK = 1 << 16
_NOT_STRUCTURE = bytes(set(range(256)) - set(b"[]{}"))
# Two, because a search is quick only for a pattern that begins with a letter.
_UNSTORABLE = (re.compile(rb"\\u(?:0000|[dD][89a-fA-F])"), re.compile(rb"\xed[\xa0-\xbf]"))
_STEP = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


def read_json(data: bytes, most_values: int = MAX_VALUES) -> Json:
    """Return the JSON value in ``data`` (UTF-8 or, with its mark, UTF-16), if it holds at most ``most_values``.

    NUL and lone surrogates are cleaned out of every string and key; numbers JSON cannot hold become null; the last of
    duplicate keys wins. Raises FileTooBig, FileNotUtf8, JsonBroken, JsonTooDeep, JsonTooMany, JsonNumberTooLong.
    """
    if len(data) > MAX_BYTES:
        raise FileTooBig(size=len(data), limit=MAX_BYTES, megabytes=MAX_MEGABYTES)
    data = _as_utf8(data)
    _check_shape(data, most_values)
    value = _parse(data)
    return _clean(value) if may_be_unstorable(data) else value


def read_json_lines(data: bytes, most_values: int) -> list[Json]:
    """The JSON values in the lines of ``data``, as they are, if there are at most ``most_values`` in all.

    Raises FileNotUtf8, JsonBroken, JsonTooDeep, JsonTooMany, JsonNumberTooLong.
    """
    if data.count(b"\n") + data.count(b"\r") > most_values:
        raise JsonTooMany(limit=most_values)
    _check_shape(data, most_values)
    return [_parse(line) for line in data.splitlines()]


def may_be_unstorable(data: bytes) -> bool:
    """Whether JSON may hold NUL or a lone surrogate: it looks so, which is known at once."""
    return any(pattern.search(data) for pattern in _UNSTORABLE)


def write_json_value(value: Json) -> bytes:
    """Return ``value`` as compact UTF-8 JSON."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def _as_utf8(data: bytes) -> bytes:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16", "surrogatepass").encode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            raise FileNotUtf8 from None
    return data.removeprefix(b"\xef\xbb\xbf")


def _check_shape(data: bytes, most_values: int) -> None:
    """Refuse what would cost too much to parse, without parsing it."""
    if b"\\" in data:  # what is left of a string has no quote in it
        data = data.replace(rb"\\", b"").replace(rb"\"", b"")
    if data.count(b'"') > 2 * int(most_values * _STRINGS_A_VALUE):
        raise JsonTooMany(limit=most_values)
    values = depth = 0
    for structure in _outside_strings(data):
        values += structure.count(b",") + structure.count(b"[") + structure.count(b"{")
        if values > most_values:
            raise JsonTooMany(limit=most_values)
        for byte in structure.translate(None, _NOT_STRUCTURE):
            depth += _STEP[byte]
            if depth > MAX_DEPTH:
                raise JsonTooDeep(limit=MAX_DEPTH)


def _outside_strings(data: bytes) -> Iterator[bytes]:
    """The bytes between strings, block by block: pieces of all of them at once would take many times their size."""
    inside = 0
    for start in range(0, len(data), _BLOCK):
        pieces = data[start : start + _BLOCK].split(b'"')
        yield b"".join(pieces[inside::2])
        inside = (inside + len(pieces) - 1) % 2


def _parse(data: bytes) -> Json:
    try:
        text = data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        raise FileNotUtf8 from None
    try:
        return cast("Json", json.loads(text, parse_int=_integer, parse_float=_float, parse_constant=_not_a_number))
    except json.JSONDecodeError as fault:
        raise JsonBroken(line=fault.lineno, column=fault.colno) from None


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise JsonNumberTooLong(limit=MAX_DIGITS, length=len(digits))
    return int(digits)


def _float(digits: str) -> float | None:
    if len(digits) > MAX_DIGITS:
        raise JsonNumberTooLong(limit=MAX_DIGITS, length=len(digits))
    number = float(digits)
    return number if math.isfinite(number) else None


def _not_a_number(_name: str) -> None:
    return None


def _clean(value: Json) -> Json:
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {storable(key): _clean(item) for key, item in value.items()}
    return value
