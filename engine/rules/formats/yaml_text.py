"""YAML from strangers as a JSON value, bounded like JSON is.

The events of the parser are put together here: the library's own composer runs tags, knows no limits, and takes ``no``
for a boolean, which is a word to the people who write characters. Plain scalars follow YAML 1.2's core schema.
"""

import math
import re
from collections.abc import Iterator

import yaml

from engine.errors import FileNotUtf8, FileTooBig, JsonTooDeep, JsonTooMany, YamlBroken
from engine.rules.formats.bounded_json import MAX_DEPTH
from engine.rules.text.clean import clean_text
from engine.values.documents import Json

MAX_MEGABYTES = 2
MAX_BYTES = MAX_MEGABYTES << 20
MAX_VALUES = 20_000  # keys too; copies made by aliases count again, with their letters

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INTEGER = re.compile(r"[-+]?\d{1,100}", re.ASCII)
_BASED = re.compile(r"0o[0-7]{1,100}|0x[\da-fA-F]{1,100}", re.ASCII)
# Without a dot it is a word: programs of the older YAML write texts such as 1e3 without quotes.
_FLOAT = re.compile(r"[-+]?(?:\.\d{1,100}|\d{1,100}\.\d{0,100})(?:[eE][-+]?\d{1,5})?", re.ASCII)
_NOT_A_NUMBER = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}


def read_yaml(data: bytes) -> Json:
    """Return the first document in ``data`` (UTF-8 or, with its mark, UTF-16). Every key is text; tags are ignored.

    Controls and lone surrogates are cleaned away. Raises FileTooBig, FileNotUtf8, YamlBroken, JsonTooDeep, JsonTooMany.
    """
    if len(data) > MAX_BYTES:
        raise FileTooBig(size=len(data), limit=MAX_BYTES, megabytes=MAX_MEGABYTES)
    text = _decoded(data)
    try:
        return _Document(_events(text)).read()
    except yaml.MarkedYAMLError as fault:
        raise _broken(fault.problem_mark or fault.context_mark) from None
    except yaml.reader.ReaderError as fault:
        before = text[: max(0, fault.position)]
        raise YamlBroken(line=before.count("\n") + 1, column=len(before) - before.rfind("\n")) from None


def _events(text: str) -> Iterator[yaml.Event]:
    parser = yaml.CSafeLoader(text)
    while (event := parser.get_event()) is not None:
        yield event


def _decoded(data: bytes) -> str:
    encoding = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        return clean_text(data.decode(encoding, "surrogatepass"))
    except UnicodeDecodeError:
        raise FileNotUtf8 from None


def _broken(mark: yaml.Mark | None) -> YamlBroken:
    return YamlBroken(line=mark.line + 1 if mark else 1, column=mark.column + 1 if mark else 1)


class _Document:
    """One reading: the events that are left, what anchors name and what it costs, and what was spent so far."""

    def __init__(self, events: Iterator[yaml.Event]) -> None:
        self._events = events
        self._anchors: dict[str, tuple[Json, int, int]] = {}
        self._values = 0
        self._letters = 0

    def read(self) -> Json:
        for event in self._events:
            if isinstance(event, yaml.NodeEvent):
                return self._value(event, 1)
        return None

    def _value(self, event: yaml.Event, depth: int) -> Json:
        if isinstance(event, yaml.AliasEvent):
            return self._copy(event)
        if depth > MAX_DEPTH:
            raise JsonTooDeep(limit=MAX_DEPTH)
        values, letters = self._values, self._letters
        self._spend(1, 0)
        if isinstance(event, yaml.ScalarEvent):
            self._spend(0, len(event.value))
            value = _scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            value = [self._value(item, depth + 1) for item in self._until(yaml.SequenceEndEvent)]
        elif isinstance(event, yaml.MappingStartEvent):
            value = {
                self._key(key): self._value(next(self._events), depth + 1) for key in self._until(yaml.MappingEndEvent)
            }
        else:
            raise _broken(event.start_mark)
        if event.anchor:
            self._anchors[event.anchor] = (value, self._values - values, self._letters - letters)
        return value

    def _copy(self, event: yaml.AliasEvent) -> Json:
        if event.anchor not in self._anchors:
            raise _broken(event.start_mark)
        value, values, letters = self._anchors[event.anchor]
        self._spend(values, letters)
        return value

    def _key(self, event: yaml.Event) -> str:
        value = self._copy(event) if isinstance(event, yaml.AliasEvent) else None
        if isinstance(value, str):
            return value
        if not isinstance(event, yaml.ScalarEvent):
            raise _broken(event.start_mark)
        self._spend(1, len(event.value))
        if event.anchor:
            self._anchors[event.anchor] = (event.value, 1, len(event.value))
        return event.value

    def _until(self, end: type[yaml.Event]) -> Iterator[yaml.Event]:
        for event in self._events:
            if isinstance(event, end):
                return
            yield event

    def _spend(self, values: int, letters: int) -> None:
        self._values += values
        self._letters += letters
        if self._values > MAX_VALUES:
            raise JsonTooMany(limit=MAX_VALUES)
        if self._letters > MAX_BYTES:
            raise FileTooBig(size=self._letters, limit=MAX_BYTES, megabytes=MAX_MEGABYTES)


def _scalar(event: yaml.ScalarEvent) -> Json:
    text = event.value
    if event.style or (event.tag and event.tag.endswith(":str")):
        return text
    if text in _NULL or _NOT_A_NUMBER.fullmatch(text):
        return None
    if text in _BOOL:
        return _BOOL[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _BASED.fullmatch(text):
        return int(text, 0)
    number = float(text) if _FLOAT.fullmatch(text) else math.nan
    return number if math.isfinite(number) else text
