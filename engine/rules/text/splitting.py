"""A long text cut into parts that a platform takes: at paragraphs, else lines, sentences, words, else anywhere.

The bodies of the parts, put together, are the text exactly. A code block that is cut is closed at the end of one part
and opened again at the start of the next; what that adds stands in ``before`` and ``after``, so leaving both out joins
the parts again.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

_PARAGRAPH: Final = re.compile(r"\n[ \t]*\n+")
_LINE: Final = re.compile(r"\n")
_SENTENCE: Final = re.compile(r"[。！？…][”’」』）】]*|[.!?][\"'”’)\]]*\s")
_WORD: Final = re.compile(r"\s|[，、；：,;]")
_FENCE: Final = re.compile(r"^ {0,3}(`{3,}|~{3,})([^`\n]*)$", re.MULTILINE)
_JOINER: Final = "\u200d"
_SKIN_TONES: Final = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
_FLAG_LETTERS: Final = frozenset(map(chr, range(0x1F1E6, 0x1F200)))
_LONGEST_FENCE: Final = 64


class Counting(StrEnum):
    """What a platform's limit counts."""

    CODE_POINTS = "code points"
    UTF16 = "utf-16"


@dataclass(frozen=True, slots=True)
class TextPart:
    """One part: ``body`` is a stretch of the text, ``before`` and ``after`` keep a code block that was cut whole."""

    body: str
    before: str = ""
    after: str = ""

    @property
    def text(self) -> str:
        """What is sent. It may begin or end with blanks, and is blank itself where the text is blank for that long."""
        return self.before + self.body + self.after


