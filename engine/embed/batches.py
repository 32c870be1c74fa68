"""Texts for a model on this machine: cut to what counts, in batches, one at a time in a thread."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Batches:
    """``longest``: characters of a text that count; ``size``: texts that are encoded at once."""

    longest: int
    size: int
    _one: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def encoded(
        self, texts: Sequence[str], encode: Callable[[list[str]], list[list[float]]]
    ) -> list[list[float]]:
        """A vector for each text, in order. Raises what ``encode`` does."""
        vectors: list[list[float]] = []
        for start in range(0, len(texts), self.size):
            batch = [text[: self.longest] for text in texts[start : start + self.size]]
            async with self._one:
                vectors += await asyncio.to_thread(encode, batch)
        return vectors
