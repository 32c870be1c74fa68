"""Messages with what they want, in two halves: rules are made on the first, the second only says how good they are."""

from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

NAMES: Final = frozenset(("Lan", "Mina", "Theo", "小岚", "阿明", "顾叔"))
"""Who is here."""
PLAY: Final = "play"
SEARCH: Final = "search"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A message: ``search``, ``play`` (a story, feelings, memories, secrets, people here), or other ``chat``."""

    label: str
    text: str


def labelled(language: str) -> list[Labelled]:
    """All lines of a language."""
    lines = Path(__file__).with_name(f"intent_{language}.tsv").read_text("utf-8").splitlines()
    return [Labelled(*it.split("\t")) for it in lines]


def half(language: str, number: int) -> list[Labelled]:
    """The first half (0) or the second (1), as a hash of each line says."""
    return [it for it in labelled(language) if blake2b(it.text.encode(), digest_size=1).digest()[0] % 2 == number]
