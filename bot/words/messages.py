"""The messages of a Fluent file, each read for itself when it is wanted: to parse all of them takes long. Pure.

So no message may refer to another one.
"""

import re
from functools import cache
from typing import Any, Final, cast

from fluent.runtime.prepare import Compiler
from fluent.runtime.resolver import Pattern, TextElement
from fluent.syntax import FluentParser
from fluent.syntax.ast import Message

_BEGINS: Final = re.compile(r"^([A-Za-z][A-Za-z0-9_-]*) *= *", re.MULTILINE)
_PLAIN: Final = re.compile(r"([^\s{}](?:[^\n{}]*[^\s{}])?) *(?:\n(?:#.*)?)*")
_parser: Final = FluentParser(with_spans=False)
_compiler: Any = Compiler()


def texts_of(source: str) -> dict[str, str]:
    """What is written of each message, from its name up to the next one."""
    begun = list(_BEGINS.finditer(source))
    ends = [*(it.start() for it in begun[1:]), len(source)]
    return {it[1]: source[it.start() : end] for it, end in zip(begun, ends, strict=True)}


@cache
def pattern_of(text: str) -> Pattern | None:
    """What a message says, ready to be filled; None where there is none. Nothing changes what was found."""
    named = _BEGINS.match(text)
    if named and (plain := _PLAIN.fullmatch(text, named.end())):  # most are: a line and nothing to fill in
        return cast("Pattern", TextElement(plain[1]))
    entry = _parser.parse_entry(text)
    return _compiler(entry).value if isinstance(entry, Message) else None
