"""What a character says of its memory and of pages besides its reply: as long as people read it, set apart. Pure."""

from dataclasses import replace
from typing import Final

from bot.delivery.surface import SurfaceMessage
from engine.values.chats.notices import Notice

LONGEST: Final = 1_500
"""Characters of one such section."""
_THOUGHT: Final = "search-thought"
_COVERED: Final = "spoiler"


def is_thought(notice: Notice) -> bool:
    """Whether a notice tells such a section."""
    return notice.message == _THOUGHT


def readable(notice: Notice) -> Notice:
    """``notice`` with a section that is not too long, on lines that every platform takes for lines."""
    if not is_thought(notice):
        return notice
    said = "\n".join(str(notice.data["said"]).splitlines()).strip()
    return replace(notice, data={**notice.data, "said": cut(said, LONGEST)})


def set_apart(part: SurfaceMessage, notice: Notice) -> SurfaceMessage:
    """``part``, whose text tells the readable ``notice``, with what is said there quoted or covered.

    What is quoted has its sign within; a cover leaves the sign, so that people see what they would uncover.
    """
    if not is_thought(notice):
        return part
    whole = len(part.text)
    if notice.data["shown"] == _COVERED:
        said = part.text.rfind(str(notice.data["said"]))
        return replace(part, covered=((max(said, 0), whole),))
    return replace(part, aside=((0, whole),))


def quoted(text: str) -> str:
    """``text`` as a quote where nothing but letters can mark one."""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def cut(text: str, longest: int) -> str:
    """``text`` in at most ``longest`` characters; that its end is missing is seen."""
    if len(text) <= longest:
        return text
    return f"{text[: longest - 1].rstrip()}…" if longest > 0 else ""
