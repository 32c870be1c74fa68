"""Macros that choose. The seeds decide, so that the same prompt can be made again."""

import re
from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from engine.rules.macros.calls import Call, Macro, Scene

_MAX_DICE: Final = 100
_DICE: Final = re.compile(r"(?:(\d{0,6})d)?(\d{1,9})([+-]\d{1,9})?", re.IGNORECASE | re.ASCII)
_COMMA: Final = re.compile(r"(?<!\\),")


def _choices(call: Call) -> list[str]:
    if len(call.arguments) != 1:
        return list(call.arguments) or [""]
    if "::" in call.arguments[0]:
        return [choice.strip() for choice in call.arguments[0].split("::")]
    return [choice.strip().replace("\\,", ",") for choice in _COMMA.split(call.arguments[0])]


def _chance(seed: str, call: Call, scene: Scene, sides: int) -> int:
    """A number from 0 to ``sides`` - 1 that only the seed, the text and the macro's place in it decide."""
    digest = blake2b(digest_size=8)
    for part in (seed, scene.context.place, str(call.at), scene.digest()):
        digest.update(part.encode(errors="replace") + b"\x1f")
    return int.from_bytes(digest.digest()) % sides


def _random(call: Call, scene: Scene) -> str:
    choices = _choices(call)
    return choices[_chance(scene.context.seed, call, scene, len(choices))]


def _pick(call: Call, scene: Scene) -> str:
    choices = _choices(call)
    return choices[_chance(scene.context.stable_seed, call, scene, len(choices))]


def _roll(call: Call, scene: Scene) -> str | None:
    """``2d6+1``, ``d20`` or ``6``, which is one die with six sides. What is no roll is nothing."""
    dice = _DICE.fullmatch(call.arguments[0].replace(" ", ""))
    if dice is None:
        return ""
    count, sides = int(dice[1] or 1), int(dice[2])
    if count == 0 or sides == 0:
        return ""
    if count > _MAX_DICE:
        return None
    rolls = (_chance(f"{scene.context.seed}\x1e{die}", call, scene, sides) + 1 for die in range(count))
    return str(sum(rolls) + int(dice[3] or 0))


CHANCE: Final[Mapping[str, Macro]] = {
    "random": Macro(_random, most=None),
    "pick": Macro(_pick, most=None),
    "roll": Macro(_roll, least=1, most=1, joins=True),
}
