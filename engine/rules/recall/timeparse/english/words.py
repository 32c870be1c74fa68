"""What English words are to the reading of time."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Final


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


SECONDS, MINUTES, HOURS, DAYS, WEEKS, FORTNIGHTS, WEEKENDS, MONTHS, QUARTERS, YEARS, DECADES, CENTURIES = range(12)
DAWN, BREAKFAST, MORNING, NOON, AFTERNOON, DUSK, DINNER, EVENING, NIGHT, MIDNIGHT = range(10)
EARLY, MIDDLE, LATE, START, END = range(5)
SINCE, BEFORE, AFTER, UNTIL = range(4)

Entry = tuple[TokenKind, int]


def words(row: str) -> frozenset[str]:
    """The words of a row."""
    return frozenset(row.split())


def _each(kind: TokenKind, rows: Iterable[tuple[str, int]]) -> dict[str, Entry]:
    return {word: (kind, value) for words, value in rows for word in words.split()}


def _counted(kind: TokenKind, rows: str, first: int = 0) -> dict[str, Entry]:
    return _each(kind, [(row, value) for value, row in enumerate(rows.split("|"), first)])


_NUMBERS: Final = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    "eighteen|nineteen|twenty"
)
_ORDINALS: Final = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|"
    "sixteenth|seventeenth|eighteenth|nineteenth|twentieth"
)
_WEEKDAYS: Final = (
    "monday mon mondy|tuesday tues tue tuseday|wednesday weds wed wensday wednsday|thursday thurs thur thu thrusday|"
    "friday fri firday|saturday sat satuday saterday|sunday sun"
)
_MONTHS: Final = (
    "january jan|february feb febuary|march mar|april apr|may|june jun|july jul|august aug|september sept sep|"
    "october oct|november nov|december dec"
)
_UNITS: Final = [
    ("seconds sec secs", SECONDS),
    ("minute minutes min mins", MINUTES),
    ("hour hours hr hrs", HOURS),
    ("day days", DAYS),
    ("week weeks wk wks", WEEKS),
    ("fortnight fortnights", FORTNIGHTS),
    ("weekend weekends wknd wkend", WEEKENDS),
    ("month months mth mths mos", MONTHS),
    ("quarter quarters", QUARTERS),
    ("year years yr yrs", YEARS),
    ("decade decades", DECADES),
    ("century centuries", CENTURIES),
]
_PARTS: Final = [
    ("dawn sunrise daybreak", DAWN),
    ("breakfast", BREAKFAST),
    ("morning mornin", MORNING),
    ("noon midday lunchtime lunch noontime", NOON),
    ("afternoon arvo", AFTERNOON),
    ("dusk sunset twilight", DUSK),
    ("dinner dinnertime supper suppertime", DINNER),
    ("evening eve", EVENING),
    ("night nite nighttime", NIGHT),
    ("midnight", MIDNIGHT),
]
_DAYS: Final = [
    ("yesterday yday yest ystrday yesterdy yesturday ytd ystd yesteday", -1),
    ("today tdy 2day", 0),
    ("tomorrow tmrw tmr tomorow tommorow tommorrow tmw 2morrow", 1),
]
_DECADES: Final = [
    ("twenties", 20),
    ("thirties", 30),
    ("forties", 40),
    ("fifties", 50),
    ("sixties", 60),
    ("seventies", 70),
    ("eighties", 80),
    ("nineties", 90),
]
_EDGES: Final = [("early", EARLY), ("mid middle", MIDDLE), ("late", LATE), ("start beginning", START), ("end", END)]

TONIGHT: Final = frozenset({"tonight", "tonite", "2nite"})

LEXICON: Final[dict[str, Entry]] = {
    **_counted(TokenKind.NUMBER, _NUMBERS),
    **_each(
        TokenKind.NUMBER, [("thirty", 30), ("forty", 40), ("fifty", 50), ("sixty", 60), ("hundred", 100), ("dozen", 12)]
    ),
    **_counted(TokenKind.ORDINAL, _ORDINALS, 1),
    **_each(TokenKind.ORDINAL, [("thirtieth", 30)]),
    **_counted(TokenKind.WEEKDAY, _WEEKDAYS),
    **_counted(TokenKind.MONTH, _MONTHS, 1),
    **_each(TokenKind.UNIT, _UNITS),
    **_each(TokenKind.PART, _PARTS),
    **_each(TokenKind.DAY, _DAYS),
    **_each(TokenKind.SEASON, [("spring springtime", 0), ("summer summertime", 1), ("autumn fall", 2), ("winter", 3)]),
    **_each(
        TokenKind.WHICH, [("last previous past", -1), ("this current these", 0), ("next coming upcoming following", 1)]
    ),
    **_each(TokenKind.EDGE, _EDGES),
    **_each(TokenKind.DECADE, _DECADES),
    **_each(TokenKind.VAGUE, [("recently lately", 14)]),
    **_each(TokenKind.BOUND, [("since", SINCE), ("before", BEFORE), ("after", AFTER), ("until till til", UNTIL)]),
    **_each(TokenKind.PART, [(" ".join(TONIGHT), EVENING)]),
}

# Words that may stand between two parts of one expression: "the morning of the 5th", "Tuesday, at 9".
JOINTS: Final = words("of in on at the , 's back during around about sometime over ' right for")

# Month names, seasons and short weekdays that are other words as well: they need a word of time beside them.
DOUBTFUL: Final = words("may march mar mon sun sat wed fri fall spring jan dec april june august jun aug")
