"""Words are embedded once and kept: what is talked about is talked about again."""

from collections.abc import Sequence

import numpy as np

from engine.embed.builtin import BuiltinEmbedder
from engine.recall.embedding import Words


class Listening(BuiltinEmbedder):
    """The embedding that ships, and what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[list[str]] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked.append(list(texts))
        return await super().embed(texts)


async def test_a_word_is_embedded_once() -> None:
    """Every question pays anew for the same words, a millisecond for two of them."""
    embedder, words = Listening(), Words(kept=3)
    await embedder.embed(("warm",))
    first = await words.of(embedder, ("van", "lighthouse", "van"), ("I have a van",))
    again = await words.of(embedder, ("lighthouse", "cat"), ("I have a cat",))
    assert embedder.asked[1:] == [["van", "lighthouse", "I have a van"], ["cat", "I have a cat"]]
    assert np.allclose(first["lighthouse"], again["lighthouse"])
    assert set(again) == {"lighthouse", "cat", "I have a cat"}


async def test_words_that_nobody_uses_any_more_go() -> None:
    """The vectors of every word that was ever said stay in memory."""
    embedder, words = Listening(), Words(kept=2)
    await embedder.embed(("warm",))
    for word in ("van", "cat", "van", "moss", "van", "cat"):
        await words.of(embedder, (word,), ())
    assert embedder.asked[1:] == [["van"], ["cat"], ["moss"], ["cat"]]
