"""What English words are to the reading of time."""

from enum import IntEnum
from typing import Final

from engine.rules.recall.word_lists import word_lists


class TokenKind(IntEnum):
    """What a token is."""

    WORD = 0
    STOP = 1  # ends a sentence
    MARK = 2  # any other sign
    NUMBER = 3
    ORDINAL = 4
    WEEKDAY = 5
    MONTH = 6
    UNIT = 7
    PART = 8
    DAY = 9  # today, yesterday: the value is the distance in days
    SEASON = 10
    WHICH = 11  # last, this, next: the value is -1, 0, 1
    EDGE = 12  # early, late, end: the value says which
    CLOCK = 13  # 9:30, 3pm
    DATE = 14  # 2026-05-20, 5/20
    DECADE = 15
    QUARTER = 16
    VAGUE = 17  # recently: the value is how many days back
    BOUND = 18  # since, before, after, until


# What the values of units, parts, edges and bounds say, as words.json numbers them.
SECONDS, MINUTES, HOURS, DAYS, WEEKS, FORTNIGHTS, WEEKENDS, MONTHS, QUARTERS, YEARS, DECADES, CENTURIES = range(12)
DAWN, BREAKFAST, MORNING, NOON, AFTERNOON, DUSK, DINNER, EVENING, NIGHT, MIDNIGHT = range(10)
EARLY, MIDDLE, LATE, START, END = range(5)
SINCE, BEFORE, AFTER, UNTIL = range(4)

Entry = tuple[TokenKind, int]


def words(row: str) -> frozenset[str]:
    """The words of a row."""
    return frozenset(row.split())


def listed(name: str) -> frozenset[str]:
    """The words of a list of ``words.json``."""
    return frozenset(_LISTS[name])


_LISTS: Final = word_lists(__file__, "words.json")
TONIGHT: Final = listed("tonight")

# Words by kind and value; what the value says stands with the kind.
LEXICON: Final[dict[str, Entry]] = {
    word: (TokenKind[kind.upper()], int(value))
    for kind, values in _LISTS["lexicon"].items()
    for value, said in values.items()
    for word in said
}

# Words that may stand between two parts of one expression: "the morning of the 5th", "Tuesday, at 9".
JOINTS: Final = listed("joints")

# Month names, seasons and short weekdays that are other words as well: they need a word of time beside them.
DOUBTFUL: Final = listed("doubtful")
