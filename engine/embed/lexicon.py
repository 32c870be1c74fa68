"""Vectors of single words, kept in memory: what means something like a word that is asked for."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.ports import Embedder
from engine.rules.recall.words import latin_words

MOST: Final = 20_000
"""Words that are kept, about 22 MB; those that were not used for longest go."""
AT_ONCE: Final = 256
_WAITING: Final = 4_000

Vector = NDArray[np.float32]


class Lexicon:
    """For the built-in embedding, which costs nothing but time: a third of a millisecond a word."""

    def __init__(self, embedder: Embedder, most: int = MOST) -> None:
        self._embedder = embedder
        self._most = most
        self._vectors: OrderedDict[str, NDArray[np.float16]] = OrderedDict()
        self._wanted: dict[str, None] = {}

    def known(self, words: Iterable[str]) -> Mapping[str, Vector]:
        """The vectors of those words that were learned; the others are wanted from now on."""
        found: dict[str, Vector] = {}
        for word in words:
            if (vector := self._vectors.get(word)) is not None:
                self._vectors.move_to_end(word)
                found[word] = vector.astype(np.float32)
            elif len(self._wanted) < _WAITING:
                self._wanted[word] = None
        return found

    async def learn(self, texts: Iterable[str]) -> None:
        """Learn the words of ``texts``. Raises a ModelError."""
        await self._learn(list({word for text in texts for word in latin_words(text)} - self._vectors.keys()))

    async def catch_up(self) -> None:
        """Learn some of what was wanted."""
        words = list(self._wanted)[:AT_ONCE]
        await self._learn(words)

    async def _learn(self, words: list[str]) -> None:
        if not words:
            return
        vectors = await self._embedder.embed(words)
        for word, vector in zip(words, vectors, strict=True):
            self._vectors[word] = np.array(vector, dtype=np.float16)
            self._wanted.pop(word, None)
        while len(self._vectors) > self._most:
            self._vectors.popitem(last=False)
