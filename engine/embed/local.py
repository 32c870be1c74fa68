"""Embeddings by fastembed, on this machine: an extra that is installed only where somebody wants it."""

import importlib
from collections.abc import Iterable, Sequence
from typing import NoReturn, Protocol, cast

import structlog

from engine.embed.batches import Batches
from engine.embed.calibration import SENTENCES, learned
from engine.errors import LocalEmbeddingFailed, LocalEmbeddingMissing
from engine.rules.similarity import Scale, unit

LONGEST = 4000
"""Characters of a text that count; models cut most of that themselves."""
_BATCH = 8

_log = structlog.get_logger(__name__)


class _Vector(Protocol):
    def tolist(self) -> list[float]: ...


class _Model(Protocol):
    def embed(self, documents: list[str]) -> Iterable[_Vector]: ...


class LocalEmbedder:
    """Loads ``model`` on first use, and its weights from the model's hub if they are not there; works in a thread.

    Learns its scale from a few sentences of known kinship. ``dims`` is 0 until then.
    """

    def __init__(self, model: str) -> None:
        self.model = model
        self.dims = 0
        self.at_hand = False
        self._loaded: _Model | None = None
        self._scale = Scale()
        self._batches = Batches(LONGEST, _BATCH)

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """A unit vector for each text. Raises LocalEmbeddingMissing without the package, LocalEmbeddingFailed."""
        return await self._batches.encoded(texts, self._embed)

    def scale(self, cosine: float) -> float:
        """The cosine of two vectors of this model on the canonical scale; plain until something was embedded."""
        return self._scale(cosine)

    def _embed(self, texts: list[str]) -> list[list[float]]:
        if self._loaded is None:
            self._load()
        return self._vectors(texts)

    def _load(self) -> None:
        try:
            package = importlib.import_module("fastembed")
        except ImportError as error:
            raise LocalEmbeddingMissing(model=self.model) from error
        try:
            self._loaded = cast("_Model", package.TextEmbedding(model_name=self.model, threads=1))
        except Exception as error:  # noqa: BLE001 — an unknown name, no network, a broken download: the library says it in many ways
            self._fails(error)
        self._scale = learned(self._vectors(list(SENTENCES)))

    def _vectors(self, texts: list[str]) -> list[list[float]]:
        assert self._loaded is not None
        try:
            made = [unit(it.tolist()) for it in self._loaded.embed(texts)]
        except Exception as error:  # noqa: BLE001 — the same
            self._fails(error)
        self.dims = self.dims or len(made[0])
        return made

    def _fails(self, error: Exception) -> NoReturn:
        _log.warning("fastembed failed", model=self.model, error=type(error).__name__)
        raise LocalEmbeddingFailed(model=self.model) from error
