"""The types of settings that are texts in a fixed form: a time zone, a list of tags, a pattern of a tag.

Each checks and normalises what is given; pydantic reports a ValueError with the field's name.
"""

import re
from typing import Annotated, Final
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field

from engine.values.memory.memories import Tag

RECALLED: Final = (Tag.MANUAL, Tag.SUMMARY, Tag.USER_INPUT, Tag.AI_OUTPUT)
"""The tags of memories that may come back by themselves, where a setting allows them."""


def _known_zone(name: str) -> str:
    for spelling in (name, name.title(), name.upper()):
        try:
            return ZoneInfo(spelling).key
        except (OSError, ValueError, KeyError):
            continue
    raise ValueError("unknown time zone")


def _one_gap(pattern: str) -> str:
    before, gap, after = pattern.partition("{}")
    if not (before.strip() and gap and after.strip()) or "{}" in after:
        raise ValueError("needs {} once, with a mark before and after it")
    return pattern


def _known_tags(text: str) -> str:
    names = [it.casefold() for it in re.split(r"[\s,，、;；]+", text) if it]
    if unknown := [it for it in names if it not in RECALLED]:
        raise ValueError(f"unknown: {', '.join(unknown)}")
    return ", ".join(dict.fromkeys(names))


TagNames = Annotated[str, Field(max_length=64), AfterValidator(_known_tags)]
TimezoneName = Annotated[str, Field(max_length=64), AfterValidator(_known_zone)]
TagPattern = Annotated[str, Field(max_length=64), AfterValidator(_one_gap)]
