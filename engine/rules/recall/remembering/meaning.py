"""What of a message is embedded: what it states, behind the question that it answers."""

import re
from typing import Final

from engine.rules.recall.questions.wording import is_question, sentences
from engine.rules.recall.remembering.embedded import embedded_text

_ATTACHED: Final = re.compile(r"\[[^\[\]:\n]{1,40}: ([^\[\]\n]*)\]")
"""A file that came with it, in words: the words count, the brackets do not."""


def meaning_text(text: str, previous: str = "") -> str:
    """The sentences of ``text`` that ask nothing (all of them if each asks), behind the last question of ``previous``.

    ``previous`` is the message before it in the same talk, "" if there is none. An answer alone ("In June, by boat")
    says too little; a question is asked by those who do not know.
    """
    own = sentences(_ATTACHED.sub(r"\1", embedded_text(text)))
    stated = [it for it in own if not is_question(it)] or own
    asked = (
        [it for it in sentences(_ATTACHED.sub(r"\1", embedded_text(previous))) if is_question(it)] if previous else []
    )
    return " ".join([*asked[-1:], *stated])
