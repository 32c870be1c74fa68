"""Which places of the code are changed, and how: each is chosen by the seed alone. The changes are Cosmic Ray's."""

import random  # noqa: TID251 - seeded, for which places; nothing of the product
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from tests.bench.foreign import install

PLACES: Final = ("engine/rules", "engine/turns", "engine/actions/chats/head_moves*")
"""Whose code is changed: a folder, or files by a pattern."""

_ARITHMETIC: Final = {
    "Add": ("Sub",),
    "Sub": ("Add",),
    "Mul": ("Add", "FloorDiv"),
    "FloorDiv": ("Mul",),
    "Mod": ("Mul",),
}
_COMPARISONS: Final = {
    "Eq": ("NotEq",),
    "NotEq": ("Eq",),
    "Lt": ("LtE", "GtE"),
    "LtE": ("Lt", "Gt"),
    "Gt": ("GtE", "LtE"),
    "GtE": ("Gt", "Lt"),
    "Is": ("IsNot",),
    "IsNot": ("Is",),
}
OPERATORS: Final = (
    *(f"core/ReplaceBinaryOperator_{it}_{other}" for it, others in _ARITHMETIC.items() for other in others),
    *(f"core/ReplaceComparisonOperator_{it}_{other}" for it, others in _COMPARISONS.items() for other in others),
    *("core/AddNot", "core/ReplaceTrueWithFalse", "core/ReplaceFalseWithTrue", "core/NumberReplacer"),
    *("core/ReplaceAndWithOr", "core/ReplaceOrWithAnd", "core/ReplaceUnaryOperator_Delete_Not"),
    *("core/ReplaceBreakWithContinue", "core/ReplaceContinueWithBreak", "core/ZeroIterationForLoop"),
)
"""What is changed: mistakes that people make. What no import would outlive, such as types, is left alone."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One changed place. ``path`` is relative, ``line`` counts from 1, ``code`` is the whole changed file."""

    path: str
    line: int
    operator: str
    before: str
    after: str
    code: str


def chosen(tree: Path, count: int, seed: int) -> Iterator[Mutant]:
    """So many different mutants of the code in ``tree``; long files have more of them."""
    chance = random.Random(seed)
    files = [path for place in PLACES for path in _files(tree, place)]
    sizes = [path.read_text().count("\n") for path in files]
    known: set[tuple[Path, str, int]] = set()
    while len(known) < count:
        path = chance.choices(files, sizes)[0]
        places = _places(path.read_text())
        if not places:
            continue
        operator, occurrence = chance.choice(chance.choice(places))
        if (path, operator, occurrence) not in known:
            known.add((path, operator, occurrence))
            yield _mutant(tree, path, operator, occurrence)


def _files(tree: Path, place: str) -> list[Path]:
    found = tree.glob(place)
    return sorted(it for path in found for it in (path.rglob("*.py") if path.is_dir() else [path]))


def _mutant(tree: Path, path: Path, operator: str, occurrence: int) -> Mutant:
    source = path.read_text()
    code = str(_cosmic_ray().mutate_code(source, _operators()[operator], occurrence))
    pairs = enumerate(zip(source.splitlines(), code.splitlines(), strict=False), 1)
    line, (before, after) = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
    return Mutant(str(path.relative_to(tree)), line, operator.split("/")[1], before.strip(), after.strip(), code)


@cache
def _places(source: str) -> Sequence[Sequence[tuple[str, int]]]:
    """By place in the file the changes that are possible there: an operator, and its how-manieth occurrence."""
    found: dict[tuple[str, object], list[tuple[str, int]]] = {}
    nodes = list(_nodes(_cosmic_ray().get_ast(source)))
    for name, operator in _operators().items():
        spots = [spot for node in nodes for spot in operator.mutation_positions(node)]
        for occurrence, spot in enumerate(spots):
            found.setdefault((name.split("_")[0], spot), []).append((name, occurrence))
    return list(found.values())


def _nodes(node: Any) -> Iterator[Any]:
    """In the order in which Cosmic Ray counts them."""
    yield node
    for it in getattr(node, "children", ()):
        yield from _nodes(it)


@cache
def _cosmic_ray() -> Any:
    sys.path.append(str(install("mutants")))
    from cosmic_ray import mutating  # pyright: ignore[reportMissingImports]

    return mutating


@cache
def _operators() -> dict[str, Any]:
    _cosmic_ray()
    from cosmic_ray import plugins  # pyright: ignore[reportMissingImports]

    return {name: plugins.get_operator(name)() for name in OPERATORS}
