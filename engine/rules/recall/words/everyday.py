"""Words of everyday talk, which say little about what a talk was about: greetings, feelings, meals, sleep, weather.

The lists are our own. A word on them is not nothing ("coffee" may be the matter), but a line of such words alone states
nothing that a day is remembered by.
"""

import re
from typing import Final

from engine.rules.recall.word_lists import word_lists

_LISTS: Final = word_lists(__file__, "everyday.json")
ENGLISH: Final = frozenset[str](_LISTS["english"])
CHINESE: Final = re.compile("|".join(it for some in _LISTS["chinese"].values() for it in some))
PARTICLES: Final = frozenset[str](_LISTS["particles"])
