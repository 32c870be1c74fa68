"""Lines of memory as they stand in a prompt: dated, on one line each, between marks that no text can forge."""

import re
from dataclasses import replace
from datetime import datetime
from hashlib import blake2b
from typing import Final

from engine.rules.text.names import on_one_line
from engine.values.house.setting_choices import Language
from engine.values.models.prompts import QuoteFrame

_NAME: Final = "memory"
_TAG: Final = re.compile(r"[<＜]([^\w<>＜＞]{0,12}?)(memory\b[^<>＜＞]{0,40})[>＞]?", re.IGNORECASE)
"""A mark, or what looks like one: signs that nobody sees may stand in it."""
_SLASHES: Final = "/／"
_COLON: Final = {Language.EN: ": ", Language.ZH: "："}


def mark_of(seed: str) -> str:
    """The mark of a session, which nobody can guess who does not know its seed. It stays from turn to turn."""
    return f"{_NAME}-{blake2b(seed.encode(), digest_size=5, key=b'memory').hexdigest()}"


def framed(mark: str, *, items: int = 0, tokens: int = 0) -> QuoteFrame:
    """The lines around quotes."""
    return QuoteFrame(f"<{mark}>", f"</{mark}>", items, tokens)


def selected(frame: QuoteFrame, selection: str, lines: int, day: str = "") -> QuoteFrame:
    """The frame of a selection of ``lines``, which says so; with the ``day`` on which everything in it was said."""
    return replace(frame, selection=selection, lines=lines, above=f"{frame.above}\n[{day}]" if day else frame.above)


def harmless(text: str, mark: str) -> str:
    """``text`` on one line, without anything that looks like the marks around quotes."""
    line = _TAG.sub(_shown, " ".join(text.split()))
    own = re.escape(mark.removeprefix(_NAME))  # time and again: what is left of a doubled one would be the mark
    return re.sub(f"(?:{_NAME})?(?:{own})+", _NAME, line, flags=re.IGNORECASE)


def _shown(tag: re.Match[str]) -> str:
    slash = "".join(it for it in tag[1] if it in _SLASHES)
    return f"‹{slash}{tag[2]}›"


def said_line(at: datetime, speaker: str, text: str, language: Language, *, dated: bool = True) -> str:
    """``[2026-03-05 14:20] Mina: I am cold.`` — ``at`` is in the reader's zone; without a speaker the words alone.

    Not ``dated``: ``[14:20]``, where the day is told above.
    """
    name = on_one_line(speaker)
    when = f"[{at:%Y-%m-%d %H:%M}]" if dated else f"[{at:%H:%M}]"
    return f"{when} {name}{_COLON[language]}{text}" if name else f"{when} {text}"


def dated_line(at: datetime, text: str, *, about: str = "", language: Language = Language.EN) -> str:
    """``[2026-03-05] Ann: allergic to peanuts`` — a fact with the day on which it was said, and whom it is about."""
    return f"[{at:%Y-%m-%d}] {said_of(about, text, language)}"


def said_of(about: str, text: str, language: Language) -> str:
    """``text`` behind the name of whom it is about, where there is one."""
    name = on_one_line(about)
    return f"{name}{_COLON[language]}{text}" if name else text


def shortened(text: str, longest: int) -> str:
    """``text`` in at most ``longest`` characters: its beginning and the end of it."""
    if len(text) <= longest:
        return text
    tail = longest // 3
    return f"{text[: longest - tail - 1].rstrip()}…{text[len(text) - tail :].lstrip()}"
