"""Whom a character heeds: what asks for an answer, what is only overheard, what is not its business. Pure."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from enum import StrEnum
from hashlib import blake2b
from typing import Final

from engine.values.house.setting_choices import Mode, Speaks
from engine.values.house.settings import Settings

PROXY: Final = "proxy-"
"""How the names of people begin that another bot speaks for."""

_JOINED: Final = re.compile(r"[^\W_]")


class Attention(StrEnum):
    """What becomes of something that was said."""

    ANSWER = "answer"
    OVERHEAR = "overhear"
    IGNORE = "ignore"


def attention(settings: Settings, *, addressed: bool, draw: float) -> Attention:
    """What becomes of a message. ``addressed``: said to the character, or naming it. ``draw`` is in [0, 1).

    In a circle everything is read, and answered by rounds.
    """
    if settings.mode is Mode.CIRCLE:
        return Attention.OVERHEAR
    by_chance = settings.speaks is Speaks.CHANCE and draw < settings.chance
    if addressed or by_chance or settings.speaks is Speaks.ALWAYS:
        return Attention.ANSWER
    return Attention.OVERHEAR if settings.listen else Attention.IGNORE


def is_heard(settings: Settings, person: str) -> bool:
    """Whether somebody with this name of the platform is listened to at all."""
    return settings.proxies or not person.startswith(PROXY)


def draw_of(*parts: str | int) -> float:
    """A number in [0, 1) that is the same for the same parts."""
    named = "\0".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(named, digest_size=7).digest()) / 2**56


def is_called(text: str, names: Iterable[str]) -> bool:
    """Whether one of ``names`` stands in ``text``: as a whole word, or anywhere where its script knows no blanks."""
    plain = _plain(text)
    return any(True for name in map(_plain, names) if name for _ in _stands_in(plain, name))


def places_of(text: str, name: str) -> Iterator[int]:
    """Where ``name`` stands so in ``text``, by the index in the text as it is compared: the same for all names."""
    plain = _plain(name)
    return _stands_in(_plain(text), plain) if plain else iter(())


def _stands_in(text: str, name: str) -> Iterator[int]:
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (_continues(text, at, at - 1) or _continues(text, end - 1, end)):
            yield at
        at = text.find(name, at + 1)


def _continues(text: str, edge: int, beyond: int) -> bool:
    """Whether the word goes on from the name's last letter at ``edge`` to ``beyond``."""
    if not 0 <= beyond < len(text):
        return False
    return all(_JOINED.match(text[it]) and not _unspaced(text[it]) for it in (edge, beyond))


def _unspaced(char: str) -> bool:
    """Whether a letter belongs to a script that is written without blanks between words."""
    return unicodedata.name(char, "").startswith(
        ("CJK ", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "THAI", "LAO ", "KHMER", "MYANMAR", "IDEOGRAPHIC")
    )


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().strip()
