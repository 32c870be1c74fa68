"""Figures and the table they are read from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number. ``goal`` is the most it should be; None when it is told for orientation only."""

    name: str
    value: float
    unit: str
    goal: float | None = None

    @property
    def ratio(self) -> float | None:
        """Figure over goal; more than 1 is missed. Where there should be none, how many there are."""
        if not self.goal:
            return None if self.goal is None else self.value and self.value + 1
        return self.value / self.goal


@dataclass(frozen=True, slots=True)
class Part:
    """The figures of one part of the benchmark, and lines that explain them."""

    title: str
    figures: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = ()


def percentile(values: Iterable[float], share: float) -> float:
    """The smallest of ``values`` that ``share`` (0 to 1) of them do not exceed; 0.0 when there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def spread(
    name: str, seconds: Sequence[float], goals: tuple[float | None, float | None] = (None, None)
) -> list[Figure]:
    """The median and the 99th percentile of some durations, in milliseconds."""
    return [
        Figure(f"{name}, p50", percentile(seconds, 0.5) * 1000, "ms", goals[0]),
        Figure(f"{name}, p99", percentile(seconds, 0.99) * 1000, "ms", goals[1]),
    ]


def table(parts: Sequence[Part]) -> str:
    """All parts as aligned text."""
    width = max((len(it.name) for part in parts for it in part.figures), default=0)
    lines: list[str] = []
    for part in parts:
        lines += ["", part.title, f"  {'':{width}}  {'figure':>10}  {'goal':>8}  {'ratio':>6}"]
        lines += [_row(it, width) for it in part.figures]
        lines += [f"  {note}" for note in part.notes]
    return "\n".join(lines)


def _row(figure: Figure, width: int) -> str:
    goal = "" if figure.goal is None else f"{figure.goal:g}"
    ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
    missed = "  missed" if figure.ratio is not None and figure.ratio > 1 else ""
    return f"  {figure.name:{width}}  {figure.value:>10.4g}  {goal:>8}  {ratio:>6}  {figure.unit}{missed}"
