"""What keys are looked for in, and what is known of the talk besides its words."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.values.characters.worlds import ScanSource
from engine.values.models.prompts import Generation, Meant
from engine.values.models.tokens import TokenFactor


@dataclass(frozen=True, slots=True)
class ScanLine:
    """One message as keys see it."""

    seq: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Scan:
    """A talk to look for keys in. ``lines`` are oldest first, without hidden ones.

    ``budget``: the tokens that all entries together may take (``budget.world_budget``). ``injected``: texts of the
    prompt that are to be scanned too. ``names`` and ``tags`` are the character's, for entries that are kept for some.
    ``messages`` and ``replies`` count what was said on the whole line, by anyone and by characters. ``greeting``: the
    one the talk began with, None when it began with none. ``factor`` is the model's calibration; ``seed`` decides
    chance. ``meant`` are the entries that are about the newest words, best first.
    """

    lines: tuple[ScanLine, ...]
    budget: int
    injected: tuple[str, ...] = ()
    sources: Mapping[ScanSource, str] = field(default_factory=dict[ScanSource, str])
    generation: Generation = Generation.NORMAL
    names: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    messages: int = 0
    replies: int = 0
    greeting: int | None = None
    factor: TokenFactor = 1.0
    seed: str = ""
    meant: tuple[Meant, ...] = ()
