"""The candidates that several searches found, each once."""

from collections.abc import Sequence

from engine.rules.recall.remembering.embedded import LONGEST
from engine.values.memory.memories import MemoryCandidate


def pooled(near: Sequence[MemoryCandidate], worded: Sequence[MemoryCandidate]) -> list[MemoryCandidate]:
    """What was found by meaning and by words, with everything that is known of each: its cosine and its BM25."""
    words = {it.id: it for it in worded}
    found = {it.id for it in near}
    both = [_with(it, words[it.id]) if it.id in words else it for it in near]
    return [*both, *(it for it in worded if it.id not in found)]


def _with(candidate: MemoryCandidate, by_words: MemoryCandidate) -> MemoryCandidate:
    """Written out: copying fields by name takes five times as long, and there are thousands of them in a turn."""
    return MemoryCandidate(
        candidate.id,
        candidate.session,
        candidate.tag,
        candidate.nth,
        candidate.person,
        candidate.character,
        candidate.occurred_at,
        candidate.words,
        candidate.cosine,
        by_words.bm25,
        candidate.pinned,
        by_words.hits,
    )


def folded(text: str) -> str:
    """``text`` as far as it matters for being the same: letters and digits, without case; its beginning is enough."""
    text = text[:LONGEST]
    return "".join(char for char in text.casefold() if char.isalnum()) or text.strip()
