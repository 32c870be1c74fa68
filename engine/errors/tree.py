"""What every error of Omoide is, and the eight kinds of them.

    OmoideError
    ├── ConfigError            what an operator wrote cannot be used
    ├── PlatformError          a chat platform does not let us in
    ├── DatabaseError          the database is away, unfit, or its answer is unknown
    ├── ModelError             a model or its endpoint did not give a reply
    ├── SearchError            a provider of web search did not answer
    ├── VoiceError             a service that listens or speaks did not answer
    ├── InputError             what a person sent cannot be used
    │   └── OtherFile          a file is whole, and holds nothing that can be imported
    └── StateError             the request was right, the moment was not

The other modules of this package hold the leaves, by what they are about. Everybody imports from ``engine.errors``.
"""

import re
from typing import ClassVar, Final

Datum = str | int | float

_BETWEEN_WORDS: Final = re.compile(r"(?<!^)(?=[A-Z])")


class OmoideError(Exception):
    """An expected failure. ``message`` is a Fluent id; ``data`` are the values it is filled with.

    A class that names no ``message`` has that of its name: "error-no-such-person" for ``NoSuchPerson``.
    ``label`` among them is a Fluent id itself: what people call the thing it is about.
    """

    message: ClassVar[str] = "error-internal"

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "message" not in vars(cls):
            cls.message = "error-" + _BETWEEN_WORDS.sub("-", cls.__name__).lower()

    def __init__(self, **data: Datum) -> None:
        super().__init__(self.message, data)
        self.data = data

    def __str__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.data.items())
        return f"{self.message}({values})"


class ConfigError(OmoideError):
    """What an operator wrote cannot be used. Data: ``name``, ``reason``."""

    message = "error-config"


class PlatformError(OmoideError):
    """A platform does not let us in. Data: ``platform`` (its name for people)."""

    message = "error-platform"


class DatabaseError(OmoideError):
    """The database is away, unfit, or its answer is unknown."""

    message = "error-database"


class ModelError(OmoideError):
    """A model or its endpoint did not give a reply."""

    message = "error-model"


class SearchError(OmoideError):
    """A provider of web search did not answer. Data: ``provider`` (its name for people)."""

    message = "error-search"


class VoiceError(OmoideError):
    """A service that listens or speaks did not answer. Data: ``service`` (``hearing``, ``speaking``), ``endpoint``."""

    message = "error-voice"


class InputError(OmoideError):
    """What a person sent cannot be used."""

    message = "error-input"


class OtherFile(InputError):
    """A file is whole and about something else: sent without a word, it is for the character alone."""

    message = "error-input"


class StateError(OmoideError):
    """The request was right, the moment was not."""

    message = "error-state"
