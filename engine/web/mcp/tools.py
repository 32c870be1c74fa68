"""Which tool of a server searches, and how it wants to be asked, by what the server says of its tools."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.rules.wire.chunks import a_list, a_text, an_object
from engine.values.search import ToolNames

_NAMES: Final = ("web_search", "websearch", "search_web", "search")
_WHOLE: Final = ("web", "internet", "online")
_PARTIAL: Final = frozenset(
    ("image", "images", "video", "videos", "news", "local", "code", "file", "files", "places", "products", "papers")
)
"""What a tool says in its name that searches only for these."""
_QUERIES: Final = ("query", "q", "search_query", "search_term", "keywords", "question", "text")
_COUNTS: Final = (
    *("count", "max_results", "maxresults", "num_results", "numresults", "limit", "num", "n", "top_k", "results"),
    *("max", "size", "page_size", "pagesize"),
)
_NUMBERS: Final = frozenset({"integer", "number"})


@dataclass(frozen=True, slots=True)
class McpTool:
    """A tool of a server. ``schema`` is what it takes, as a JSON schema; all of it is the server's own words."""

    name: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class McpAnswer:
    """What a tool answers: JSON, blocks of content as the protocol has them; ``failed``: it says that it failed."""

    structured: object = None
    blocks: Sequence[Mapping[str, Any]] = ()
    failed: bool = False


class McpLost(Exception):
    """The server is gone, or no longer speaks the protocol."""


@dataclass(frozen=True, slots=True)
class SearchTool:
    """A tool that searches. ``count`` is "" where it takes none; ``least`` and ``most`` are what it takes."""

    name: str
    query: str
    count: str = ""
    least: int = 1
    most: int = 20

    def arguments(self, query: str, count: int) -> dict[str, Any]:
        """How it is asked."""
        counted = {self.count: max(self.least, min(count, self.most))} if self.count else {}
        return {self.query: query, **counted}


def search_tool(tools: Iterable[McpTool], names: ToolNames) -> SearchTool | None:
    """The tool to search with: the one that is named, or else the one whose name says most that it searches the web."""
    known = list(tools)
    if names.tool:
        known = [it for it in known if it.name == names.tool]
    fitting = [(_likely(it.name), -at, found) for at, it in enumerate(known) if (found := _asked_how(it, names))]
    if not names.tool:
        fitting = [it for it in fitting if it[0] > 0 or (it[0] == 0 and len(known) == 1)]
    return max(fitting, key=lambda it: it[:2])[2] if fitting else None


def _likely(name: str) -> int:
    """How much a name says that a tool searches the web; less than nothing where it searches something else."""
    plain = name.lower().replace("-", "_")
    if plain in _NAMES:
        return 4
    if "search" not in plain:
        return 0
    if _PARTIAL & set(plain.split("_")):
        return -1
    return 3 if any(it in plain for it in _WHOLE) else 2


def _asked_how(tool: McpTool, names: ToolNames) -> SearchTool | None:
    """How a tool is asked; None where it takes no query, or wants to know what nobody can tell it."""
    fields = {name: an_object(it) for name, it in an_object(tool.schema.get("properties")).items()}
    required = [it for it in a_list(tool.schema.get("required")) if isinstance(it, str)]
    texts = [name for name, it in fields.items() if "string" in _kinds(it)]
    query = names.query or _named(texts, _QUERIES) or _only([it for it in required if it in texts]) or _only(texts)
    numbers = [name for name, it in fields.items() if _NUMBERS & _kinds(it)]
    count = names.count or _named(numbers, _COUNTS)
    if not query or any(it not in (query, count) for it in required):
        return None
    bounds = fields.get(count, {})
    return SearchTool(tool.name, query, count, _bound(bounds.get("minimum"), 1), _bound(bounds.get("maximum"), 20))


def _kinds(schema: Mapping[str, Any]) -> frozenset[str]:
    """The types that a schema allows, also as one of several."""
    said = schema.get("type")
    own = {said} if isinstance(said, str) else {it for it in a_list(said) if isinstance(it, str)}
    return frozenset(own | {a_text(an_object(it).get("type")) for it in a_list(schema.get("anyOf"))})


def _named(given: Sequence[str], known: Sequence[str]) -> str:
    plain = {it.lower().replace("-", "_"): it for it in reversed(given)}
    return next((plain[it] for it in known if it in plain), "")


def _only(given: Sequence[str]) -> str:
    return given[0] if len(given) == 1 else ""


def _bound(value: object, otherwise: int) -> int:
    return value if isinstance(value, int) and 1 <= value <= 1000 and value is not True else otherwise
