"""Macros for what was said, for what a slash script was given, and for the limits of the prompt."""

from collections.abc import Mapping
from typing import Final

from engine.rules.macros.calls import Macro, MacroCall, MacroScene, known, plain
from engine.rules.macros.context import MacroContext


def _range(context: MacroContext) -> str:
    """The ids of all that was said: ``0-10``."""
    return "" if context.last_message_id is None else f"0-{context.last_message_id}"


def _given(call: MacroCall, scene: MacroScene) -> str | None:
    """What a slash script was run with under a name; elsewhere it is no macro."""
    given = scene.context.given
    return None if given is None else given.get(call.arguments[0].strip(), "")


_MAX_PROMPT: Final = plain(lambda context: context.max_prompt)
_MAX_CONTEXT: Final = plain(lambda context: context.max_context)
_MAX_RESPONSE: Final = plain(lambda context: context.max_response)

TALK: Final[Mapping[str, Macro]] = {
    "lastmessage": plain(lambda context: context.last_message),
    "lastusermessage": plain(lambda context: context.last_user_message),
    "lastcharmessage": plain(lambda context: context.last_char_message),
    "lastmessageid": plain(lambda context: context.last_message_id),
    "allchatrange": plain(_range),
    "firstincludedmessageid": known("firstIncludedMessageId", lambda context: context.first_included_message_id),
    "currentswipeid": known("currentSwipeId", lambda context: context.current_swipe_id),
    "lastswipeid": known("lastSwipeId", lambda context: context.last_swipe_id),
    "summary": known("summary", lambda context: context.summary),
    "pipe": Macro(lambda _, scene: scene.context.pipe),
    "arg": Macro(_given, least=1, most=1),
    "input": known("input", lambda context: context.input),
    "outlet": Macro(lambda call, scene: scene.context.outlets.get(call.arguments[0].strip(), ""), 1, 1),
    "model": known("model", lambda context: context.model),
    "maxprompt": _MAX_PROMPT,
    "maxprompttokens": _MAX_PROMPT,
    "maxcontext": _MAX_CONTEXT,
    "maxcontexttokens": _MAX_CONTEXT,
    "maxresponse": _MAX_RESPONSE,
    "maxresponsetokens": _MAX_RESPONSE,
}
