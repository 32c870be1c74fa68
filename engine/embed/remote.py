"""Embeddings from an OpenAI-compatible ``/embeddings``."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any, Protocol

import aiohttp
import httpx

from engine.embed.calibration import SENTENCES, learned
from engine.errors import EmbeddingUnfit
from engine.rules.model_errors import error_for
from engine.rules.similarity import Scale, unit
from engine.rules.text.tokens import estimate
from engine.rules.wire.chunks import a_list, an_object
from engine.rules.wire.failures import from_status
from engine.rules.wire.urls import key_headers, openai_url
from engine.values.models.failures import Failure, FailureKind
from engine.values.models.models import Endpoint

LONGEST = 8000
"""Characters of a text that are sent; most models take 512 to 8,192 tokens and cut the rest themselves, or refuse."""
_BATCH = 32
_SECONDS = 60.0
_MOST_TOKENS = 10**7
"""More than any batch has: an endpoint that says so is not believed."""


class Clients(Protocol):
    """Gives the shared HTTP client."""

    def client(self, *, local: bool) -> httpx.AsyncClient: ...


class RemoteEmbedder:
    """Learns its scale from a few sentences of known kinship, in one extra request before the first answer.

    ``dims`` is 0 until the first answer. A model that changes its dimension raises EmbeddingUnfit.
    """

    def __init__(self, endpoint: Endpoint, clients: Clients) -> None:
        self.model = endpoint.model
        self.dims = 0
        self.at_hand = False
        self._endpoint = endpoint
        self._clients = clients
        self._scale: Scale | None = None
        self._learning = asyncio.Lock()

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """A unit vector for each text. Raises a ModelError."""
        vectors, _ = await self.counted(texts)
        return vectors

    async def counted(self, texts: Sequence[str]) -> tuple[list[list[float]], int]:
        """The same, and how many tokens it took: as the endpoint counts them, else estimated. Raises a ModelError."""
        if not texts:
            return [], 0
        learning = 0
        async with self._learning:
            if self._scale is None:
                vectors, learning = await self._vectors(SENTENCES)
                self._scale = learned(vectors)
        vectors, tokens = await self._vectors(texts)
        return vectors, tokens + learning

    def scale(self, cosine: float) -> float:
        """The cosine of two vectors of this model on the canonical scale; plain until something was embedded."""
        return (self._scale or Scale())(cosine)

    async def _vectors(self, texts: Sequence[str]) -> tuple[list[list[float]], int]:
        vectors: list[list[float]] = []
        tokens = 0
        for start in range(0, len(texts), _BATCH):
            # An empty text is refused by some servers.
            batch = [text[:LONGEST].strip() or "-" for text in texts[start : start + _BATCH]]
            answer = await self._ask(batch)
            vectors += self._read(answer, len(batch))
            tokens += _tokens(answer, batch)
        return vectors, tokens

    async def _ask(self, texts: list[str]) -> object:
        endpoint = self._endpoint
        client = self._clients.client(local=endpoint.local)
        body = json.dumps({"model": endpoint.model, "input": texts}, ensure_ascii=False).encode("utf-8", "replace")
        headers = {"Content-Type": "application/json", **key_headers(endpoint)}
        failure: Failure | None = None
        answer: object = None
        try:
            async with asyncio.timeout(_SECONDS):
                response = await client.post(openai_url(endpoint, "/embeddings"), content=body, headers=headers)
            if response.status_code != httpx.codes.OK.value:
                failure = from_status(response.status_code, response.text[:65536], response.headers.get("retry-after"))
            else:
                answer = response.json()
        except TimeoutError:
            failure = Failure(FailureKind.SILENT, seconds=_SECONDS)
        except (httpx.ConnectError, httpx.TimeoutException):
            failure = Failure(FailureKind.UNREACHABLE)
        except (httpx.HTTPError, aiohttp.ClientError, OSError):
            failure = Failure(FailureKind.BROKEN)
        except (httpx.InvalidURL, ValueError):
            failure = Failure(FailureKind.URL)
        if failure is not None:
            raise error_for(failure, endpoint)
        return answer

    def _read(self, answer: object, count: int) -> list[list[float]]:
        rows = sorted((an_object(row) for row in a_list(an_object(answer).get("data"))), key=_index)
        vectors = [_numbers(row.get("embedding")) for row in rows]
        self.dims = self.dims or len(vectors[0] if vectors else ())
        if len(vectors) != count or not self.dims or any(len(vector) != self.dims for vector in vectors):
            raise EmbeddingUnfit(endpoint=self._endpoint.name, model=self.model)
        return [unit(vector) for vector in vectors]


def _tokens(answer: object, batch: Sequence[str]) -> int:
    told = an_object(an_object(answer).get("usage")).get("total_tokens")
    return told if isinstance(told, int) and 0 <= told < _MOST_TOKENS else sum(estimate(it) for it in batch)


def _index(row: dict[str, Any]) -> int:
    index = row.get("index")
    return index if isinstance(index, int) else 0


def _numbers(value: object) -> list[float]:
    numbers = a_list(value)
    return [float(number) for number in numbers] if all(isinstance(number, int | float) for number in numbers) else []
