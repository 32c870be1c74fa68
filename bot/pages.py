"""An answer as messages: bold titles, lists for a narrow screen, questions with buttons. Pure.

Texts of people and of models stay plain text: the platforms send them with formatting and mentions switched off, and
only the stretches named in ``bold`` stand out.
"""

from bot.commands.reply import Reply
from bot.delivery.surface import Part
from bot.localise import Speech
from engine.values.outgoing import PartLimit


def pages(reply: Reply, limit: PartLimit, speech: Speech, key: str, *, answers: str = "") -> list[Part]:
    """The messages that ``reply`` makes, none when it says nothing; ``key`` (at most 20 characters) names the first.

    All but the first are silent, and the buttons stand under the last. ``answers`` is what the first one replies to.
    """
    raise NotImplementedError
