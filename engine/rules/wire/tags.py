"""Emotion and gesture tags in a model's reply: taken into fields, hidden or left, also while the text still grows.

So are marks of progress, which are for the director: they are hidden, or left as they are.

A pattern is a text before and a text after (``[emotion:{}]``), not a regular expression: it can be found in linear time
and cut at any place of a stream. Emotions are for programs and leave the text. ``*gestures*`` are how a story is told,
so they stay unless ``hide_gestures`` says otherwise. Bold (``**``), bullets and products (``2*3``) are no gestures.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.errors import TagPatternInvalid
from engine.rules.director.marks import BEGUN, MARK
from engine.rules.search.sections import ReplySection, Sectioned, SectionReader
from engine.rules.text.seams import TextSeam

MAX_EMOTION = 80
MAX_GESTURE = 1000
_SLOT = "{}"
_FLAGS = re.IGNORECASE | re.ASCII
_FOLD = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


@dataclass(frozen=True, slots=True)
class TagPatterns:
    """Which tags are looked for. Letters match in either case. Raises TagPatternInvalid."""

    emotion: tuple[str, ...] = ("[emotion:{}]", "[emotion：{}]", "[情绪:{}]", "[情绪：{}]")
    gesture: tuple[str, ...] = ("*{}*",)
    hide_gestures: bool = False
    hide_progress: bool = True
    sections: bool = False
    """Whether sections of memory and web are read off."""

    def __post_init__(self) -> None:
        for pattern in (*self.emotion, *self.gesture):
            before, _, after = pattern.partition(_SLOT)
            if pattern.count(_SLOT) != 1 or not before.strip() or not after.strip() or "\n" in pattern:
                raise TagPatternInvalid(pattern=pattern)


@dataclass(frozen=True, slots=True)
class Tagged:
    """A finished reply: what people see, and what the tags said, in order. The raw text is the caller's."""

    clean: str
    emotions: tuple[str, ...] = ()
    gestures: tuple[str, ...] = ()
    sections: tuple[ReplySection, ...] = ()


def parse_tags(raw: str, patterns: TagPatterns) -> Tagged:
    """Return ``raw`` without what is to be hidden, and the contents of its tags. Linear in the length of ``raw``."""
    hider = TagHider(patterns)
    hider.feed(raw)
    return hider.finish()


class TagHider:
    """Hides tags in a growing reply. Text that may still become a tag waits, so half a tag is never shown.

    However the text is cut, the end equals ``parse_tags`` of the whole, and what was visible only ever grows.
    """

    def __init__(self, patterns: TagPatterns) -> None:
        self._sections = SectionReader() if patterns.sections else None
        self._read = ""
        self._progress = _Sieve((_Progress(),) if patterns.hide_progress else (), removes=True)
        self._emotions = _Sieve([_Pattern(it, MAX_EMOTION) for it in patterns.emotion], removes=True)
        gestures = [_Pattern(it, MAX_GESTURE) for it in patterns.gesture]
        self._gestures = _Sieve(gestures, removes=patterns.hide_gestures)
        self._hides_gestures = patterns.hide_gestures
        self._visible = ""

    def feed(self, text: str) -> str:
        """Take the next piece and return everything that is visible so far."""
        return self._show(self._said(self._sections.feed(text)) if self._sections else text)

    def _said(self, read: str) -> str:
        """What is new in all that stands outside of sections."""
        new, self._read = read[len(self._read) :], read
        return new

    def _show(self, text: str) -> str:
        shown = self._emotions.feed(self._progress.feed(text))
        self._visible += self._gestures.feed(shown) if self._hides_gestures else shown
        return self._visible

    @property
    def emotion(self) -> str:
        """The newest emotion so far; "" before the first."""
        return self._emotions.found[-1] if self._emotions.found else ""

    @property
    def waiting(self) -> int:
        """So many characters at the end of what was fed may still become a tag."""
        gestures = self._gestures.waiting if self._hides_gestures else 0
        sections = self._sections.waiting if self._sections else 0
        return sections + self._progress.waiting + self._emotions.waiting + gestures

    def finish(self) -> Tagged:
        """Return the whole: nothing waits any more. Nothing may be fed afterwards."""
        sectioned = self._sections.finish() if self._sections else Sectioned("")
        self._show(self._said(sectioned.visible) if self._sections else "")
        rest = self._emotions.feed(self._progress.finish()) + self._emotions.finish()
        if self._hides_gestures:
            self._visible += self._gestures.feed(rest) + self._gestures.finish()
        else:
            # Gestures that stay are looked up at the end, so that a long one does not hold the text back.
            self._visible += rest
            self._gestures.feed(self._visible)
            self._gestures.finish()
        found = tuple(self._emotions.found), tuple(self._gestures.found)
        return Tagged(self._visible, *found, sectioned.sections)


