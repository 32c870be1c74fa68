"""Who a character has become, in a few named fields: what may change of them at once, and how they are told."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

from pydantic import BaseModel

from engine.values.chats.entries import Derived, row_says
from engine.values.house.setting_choices import Language
from engine.values.story.chronicle_bodies import EvolutionBody

Fields = Mapping[str, str]


class ToldPersona(BaseModel):
    """What the model answers."""

    personality: str = ""
    feelings: str = ""
    relations: str = ""
    goals: str = ""
    beliefs: str = ""
    habits: str = ""
    speech: str = ""


FIELDS: Final = tuple(ToldPersona.model_fields)
_CHINESE: Final = ("性格", "情感", "关系", "目标", "信念", "习惯", "说话方式")
_LABELS: Final[Mapping[Language, Mapping[str, str]]] = {
    Language.EN: {it: it.capitalize() for it in FIELDS},
    Language.ZH: dict(zip(FIELDS, _CHINESE, strict=True)),
}
_COLON: Final = {Language.EN: ": ", Language.ZH: "："}
_NAMES: Final = {**{it: it for it in FIELDS}, **dict(zip(_CHINESE, FIELDS, strict=True))}

LONGEST_FIELD: Final = 400
LEAST: Final = 60
"""Words that a persona counts as at least: what is told of somebody in a line may become more than that."""
_EVERYTHING: Final = 100
_UNIT: Final = re.compile(
    r"[\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff]|[^\W\u3400-\u9fff\uf900-\ufaff\u3040-\u30ff]+|[^\w\s]"
)
_BETWEEN: Final = re.compile(r"[,，、;；\s]+")


@dataclass(frozen=True, slots=True)
class GrownPersona:
    """A persona's next version. ``kept`` are the fields that stay as they were because too much would have changed."""

    fields: Fields
    kept: tuple[str, ...] = ()


def grown(old: Fields, new: Fields, locked: Iterable[str], percent: int) -> GrownPersona:
    """The next version: ``new``, but locked fields as in ``old``, and of all its words at most ``percent`` changed.

    What goes beyond that stays as it was, the largest changes first. A first version has nothing to change, and 100
    percent is no limit.
    """
    still = frozenset(locked)
    fields = {it: old.get(it, "") if it in still else new.get(it, "") for it in FIELDS}
    kept: list[str] = []
    if any(old.values()) and percent < _EVERYTHING:
        changes = {it: distance(old.get(it, ""), fields[it]) for it in FIELDS}
        most, total = allowance(old, percent), sum(changes.values())
        for name in sorted(FIELDS, key=lambda it: changes[it], reverse=True):
            if total <= most:
                break
            total -= changes[name]
            fields[name] = old.get(name, "")
            kept.append(name)
    return GrownPersona(_told(fields), tuple(it for it in FIELDS if it in kept))


def allowance(old: Fields, percent: int) -> float:
    """How many words of a persona may change at once."""
    return max(sum(len(_units(it)) for it in old.values()), LEAST) * percent / _EVERYTHING


def distance(old: str, new: str) -> int:
    """How many words (in Chinese and Japanese: characters) are taken out, put in or exchanged."""
    before, after = _units(old), _units(new)
    changes = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return sum(max(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in changes if tag != "equal")


def tidy(fields: Fields) -> dict[str, str]:
    """Each field on one line and not too long; empty ones and what is no field are left out."""
    lines = {it: " ".join(text.split()) for it, text in fields.items()}
    return _told({it: _cut(text) for it, text in lines.items()})


def as_text(fields: Fields, language: Language) -> str:
    """The fields as they stand in a prompt, one a line."""
    return "\n".join(f"{_LABELS[language][it]}{_COLON[language]}{text}" for it, text in _told(fields).items())


def differences(old: Fields, new: Fields, language: Language) -> tuple[str, ...]:
    """What changed from ``old`` to ``new``: each field that did, as it was behind a "- ", as it is behind a "+ "."""
    lines: list[str] = []
    for name in FIELDS:
        before, after = old.get(name, ""), new.get(name, "")
        if before != after:
            told = ((sign, {name: text}) for sign, text in (("-", before), ("+", after)) if text)
            lines += [f"{sign} {as_text(one, language)}" for sign, one in told]
    return tuple(lines)


def field_named(name: str) -> str | None:
    """The field that people call so, in either language."""
    return _NAMES.get(name.strip().casefold())


def locked_fields(text: str) -> frozenset[str]:
    """The fields that a setting names, with commas between them; what is no field is passed over."""
    found = (field_named(it) for it in _BETWEEN.split(text))
    return frozenset(it for it in found if it is not None)


def fields_of(row: Derived) -> dict[str, str]:
    """The fields that the row of a version holds."""
    return _told(row_says(row, EvolutionBody).fields)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_FIELD else f"{text[: LONGEST_FIELD - 1].rstrip()}…"


def _told(fields: Fields) -> dict[str, str]:
    return {it: fields[it] for it in FIELDS if fields.get(it)}


def _units(text: str) -> list[str]:
    return _UNIT.findall(text)
