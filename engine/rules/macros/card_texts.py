"""Macros for the texts of the card and of the persona."""

import re
from collections.abc import Mapping
from typing import Final

from engine.rules.macros.calls import Macro, MacroCall, MacroScene, plain

_START: Final = re.compile("<START>", re.IGNORECASE)


def _examples(text: str) -> str:
    """The example talks, each under its own ``<START>``."""
    bare = text.strip()
    if bare in ("", "<START>"):
        return ""
    first, *others = (block.strip() for block in _START.split(bare))
    return "".join(f"<START>\n{block}\n" for block in ((first, *others) if first else others))


def _original(_: MacroCall, scene: MacroScene) -> str:
    """The text that is overridden, once in a text."""
    text = "" if scene.original_used else scene.context.original
    scene.original_used = True
    return text


def _greeting(call: MacroCall, scene: MacroScene) -> str | None:
    index = call.arguments[0] if call.arguments else "0"
    if not (index.isascii() and index.isdigit()):
        return None
    greetings = scene.context.greetings
    return greetings[int(index[:6])] if int(index[:6]) < len(greetings) else ""


_DESCRIPTION: Final = plain(lambda context: context.description)
_PERSONALITY: Final = plain(lambda context: context.personality)
_SCENARIO: Final = plain(lambda context: context.scenario)
_VERSION: Final = plain(lambda context: context.char_version)
_NOTES: Final = plain(lambda context: context.creator_notes)

CARD_TEXTS: Final[Mapping[str, Macro]] = {
    "description": _DESCRIPTION,
    "chardescription": _DESCRIPTION,
    "personality": _PERSONALITY,
    "charpersonality": _PERSONALITY,
    "scenario": _SCENARIO,
    "charscenario": _SCENARIO,
    "persona": plain(lambda context: context.persona),
    "mesexamples": plain(lambda context: _examples(context.mes_examples)),
    "mesexamplesraw": plain(lambda context: context.mes_examples),
    "charprompt": plain(lambda context: context.char_prompt),
    "charinstruction": plain(lambda context: context.char_instruction),
    "charjailbreak": plain(lambda context: context.char_instruction),
    "chardepthprompt": plain(lambda context: context.char_depth_prompt),
    "charcreatornotes": _NOTES,
    "creatornotes": _NOTES,
    "charversion": _VERSION,
    "char_version": _VERSION,
    "version": _VERSION,
    "charfirstmessage": Macro(_greeting, most=1),
    "greeting": Macro(_greeting, most=1),
    "original": Macro(_original),
}
