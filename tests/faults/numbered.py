"""What the scripted model says in these tests: each reply has a number, each word of it another; so nothing hides."""

import re
from collections.abc import Iterator

from tests.servers.model import Finish, Gate, Pause, Script, Seen, Tokens

_WORD = re.compile(r"r(\d+)w(\d+)")


def numbered(asked: Seen, numbers: Iterator[int], words: int, pace: float, gate: Gate | None = None) -> Script:
    """A reply of so many words; or the rest of one, as a model gives it that is asked to go on with what it said."""
    begun = _WORD.findall(_last_words(asked))
    number, first = (int(begun[-1][0]), int(begun[-1][1]) + 1) if begun else (next(numbers), 0)
    steps = [it for n in range(first, max(words, first)) for it in (f"r{number}w{n} ", Pause(pace))]
    return Script([*steps, Finish(), Tokens(10, words)], before=gate)


def _last_words(asked: Seen) -> str:
    """The reply that is to go on; "" where people have the last word."""
    for message in reversed(asked.body["messages"]):
        if message["role"] != "system":
            return str(message["content"]) if message["role"] == "assistant" else ""
    return ""
