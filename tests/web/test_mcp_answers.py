"""Which tool of a server searches and how it is asked; what tools answer, as hits. Bounded, whatever comes."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.values.search import ToolNames
from engine.web.mcp.answers import LONGEST, mcp_hits
from engine.web.mcp.tools import McpAnswer, McpTool, SearchTool, search_tool

TEXT = {"type": "string"}
NUMBER = {"type": "integer"}


def schema(*required: str, **fields: object) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(required)}


@pytest.mark.parametrize(
    ("tools", "names", "found"),
    [
        (
            {"brave_local_search": schema("query", query=TEXT), "brave_web_search": schema("query", query=TEXT)},
            ToolNames(),
            SearchTool("brave_web_search", "query"),
        ),
        (
            {"search": schema("q", q=TEXT, num={"type": "number", "minimum": 3, "maximum": 5}, hl=TEXT)},
            ToolNames(),
            SearchTool("search", "q", "num", 3, 5),
        ),
        (
            {"tavily": schema("query", query={"anyOf": [TEXT, {"type": "null"}]}, maxResults=NUMBER)},
            ToolNames(),
            SearchTool("tavily", "query", "maxResults"),
        ),
        ({"ask": schema("prompt", prompt=TEXT, tone=TEXT)}, ToolNames(), SearchTool("ask", "prompt")),
        ({"a": schema(x=TEXT, y=TEXT), "b": schema(x=TEXT)}, ToolNames("a", "y"), SearchTool("a", "y")),
        ({"search": schema("query", "site", query=TEXT, site=TEXT)}, ToolNames(), None),
        ({"read_file": schema("path", path=TEXT), "ls": schema()}, ToolNames(), None),
        ({"image_search": schema("query", query=TEXT)}, ToolNames(), None),
        ({"search": schema(query=NUMBER)}, ToolNames(), None),
        ({"search": {"properties": ["query"], "required": "query"}}, ToolNames(), None),
    ],
)
def test_the_tool_that_searches_is_found(
    tools: dict[str, dict[str, Any]], names: ToolNames, found: SearchTool | None
) -> None:
    """Files are read in place of the web; or everybody has to name what stands in the server's own words."""
    assert search_tool([McpTool(name, it) for name, it in tools.items()], names) == found


def test_it_is_asked_for_as_many_as_it_takes() -> None:
    """It refuses the question for its number."""
    assert SearchTool("search", "q", "num", 3, 5).arguments("lamp", 9) == {"q": "lamp", "num": 5}
    assert SearchTool("search", "q", "num", 3, 5).arguments("lamp", 1) == {"q": "lamp", "num": 3}
    assert SearchTool("search", "q").arguments("lamp", 9) == {"q": "lamp"}


def text(*blocks: str) -> McpAnswer:
    return McpAnswer(blocks=[{"type": "text", "text": it} for it in blocks])


LABELS = """Title: Lamp
Description: A <strong>lamp</strong>.
URL: https://lamp.example/

**Title:** Oil
**Link:** https://oil.example/
**Published:** 2026-03-05
**Snippet:** Oil for lamps.
"""
LISTED = """Found 2 results:

1. Lamp
   https://lamp.example/
   A lamp.
2. Oil
   https://oil.example/
   Oil for lamps.
"""
LINKS = """## [Lamp](https://lamp.example/)
A lamp.

## [Oil](https://oil.example/)
Oil for lamps.
"""
NESTED = {"data": {"web": {"results": [{"name": "Lamp", "link": "https://lamp.example/", "description": "A lamp."}]}}}


@pytest.mark.parametrize(
    "answer",
    [
        text(LABELS),
        text(LISTED),
        text(LINKS),
        text(LABELS.split("\n\n", maxsplit=1)[0], LABELS.split("\n\n")[1]),
        text(
            "```json\n"
            + json.dumps(
                {
                    "results": [
                        {"title": "Lamp", "url": "https://lamp.example/", "text": "A lamp."},
                        {"title": "Oil", "href": "https://oil.example/", "highlights": ["Oil for lamps."]},
                    ]
                }
            )
            + "\n```"
        ),
    ],
)
def test_results_are_read_as_people_read_them(answer: McpAnswer) -> None:
    """A server that writes pages rather than data finds nothing."""
    lamp, oil = mcp_hits(answer, 5)
    assert (lamp.title, lamp.url, lamp.excerpt) == ("Lamp", "https://lamp.example/", "A lamp.")
    assert (oil.title, oil.site, oil.excerpt) == ("Oil", "oil.example", "Oil for lamps.")


def test_structured_content_counts_before_its_text() -> None:
    """Each result is told twice."""
    answer = McpAnswer(NESTED, [{"type": "text", "text": json.dumps(NESTED)}])
    assert [(it.title, it.excerpt) for it in mcp_hits(answer, 5)] == [("Lamp", "A lamp.")]
    link = {"type": "resource_link", "uri": "https://oil.example/", "name": "Oil"}
    assert [it.url for it in mcp_hits(McpAnswer({"note": "see below"}, [link]), 5)] == ["https://oil.example/"]


def test_no_answer_is_read_for_ever() -> None:
    """A server fills the memory, or the time of everybody."""
    rows = [{"title": f"{n}", "url": f"https://a.example/{n}", "text": "x" * 9_000} for n in range(3_000)]
    hits = mcp_hits(McpAnswer(rows), 500)
    assert len(hits) == 100
    assert all(len(it.excerpt) <= 1_000 for it in hits)
    late = text("x" * LONGEST, "[Late](https://late.example/)")
    assert mcp_hits(late, 5) == []
    deep: Any = {"url": "https://deep.example/"}
    for _ in range(50):
        deep = [deep]
    assert mcp_hits(McpAnswer(deep), 5) == []
    assert mcp_hits(text("[" * 100_000), 5) == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["url", "title", "text", "type", "resource", "results", "date"]), inner, max_size=5
        )
    ),
    max_leaves=12,
)


@given(JSON, st.lists(st.dictionaries(st.sampled_from(["type", "text", "uri", "resource"]), JSON), max_size=4))
def test_any_answer_gives_hits_or_none(structured: Any, blocks: list[dict[str, Any]]) -> None:
    """A strange answer is an error of the turn."""
    for hit in mcp_hits(McpAnswer(structured, blocks), 5):
        assert hit.url.startswith(("http://", "https://"))
    names = [McpTool("search", {"properties": structured, "required": blocks})]
    found = search_tool(names, ToolNames())
    assert found is None or found.query
