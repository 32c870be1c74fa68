"""Every macro by its name in lower case. A new one stands in the file of its subject. ``if`` is in ``expand``."""

from collections.abc import Mapping
from typing import Final

from engine.rules.macros.calls import Macro
from engine.rules.macros.card_texts import CARD_TEXTS
from engine.rules.macros.chance import CHANCE
from engine.rules.macros.elsewhere import ELSEWHERE
from engine.rules.macros.names import NAMES
from engine.rules.macros.talk import TALK
from engine.rules.macros.texts import TEXTS
from engine.rules.macros.times import TIMES
from engine.rules.macros.variables import VARIABLES

MACROS: Final[Mapping[str, Macro]] = {
    **NAMES,
    **CARD_TEXTS,
    **TALK,
    **TIMES,
    **CHANCE,
    **VARIABLES,
    **TEXTS,
    **ELSEWHERE,
}
