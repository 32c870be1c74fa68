"""A form that a person fills in by messages, one field after another."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class AskedForm:
    """What somebody is being asked. ``line`` is the command to be done, ``param`` the parameter that is asked for now.

    ``given`` is the form itself and what was answered, as JSON of the bot's own. ``message`` is the platform's message
    that asks, "" while it was not sent.
    """

    line: str
    param: str
    given: Mapping[str, Any] = field(default_factory=dict[str, Any])
    message: str = ""
