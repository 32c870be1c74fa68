"""Which characters are for adults: as somebody said who may, else as the tags of the card say."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from engine.rules.recall.word_lists import word_lists

_TAGS: Final = frozenset(word_lists(__file__, "adult_tags.json")["tags"])
_BETWEEN: Final = re.compile(r"[\s_.:#-]+")


def is_adult(tags: Iterable[str], said: bool | None) -> bool:
    """``said``: whether it is, by somebody who may say so; None: nobody has."""
    return any(_plain(it) in _TAGS for it in tags) if said is None else said


def _plain(tag: str) -> str:
    """A tag as the list has it: without case, wide letters, and what stands between its words."""
    return _BETWEEN.sub("", unicodedata.normalize("NFKC", tag).casefold())
