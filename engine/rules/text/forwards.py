"""Forwarded words as a quotation: who reads a message, a model or a person, sees whose they are not. Pure."""

from typing import Final

from engine.rules.text.names import on_one_line
from engine.values.chats.bodies import ForwardOrigin
from engine.values.chats.incoming import Incoming
from engine.values.house.setting_choices import Language

_FORWARDED: Final = {Language.EN: "[Forwarded]", Language.ZH: "[转发]"}
_FROM: Final = {Language.EN: "[Forwarded from {origin}]", Language.ZH: "[转发自 {origin}]"}


def with_forward(incoming: Incoming, language: Language) -> str:
    """The text of a message as it is kept: the sender's own words, and below them what they forward, quoted."""
    if incoming.forward is None:
        return incoming.text
    own = [incoming.text] if incoming.text.strip() else []
    return "\n".join([*own, quotation(incoming.forward.text, incoming.forward.origin, language)])


def quotation(text: str, origin: ForwardOrigin, language: Language) -> str:
    """``text`` below a line that names its origin, with a mark before each line, which no line of it can leave out."""
    named = " · ".join(it for it in map(on_one_line, (origin.author, origin.chat)) if it)
    above = _FROM[language].format(origin=named) if named else _FORWARDED[language]
    return "\n".join([above, *(f"> {line}" for line in text.strip().splitlines())])
