"""What a question asks the embedding model for: vectors of texts, and of words that come again and again."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import structlog
from numpy.typing import NDArray

from engine.errors import OmoideError
from engine.ports import Embedder

VECTOR_SECONDS: Final = 1.0
WORD_SECONDS: Final = 0.4
"""Words are asked for last, and an answer that is in time is told without them."""
KEPT: Final = 4_096
"""So many words have their vectors kept, 2 kB each with 512 numbers: what is talked about is talked about again."""

Numbers = NDArray[np.float32]

_log = structlog.get_logger(__name__)


async def embedded(
    embedder: Embedder,
    texts: Sequence[str],
    seconds: float = VECTOR_SECONDS,
    without: str = "words alone were searched for",
) -> Mapping[str, Sequence[float]]:
    """The vectors of ``texts``; none where the model fails or takes longer than ``seconds``.

    ``without`` is what the log says is done then.
    """
    wanted = list(dict.fromkeys(it for it in texts if it.strip()))
    if not wanted:
        return {}
    try:
        async with asyncio.timeout(seconds):
            vectors = await embedder.embed(wanted)
    except TimeoutError:
        _log.warning("embedding too late", model=embedder.model, action=without)
    except OmoideError as error:
        _log.warning("embedding failed", model=embedder.model, error=str(error), action=without)
    else:
        return dict(zip(wanted, vectors, strict=True))
    return {}


class Words:
    """Vectors of words, the last ``kept`` that were wanted."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._known: OrderedDict[tuple[str, str], Numbers] = OrderedDict()

    async def of(self, embedder: Embedder, words: Sequence[str], texts: Sequence[str]) -> dict[str, Numbers]:
        """The vectors of ``words`` and of ``texts``, asked for at once; nothing where one of them is not to be had."""
        wanted = dict.fromkeys(words)
        known = {it: self._known[embedder.model, it] for it in wanted if (embedder.model, it) in self._known}
        lacking = [it for it in (*wanted, *texts) if it not in known and it.strip()]
        made = await embedded(embedder, lacking, WORD_SECONDS, "nothing is doubted for its words")
        if len(made) < len(set(lacking)):
            return {}
        known |= {it: np.asarray(vector, dtype=np.float32) for it, vector in made.items()}
        for word in wanted:
            if word in known:
                self._keep((embedder.model, word), known[word])
        return known

    def _keep(self, word: tuple[str, str], vector: Numbers) -> None:
        self._known[word] = vector
        self._known.move_to_end(word)
        if len(self._known) > self._kept:
            self._known.popitem(last=False)
