"""What was found on the web, as it stands in a prompt: numbered, the best first and with the most room.

Pages are written by anybody. Each line of one is on one line of ours behind a mark, and without anything that looks
like a tag, a macro or the end of a quotation, so that no page can end it or speak as somebody.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules.chronicle.wording import fitted
from engine.rules.recall.telling.quoting import harmless
from engine.rules.search.sameness import without_doubles
from engine.rules.text.tokens import estimate
from engine.values.models.tokens import TokenFactor
from engine.values.search import SearchHit

MOST: Final = 10
"""Pages that are told."""
LONGEST: Final = 8_000
"""Characters of a page that are looked at."""
_TITLE: Final = 160
_SITE: Final = 80
_LEAST: Final = 24
"""Tokens of a text that are worth telling."""
_QUOTE: Final = "> "
_SIGNS: Final = str.maketrans({"<": "‹", ">": "›", "＜": "‹", "＞": "›", "`": "'", "\u2028": " ", "\u2029": " "})
_ROLE: Final = re.compile(
    r"(?<![^\W_])(system|assistant|user|human|developer|tool|系统|助手|用户)[ \t]{0,2}[:：]", re.IGNORECASE
)
_INSTRUCTION: Final = re.compile(r"\[(/?)[ ]?(INST|SYS|SYSTEM|USER|ASSISTANT)[ ]?\]", re.IGNORECASE)
_BRACES: Final = re.compile(r"\{\{+|\}\}+")
_STEP: Final = 0.9


@dataclass(frozen=True, slots=True)
class ToldHits:
    """Lines for a prompt, and the pages that they tell of in the order of their numbers, from 1."""

    text: str
    hits: tuple[SearchHit, ...] = ()


def told(hits: Iterable[SearchHit], budget: int, mark: str, factor: TokenFactor = 1.0, *, first: int = 1) -> ToldHits:
    """What ``hits``, the best first, say in at most ``budget`` tokens. ``mark`` stands around it and is in no line;
    ``first`` is the first number.

    A page has a line with its number, title, site and date, and one with what was read of it, or its excerpt. Linear in
    the length of what was found.
    """
    kept = without_doubles(hits)[:MOST]
    heads = [_head(number, it, mark) for number, it in enumerate(kept, first)]
    while heads and _cost(heads, factor) > budget:
        heads.pop()
    kept = kept[: len(heads)]
    left = budget - _cost(heads, factor)
    lines: list[str] = []
    for at, (head, it) in enumerate(zip(heads, kept, strict=True)):
        line = _said(it, int(left * _share(at, len(kept))), mark, factor)
        left -= estimate(f"\n{line}", factor) if line else 0
        lines += [head, line] if line else [head]
    return ToldHits("\n".join(lines), tuple(kept))


def _share(at: int, count: int) -> float:
    """How much of what is left the page at ``at`` gets: the first twice as much as the second, thrice as the third."""
    return 1 / (at + 1) / sum(1 / (it + 1) for it in range(at, count))


def _cost(lines: Sequence[str], factor: TokenFactor) -> int:
    return sum(estimate(f"{it}\n", factor) for it in lines)


def _head(number: int, hit: SearchHit, mark: str) -> str:
    """``[1] Title — site, 2026-03-05``."""
    title = _plain(hit.title, _TITLE, mark)
    site = _plain(hit.site, _SITE, mark)
    about = ", ".join(it for it in (site, f"{hit.published:%Y-%m-%d}" if hit.published else "") if it)
    return f"[{number}] {' — '.join(it for it in (title, about) if it)}".rstrip()


def _said(hit: SearchHit, budget: int, mark: str, factor: TokenFactor) -> str:
    """What a page says, behind the mark of a quotation; "" where it says nothing or there is no room for it."""
    text = _plain(hit.text or hit.excerpt, LONGEST, mark)
    if not text or budget < _LEAST:
        return ""
    room = budget - estimate(f"\n{_QUOTE}", factor)
    cost = estimate(text, factor)
    longest = len(text)
    while cost > room and longest > 1:
        longest = min(int(longest * room / cost), int(longest * _STEP))
        text = fitted(text, max(longest, 1))
        cost = estimate(text, factor)
    return f"{_QUOTE}{text}" if text.strip("… ") and cost <= room else ""


def _plain(text: str, longest: int, mark: str) -> str:
    """At most ``longest`` characters of ``text`` on one line, as nothing but words."""
    seen = "".join(it if it.isprintable() else " " if it.isspace() else "" for it in text[: 2 * longest])
    bare = _BRACES.sub(lambda it: it[0][0], _INSTRUCTION.sub(r"(\1\2)", seen.translate(_SIGNS)))
    return fitted(harmless(_ROLE.sub(r"\1 -", bare), mark), longest)
