"""What is looked up on the web, and what is found there."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import Final


class SearchMode(StrEnum):
    """When a chat looks things up: never, after a person says yes, where the words ask for it, or the model does.

    A model that calls no functions is served as by ``AUTO``.
    """

    OFF = "off"
    ASK = "ask"
    AUTO = "auto"
    TOOL = "tool"


class SearchSections(StrEnum):
    """How the parts of a reply are shown in which the character says what it remembers or makes of what was found."""

    OFF = "off"
    QUOTE = "quote"
    SPOILER = "spoiler"


@dataclass(frozen=True, slots=True)
class ToolNames:
    """What an operator says of an MCP server: its tool, and that tool's arguments for words and number. "": find it."""

    tool: str = ""
    query: str = ""
    count: str = ""


FIND_ALL: Final = ToolNames()


@dataclass(frozen=True, slots=True)
class McpServer:
    """A server of the Model Context Protocol: a ``command`` that is started, with ``env`` besides, or its ``url``.

    ``headers`` go to the ``url`` alone; ``names`` are what an operator says of its tool.
    """

    command: tuple[str, ...] = field(default=(), repr=False)
    env: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    url: str = field(default="", repr=False)
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    names: ToolNames = FIND_ALL


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A page that was found. ``site`` is its host, ``text`` what was read of it, "" where only ``excerpt`` is known."""

    title: str
    url: str
    site: str
    excerpt: str = ""
    text: str = ""
    published: date | None = None


@dataclass(frozen=True, slots=True)
class Searched:
    """What came of looking something up. ``provider``: who answered; ``cached``: it was known from before.

    ``failures``: each provider that was asked in vain, with the reason, in their order.
    """

    queries: tuple[str, ...]
    provider: str
    hits: tuple[SearchHit, ...]
    cached: bool = False
    failures: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What a turn did about the web: how much the newest words ask for it (0 to 1), why, and what came of it.

    ``found`` is None where nothing was looked up, ``hits`` are what of it is told, by their numbers from 1. ``by``: who
    chose the queries, ``model``, ``rule``, ``tool`` or ``person``. ``ms``: how long it took. ``spent``: the person has
    looked up as much as they may in a day. ``crowded``: the prompt had no room for the pages. ``rounds``: how often the
    model that answers looked something up itself.
    """

    score: float
    reasons: tuple[str, ...] = ()
    wanted: bool = False
    queries: tuple[str, ...] = ()
    by: str = ""
    found: Searched | None = None
    ms: float = 0.0
    hits: tuple[SearchHit, ...] = ()
    spent: bool = False
    crowded: bool = False
    rounds: int = 0
