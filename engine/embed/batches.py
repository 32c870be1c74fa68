"""Texts for a model on this machine: cut to what counts, and encoded in small batches, one at a time in a thread.

Somebody waits for a question's few texts, nobody for the many of the work behind the turns: few go first, and no more
than one piece of the many stands before them. Questions that wait together are encoded together.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

FEW: Final = 2
"""So many texts at most are asked for by whoever waits for the answer."""

Encode = Callable[[list[str]], list[list[float]]]


@dataclass(eq=False, slots=True)
class _Request:
    """Texts, and the vectors that were made of the first of them."""

    texts: list[str]
    made: list[list[float]] = field(default_factory=list[list[float]])
    failure: BaseException | None = None

    @property
    def is_over(self) -> bool:
        return self.failure is not None or len(self.made) == len(self.texts)


@dataclass(frozen=True, slots=True)
class Batches:
    """``longest``: characters of a text that count; ``size``: texts that are encoded at once; ``piece``: how many of
    those that somebody else may have to wait for.
    """

    longest: int
    size: int
    piece: int = 4
    _one: asyncio.Lock = field(default_factory=asyncio.Lock)
    _waiting: list[_Request] = field(default_factory=list[_Request])

    async def encoded(self, texts: Sequence[str], encode: Encode) -> list[list[float]]:
        """A vector for each text, in order. Raises what ``encode`` does."""
        mine = _Request([text[: self.longest] for text in texts])
        self._waiting.append(mine)
        try:
            while not mine.is_over:
                async with self._one:
                    if not mine.is_over:
                        await self._encode_next(encode)
        finally:
            self._waiting.remove(mine)
        if mine.failure is not None:
            raise mine.failure
        return mine.made

    async def _encode_next(self, encode: Encode) -> None:
        """Encode what is to be had first, whoever asked for it."""
        share = self._next()
        batch = [text for request, count in share for text in request.texts[len(request.made) :][:count]]
        [made] = await asyncio.gather(asyncio.to_thread(encode, batch), return_exceptions=True)
        for request, count in share:
            if isinstance(made, BaseException):
                request.failure = made  # it is raised where these texts were asked for
                continue
            request.made += made[:count]
            del made[:count]

    def _next(self) -> list[tuple[_Request, int]]:
        """Of whom how many texts are next: of all who ask for few, else a piece of whoever asked first."""
        share: list[tuple[_Request, int]] = []
        room = self.size
        left = [it for it in self._waiting if not it.is_over]
        for request in left:
            count = len(request.texts) - len(request.made)
            if len(request.texts) <= FEW and count <= room:
                share.append((request, count))
                room -= count
        return share or [(left[0], self.piece)]
