"""Every text that a public function of the pure rules takes, found by signatures, with arguments made from types."""

import importlib
import inspect
import pkgutil
import re
import types
import typing
from collections import abc
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from datetime import date as day
from datetime import time as hour
from enum import Enum
from functools import partial
from typing import Any, Final

import pydantic

import engine.rules
from engine.rules.regexes.js_regex import Compiled, compile_js
from engine.rules.wire.chunks import ChunkDecoder
from engine.rules.wire.openai_stream import OpenAIDecoder
from engine.rules.wire.tags import TagPatterns
from engine.values.models.tokens import TokenFactor
from engine.values.story.chronicle import ChronicleKind

SHORT: Final = "lamp"
PIECE: Final = 5  # characters of a stream at a time
NOW: Final = datetime(2026, 3, 4, 12, 30, tzinfo=UTC)
_PLAIN: Final[Mapping[Any, Any]] = {
    int: 3,
    float: 1.0,
    bool: False,
    datetime: NOW,
    day: NOW.date(),
    hour: NOW.time(),
    timedelta: timedelta(minutes=5),
    abc.Hashable: 3,
    tzinfo: UTC,
    object: None,
    type(None): None,
    TokenFactor: 1.0,
    TagPatterns: TagPatterns(),
    Compiled: compile_js(SHORT, "g"),
}
_SEVERAL: Final = (abc.Sequence, abc.Iterable, abc.Collection, abc.Iterator, list, tuple, set, frozenset, abc.Set)
_FED: Final = "feed"


class Answer(pydantic.BaseModel):
    """What a model may answer, for the reader of answers."""

    text: str = ""


_SCHEMA: Final = {"type": "object", "properties": {"text": {"type": "string", "maxLength": 9, "minLength": 1}}}
GIVEN: Final[Mapping[str, Mapping[str, Any]]] = {
    "chronicle.by_hand.worded": {"kind": ChronicleKind.SUMMARY},
    "formats.cards.cards.new_card": {"texts": {"description": SHORT}},
    "recall.questions.carrying.never_said": {"said": frozenset[int]()},
    "recall.questions.leftover.past_range": {"found": ("2024-03-04T00:00:00", "2024-03-05T00:00:00")},
    "recall.timeparse.chinese.amounts.back": {"unit": "天"},
    "regexes.js_regex.Compiled.replace": {"value": lambda found: found.groups[0]},
    "text.splitting.split": {"limit": 2_000},
    "text.stops.cut_behind": {"ends": re.compile(r"\.++|[?!]|\n")},
    "text.splitting.split_parts": {"limit": 2_000},
    "text.splitting.split_behind": {"limit": 2_000},
    "text.splitting.split_from": {"limit": 2_000},
    "text.bubbles.messages": {"size": 2_000},
    "text.further.further": {"size": 2_000},
    "wire.json_limits.faults": {"schema": _SCHEMA, "at": ()},
    "wire.json_limits.named_in": {"schema": _SCHEMA},
    "wire.json_reader.read_answer": {"shape": Answer, "schema": _SCHEMA},
}
"""Arguments that no type tells."""

