"""The vectors of world books in use, kept in memory, and the search in them."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.db.characters import world_vectors
from engine.db.postgres.pool import Statements
from engine.errors import ModelContextTooLong, ModelRefusedRequest
from engine.ports import Embedder
from engine.rules.recall.words.lore_texts import LoreText, lore_texts
from engine.values.characters.worlds import WorldBook

KEPT_BYTES: Final = 48 << 20
"""Vectors in memory; of books that were not used lately they are read again. 1,000 entries take 2 MB."""
READ: Final = 2_000
"""Vectors that one statement reads."""
BEST: Final = 64
"""Texts of a book that are looked at more closely."""
SHORT: Final = 150
_ROWS: Final = 1_024

_Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that is like a sentence, by the cosine of the nearest of its texts; ``sentence`` counts from 0."""

    uid: str
    cosine: float
    sentence: int


@dataclass(slots=True, eq=False)
class BookVectors:
    """One book by one model. ``rows`` has a vector for each of ``texts``, where ``there`` is true."""

    book: WorldBook
    texts: Sequence[LoreText]
    rows: NDArray[np.float16]
    there: NDArray[np.bool_]
    places: Mapping[str, list[int]]
    read: bool = False
    marked: bool = False
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)

    def lacking(self) -> list[LoreText]:
        """The texts without a vector, each once, what is wanted most first."""
        return list({self.texts[it].digest: self.texts[it] for it in np.flatnonzero(~self.there).tolist()}.values())

    def put(self, digests: Sequence[str], vectors: NDArray[np.float16]) -> None:
        """Vectors of some of the texts."""
        for digest, vector in zip(digests, vectors, strict=True):
            self.rows[self.places[digest]] = vector
            self.there[self.places[digest]] = True

    def nearest(self, sentences: Sequence[Sequence[float]]) -> list[Hit]:
        """The entries that are most like any of ``sentences`` (unit vectors), each once, best first. Takes a while."""
        asked = np.asarray(sentences, np.float32).T
        like = np.full(len(self.texts), -1.0, np.float32)
        which = np.zeros(len(self.texts), np.int64)
        for start in range(0, len(self.texts), _ROWS):
            part: _Floats = self.rows[start : start + _ROWS].astype(np.float32) @ asked
            which[start : start + _ROWS] = part.argmax(axis=1)
            like[start : start + _ROWS] = part.max(axis=1)
        like[~self.there] = -1.0
        best = np.argsort(-like, kind="stable")[:BEST] if len(like) <= BEST else _top(like)
        found: dict[str, Hit] = {}
        places: list[int] = best.tolist()
        for at in places:
            if self.there[at]:
                uid = self.texts[at].uid
                found.setdefault(uid, Hit(uid, float(like[at]), int(which[at])))
        return list(found.values())


class Shelves:
    """Shelves by book and model, those used last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, int], BookVectors] = OrderedDict()

    async def shelf(self, book: WorldBook, model: int, dims: int) -> BookVectors:
        """The shelf of a book. Its vectors are not read yet when it is new."""
        name = (id(book), model)
        if name not in self._kept:
            made = await asyncio.to_thread(_made, book, dims)
            self._kept.setdefault(name, made)  # the book is held, so that nothing else gets its id
            while len(self._kept) > 1 and sum(it.rows.nbytes for it in self._kept.values()) > KEPT_BYTES:
                self._kept.popitem(last=False)
        self._kept.move_to_end(name)
        return self._kept[name]


async def fill(on: Statements, shelf: BookVectors, model: int) -> None:
    """Read what is stored of a shelf's vectors: all of it the first time, then of those that are lacking."""
    digests = [it.digest for it in shelf.lacking()]
    for start in range(0, READ if shelf.read else len(digests), READ):
        if some := digests[start : start + READ]:
            shelf.put(*await world_vectors.read(on, model, some))
            await world_vectors.use(on, model, some)
    shelf.read = True


async def embedded(embedder: Embedder, texts: Sequence[LoreText]) -> dict[str, list[float]]:
    """Vectors of texts by digest; what the model will not have gets one that is like nothing. Raises ModelError."""
    try:
        made = await embedder.embed([it.text for it in texts])
    except (ModelRefusedRequest, ModelContextTooLong):
        made = [await _alone(embedder, it.text[:SHORT]) for it in texts]
    return {it.digest: vector for it, vector in zip(texts, made, strict=True)}


async def _alone(embedder: Embedder, text: str) -> list[float]:
    try:
        return (await embedder.embed([text]))[0]
    except (ModelRefusedRequest, ModelContextTooLong):
        if not embedder.dims:
            raise
        return [0.0] * embedder.dims


def _top(like: NDArray[np.float32]) -> NDArray[np.int64]:
    best = np.argpartition(-like, BEST)[:BEST]
    return best[np.argsort(-like[best], kind="stable")]


def _made(book: WorldBook, dims: int) -> BookVectors:
    texts = lore_texts(book)
    places: dict[str, list[int]] = {}
    for at, it in enumerate(texts):
        places.setdefault(it.digest, []).append(at)
    return BookVectors(book, texts, np.zeros((len(texts), dims), np.float16), np.zeros(len(texts), np.bool_), places)
