"""What import-linter does not look at: cycles, hidden imports, and two files with rules of their own."""

import ast
import re
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter

import grimp
import pytest

from tests.code.sources import EVERYTHING, PRODUCT, ROOT, AnyFunction, Source, imports, sources

_INDENTED = re.compile(r"^[ \t]+(?:import|from)\b|[;:][ \t]*(?:import|from)\b", re.MULTILINE)


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph(*PRODUCT, cache_dir=None)


def test_no_module_imports_itself_over_others(graph: grimp.ImportGraph) -> None:
    """An import cycle makes the start depend on which file is read first."""
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()


def test_only_the_app_names_the_wiring(graph: grimp.ImportGraph) -> None:
    """A second place that builds the engine would be a second product."""
    wiring = {"engine.wiring", *graph.find_descendants("engine.wiring")}
    above = {module for part in wiring for module in graph.find_modules_that_directly_import(part)}
    assert above - wiring == {"bot.app"}


def test_imports_of_the_project_stand_at_the_top() -> None:
    """An import inside a function hides a cycle instead of mending the layer."""
    hidden = [place for source in sources(*EVERYTHING) for place in _local_imports(source)]
    assert hidden == []


def test_the_guard_starts_with_the_standard_library_alone() -> None:
    """The process that watches over the database must start fast and survive a broken environment."""
    guard = ROOT / "engine/db/postgres/guard.py"
    if guard.exists():
        files = (ROOT / "engine/__init__.py", ROOT / "engine/db/__init__.py", guard)
        found = {name for file in files for name in imports(ast.parse(file.read_text("utf-8")))}
        assert found <= set(sys.stdlib_module_names)


def test_the_loop_starts_no_program() -> None:
    """A program that the loop starts by a fork of its own may stand still, with everybody, for ever."""
    assert [it.path for it in sources(*PRODUCT) if "create_subprocess" in it.text or "subprocess_exec" in it.text] == []


def _local_imports(source: Source) -> Iterator[str]:
    if not _INDENTED.search(source.text):  # there is none; to walk each function of each file takes seconds
        return
    for function in ast.walk(source.tree):
        if isinstance(function, AnyFunction) and imports(function) & set(EVERYTHING):
            yield f"{source.path}:{function.name}"
