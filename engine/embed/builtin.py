"""The embedding model that comes with Omoide: multilingual USE, numpy only, no account."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from engine.embed.batches import Batches
from engine.embed.encoder import Encoder, KeptEncoder, in_memory, out_of
from engine.rules.similarity import Scale

LONGEST = 1000
"""Characters of a text that count. Cost grows faster than length, and what a text is about stands near its front."""
_BATCH = 16
_SCALE = Scale(((-1.0, 0.0), (0.078, 0.2), (0.294, 0.5), (0.835, 0.85), (1.0, 1.0)))
"""Measured with engine.embed.calibration; a test measures again."""


class BuiltinEmbedder:
    """Loads on first use (1 s, 120 MB) and works in a thread, one batch at a time.

    With a ``folder`` it stays there, and only what is used of it is read into memory, which takes no time either.
    """

    model = "use-multilingual-v3"
    dims = 512
    at_hand = True

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._encoder: Encoder | None = None
        self._batches = Batches(LONGEST, _BATCH)
        self._used = False

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """A unit vector for each text."""
        return await self._batches.encoded(texts, self._encode)

    def scale(self, cosine: float) -> float:
        """The cosine of two vectors of this model on the canonical scale, 0 to 1."""
        return _SCALE(cosine)

    async def rest(self) -> None:
        """Where nothing was asked since the last time, have what lies on disk take no memory until there is."""
        if isinstance(self._encoder, KeptEncoder) and not self._used:
            self._encoder.file.let_go()
        self._used = False

    def _encode(self, texts: list[str]) -> list[list[float]]:
        self._used = True
        if self._encoder is None:
            self._encoder = _load(self._folder)
        return self._encoder.encode(texts).tolist()


@cache
def _load(folder: Path | None) -> Encoder:
    """One a process and folder, whoever uses it."""
    return in_memory() if folder is None else out_of(folder)
