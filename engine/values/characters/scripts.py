"""Regex scripts: what cards and presets change in the texts that go to the model or to people."""

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from engine.values.documents import Json, JsonObject


class Placement(IntEnum):
    """Which texts a script is for, by the numbers of script files."""

    USER_INPUT = 1
    AI_OUTPUT = 2
    SLASH_COMMAND = 3
    WORLD_INFO = 5
    REASONING = 6


@dataclass(frozen=True, slots=True)
class RegexScript:
    """One script. ``find`` is a JavaScript regex, ``/…/flags`` or bare; ``replace`` may hold ``$1`` and ``{{match}}``.

    ``trim`` is taken out of what was matched. ``display_only`` changes what people see, ``prompt_only`` what the model
    reads, both set both; neither set, what was said itself, as people and the model read it from then on, at any depth.
    ``substitute``: 0 no macros in ``find``, 1 raw, 2 escaped. Depths count from the newest message, which is 0; None is
    no limit.
    """

    name: str
    find: str
    replace: str = ""
    trim: tuple[str, ...] = ()
    placements: frozenset[Placement] = frozenset()
    enabled: bool = True
    display_only: bool = False
    prompt_only: bool = False
    substitute: int = 0
    min_depth: int | None = None
    max_depth: int | None = None
    raw: JsonObject = field(default_factory=dict[str, Json], hash=False, repr=False)


class ScriptOwner(StrEnum):
    """Where a script of a file stands. PLACE: it ran for every character of another house; CHARACTER: for one of it."""

    CARD = "card"
    PRESET = "preset"
    FILE = "file"
    PLACE = "place"
    CHARACTER = "character"


@dataclass(frozen=True, slots=True)
class AskedScript:
    """A script that a file brings, and what was said about it. ``number`` counts those of the file, from 1.

    ``owners``: where it stands, each with its name; the same text in several places is asked for once. ``ran``: it ran
    where the file was made, as far as the file tells. ``answer`` is None until somebody has said whether it may run.
    """

    number: int
    script: RegexScript
    owners: tuple[tuple[ScriptOwner, str], ...]
    ran: bool = True
    answer: bool | None = None
