"""Whether somebody who has just written may be writing more, by what they wrote. Pure."""

import re
from enum import StrEnum
from typing import Final

_LOOKED_AT: Final = 200
"""Characters at the end of a message."""
_BEHIND: Final = re.compile(r"[\s\"'”’»)\]}）】」』》*_~～\U0001f000-\U0001faff\u2600-\u27bf\ufe0e\ufe0f\u200d]+$")
"""What may stand behind the end of a sentence: closing signs, marks of form, emoji."""
_ENDS: Final = re.compile(r"[.!?。！？]$")
_TRAILS: Final = re.compile(r"(?:\.{2,}|…|。{2,}|[,，、;；:：—–\-+&/（(\[{“‘「『])$")
_ASKS: Final = re.compile(r"(?:吗|呢|么|嘛|吧)$")
_JOINS: Final = re.compile(
    r"(?:\b(?:and|but|or|because|cuz|bc|if|when|the|a|an|to|with|for|of|my|is|i'?m|um+|uh+|hmm+|well|wait|ok so|btw)"
    r"|^(?:oh|so|anyway|first|also|basically|right so)"
    r"|(?:然后|但是|可是|不过|因为|所以|而且|就是|还有|或者|如果|要是|其实|话说|对了|等等|等下|首先|比如|和|跟))$",
    re.IGNORECASE,
)
_CALLS: Final = re.compile(r"在吗|在么|在不在|忙吗|有空吗|你知道吗|记得吗|问你个?事")
"""What looks whether somebody is there, before it comes to the point."""


class Sound(StrEnum):
    """How a message sounds: as if all was said, as if more comes, or like neither."""

    WHOLE = "whole"
    UNSURE = "unsure"
    OPEN = "open"


def sound_of(text: str) -> Sound:
    """How ``text`` sounds to somebody who waits for more."""
    last = text.strip()[-_LOOKED_AT:]
    bare = _BEHIND.sub("", last)
    if not last or _TRAILS.search(last) or last.count("*") % 2:  # a file, about which something is said next; or a half
        return Sound.OPEN
    if _TRAILS.search(bare) or _JOINS.search(bare):
        return Sound.OPEN
    whole = _ENDS.search(bare) or (_ASKS.search(bare) and not _CALLS.fullmatch(bare))
    return Sound.WHOLE if whole else Sound.UNSURE