LEFT_OUT: Final[Mapping[str, str]] = {
    "asked_scripts.story_as_allowed": "what is allowed are hashes of ours",
    "director.plot.judgement_in": "the body is one that was stored by us; its texts are copied",
    "formats.archives.archives.Archive": "names of members are looked up; archives have limits of their own",
    "formats.books.book_dialects.world_entries": "the name of a dialect is one of ours",
    "formats.books.book_editing": "changes a book that read_book made, whose dialect is one of ours",
    "formats.books.books.read_entries": "the name of a dialect is one of ours",
    "formats.books.books.merge_books": "raw books are read by read_book first",
    "formats.cards.cards.edit_card": "the names of fields are ours",
    "formats.archives.loose_files.loose_kinds": "names of files are looked up",
    "formats.cards.png_chunks.read_text": "reads a chunk that scan has found",
    "formats.cards.png_chunks.text_length": "reads a chunk that scan has found",
    "framework.contents.PlaceContents": "names of markers are looked up",
    "chronicle.named.known_as": "the rows are ours; named is measured itself",
    "recall.questions.leftover.past_range": "times in the form of our own worker",
    "recall.timeparse.chinese.amounts.amount": "groups of a match of chinese.find, which is measured",
    "recall.timeparse.chinese.amounts.ahead": "groups of a match of chinese.find, which is measured",
    "recall.timeparse.chinese.amounts.resolved": "groups of a match of chinese.find, which is measured",
    "recall.timeparse.chinese.atoms.Atom.part": "the name of a group",
    "recall.timeparse.chinese.ranges.read": "one match of chinese.find, which is measured",
    "recall.timeparse.english.pieces.skip": "words of english.tokens, which is measured",
    "recall.timeparse.chinese.lunar.solar_term": "one of twenty-four names",
    "story.checking.check_rows": "rows of a story's file, which has limits of its own",
    "story.hashing": "rows of a story's file; their texts are hashed",
    "story.names.renumbered": "rows of a story's file; their texts are copied",
    "story.numbering": "rows of a story's file; their texts are copied",
    "regexes.js_regex.RegexMatch": "bounds of a match that compile_js has found",
    "recall.word_lists.word_lists": "reads a file of ours",
    "recall.timeparse.holiday_rules.holidays_by_name": "rules in a file of ours",
    "recall.timeparse.english.words.listed": "the name of a list of ours",
    "search.named_here.NamesHere": "made of names by names_here; search_intent and redacted measure it",
    "search.phrases.phrases_of": "phrases in a file of ours",
    "search.sections.SectionReader.feed:text": "each piece is answered with all that is visible so far, a copy of it",
    "wire.answer_schema.answer_schema": "the names of fields are ours, and what may stand in them is copied",
    "wire.tags.TagHider.feed:text": "each piece is answered with all that is visible so far, which is a copy of it",
    "world.groups.Contest.losers": "rows of ours, no text",
}
"""What is not measured, by the beginning of its name, and why."""


class Unmade(Exception):
    """No value of this type can be made from the type alone."""


@dataclass(frozen=True, slots=True)
class TextCall:
    """One text of one function. ``ready`` makes the arguments around a text; what it returns does the work."""

    name: str
    ready: Callable[[str], Callable[[], None]]


def text_calls() -> Iterator[TextCall]:
    """Each text of each public function, but for those that are left out."""
    for name, function, owner in public_functions():
        wanted = inspect.signature(function).parameters.values()
        named = [it for it in wanted if it.name != "self" and it.kind is not it.VAR_KEYWORD]
        long = [it.name for it in named if takes_text(it.annotation) and it.name not in GIVEN.get(name, {})]
        if owner is not None and any(takes_text(it.annotation) for it in inspect.signature(owner).parameters.values()):
            long.append("self")
        for one in long:
            called = f"{name}:{one}"
            if not any(called.startswith((f"{it}.", f"{it}:", called if it == called else "\0")) for it in LEFT_OUT):
                yield TextCall(called, partial(_ready, name, function, owner, named, one))


def _ready(
    name: str, function: Callable[..., Any], owner: Any, named: list[inspect.Parameter], long: str, text: str
) -> Callable[[], None]:
    me = () if owner is None else (made(owner, text if long == "self" else SHORT),)
    given = dict(GIVEN.get(name, {}))
    for it in named:
        if it.name not in given and (it.default is it.empty or it.name == long):
            given[it.name] = made(it.annotation, text if it.name == long else SHORT)
    rest = [given.pop(it.name) for it in named if it.kind is it.VAR_POSITIONAL]
    before = [given.pop(it.name) for it in named if rest and it.kind is it.POSITIONAL_OR_KEYWORD and it.name in given]
    if name.endswith(f".{_FED}") and long != "self":
        pieces = [given[long][at : at + PIECE] for at in range(0, len(given[long]), PIECE)]
        return lambda: _exhaust(function(*me, it) for it in pieces)
    return lambda: _exhaust(function(*me, *before, *rest, **given))


