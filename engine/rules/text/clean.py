"""Text from outside made safe to store and to show."""

import re

from engine.errors import TextTooLong

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_LINE_ENDS = re.compile("\r\n?")
_SURROGATES = re.compile("[\ud800-\udfff]")
_LONE_HALVES = re.compile("(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])")


def clean_text(text: str, limit: int | None = None) -> str:
    """Return ``text`` with line ends as ``\\n``, without control characters (tab stays), always valid UTF-8.

    Raises TextTooLong when more than ``limit`` characters are left. Cleaning twice changes nothing.
    """
    # Line ends come after the controls, or "\r\0\n" would become two lines.
    cleaned = mend_surrogates(_LINE_ENDS.sub("\n", _CONTROLS.sub("", text)))
    if limit is not None and len(cleaned) > limit:
        raise TextTooLong(limit=limit, length=len(cleaned))
    return cleaned


def storable(text: str) -> str:
    """Return ``text`` changed only where UTF-8 or Postgres could not hold it: no NUL, no lone surrogate."""
    return mend_surrogates(text.replace("\0", ""))


def mend_surrogates(text: str) -> str:
    """Join surrogate pairs into their character; a lone half becomes U+FFFD."""
    if _SURROGATES.search(text) is None:
        return text
    # A decoder would stop at each of a million halves.
    return _LONE_HALVES.sub("\ufffd", text).encode("utf-16-le", "surrogatepass").decode("utf-16-le")
