"""What of a reply is said aloud: its words, without marks, code and addresses. Pure."""

import re
from typing import Final

LONGEST: Final = 4_000
"""Characters; OpenAI takes 4,096."""

_MARKS: Final = (
    (re.compile(r"```.*?(?:```|\Z)", re.DOTALL), " "),
    (re.compile(r"\[([^\]\n]{1,200})\]\([^)\s]{0,500}\)"), r"\1"),
    (re.compile(r"https?://\S+"), " "),
    (re.compile(r"^[ \t]*(?:#{1,6}|>|[-*])[ \t]+", re.MULTILINE), ""),
    (re.compile(r"[*_~`|<>]+"), ""),
    (re.compile(r"[ \t]+"), " "),
    (re.compile(r" ?\n\s*"), "\n"),
)
_ENDS: Final = re.compile(r"[.!?…。！？\n]")


def aloud(text: str) -> str:
    """The words of ``text`` as they are spoken, "" for none; of a long one as many whole sentences as fit."""
    plain = text
    for mark, instead in _MARKS:
        plain = mark.sub(instead, plain)
    plain = plain.strip()
    if len(plain) > LONGEST:
        ends = [found.end() for found in _ENDS.finditer(plain, 0, LONGEST)]
        plain = plain[: ends[-1] if ends else LONGEST].strip()
    return plain if any(map(str.isalnum, plain)) else ""
