"""One entry of a world-info file read as a value."""

import re
from dataclasses import replace
from typing import TypedDict

from engine.rules.formats.books.decorators import plain_decorators
from engine.rules.formats.json_fields import as_object, cleaned, flag, generations, number, role, texts, whole
from engine.values.characters.worlds import (
    FOREVER,
    MAX_DEPTH,
    MAX_LEVEL,
    MAX_ORDER,
    MAX_WEIGHT,
    Force,
    Logic,
    Position,
    ScanSource,
    WorldEntry,
)
from engine.values.documents import Json, JsonObject

OURS = "omoide"
"""The name under ``extensions`` of what we know of an entry or a book and world-info files have no field for."""
_REGEX = re.compile(r"/.+/[a-z]{0,8}", re.DOTALL)
SOURCES = {
    "matchPersonaDescription": ScanSource.PERSONA,
    "matchCharacterDescription": ScanSource.DESCRIPTION,
    "matchCharacterPersonality": ScanSource.PERSONALITY,
    "matchCharacterDepthPrompt": ScanSource.DEPTH_PROMPT,
    "matchScenario": ScanSource.SCENARIO,
    "matchCreatorNotes": ScanSource.CREATOR_NOTES,
}


def ours(raw: JsonObject) -> JsonObject:
    """Return our own fields of an entry or a book."""
    return as_object(as_object(raw.get("extensions")).get(OURS))


def read_entry(raw: JsonObject, uid: str) -> tuple[WorldEntry, bool]:
    """Return the entry in ``raw``, and whether its content has decorators that are not honoured.

    Raises FieldTooLong.
    """
    decorated = plain_decorators(cleaned(raw.get("content"), "content"))
    own = ours(raw)
    entry = WorldEntry(
        uid=uid,
        content=decorated.content,
        comment=cleaned(raw.get("comment"), "comment"),
        keys=read_keys(raw.get("key"), "key"),
        secondary_keys=read_keys(raw.get("keysecondary"), "keysecondary"),
        exclude_keys=read_keys(own.get("exclude_keys"), "exclude_keys"),
        selective=flag(raw.get("selective"), True),
        logic=Logic(_among(raw.get("selectiveLogic"), max(Logic))),
        regex=flag(own.get("regex"), False),
        constant=flag(raw.get("constant"), False),
        vectorized=flag(raw.get("vectorized"), False),
        enabled=not flag(raw.get("disable"), False),
        force=_force([name for name, _ in decorated.found]),
        order=number(raw.get("order"), 100, -MAX_ORDER, MAX_ORDER),
        priority=number(own.get("priority"), None, -MAX_ORDER, MAX_ORDER),
        position=Position(_among(raw.get("position"), max(Position))),
        depth=whole(raw.get("depth"), 4, 0, MAX_DEPTH),
        reverse_depth=flag(own.get("reverse_depth"), False),
        role=role(raw.get("role")),
        outlet=cleaned(raw.get("outletName"), "outletName").strip(),
        **_matching(raw),
    )
    return _with_conditions(entry, raw, own), bool(decorated.ignored or own.get("ignored_decorators"))


def read_keys(value: Json, field: str) -> tuple[str, ...]:
    """Return the keys of a list, or of one text with commas; a text that is a regex is one key. Raises FieldTooLong."""
    if isinstance(value, str) and not _REGEX.fullmatch(value.strip()):
        return texts([*value.split(",")], field)
    return texts(value, field)


class _Matching(TypedDict):
    scan_depth: int | None
    case_sensitive: bool | None
    whole_words: bool | None
    group_scoring: bool | None
    groups: tuple[str, ...]
    group_override: bool
    group_weight: float
    sources: frozenset[ScanSource]


def _matching(raw: JsonObject) -> _Matching:
    groups = cleaned(raw.get("group"), "group").split(",")
    return {
        "scan_depth": whole(raw.get("scanDepth"), None, 0, MAX_DEPTH),
        "case_sensitive": flag(raw.get("caseSensitive"), None),
        "whole_words": flag(raw.get("matchWholeWords"), None),
        "group_scoring": flag(raw.get("useGroupScoring"), None),
        "groups": tuple(dict.fromkeys(group.strip() for group in groups if group.strip())),
        "group_override": flag(raw.get("groupOverride"), False),
        "group_weight": number(raw.get("groupWeight"), 100, 0, MAX_WEIGHT),
        "sources": frozenset(source for field, source in SOURCES.items() if flag(raw.get(field), False)),
    }


def _with_conditions(entry: WorldEntry, raw: JsonObject, own: JsonObject) -> WorldEntry:
    """Return ``entry`` with what decides, besides its keys, when it holds."""
    by_chance = flag(raw.get("useProbability"), True)
    # Some programs write the filter's fields without the object around them.
    wanted = as_object(raw.get("characterFilter"))
    return replace(
        entry,
        probability=number(raw.get("probability"), 100, 0, 100) if by_chance else 100,
        exclude_recursion=flag(raw.get("excludeRecursion"), False),
        prevent_recursion=flag(raw.get("preventRecursion"), False),
        delay_until_recursion=_level(raw.get("delayUntilRecursion")),
        sticky=whole(raw.get("sticky"), 0, 0, FOREVER),
        cooldown=whole(raw.get("cooldown"), 0, 0, FOREVER),
        delay=whole(raw.get("delay"), 0, 0, FOREVER),
        after=whole(own.get("after"), 0, 0, FOREVER),
        every=whole(own.get("every"), 0, 0, FOREVER),
        greeting=whole(own.get("greeting"), None, 0, FOREVER),
        ignore_budget=flag(raw.get("ignoreBudget"), False),
        filter_names=texts(wanted.get("names", raw.get("characterFilterNames")), "characterFilter"),
        filter_tags=texts(wanted.get("tags", raw.get("characterFilterTags")), "characterFilter"),
        filter_exclude=flag(wanted.get("isExclude", raw.get("characterFilterExclude")), False),
        triggers=generations(raw.get("triggers")),
    )


def _among(value: Json, highest: int) -> int:
    """Return a number of a list of choices; what is no choice is the first."""
    choice = whole(value, 0, -1, highest + 1)
    return choice if 0 <= choice <= highest else 0


def _level(value: Json) -> int:
    switched = flag(value, None) if isinstance(value, bool | str) else None
    return whole(value, 0, 0, MAX_LEVEL) if switched is None else int(switched)


def _force(names: list[str]) -> Force:
    if Force.ACTIVATE.value in names:
        return Force.ACTIVATE
    return Force.DONT_ACTIVATE if Force.DONT_ACTIVATE.value in names else Force.NONE
