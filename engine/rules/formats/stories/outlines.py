"""A background in plain text: what stands before a numbered list is the setting, its items are the outline."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.values.story.director import Background

LONGEST: Final = 200_000
"""Characters that are looked at; no background within its limits is half as long."""

_NUMERALS: Final = "〇零一二三四五六七八九十百两0-9０-９"
_POINT: Final = re.compile(
    r"[ \t#>*_-]{0,12}(?:"
    r"[0-9０-９]{1,3}[ \t]?[.、．:：)）](?!\d)"
    rf"|[（(][{_NUMERALS}]{{1,4}}[)）]"
    rf"|[一二三四五六七八九十]{{1,3}}[、．.]"
    rf"|第[ \t]?[{_NUMERALS}]{{1,4}}[ \t]?[幕章节節回点點步场場][ \t]?[:：、．.—-]{{0,2}}"
    r"|(?:act|scene|chapter|point|step)[ \t]+(?:\d{1,3}|[ivx]{1,6})\b[ \t]?[:.)—-]{0,2}"
    r")[ \t*_:：]{0,6}(.*)",
    re.IGNORECASE,
)
_OUTLINE: Final = re.compile(r"(?:story |plot )?outline|plot|(?:故事|剧情|情节|劇情)?大[纲綱]", re.IGNORECASE)
_SETTING: Final = re.compile(
    r"(?:world |story )?setting|world|background|世界[观觀设設]定?|(?:世界|背景|故事)?[设設]定|背景", re.IGNORECASE
)
_ENDING: Final = re.compile(r"(?:the )?end(?:ing)?|结[局尾]|結[局尾]|尾声|尾聲", re.IGNORECASE)
_NAME: Final = re.compile(r"title|name|名[称稱字]|标题|標題|书名", re.IGNORECASE)
_HEADING: Final = re.compile(r"[ \t]{0,3}#{1,6}[ \t]*")
_AROUND: Final = " \t*_【】[]《》="
_LONGEST_HEADING: Final = 20
_LABEL: Final = re.compile(r"[ \t*_]{0,6}([^\s:：*_][^:：*_]{0,18}?)[ \t*_]{0,4}[:：][ \t*_]{0,4}(.*)")


def has_outline(text: str) -> bool:
    """Whether a text may be a background: at least two numbered points, or one under a heading that says outline."""
    headed = any(_headed(it, _OUTLINE) is not None for it in text[:LONGEST].splitlines())
    return len(read_outline(text).outline) > (0 if headed else 1)


def read_outline(text: str, name: str = "") -> Background:
    """The background that ``text`` tells; ``name`` is for one that names itself nowhere. Nothing is checked."""
    lines = text[:LONGEST].splitlines()
    read = _Reader(listed=not any(_headed(it, _OUTLINE) is not None for it in lines))
    for line in lines:
        read.line(line)
    return Background(read.name or name, _joined(read.setting), tuple(map(_joined, read.points)), _joined(read.ending))


@dataclass(slots=True)
class _Reader:
    """What was read so far. ``listed``: numbered lines are points; with a heading for the outline only below it."""

    listed: bool
    name: str = ""
    setting: list[str] = field(default_factory=list[str])
    points: list[list[str]] = field(default_factory=list[list[str]])
    ending: list[str] = field(default_factory=list[str])
    _under: list[str] | None = None

    def line(self, line: str) -> None:
        """Read on."""
        if self._begins_section(line):
            return
        under = self.setting if self._under is None else self._under
        point = _POINT.fullmatch(line) if self.listed and under is not self.ending else None
        if point is None:
            under.append(line)
        else:
            self._under = [point[1]]
            self.points.append(self._under)

    def _begins_section(self, line: str) -> bool:
        """Whether a line is a heading that means something here; what stands behind it in the line is read."""
        if (rest := _headed(line, _OUTLINE)) is not None:
            self.listed = True
            if rest:
                self.line(rest)
            return True
        for words, section in ((_ENDING, self.ending), (_SETTING, self.setting)):
            rest = _headed(line, words)
            if rest is not None and (section is self.ending or not self.points):
                section.append(rest)
                self._under = section
                return True
        if self.name or self.points:
            return False
        self.name = _title(line)
        return bool(self.name)


def _headed(line: str, words: re.Pattern[str]) -> str | None:
    """What stands behind ``words`` in a line that is headed by them; None for any other line."""
    heading = _HEADING.match(line)
    plain = _behind(line, heading) if heading else line
    label = _LABEL.fullmatch(plain)
    if label is not None and words.fullmatch(label[1].strip()):
        return label[2]
    bare = plain.strip(_AROUND)
    return "" if len(bare) <= _LONGEST_HEADING and words.fullmatch(bare) else None


def _title(line: str) -> str:
    """The name that a line gives: a heading, or a label that says name."""
    heading = _HEADING.match(line)
    if heading is not None and _POINT.fullmatch(line) is None:
        return _behind(line, heading)
    return _headed(line, _NAME) or ""


def _behind(line: str, heading: re.Match[str]) -> str:
    return line[heading.end() :].rstrip(" \t#")


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines).strip()
