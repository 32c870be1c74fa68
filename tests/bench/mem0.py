"""mem0 beside Omoide: raw messages without a model (``infer=False``), the same vectors, its default store in a folder.

Its telemetry is off, and nothing of it reaches for the network. Texts are embedded before anything is timed.
"""

import asyncio
import importlib
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.ports import Embedder
from tests.bench.foreign import install
from tests.bench.recall_scores import Hit
from tests.bench.year import Asked, Year

_USER: Final = "somebody"
_BATCH: Final = 64
ABOUT: Final = (
    "mem0 as it installs: raw messages (infer=False), the same vectors, Qdrant in a folder, none of its extras"
)

Vectors = Mapping[str, Sequence[float]]


def installed() -> bool:
    """Whether mem0 is there; it is fetched if need be."""
    try:
        place = str(install())
    except (OSError, subprocess.CalledProcessError):
        return False
    if place not in sys.path:
        sys.path.append(place)  # last: what the program itself uses goes before
    return True


class Mem0:
    """A memory of its own in ``folder``, for texts whose ``vectors`` are known."""

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        os.environ |= {"MEM0_TELEMETRY": "false", "MEM0_DIR": str(folder / "home"), "OPENAI_API_KEY": "none"}
        made: Any = importlib.import_module("mem0")
        dims = len(next(iter(vectors.values())))
        store = {"path": str(folder / "qdrant"), "embedding_model_dims": dims, "on_disk": True}
        config = {
            "vector_store": {"provider": "qdrant", "config": store},
            "history_db_path": str(folder / "history.db"),
        }
        self._memory = made.Memory.from_config(config)
        self._memory.embedding_model = _Known(vectors)
        self.version: str = importlib.import_module("importlib.metadata").version("mem0ai")

    def add(self, text: str, **metadata: str) -> None:
        """Remember one text as it is."""
        self._memory.add(text, user_id=_USER, infer=False, metadata=metadata)

    def search(self, text: str, count: int) -> list[dict[str, Any]]:
        """What is most like ``text``, best first."""
        return self._memory.search(text, filters={"user_id": _USER}, top_k=count)["results"]

    def close(self) -> None:
        """Let go of the folder."""
        self._memory.vector_store.client.close()


class _Known:
    """An embedding model that looks its answers up, as mem0 asks for them."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return list(self._vectors[text])

    def embed_batch(self, texts: Sequence[str], memory_action: str | None = None) -> list[list[float]]:
        return [self.embed(it) for it in texts]


async def vectors_of(made: Year, embedder: Embedder) -> dict[str, list[float]]:
    """The vectors of everything that is said and asked in a year."""
    texts = list(dict.fromkeys([*(it.text for it in made.said), *(it.text for it in made.asked)]))
    vectors: dict[str, list[float]] = {}
    for at in range(0, len(texts), _BATCH):
        batch = texts[at : at + _BATCH]
        vectors |= dict(zip(batch, await embedder.embed(batch), strict=True))
    return vectors


def answering(made: Year, vectors: Vectors, folder: Path) -> Callable[[Asked], Awaitable[list[Hit]]]:
    """A year in mem0, ready to be asked."""
    memory = Mem0(folder, vectors)
    for it in made.said:
        memory.add(it.text, message=it.id)

    async def answer(asked: Asked) -> list[Hit]:
        found = await asyncio.to_thread(memory.search, asked.text, 20)
        return [Hit((it["metadata"]["message"],), it["memory"]) for it in found]

    return answer


def timed(call: Callable[[], Any]) -> float:
    """The seconds that a call takes."""
    began = time.perf_counter()
    call()
    return time.perf_counter() - began
