"""Every error that Omoide raises on purpose.

    OmoideError
    ├── ConfigError            what an operator wrote cannot be used
    ├── DatabaseError          the database is away, unfit, or its answer is unknown
    ├── ModelError             a model or its endpoint did not give a reply
    ├── InputError             what a person sent cannot be used
    └── StateError             the request was right, the moment was not

An error names a Fluent message (``config/locales/*/``) and carries the values that message needs, so that a person
reads it in their own language and an operator finds what to do. Drivers' errors are translated once, at the edge where
the driver is called, and never pass it.
"""

from typing import ClassVar

Datum = str | int | float


class OmoideError(Exception):
    """An expected failure. ``message`` is a Fluent id; ``data`` are the values it is filled with."""

    message: ClassVar[str] = "error-internal"

    def __init__(self, **data: Datum) -> None:
        super().__init__(self.message, data)
        self.data = data

    def __str__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.data.items())
        return f"{self.message}({values})"


class ConfigError(OmoideError):
    """What an operator wrote cannot be used. Data: ``name``, ``reason``."""

    message = "error-config"


class DatabaseError(OmoideError):
    """The database is away, unfit, or its answer is unknown."""

    message = "error-database"


class ModelError(OmoideError):
    """A model or its endpoint did not give a reply."""

    message = "error-model"


class InputError(OmoideError):
    """What a person sent cannot be used."""

    message = "error-input"


class StateError(OmoideError):
    """The request was right, the moment was not."""

    message = "error-state"
