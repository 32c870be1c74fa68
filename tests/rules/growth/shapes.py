"""Texts of any length that a careless reader takes long for: each is a piece that is repeated, or made for a size."""

from typing import Final

_WORDS: Final = "the lamp was lit and she went down to the harbour with him "

SHAPES: Final[dict[str, str]] = {
    "exclamation marks": "!",
    "full stops": ".",
    "dots and spaces": ". ",
    "Chinese full stops": "。",
    "ellipses": "…",
    "question marks with quotes": '?"',
    "double quotes": '"',
    "curly quotes that open": "“",
    "Chinese quotes that open": "「",
    "brackets that open": "(",
    "brackets that close": ")",
    "square brackets": "[",
    "links that do not end": "[a](",
    "braces of macros": "{{",
    "macros": "{{user}}",
    "macros inside macros": "{{random::{{pick::",
    "closing braces": "}}",
    "spaces": " ",
    "tabs and spaces": "\t ",
    "empty lines": "\n",
    "blank lines with spaces": " \n\t\n ",
    "lines of one letter": "a\n",
    "list items": "- a\n",
    "numbered items": "1. a\n",
    "table cells": "|a",
    "fences": "```\n",
    "backticks": "`",
    "stars": "*",
    "underlines": "_a",
    "tags that open": "<a ",
    "nested tags": "<mem><b>",
    "comments that do not end": "<!--",
    "one letter": "a",
    "one word": "lantern ",
    "letters and marks": "e\u0301\u0323",
    "emoji joined": "👩\u200d👧\u200d",
    "flags": "🇩🇪",
    "Chinese without spaces": "昨天我们在港口点了灯然后回家",
    "one Chinese letter": "的",
    "digits": "7",
    "numbers": "12, ",
    "Chinese numbers": "一百二十",
    "dates": "2024-03-05 ",
    "clocks": "12:30:",
    "time words": "yesterday last week two days ago ",
    "Chinese time words": "昨天上周三前两天去年",
    "names and colons": "Lan: ",
    "lines of speakers": "\nLan: a",
    "addresses": "https://example.org/a?b=",
    "terminal colours": "\x1b[31m",
    "controls": "\x00\x07",
    "lone halves": "\ud800",
    "halves the wrong way round": "\udc00\ud800",
    "backslashes": "\\",
    "escaped quotes": '\\"',
    "open JSON": '{"a":[',
    "JSON values": '{"a":1},',
    "YAML keys": "a: b\n",
    "events": "data: a\n\n",
    "alternatives": "(a|a)*",
    "emotions": "[emotion:",
    "gestures": "*nods",
    "fullwidth": "（（",
    "carriage returns": "\r\n",
    "prose": _WORDS,
}
"""What is repeated, by what it is."""
CLEANED: Final = ("lone halves", "halves the wrong way round")
"""What only the cleaner ever sees."""


def grown(piece: str, size: int) -> str:
    """``piece`` repeated to ``size`` characters."""
    return (piece * (size // len(piece) + 1))[:size]
