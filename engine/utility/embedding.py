"""Embeddings by an endpoint, counted for whoever they are made for, within what a day allows."""

from collections.abc import Sequence
from typing import Final

from engine.db.house.spending import Spending, asking
from engine.db.postgres.pool import Database
from engine.embed.remote import LONGEST, RemoteEmbedder
from engine.errors import DaySpent, ModelError
from engine.ports import Embedder
from engine.rules.allowance import cost, spent
from engine.rules.similarity import cosine
from engine.rules.text.tokens import estimate
from engine.values.house.allowances import EndpointUse
from engine.values.models.models import Endpoint

NO_VECTORS: Final = (ModelError, DaySpent)
"""Why none are to be had: words are searched for then."""


async def likeness(embedder: Embedder, text: str, others: Sequence[str]) -> list[float] | None:
    """How like ``text`` each of ``others`` is by meaning, on the canonical scale; None where there are no vectors."""
    if not others:
        return []
    try:
        mine, *theirs = await embedder.embed([text, *others])
    except NO_VECTORS:
        return None
    return [embedder.scale(cosine(mine, it)) for it in theirs]


class CountedEmbedder:
    """The model at ``endpoint``, for whoever is ``asking``, as long as anything is left of what they may use."""

    def __init__(self, embedder: RemoteEmbedder, endpoint: Endpoint, spending: Spending, db: Database) -> None:
        self._embedder = embedder
        self._endpoint = endpoint
        self._spending = spending
        self._db = db

    @property
    def model(self) -> str:
        return self._embedder.model

    @property
    def dims(self) -> int:
        """How long a vector is; 0 until the first answer."""
        return self._embedder.dims

    @property
    def at_hand(self) -> bool:
        return self._embedder.at_hand

    def scale(self, cosine: float) -> float:
        """The cosine of two vectors of this model on the canonical scale; plain until something was embedded."""
        return self._embedder.scale(cosine)

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """A unit vector for each text. Raises a ModelError, DaySpent."""
        spender, price = asking(), self._endpoint.price
        with self._spending.account(spender) as account:
            if over := await self._spending.exceeded(self._db, spender):
                raise DaySpent(limit=over.allowance.amount, seconds=self._spending.seconds_left(over))
            account.expected = spent(price, sum(estimate(it[:LONGEST]) for it in texts), 0)
            vectors, tokens = await self._embedder.counted(texts)
        took = EndpointUse(spender, self._endpoint.name, self.model)
        self._spending.owe(took, spent(price, tokens, 0), cost(price, tokens, 0))
        return vectors