def _exhaust(result: Any) -> None:
    if isinstance(result, abc.Iterator):
        for _ in result:
            pass


def public_functions() -> Iterator[tuple[str, Callable[..., Any], type | None]]:
    """Public functions and methods by dotted name, and the class of a method."""
    for module in pkgutil.walk_packages(engine.rules.__path__, "engine.rules."):
        loaded = importlib.import_module(module.name)
        short = module.name.removeprefix("engine.rules.")
        for name, found in vars(loaded).items():
            if name.startswith("_") or getattr(found, "__module__", None) != module.name:
                continue
            if inspect.isfunction(found):
                yield f"{short}.{name}", found, None
            elif inspect.isclass(found):
                methods = [(called, it) for called, it in vars(found).items() if not called.startswith("_")]
                yield from ((f"{short}.{name}.{called}", it, found) for called, it in methods if inspect.isfunction(it))


def takes_text(annotation: Any) -> bool:
    """Whether it is a text, several, or a JSON value; what has texts in fields of ours is made of measured ones."""
    if annotation in (str, bytes) or isinstance(annotation, str | typing.ForwardRef):
        return True
    if typing.get_origin(annotation) in (abc.Callable, typing.Literal) or annotation in _PLAIN:
        return False
    return any(takes_text(it) for it in typing.get_args(annotation) if it is not Ellipsis)


def made(annotation: Any, text: str, room: int = 14) -> Any:
    """A value of a type, with ``text`` in each place for one. Raises Unmade."""
    if room == 0:
        raise Unmade(str(annotation))
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if annotation is bytes:
        return text.encode("utf-8", "replace")
    if annotation is str or annotation is typing.Any or isinstance(annotation, str | typing.ForwardRef):
        return text
    if isinstance(annotation, typing.TypeVar):
        return made(annotation.__bound__ or str, text, room)
    if inspect.isclass(annotation) and typing.get_origin(annotation) is None:
        return next(iter(annotation)) if issubclass(annotation, Enum) else _instance(annotation, text, room)
    return _of_several(annotation, text, room)


def _of_several(annotation: Any, text: str, room: int) -> Any:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return _one_of(arguments, text, room)
    if origin is typing.Literal:
        return arguments[0]
    if origin is typing.Annotated:
        return made(arguments[0], text, room)
    if origin is abc.Callable:
        return lambda *given: given[0] if given else None
    if origin in (abc.Mapping, dict, abc.MutableMapping):
        return {made(arguments[0], "text", room - 1): made(arguments[1], text, room - 1)}
    if origin is tuple and arguments and arguments[-1] is not Ellipsis:
        return tuple(made(it, text, room - 1) for it in arguments)
    if origin in _SEVERAL:
        one = [made(arguments[0], text, room - 1)]
        return origin(one) if origin in (frozenset, set, list) else iter(one) if origin is abc.Iterator else tuple(one)
    raise Unmade(str(annotation))


def _one_of(arguments: tuple[Any, ...], text: str, room: int) -> Any:
    for it in sorted(arguments, key=lambda it: (it is type(None), not takes_text(it))):
        try:
            return made(it, text, room)
        except Unmade:
            continue
    raise Unmade(str(arguments))


def _instance(of: Any, text: str, room: int) -> Any:
    if of is ChunkDecoder:
        return OpenAIDecoder()
    if issubclass(of, pydantic.BaseModel):
        fields = {name: it.annotation for name, it in of.model_fields.items() if it.is_required()}
        return of.model_construct(**{name: made(it, text, room - 1) for name, it in fields.items()})
    several = (inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)
    wanted = [it for it in inspect.signature(of).parameters.values() if it.kind not in several]
    return of(
        **{
            it.name: made(it.annotation, text, room - 1)
            for it in wanted
            if it.default is it.empty or takes_text(it.annotation)
        }
    )
