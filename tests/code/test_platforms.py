"""The engine names no platform: a third one is added without touching it."""

import ast
import re

from tests.code.sources import sources

_PLATFORMS = re.compile(r"discord|telegram", re.IGNORECASE)
CONFIGURATION = frozenset(
    {
        "engine/config/config.py",
        "engine/config/platforms.py",
        "engine/config/reading.py",
        "engine/rules/config_examples.py",
    }
)
"""Where operators' names for the platforms that come with Omoide are read."""


def test_the_engine_names_no_platform() -> None:
    """Whoever adds a platform would have to find each place of the engine that decides by its name."""
    named: set[str] = set()
    seen: set[str] = set()
    for source in sources("engine"):
        words = {str(word) for node in ast.walk(source.tree) for word in _words(node)}
        if found := {it for it in words if _PLATFORMS.search(it)}:
            seen.add(source.path)
            named |= {f"{source.path}: {it}" for it in found if source.path not in CONFIGURATION}
    assert sorted(named) == []
    assert seen == CONFIGURATION


def _words(node: ast.AST) -> list[object]:
    """Names and texts of one piece of code."""
    return [getattr(node, it) for it in ("id", "attr", "name", "arg", "value", "module") if _is_text(node, it)]


def _is_text(node: ast.AST, field: str) -> bool:
    return isinstance(getattr(node, field, None), str)
