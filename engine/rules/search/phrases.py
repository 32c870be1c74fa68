"""Phrases written short: ``who (won|lost) (the )?game`` stands for four of them. Nothing in it can repeat."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

_ENDS: Final = "|)"


def phrases_of(written: str, lists: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """All that ``written`` stands for. ``(a|b)`` is either, ``?`` makes what is before it optional, ``<name>`` is one
    of a list. Raises ValueError where it does not end as it began.
    """
    found, end = _any_of(written, 0, lists)
    if end != len(written):
        raise ValueError(f"{written} has a bracket too many")
    return found


def _any_of(written: str, at: int, lists: Mapping[str, Sequence[str]]) -> tuple[frozenset[str], int]:
    """What the alternatives from ``at`` on stand for, and where they end."""
    found = set[str]()
    while True:
        parts, at = _one_after_another(written, at, lists)
        found.update("".join(it) for it in product(*parts))
        if written[at : at + 1] != "|":
            return frozenset(found), at
        at += 1


def _one_after_another(written: str, at: int, lists: Mapping[str, Sequence[str]]) -> tuple[list[frozenset[str]], int]:
    parts: list[frozenset[str]] = []
    while at < len(written) and written[at] not in _ENDS:
        part, at = _part(written, at, lists)
        if written[at : at + 1] == "?":
            part, at = part | {""}, at + 1
        parts.append(part)
    return parts, at


def _part(written: str, at: int, lists: Mapping[str, Sequence[str]]) -> tuple[frozenset[str], int]:
    if written[at] == "(":
        part, end = _any_of(written, at + 1, lists)
        if written[end : end + 1] != ")":
            raise ValueError(f"{written} lacks a bracket")
        return part, end + 1
    if written[at] == "<":
        end = written.index(">", at)
        return frozenset(_listed(written[at + 1 : end], lists)), end + 1
    return frozenset((written[at],)), at + 1


def _listed(name: str, lists: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for it in lists[name]:
        yield from phrases_of(it, lists)
