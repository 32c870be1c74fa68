"""The candidates that several searches found, each once."""

from collections.abc import Sequence
from dataclasses import replace

from engine.values.memories import Candidate


def pooled(*found: Sequence[Candidate]) -> list[Candidate]:
    """What was found, with everything that is known of each: its cosine from one search, its BM25 from another."""
    pool: dict[int, Candidate] = {}
    for it in (candidate for some in found for candidate in some):
        before = pool.get(it.id)
        pool[it.id] = it if before is None else _both(before, it)
    return list(pool.values())


def _both(one: Candidate, other: Candidate) -> Candidate:
    cosine = other.cosine if one.cosine is None else one.cosine
    return replace(one, cosine=cosine, bm25=max(one.bm25, other.bm25))


def folded(text: str) -> str:
    """``text`` as far as it matters for being the same: letters and digits, without case."""
    return "".join(char for char in text.casefold() if char.isalnum()) or text.strip()
