"""What somebody says in a message themselves: without code, quotations, what is forwarded, and what is only played."""

import re
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 720
"""Characters of a message that are read: its beginning and its end."""
MOST: Final = 5
"""Sentences that are read: the first ones and the last ones."""
WIDEST: Final = 105
"""Characters of a sentence that are read: its beginning and its end."""

_FENCE: Final = "```"
_CODE: Final = re.compile(r"`[^`\n]+`")
_ACTION: Final = re.compile(r"(?<!\*)\*(?![\s*])([^*\n]+)\*(?!\*)")
_SAID: Final = re.compile(r"「[^「」\n]*」|『[^『』\n]*』")
_QUOTED: Final = re.compile('"[^"\n]*"|“[^“”\n]*”|«[^«»\n]*»|„[^„“”\n]*[“”]')
_ASIDE: Final = re.compile(r"（[^（）\n]*）|\([^()\n]*\)")
_ADDRESS: Final = re.compile(r"\bhttps?://\S+")
_MARKS: Final = re.compile('["“«„]')
_END: Final = re.compile(r"[。！!…\n]|\.\s")
_ASKING: Final = ("?", "？")
_EDGES: Final = " \t,，.…~～>—-\u3000"


@dataclass(frozen=True, slots=True)
class OwnWords:
    """The sentences that are somebody's own, whether they ``play``, and how many characters the text had."""

    sentences: tuple[str, ...]
    plays: bool
    length: int


def own_words(text: str, *, quotes: bool = False) -> OwnWords:
    """What of ``text`` is said, in sentences; with ``quotes`` also what they quote. Linear in its length."""
    bare = _unquoted(text)
    length = len(bare)
    if length > LONGEST:
        bare = f"{bare[: LONGEST // 3]}\n{bare[-LONGEST * 2 // 3 :]}"
    bare, plays = _unplayed(bare, quotes)
    return OwnWords(_some(bare), plays, length)


def _unquoted(text: str) -> str:
    """``text`` without code, addresses, and lines that quote or name whom they are from."""
    if _FENCE in text:
        text = "\n".join(text.split(_FENCE)[::2])
    if ">" in text or "[" in text:
        text = "\n".join(line for line in text.split("\n") if not line.startswith((">", "＞", "[Forwarded", "[转发")))
    if "`" in text:
        text = _CODE.sub(" ", text)
    return _ADDRESS.sub(" ", text) if "://" in text else text


def _unplayed(text: str, quotes: bool) -> tuple[str, bool]:
    """``text`` without actions and what is spoken in quotation marks, and whether there was an action or dialogue."""
    plays = False
    if "*" in text:
        plays = any(_is_action(text, it) for it in _ACTION.finditer(text))
        text = _ACTION.sub(" " if plays else r"\1", text)
    said = _SAID.sub(" ", text) if "「" in text or "『" in text else text
    plays = plays or said != text
    quoted = said if quotes or not _MARKS.search(said) else _QUOTED.sub('""', said)
    aside = _ASIDE.sub(" ", quoted) if "(" in quoted or "（" in quoted else quoted
    return aside, plays or _opens_with_aside(quoted, aside)


def _is_action(text: str, found: re.Match[str]) -> bool:
    """Whether what stands in stars is done, and no emphasis: several words, or a word at an end of the text."""
    return " " in found[1] or len(found[1]) > 8 or found.start() == 0 or found.end() == len(text.rstrip())


def _opens_with_aside(quoted: str, aside: str) -> bool:
    return quoted != aside and quoted.lstrip()[:1] in ("（", "(")


def _some(text: str) -> tuple[str, ...]:
    """The first and the last sentences of ``text``; of a long one its beginning and its end."""
    lines = _END.split(text.replace("?", "?\n").replace("？", "？\n"))
    found = [it for one in lines if (it := one.strip(_EDGES)) and it not in _ASKING]
    half = MOST // 2
    some = found if len(found) <= MOST else [*found[:half], *found[-half:]]
    return tuple(it if len(it) <= WIDEST else f"{it[: WIDEST // 3]} {it[-WIDEST * 2 // 3 :]}" for it in some)
