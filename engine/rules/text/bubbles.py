"""A reply cut into the few messages that somebody who chats would send. Put together they are the text exactly.

Cuts lie between paragraphs, else between lines; a long text of one line is cut between sentences.
Code blocks and lists stay whole, and so do quotations and emphasis within a paragraph.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from engine.rules.text.splitting import Counting, code_blocks, split

_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n\s*")
_LINE_END: Final = re.compile(r"\n\s*")
_SENTENCE: Final = re.compile(r"[。！？…]++[”’」』）】]*+\s*+|(?<![.!?])[.!?]++[\"'”’)\]*]*+\s++")
"""Unlike what ``splitting`` cuts at: blanks behind a sentence belong to it, and no run of marks is torn."""
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+•]|\d{1,3}[.)、])\s|[ \t]*\||[ \t]+\S")
_SHORT_WORD: Final = re.compile(r"(?:\b[A-Z][a-z]{0,2}|\b(?:e\.g|i\.e|vs|etc)|\b\d{1,3})\.\s+$")
_TWINS: Final = ('"', "**", "*", "`", "||", "~~", "_")
_LONG: Final = 90  # bytes of UTF-8: thirty Chinese characters, or a line and a half of English on a phone
_PAIRS: Final = ("“”", "「」", "『』", "（）", "()", "【】")


def messages(text: str, most: int, size: int, counting: Counting) -> tuple[str, ...]:
    """The texts of the messages that show ``text``: bubbles if ``most`` is not 0, each within the platform's size."""
    return tuple(part for bubble in bubbles(text, most) for part in split(bubble, size, counting))


def bubbles(text: str, most: int) -> tuple[str, ...]:
    """``text`` as at most ``most`` stretches of about the same length, none of them blank; 0 and 1 leave it whole."""
    ends = ends_behind(text, 0, most)
    return tuple(text[start:end] for start, end in zip((0, *ends), ends, strict=False))


def ends_behind(text: str, behind: int, most: int) -> tuple[int, ...]:
    """Where at most ``most`` such stretches of what lies behind a place of ``text`` end; none where nothing does."""
    if most < 2 or not text[behind:].strip():
        return (len(text),) if len(text) > behind else ()
    first, last = len(text) - len(text[behind:].lstrip()), len(text.rstrip())
    cuts = [it - behind for it in _cuts(text, behind) if first < it < last]
    return (*(behind + it for it in _chosen(cuts, len(text) - behind, most)), len(text))


def stays_together(text: str, place: int) -> bool:
    """Whether the line that begins at ``place`` belongs to what stands above it, as items and code do."""
    return _in_list(text, place) or _inside(code_blocks(text), place)


def _cuts(text: str, behind: int) -> Sequence[int]:
    blocks = code_blocks(text)
    for pattern in (_PARAGRAPH, _LINE_END):
        ends = [it.end() for it in pattern.finditer(text, behind) if not _in_list(text, it.end())]
        if free := [cut for cut in ends if not _inside(blocks, cut)]:
            return free
    more, line = text[behind:], text.rfind("\n", 0, behind) + 1
    one_line = not any(end > behind for _, end in blocks) and not _ITEM.match(text, line) and "\n" not in more.strip()
    long = one_line and len(more.encode(errors="replace")) >= _LONG
    return [it for it in _sentences(text) if it > behind] if long else []


def _in_list(text: str, place: int) -> bool:
    """Whether an item follows: it belongs to the items before it, and the first to the words that announce it."""
    return _ITEM.match(text, text.rfind("\n", 0, place) + 1) is not None


def _inside(blocks: Sequence[tuple[int, int]], cut: int) -> bool:
    """Whether a cut would tear one of ``blocks``, which stand in order."""
    at = bisect_left(blocks, cut, key=lambda block: block[0]) - 1
    return at >= 0 and cut < blocks[at][1]


def _sentences(text: str) -> Iterator[int]:
    """Where sentences end outside of quotations. Each stretch is counted once: a text may be one long exclamation."""
    marks, at = dict.fromkeys((it for it in (*_TWINS, *"".join(_PAIRS)) if it in text), 0), 0
    for found in _SENTENCE.finditer(text):
        end = found.end()
        for mark in marks:
            marks[mark] += text.count(mark, at, end)
        at = end
        quoted = any(marks.get(mark, 0) % 2 for mark in _TWINS) or any(
            marks.get(opening, 0) > marks.get(closing, 0) for opening, closing in _PAIRS
        )
        if not quoted and not _SHORT_WORD.search(text, max(0, end - 8), end):
            yield end


def _chosen(cuts: Sequence[int], length: int, most: int) -> tuple[int, ...]:
    """At most ``most - 1`` of ``cuts``: those nearest to where equal parts would end."""
    if len(cuts) < most:
        return tuple(cuts)
    chosen: list[int] = []
    for number in range(1, most):
        left = cuts[cuts.index(chosen[-1]) + 1 :] if chosen else cuts
        able = left[: len(left) - (most - 1 - number)]
        chosen.append(min(able, key=lambda cut: abs(cut - length * number / most)))
    return tuple(chosen)
