"""Macros for what SillyTavern has besides the chat: its templates for plain text, its extensions, its window."""

import re
from collections.abc import Mapping
from typing import Final

from engine.rules.macros.calls import Macro, MacroCall, MacroScene, plain

_NOTHING: Final = (
    *("instructStoryStringPrefix", "instructStoryStringSuffix"),
    *("instructUserPrefix", "instructInput", "instructUserSuffix"),
    *("instructAssistantPrefix", "instructOutput", "instructAssistantSuffix", "instructSeparator"),
    *("instructSystemPrefix", "instructSystemSuffix", "instructSystemInstructionPrefix"),
    *("instructFirstAssistantPrefix", "instructFirstOutputPrefix"),
    *("instructLastAssistantPrefix", "instructLastOutputPrefix"),
    *("instructFirstUserPrefix", "instructFirstInput", "instructLastUserPrefix", "instructLastInput"),
    *("instructStop", "instructUserFiller"),
    *("charAuthorsNote", "defaultAuthorsNote", "charPrefix", "charNegativePrefix", "firstDisplayedMessageId"),
)
"""Names for which there is nothing here. They stand for nothing, and whoever asks about the prompt is told."""

_BY_NAME: Final = {name.lower(): name for name in _NOTHING}
_WRITTEN: Final = re.compile(r"\{\{[\s!?~>#]{0,9}([a-z]{1,40})\s{0,9}\}\}", re.IGNORECASE | re.ASCII)

_DONE_HERE: Final = frozenset({"memory", "regex", "vectors"})
"""The extensions whose work is done here: a summary, scripts, search by meaning."""


def unfilled_in(text: str) -> tuple[str, ...]:
    """The names in ``text`` for which there is nothing here, each once."""
    written = (match[1].lower() for match in _WRITTEN.finditer(text))
    return tuple(dict.fromkeys(_BY_NAME[name] for name in written if name in _BY_NAME))


def _nothing(name: str) -> Macro:
    def meaning(_: MacroCall, scene: MacroScene) -> str:
        scene.unfilled.add(name)
        return ""

    return Macro(meaning)


def _has_extension(call: MacroCall, _: MacroScene) -> str:
    return "true" if call.arguments[0].strip().lower() in _DONE_HERE else "false"


_MAIN: Final = plain(lambda context: context.main_prompt)
_SEPARATOR: Final = plain(lambda _: "***")

ELSEWHERE: Final[Mapping[str, Macro]] = {
    **{name.lower(): _nothing(name) for name in _NOTHING},
    "systemprompt": plain(lambda context: context.char_prompt or context.main_prompt),
    "defaultsystemprompt": _MAIN,
    "instructsystem": _MAIN,
    "instructsystemprompt": _MAIN,
    "authorsnote": plain(lambda context: context.authors_note),
    "chatstart": _SEPARATOR,
    "exampleseparator": _SEPARATOR,
    "chatseparator": _SEPARATOR,
    "reasoningprefix": plain(lambda _: "<think>"),
    "reasoningsuffix": plain(lambda _: "</think>"),
    "reasoningseparator": plain(lambda _: "\n"),
    "ismobile": plain(lambda _: "false"),
    "hasextension": Macro(_has_extension, least=1, most=1),
    "lastgenerationtype": plain(lambda context: context.generation),
}
