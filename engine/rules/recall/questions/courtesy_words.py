"""What people say to one another around a question: greetings, thanks, interjections, words of address.

``courtesy.json`` has the phrases. *Free* ones are recognised wherever a sentence begins (openers) or ends (closers);
*bound* ones mean something else as often, so they count only where punctuation, a name or the end of the text sets them
apart.
"""

import re
from collections.abc import Sequence
from typing import Final

from engine.rules.recall.word_lists import word_lists

LAUGHTER: Final = re.compile(
    r"b?w?a?(?:ha){2,}h?|(?:he){2,}h?|(?:hi){2,}|(?:ho){3,}|lo+l(?:ol)*|lo+lz|lmf?ao+|rofl|x+d+|w{3,}|k{2,}|(?:ja){2,}"
    r"|23{2,}|6{2,}|xx+"
)
SIGHS: Final = re.compile(
    r"hm+|mm+|m?hm+|u+h+m*|u+m+|e+r+m*|a+h+|o+h+|a+w+|wo+w+|e+h+|o+y+|pf+t*|ps+t+|s+h+|y+a+y+",
)
"""What else is only breathed; at the end of a sentence such letters may be short for something."""

_LISTS: Final = word_lists(__file__, "courtesy.json")
FREE_OPENERS: Final[Sequence[str]] = _LISTS["free_openers"]
BOUND_OPENERS: Final[Sequence[str]] = _LISTS["bound_openers"]
FREE_CLOSERS: Final[Sequence[str]] = _LISTS["free_closers"]
BOUND_CLOSERS: Final[Sequence[str]] = _LISTS["bound_closers"]
ADDRESSES: Final[Sequence[str]] = _LISTS["addresses"]
"""What people call one another instead of by name."""
PREFIXES: Final[Sequence[str]] = _LISTS["prefixes"]
SUFFIXES: Final[Sequence[str]] = _LISTS["suffixes"]
"""What stands before and behind a name where somebody is called: 小岚, Captain Lan, 岚姐, Lan-chan."""
TITLES: Final = frozenset[str](_LISTS["titles"])
