"""Which places a prompt has: a preset's order, and what it forgot."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.values.characters.presets import BUILT_IN_MARKERS, Preset

CHAT: Final = "chatHistory"
EXAMPLES: Final = "dialogueExamples"
MAIN: Final = "main"
LAST: Final = "jailbreak"
_DEFAULT: Final = (
    MAIN,
    "worldInfoBefore",
    "personaDescription",
    "charDescription",
    "charPersonality",
    "scenario",
    "worldInfoAfter",
    EXAMPLES,
)
_APPENDED: Final = (
    "worldInfoBefore",
    "worldInfoAfter",
    "charDescription",
    "charPersonality",
    "scenario",
    "personaDescription",
)
"""In this order SillyTavern 1.18 sends, behind all else, what the order of a preset lacks."""
DEFINITIONS: Final = frozenset(_DEFAULT) - {EXAMPLES}
"""Places that say who plays and where."""


@dataclass(frozen=True, slots=True)
class PresetPlace:
    """One place. ``added``: the preset's order does not name it."""

    identifier: str
    enabled: bool = True
    added: bool = False


def places(preset: Preset, filled: Callable[[str], bool], *, strict: bool) -> tuple[PresetPlace, ...]:
    """The places in order, each once. Markers that the order lacks get their default place when there is something
    to stand there (``filled``), and the chat always does; ``strict``: as SillyTavern has it, the card, the persona and
    the world go to the end, and a chat that the order lacks is switched off, as its examples are.
    """
    named = {it.identifier: it.enabled for it in reversed(preset.order)}
    order = [PresetPlace(name, named[name]) for name in dict.fromkeys(it.identifier for it in preset.order)]
    for marker in BUILT_IN_MARKERS:
        if marker not in named and (marker == CHAT or (not strict and filled(marker))):
            order.insert(_default_place(order, marker), PresetPlace(marker, enabled=not strict, added=True))
    if strict:
        order += [PresetPlace(it, added=True) for it in _APPENDED if it not in named and filled(it)]
    return tuple(order)


def _default_place(order: Sequence[PresetPlace], marker: str) -> int:
    """Behind the nearest of those that stand before it by default; the chat goes before the last instruction."""
    at = {place.identifier: index for index, place in enumerate(order)}
    if marker == CHAT:
        return at.get(LAST, len(order))
    before = reversed(_DEFAULT[: _DEFAULT.index(marker)])
    return next((at[name] + 1 for name in before if name in at), 0)


def completed(preset: Preset | None, house: Preset) -> Preset:
    """The preset, or the house's; one that only says how to sample speaks with the house's words."""
    if preset is None:
        return house
    if preset.prompts or preset.order:
        return preset
    return replace(preset, prompts=house.prompts, order=house.order, texts=house.texts)
