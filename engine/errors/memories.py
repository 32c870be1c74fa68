"""What is remembered, and putting it right."""

from engine.errors.tree import InputError, StateError


class CorrectionGone(StateError):
    """What was to be corrected was corrected before, has waited too long, or is no more."""

    message = "error-correction-gone"


class NothingRemembered(StateError):
    """Nothing is remembered of a chat yet."""

    message = "error-nothing-remembered"


class NothingToCorrect(StateError):
    """No memory was found that the words could be about."""

    message = "error-nothing-to-correct"


class NoSuchMemory(InputError):
    """No memory of that number can be seen from here. Data: ``number``."""

    message = "error-no-such-memory"


class MemoryElsewhere(InputError):
    """A memory belongs to another chat, where others talk too. Data: ``number``, ``chat`` (its title, or "none")."""

    message = "error-memory-elsewhere"


class MemoryLinked(InputError):
    """A memory belongs to a chat that the person has under another name. Data: ``number``, ``platform``."""

    message = "error-memory-linked"


class MemoryEmpty(InputError):
    """A memory or a fact without words."""

    message = "error-memory-empty"


class NoSuchFact(InputError):
    """No fact of that number is known about the person. Data: ``number``."""

    message = "error-no-such-fact"


class FactKnown(InputError):
    """Exactly that is known already."""

    message = "error-fact-known"