@dataclass(frozen=True, slots=True)
class _Tag:
    content: str
    end: int


class _Verdict(Enum):
    NO = 0
    WAIT = 1


class _Pattern:
    """One pattern, asked about one place of a text."""

    def __init__(self, pattern: str, limit: int) -> None:
        before, _, after = pattern.partition(_SLOT)
        self._before, self._after = before.translate(_FOLD), after
        self._limit = limit
        # A mark that opens and closes alike, as the asterisk does, needs stricter rules than a bracket.
        self._paired = before == after and len(before) == 1 and not before.isalnum()
        mark = re.escape(after)
        self._alone = rf"(?<!{mark}){mark}(?!{mark})"
        self._closer = re.compile((self._alone if self._paired else mark) + r"|\n", _FLAGS)

    @property
    def opener(self) -> str:
        """A regular expression for where the tag may open: all of its first text, or the start of it at the end."""
        if self._paired:
            return "(?<![A-Za-z0-9])" + self._alone
        expression = ""
        for letter in reversed(self._before):
            expression = re.escape(letter) + (rf"(?:{expression}|\Z)" if expression else "")
        return expression

    def at(self, text: str, place: int, previous: str, final: bool) -> _Tag | _Verdict:
        """Say whether a tag opens at ``place``, after the character ``previous``; WAIT when more text decides it."""
        start = place + len(self._before)
        head = text[place:start].translate(_FOLD)
        if head != self._before:
            return _Verdict.WAIT if not final and self._before.startswith(head) else _Verdict.NO
        if self._paired and not self._may_open(previous, text[start : start + 1]):
            return _Verdict.NO
        stop = start + self._limit + len(self._after) + 1
        ended = final or stop <= len(text)
        match = self._closer.search(text, start + self._paired, stop)
        if match is None or (self._paired and match.end() == len(text) and not ended):
            return _Verdict.NO if ended else _Verdict.WAIT
        return self._tag(text, start, match)

    def _may_open(self, previous: str, following: str) -> bool:
        return not (_is_word(previous) or following.isspace() or self._before in (previous, following))

    def _tag(self, text: str, start: int, match: re.Match[str]) -> _Tag | _Verdict:
        content = text[start : match.start()]
        if match[0] == "\n" or len(content) > self._limit or (self._paired and content[-1].isspace()):
            return _Verdict.NO
        return _Tag(content.strip(), match.end())


class _Progress:
    """The mark of progress, asked about one place of a text."""

    opener = r"[\[\uff3b\u3010]"

    def at(self, text: str, place: int, _previous: str, final: bool) -> _Tag | _Verdict:
        """As of any pattern."""
        found = MARK.match(text, place)
        if found is not None:
            return _Tag("", found.end())
        return _Verdict.WAIT if not final and BEGUN.match(text, place) else _Verdict.NO


class _Sieve:
    """Finds the tags of some patterns in a growing text and, if asked, leaves them out."""

    def __init__(self, patterns: Sequence[_Pattern | _Progress], *, removes: bool) -> None:
        self.found: list[str] = []
        self._patterns = patterns
        self._opener = re.compile("|".join(pattern.opener for pattern in self._patterns) or r"(?!)", _FLAGS)
        self._removes = removes
        self._pending = ""
        self._previous = ""
        self._gap = TextSeam()

    @property
    def waiting(self) -> int:
        return len(self._pending)

    def feed(self, text: str) -> str:
        return self._run(text, final=False)

    def finish(self) -> str:
        return self._run("", final=True) + self._gap.finish()

    def _run(self, text: str, final: bool) -> str:
        text = self._pending + text
        place = 0
        shown: list[str] = []
        while place < len(text):
            match = self._opener.search(text, place)
            opening = match.start() if match else len(text)
            shown.append(self._gap.show(text[place:opening]))
            place = opening
            tag = self._tag(text, opening, final) if match else _Verdict.WAIT
            if tag is _Verdict.WAIT:
                break
            end = tag.end if isinstance(tag, _Tag) else opening + 1
            if isinstance(tag, _Tag) and self._removes:
                self._gap.remove()
            else:
                shown.append(self._gap.show(text[opening:end]))
            place = end
        self._previous = text[place - 1] if place else self._previous
        self._pending = text[place:]
        return "".join(shown)

    def _tag(self, text: str, place: int, final: bool) -> _Tag | _Verdict:
        previous = text[place - 1] if place else self._previous
        for pattern in self._patterns:
            answer = pattern.at(text, place, previous, final)
            if isinstance(answer, _Tag) and answer.content:
                self.found.append(answer.content)
            if answer is not _Verdict.NO:
                return answer
        return _Verdict.NO


def _is_word(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()
