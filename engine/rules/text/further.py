"""The messages of a reply that goes on: those that people see already keep their texts, what is new follows."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from engine.rules.text.bubbles import ends_behind, messages, stays_together
from engine.rules.text.splitting import (
    Counting,
    bodies,
    code_blocks,
    ends_with_fence,
    length,
    split,
    split_behind,
    split_from,
)

_MORE: Final = "…"
_MAY_BE_ITEM: Final = re.compile(r"[-*+•]|\d{1,3}[.)、]?")


@dataclass(slots=True)
class _Kept:
    """Standing texts that are in the whole: the last of them shows what lies from ``start`` to ``end``."""

    texts: list[str] = field(default_factory=list[str])
    start: int = 0
    end: int = 0
    all: bool = False


def further(
    text: str, shown_texts: Sequence[str], most: int, size: int, counting: Counting, *, whole: bool = True
) -> tuple[str, ...]:
    """The texts of the messages that show ``text`` where those of ``shown_texts`` show it already, first to last.

    They stay as they are, up to the first that ``text`` does not have any more. What is new stands in the last of them
    where it goes on with its line, else in at most ``most`` messages of its own; with 0 or 1 it goes on there in any
    case. Not ``whole``: it still grows, so what is new is cut only where a message is full.
    """
    kept, new = _kept(text, shown_texts), most if whole else 0
    if not kept.texts:
        return messages(text, new, size, counting)
    if not text[kept.end :].strip():
        return tuple(kept.texts)
    if not kept.all:
        return (*kept.texts, *_apart(text, kept.end, max(new - len(kept.texts), 0), size, counting))
    first = len(text) - len(text[kept.end :].lstrip())
    if most < 2 or "\n" not in text[kept.end : first] or stays_together(text, first):
        return (*kept.texts[:-1], *_within(text, kept, new, size, counting))
    if not whole and _MAY_BE_ITEM.fullmatch(text, first):
        return tuple(kept.texts)
    last = kept.texts[-1] + text[kept.end : first]
    last = last if length(last, counting) <= size else kept.texts[-1]
    return (*kept.texts[:-1], last, *_apart(text, first, new, size, counting))


def within(texts: Sequence[str], most: int, size: int, counting: Counting) -> tuple[str, ...]:
    """The first ``most`` messages, from 1 on; where there are more, the last of them says so by its end."""
    if len(texts) <= most:
        return tuple(texts)
    last = split(texts[most - 1], size - len(_MORE), counting)[0]
    return (*texts[: most - 1], last.rstrip() + _MORE)


def _within(text: str, kept: _Kept, most: int, size: int, counting: Counting) -> tuple[str, ...]:
    """The last message that stands, with what goes on in it, and those that follow."""
    first, *behind = ends_behind(text, kept.end, most)
    parts = split_behind(text[:first], kept.start, kept.end, size, counting)
    unmoved = parts[0].body == text[kept.start : kept.end]
    grown = kept.texts[-1] if unmoved else parts[0].text
    return (grown, *(it.text for it in parts[1:]), *_stretches(text, (first, *behind), size, counting))


def _apart(text: str, start: int, most: int, size: int, counting: Counting) -> tuple[str, ...]:
    """Messages of its own for what lies behind ``start``."""
    return _stretches(text, (start, *ends_behind(text, start, most)), size, counting)


def _stretches(text: str, ends: Sequence[int], size: int, counting: Counting) -> tuple[str, ...]:
    return tuple(part for start, end in pairwise(ends) for part in split_from(text[:end], start, size, counting))


def _kept(text: str, shown_texts: Sequence[str]) -> _Kept:
    """As many of ``shown_texts`` as ``text`` begins with. Where it ends within one, that one ends with it."""
    kept, blocks = _Kept(), code_blocks(text)
    for number, shown in enumerate(shown_texts, 1):
        for at in (kept.end, len(text) - len(text[kept.end :].lstrip())):
            stretches = bodies(shown, opened=any(first < at < end for first, end in blocks))
            end = _end_of(text, at, stretches, last=number == len(shown_texts))
            if end is not None:
                break
        else:
            left = text[kept.end :].rstrip()
            if left and shown.startswith(left):
                kept.texts.append(left)
                kept.end = len(text)
            return kept
        kept.texts.append(shown)
        kept.start, kept.end = at, end
    kept.all = True
    return kept


def _end_of(text: str, at: int, stretches: Iterable[str], *, last: bool) -> int | None:
    """Where the first of ``stretches`` ends that lies at a place of ``text``."""
    for body in stretches:
        stretch = body.rstrip() if last else body
        if not stretch or not text.startswith(stretch, at):
            continue
        end = at + len(stretch)
        if last or not ends_with_fence(stretch) or text[end : end + 1] in ("", "\n"):  # else the fence was added
            return end
    return None