@dataclass(frozen=True, slots=True)
class _Fences:
    """The fence lines of a text: where each starts and ends, and the opening line that is in force after it, or ''."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    after: tuple[str, ...]

    def open_at(self, place: int) -> str:
        """The opening line of the code block that ``place`` lies in, or ''."""
        index = bisect_left(self.starts, place) - 1
        return self.after[index] if index >= 0 else ""

    def line_around(self, place: int) -> int | None:
        """Where the fence line starts that a cut at ``place`` would break, or leave behind with an empty block."""
        index = bisect_left(self.starts, place) - 1
        if index < 0:
            return None
        reach = self.ends[index] + (2 if self.after[index] else 0)
        return self.starts[index] if place < reach else None


def split(text: str, limit: int, counting: Counting = Counting.CODE_POINTS) -> tuple[str, ...]:
    """The texts to send, each at most ``limit`` long (at least 2); none for an empty text. Linear in its length."""
    return tuple(part.text for part in split_parts(text, limit, counting))


def split_parts(text: str, limit: int, counting: Counting = Counting.CODE_POINTS) -> tuple[TextPart, ...]:
    """The same with the added fences apart."""
    if limit < 2:
        raise ValueError("a character may need two units, so a limit is at least 2")
    return tuple(_parts(text, limit, counting))


def split_behind(
    text: str, start: int, shown_upto: int, limit: int, counting: Counting = Counting.CODE_POINTS
) -> tuple[TextPart, ...]:
    """The parts from ``start`` on, where ``text[start:standing]`` is a part that stands already: the first holds it."""
    fences = _fences(text, limit // 8)
    before = _reopening(fences.open_at(start), limit)
    room = limit - length(before, counting)
    if _reach(text, start, room, counting) >= len(text):
        return (TextPart(text[start:], before),)
    end = _reach(text, start, room - len(_closing(fences.open_at(shown_upto), "")), counting)
    cut = _place_behind(text, shown_upto, end, fences)
    after = _closing(fences.open_at(cut), text[cut - 1])
    if length(text[start:cut] + after, counting) > room:
        cut, after = shown_upto, ""
    return (TextPart(text[start:cut], before, after), *_parts(text, limit, counting, cut))


def split_from(text: str, start: int, limit: int, counting: Counting = Counting.CODE_POINTS) -> tuple[str, ...]:
    """The texts that show what lies behind ``start``: a code block that is open there is opened again."""
    return tuple(it.text for it in _parts(text, limit, counting, start))


def bodies(shown: str, *, opened: bool) -> Iterator[str]:
    """What the text of a part may be without the fences that were added to it, the likeliest first.

    ``opened``: it begins within a code block.
    """
    first, _, behind_first = shown.partition("\n")
    body = behind_first if opened and _FENCE.fullmatch(first) else shown
    yield body
    if ends_with_fence(body):
        before_last = body.rpartition("\n")[0]
        yield before_last + "\n"
        yield before_last


def ends_with_fence(text: str) -> bool:
    """Whether the last line of ``text`` opens or closes a code block."""
    return _FENCE.fullmatch(text.rpartition("\n")[2]) is not None


def length(text: str, counting: Counting) -> int:
    """How long the platform finds ``text``."""
    if counting is Counting.CODE_POINTS or text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def code_blocks(text: str) -> tuple[tuple[int, int], ...]:
    """Where the code blocks of ``text`` start and end, fences and all; one that nobody closes ends with the text."""
    fences = _fences(text, len(text))
    marks = list(zip(fences.starts, fences.ends, fences.after, strict=True))
    opening = [start for start, _, after in marks if after]
    closing = [end for _, end, after in marks if not after]
    return tuple(zip(opening, (*closing, *[len(text)] * (len(opening) - len(closing))), strict=True))


def _parts(text: str, limit: int, counting: Counting, at: int = 0) -> Iterator[TextPart]:
    fences = _fences(text, limit // 8)
    while at < len(text):
        opened = fences.open_at(at)
        before = _reopening(opened, limit)
        room = limit - length(before, counting)
        if _reach(text, at, room, counting) == len(text):
            yield TextPart(text[at:], before)
            return
        cut, after = _cut_and_close(text, at, room, counting, fences)
        yield TextPart(text[at:cut], before, after)
        at = cut


def _cut_and_close(text: str, at: int, room: int, counting: Counting, fences: _Fences) -> tuple[int, str]:
    """Where the part ends, and the fence that closes a block cut there. Both together take at most ``room``."""
    kept_for_fence = 0
    while True:
        end = _reach(text, at, room - kept_for_fence, counting)
        cut = _place(text, at, end)
        fence_line = fences.line_around(cut)
        cut = fence_line if fence_line is not None and fence_line > at else cut
        after = _closing(fences.open_at(cut), text[cut - 1])
        if len(after) <= kept_for_fence:
            return cut, after
        kept_for_fence = len(after)


def _fences(text: str, longest: int) -> _Fences:
    """The fences of ``text``; those with a marker over ``longest`` are words like any others."""
    starts: list[int] = []
    ends: list[int] = []
    after: list[str] = []
    opened = ""
    for line in _FENCE.finditer(text):
        marker, info = line[1], line[2].strip()
        if opened and (info or not marker.startswith(_marker(opened))):
            continue
        if not opened and len(marker) > longest:
            continue
        opened = "" if opened else marker + info
        starts.append(line.start())
        ends.append(line.end())
        after.append(opened)
    return _Fences(tuple(starts), tuple(ends), tuple(after))


def _marker(opened: str) -> str:
    return opened[: len(opened) - len(opened.lstrip(opened[0]))]


def _reopening(opened: str, limit: int) -> str:
    """The line that opens a block again, without its language where that is long."""
    if not opened:
        return ""
    return (opened if len(opened) <= min(_LONGEST_FENCE, limit // 8) else _marker(opened)) + "\n"


def _closing(opened: str, last: str) -> str:
    """The line that closes a block, after a line end where there is none."""
    if not opened:
        return ""
    return _marker(opened) if last == "\n" else f"\n{_marker(opened)}"


def _reach(text: str, at: int, room: int, counting: Counting) -> int:
    """The furthest end so that ``text[at:end]`` is at most ``room`` long."""
    window = text[at : at + room]
    if length(window, counting) <= room:
        return at + len(window)
    fitting = bisect_right(range(len(window)), room, key=lambda points: length(window[:points], counting))
    return at + fitting - 1


def _place(text: str, at: int, end: int) -> int:
    """The last good place in the second half, else the last word's end, else the last whole character's."""
    middle = (at + end) // 2
    for pattern, start in ((_PARAGRAPH, middle), (_LINE, middle), (_SENTENCE, middle), (_WORD, at)):
        found = _last_end(pattern, text, start, end)
        if pattern is _WORD and text[end].isspace():
            found = end
        if found is not None and not text[at:found].isspace():
            return _whole_characters(text, at, found)
    return _whole_characters(text, at, end)


def _place_behind(text: str, shown_upto: int, end: int, fences: _Fences) -> int:
    """The last good place behind ``shown_upto`` and up to ``end``; ``shown_upto`` where there is none."""
    if end <= shown_upto:
        return shown_upto
    middle = (shown_upto + end) // 2
    for pattern, at in ((_PARAGRAPH, middle), (_LINE, middle), (_SENTENCE, middle), (_WORD, shown_upto)):
        found = _last_end(pattern, text, at, end)
        if pattern is _WORD and text[end].isspace():
            found = end
        if found is not None and not text[shown_upto:found].isspace():
            fence_line = fences.line_around(found)
            return max(shown_upto, found if fence_line is None else fence_line)
    return shown_upto


def _last_end(pattern: re.Pattern[str], text: str, start: int, end: int) -> int | None:
    found = None
    for match in pattern.finditer(text, start, end):
        found = match.end()
    return found


def _whole_characters(text: str, at: int, cut: int) -> int:
    """``cut`` or the nearest place before it that does not tear a visible character; ``cut`` when there is none."""
    place = cut
    while at < place < len(text) and _sticks(text, at, place):
        place -= 1
    return place if place > at else cut


def _sticks(text: str, at: int, place: int) -> bool:
    """Whether the character at ``place`` belongs to the one before it."""
    before, after = text[place - 1], text[place]
    if after.isascii():
        return before + after == "\r\n"
    if _JOINER in (before, after) or unicodedata.category(after)[0] == "M" or after in _SKIN_TONES:
        return True
    if before in _FLAG_LETTERS and after in _FLAG_LETTERS:
        start = place
        while start > at and text[start - 1] in _FLAG_LETTERS:
            start -= 1
        return (place - start) % 2 == 1
    return False
