"""Quotes and covers around a text of a model, out of which nothing in it can break. Pure."""

from dataclasses import replace
from typing import Final

from bot.delivery.surface import SurfaceMessage
from bot.delivery.thoughts import cut
from bot.discord.letters import plain

_BAR: Final = "│"
"""Stands for "|": two of these end a cover, and an escape within an address does not count."""


def quote(text: str) -> str:
    """``text`` to the letter, each line of it quoted: a quote ends with its line."""
    return "\n".join(f"> {line}" for line in _lettered(text).split("\n"))


def cover(text: str) -> str:
    """``text`` to the letter, unseen until somebody taps on it."""
    inside = _lettered(text.replace("|", _BAR))
    return f"||{inside} ||" if inside.endswith("\\") else f"||{inside}||"


def shorter(part: SurfaceMessage, excess: int) -> SurfaceMessage | None:
    """``part`` with so many characters less in what is quoted or covered at its end; None where nothing is."""
    stretches = [it for it in (*part.aside, *part.covered) if it[0] < it[1]]
    if not stretches:
        return None
    start, end = max(stretches)
    text = part.text[:start] + cut(part.text[start:end], end - start - excess)
    aside, covered = (
        tuple((min(first, len(text)), min(last, len(text))) for first, last in stretch)
        for stretch in (part.aside, part.covered)
    )
    return replace(part, text=text, aside=aside, covered=covered)


def _lettered(text: str) -> str:
    return plain("\n".join(text.splitlines()))
