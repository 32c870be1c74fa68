"""A background in plain text: what stands before a numbered list is the setting, its items are the outline."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.values.director import Background

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
    r")[ \t*_]{0,4}(.*)",
    re.IGNORECASE,
)
_OUTLINE: Final = re.compile(r"(?:story |plot )?outline|plot|(?:故事|剧情|情节|劇情)?大[纲綱]", re.IGNORECASE)
_SETTING: Final = re.compile(
    r"(?:world |story )?setting|world|background|世界[观觀设設]定?|(?:世界|背景|故事)?[设設]定|背景", re.IGNORECASE
)
_ENDING: Final = re.compile(r"(?:the )?end(?:ing)?|结[局尾]|結[局尾]|尾声|尾聲", re.IGNORECASE)
_NAME: Final = re.compile(r"title|name|名[称稱字]|标题|標題|书名", re.IGNORECASE)
_HEADING: Final = re.compile(r"[ \t]{0,3}#{1,6}[ \t]*(.*?)[ \t#]*")
_LABEL: Final = re.compile(r"[ \t*_]{0,6}([^\s:：*_][^:：*_]{0,18}?)[ \t*_]{0,4}[:：][ \t*_]{0,4}(.*)")


@dataclass(slots=True)
class _Found:
    name: str = ""
    setting: list[str] = field(default_factory=list[str])
    points: list[list[str]] = field(default_factory=list[list[str]])
    ending: list[str] = field(default_factory=list[str])


def has_outline(text: str) -> bool:
    """Whether a text may be a background: at least two numbered points, or one under a heading that says outline."""
    found = read_outline(text)
    lines = text[:LONGEST].splitlines()
    return len(found.outline) > (0 if any(_titled(it, _OUTLINE) is not None for it in lines) else 1)


def read_outline(text: str, name: str = "") -> Background:
    """The background that ``text`` tells; ``name`` is for one that names itself nowhere. Nothing is checked."""
    lines = text[:LONGEST].splitlines()
    found = _Found()
    under = found.setting
    listed = not any(_titled(it, _OUTLINE) is not None for it in lines)
    for line in lines:
        headed = _headed(line, found)
        if headed is not None:
            listed = listed or headed is _OUTLINE_HERE
            under = under if headed is _OUTLINE_HERE else headed
            continue
        point = _POINT.fullmatch(line) if listed and under is not found.ending else None
        if point is not None:
            under = [point[1]]
            found.points.append(under)
        else:
            under.append(line)
    return Background(
        found.name or name, _joined(found.setting), tuple(map(_joined, found.points)), _joined(found.ending)
    )


_OUTLINE_HERE: Final[list[str]] = []


def _headed(line: str, found: _Found) -> list[str] | None:
    """Where the lines below a heading belong; None when the line is no heading that means anything here."""
    if _titled(line, _OUTLINE) is not None:
        return _OUTLINE_HERE
    if (rest := _titled(line, _ENDING)) is not None:
        found.ending.append(rest)
        return found.ending
    if found.points:
        return None
    if (rest := _titled(line, _SETTING)) is not None:
        found.setting.append(rest)
        return found.setting
    if not found.name and (called := _title(line)):
        found.name = called
        return found.setting
    return None


def _titled(line: str, words: re.Pattern[str]) -> str | None:
    """What stands behind ``words`` in a line that is headed by them; None for any other line."""
    heading = _HEADING.fullmatch(line)
    plain = heading[1] if heading else line
    label = _LABEL.fullmatch(plain)
    if label is not None and words.fullmatch(label[1].strip()):
        return label[2]
    bare = plain.strip(" \t*_【】[]《》=")
    return "" if (heading or bare != plain.strip() or len(bare) < 8) and words.fullmatch(bare) else None


def _title(line: str) -> str:
    """The name that a line gives: a heading, or a label that says name."""
    heading = _HEADING.fullmatch(line)
    if heading is not None and _POINT.fullmatch(line) is None:
        return heading[1].strip()
    return _titled(line, _NAME) or ""


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(lines).strip()
