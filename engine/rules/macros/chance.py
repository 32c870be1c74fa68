"""Macros that choose. The seeds decide, so that the same prompt can be made again."""

import re
from collections.abc import Mapping
from hashlib import shake_128
from typing import Final

from engine.rules.macros.calls import Macro, MacroCall, MacroScene

_MAX_DICE: Final = 100
_DICE: Final = re.compile(r"(?:(\d{0,6})d)?(\d{1,9})([+-]\d{1,9})?", re.IGNORECASE | re.ASCII)
_COMMA: Final = re.compile(r"(?<!\\),")


def _choices(call: MacroCall) -> list[str]:
    if len(call.arguments) != 1:
        return list(call.arguments) or [""]
    if "::" in call.arguments[0]:
        return [choice.strip() for choice in call.arguments[0].split("::")]
    return [choice.strip().replace("\\,", ",") for choice in _COMMA.split(call.arguments[0])]


def _chances(seed: str, call: MacroCall, scene: MacroScene, sides: int, count: int = 1) -> list[int]:
    """``count`` numbers from 0 to ``sides`` - 1 that only the seed, the text and the macro's place in it decide."""
    key = "\x1f".join((seed, scene.context.place, str(call.at), scene.digest()))
    stream = shake_128(key.encode(errors="replace")).digest(8 * count)
    return [int.from_bytes(stream[at : at + 8]) % sides for at in range(0, 8 * count, 8)]


def _random(call: MacroCall, scene: MacroScene) -> str:
    choices = _choices(call)
    return choices[_chances(scene.context.seed, call, scene, len(choices))[0]]


def _pick(call: MacroCall, scene: MacroScene) -> str:
    choices = _choices(call)
    return choices[_chances(scene.context.stable_seed, call, scene, len(choices))[0]]


def _roll(call: MacroCall, scene: MacroScene) -> str | None:
    """``2d6+1``, ``d20`` or ``6``, which is one die with six sides. What is no roll is nothing."""
    dice = _DICE.fullmatch(call.arguments[0].replace(" ", ""))
    if dice is None:
        return ""
    count, sides = int(dice[1] or 1), int(dice[2])
    if count == 0 or sides == 0:
        return ""
    if count > _MAX_DICE:
        return None
    rolls = _chances(scene.context.seed, call, scene, sides, count)
    return str(sum(rolls) + count + int(dice[3] or 0))


CHANCE: Final[Mapping[str, Macro]] = {
    "random": Macro(_random, most=None),
    "pick": Macro(_pick, most=None),
    "roll": Macro(_roll, least=1, most=1),
}
