"""What is remembered, and putting it right."""

from engine.errors.tree import InputError, StateError


class CorrectionGone(StateError):
    """What was to be corrected was corrected before, has waited too long, or is no more."""


class NothingRemembered(StateError):
    """Nothing is remembered of a chat yet."""


class NothingToCorrect(StateError):
    """No memory was found that the words could be about."""


class NoSuchMemory(InputError):
    """No memory of that number can be seen from here. Data: ``number``."""


class MemoryElsewhere(InputError):
    """A memory belongs to another chat, where others talk too. Data: ``number``, ``chat`` (its title, or "none")."""


class MemoryLinked(InputError):
    """A memory belongs to a chat that the person has under another name. Data: ``number``, ``platform``."""


class MemoryEmpty(InputError):
    """A memory or a fact without words."""


class NoSuchFact(InputError):
    """No fact of that number is known about the person. Data: ``number``."""


class FactKnown(InputError):
    """Exactly that is known already."""


class NoSuchDate(InputError):
    """The fact of that number has no day. Data: ``number``."""


class WhenUnclear(InputError):
    """Nobody can say which day some words name. Data: ``given``."""


class WhenOver(InputError):
    """The day that some words name is over, and does not come again. Data: ``given``."""


class NoSuchLunarDay(InputError):
    """The lunar calendar has no such day. Data: ``given``."""
