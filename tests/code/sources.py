"""The tree as the checks of this folder see it: Python sources parsed once, and the text files of the repository."""

import ast
import gc
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("engine", "bot")
EVERYTHING = (*PRODUCT, "tests")

_NOT_OURS = re.compile(r"\.(?!ci$)|data$|__pycache__$|node_modules$|build$|dist$|out$")
_BINARY = {".png", ".jpg", ".jpeg", ".gif", ".webp", ".npz", ".pyc", ".gguf", ".charx", ".zip"}

AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Source:
    """One Python file; ``path`` is relative to the repository, with slashes."""

    path: str
    text: str
    tree: ast.Module

    @property
    def lines(self) -> int:
        return self.text.count("\n")


@dataclass(frozen=True, slots=True)
class Function:
    """One function or method. ``name`` carries the class; ``lines`` count from ``def`` to the end."""

    path: str
    name: str
    lines: int
    parameters: int

    @property
    def key(self) -> str:
        return f"{self.path}:{self.name}"


@cache
def sources(*packages: str) -> tuple[Source, ...]:
    """The Python files of these top-level packages."""
    if len(packages) > 1:  # each file is parsed once, whatever it is asked for with
        return tuple(source for package in packages for source in sources(package))
    files = (file for package in packages for file in sorted((ROOT / package).rglob("*.py")))
    gc.disable()  # the trees stay: looking through them for garbage again and again takes longer than parsing
    try:
        return tuple(_parsed(file) for file in files if "__pycache__" not in file.parts)
    finally:
        gc.freeze()
        gc.enable()


def _parsed(file: Path) -> Source:
    text = file.read_text("utf-8")
    return Source(file.relative_to(ROOT).as_posix(), text, ast.parse(text, str(file)))


def functions(source: Source) -> Iterator[Function]:
    """Every function of a file, nested ones too."""
    for name, node in _definitions(source.tree, ""):
        arguments = node.args
        counted = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        parameters = len([name for name in counted if name not in {"self", "cls"}])
        yield Function(source.path, name, (node.end_lineno or node.lineno) - node.lineno + 1, parameters)


def _definitions(parent: ast.AST, prefix: str) -> Iterator[tuple[str, AnyFunction]]:
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, AnyFunction):
            yield prefix + node.name, node
        inner = f"{prefix}{node.name}." if isinstance(node, AnyFunction | ast.ClassDef) else prefix
        yield from _definitions(node, inner)


def names(node: ast.AST) -> list[str]:
    """The modules that an import statement names; a relative one counts as the engine's."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return ["engine" if node.level else node.module or ""]
    return []


def imports(tree: ast.AST) -> set[str]:
    """The top-level packages imported anywhere in a tree."""
    return {name.split(".")[0] for node in ast.walk(tree) for name in names(node)}


def public_methods(source: Source) -> Iterator[tuple[str, int]]:
    """Each class with the number of its public methods and properties."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ClassDef):
            methods = [m.name for m in node.body if isinstance(m, AnyFunction) and not m.name.startswith("_")]
            yield f"{source.path}:{node.name}", len(methods)


def text_files() -> Iterator[tuple[str, str]]:
    """The text files of the repository with their content, without environments, caches and data."""
    for folder, inner, files in os.walk(ROOT):
        inner[:] = sorted(name for name in inner if not _NOT_OURS.match(name))
        for name in sorted(files):
            file = Path(folder, name)
            if file.suffix not in _BINARY and name != ".env":
                yield file.relative_to(ROOT).as_posix(), file.read_text("utf-8", errors="replace")
