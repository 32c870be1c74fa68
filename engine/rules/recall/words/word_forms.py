"""Which words of English say nothing by themselves, and whose forms no rule leads back to."""

from collections.abc import Sequence
from typing import Final

from engine.rules.recall.word_lists import word_lists

_LISTS: Final = word_lists(__file__, "word_forms.json")
SAYS_NOTHING: Final = frozenset[str](_LISTS["says nothing"])
_FORMS: Final[Sequence[Sequence[str]]] = [it.split() for it in _LISTS["forms"]]
BASE: Final = {form: forms[0] for forms in _FORMS for form in forms[1:]}
"""A form of a word → the word."""
PAST: Final = {
    **{forms[0]: forms[1] for forms in _FORMS if forms[0] != "child"},
    **{verb: verb for verb in _LISTS["unchanged"]},
}
"""A verb → its past, where that is no regular one."""
