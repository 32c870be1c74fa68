"""Settings that are one of a few: what may be chosen, and what it means."""

from enum import StrEnum


class Language(StrEnum):
    """A language that Omoide speaks."""

    EN = "en"
    ZH = "zh"


class Mode(StrEnum):
    """What a place is for: a bundle of other settings (``MODES``)."""

    CHAT = "chat"
    STORY = "story"
    LOUNGE = "lounge"
    CIRCLE = "circle"


class Speaks(StrEnum):
    """When a character answers what is not said to it: always, only when called by name, or by chance too."""

    ALWAYS = "always"
    CALLED = "called"
    CHANCE = "chance"


class UndoBy(StrEnum):
    """Who takes back what was said last, besides hosts: who took part in it, everybody who may talk, or nobody."""

    PART = "part"
    EVERYONE = "everyone"
    HOST = "host"


class MemoryPosition(StrEnum):
    """Where recalled memory stands in a prompt."""

    BEFORE_HISTORY = "before_history"
    BEFORE_LAST_MESSAGE = "before_last_message"


class DepthCounting(StrEnum):
    """From where depths are counted: from the end of the talk, or from the newest message of a person."""

    ST = "st"
    USER = "user"


class Ranking(StrEnum):
    """How recalled memories are ordered: by everything that speaks for them, or by likeness that fades with age."""

    FUSED = "fused"
    DECAY = "decay"


class SummaryMode(StrEnum):
    """When the middle of a long talk is told by a summary: never, by share of the budget, or by its length."""

    OFF = "off"
    AUTO = "auto"
    CLASSIC = "classic"


class ChapterOrder(StrEnum):
    """How a chapter begins: with the summary of the one before, or with its last turns."""

    SUMMARY_FIRST = "summary_first"
    LAST_FIRST = "last_n_first"


class PageChoice(StrEnum):
    """Who chooses the pages and dossiers for a reply: the utility model, or the words they share with the talk."""

    MODEL = "model"
    KEYWORDS = "keywords"


class BookOrder(StrEnum):
    """How the books of a character and of a chat share one order: the character's first, or all by their numbers."""

    CHARACTER_FIRST = "character_first"
    EVENLY = "evenly"
