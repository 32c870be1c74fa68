"""The word pieces of the built-in model as arrays that may lie in a file: the same pieces as its package cuts.

The package keeps every beginning of its 128,000 pieces as a string of its own in a dictionary, 40 MB. Here they are the
nodes of a tree, shorter ones first and in order of their text: what goes on from a node lies side by side.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Protocol

_NOTHING: Final = -1e38
_LOWER: Final = 10.0
"""How far below the least likely piece a character of no piece lies; both numbers are the package's."""


class Normalizer(Protocol):
    """The package's way of writing a text before it is cut: NFKC, and spaces as ``▁``."""

    def normalize(self, text: str) -> str: ...


@dataclass(frozen=True, slots=True)
class PieceTree:
    """``letters``: the last character of each node. What goes on from node ``n`` are the nodes from ``nexts[n]`` up to
    ``nexts[n + 1]``, the first node being the empty text. ``pieces``: the piece that ends there and one, or 0.
    """

    letters: Sequence[int]
    nexts: Sequence[int]
    pieces: Sequence[int]

    @classmethod
    def of(cls, beginnings: Mapping[str, int]) -> "PieceTree":
        """Of every beginning of a piece, with the piece that it is and one, or 0."""
        ordered = sorted(beginnings, key=lambda it: (len(it), it))
        places = {text: place for place, text in enumerate(("", *ordered))}
        counts = [0] * len(places)
        for text in ordered:
            counts[places[text[:-1]]] += 1
        nexts = list(accumulate(counts, initial=1))
        return cls([0, *(ord(it[-1]) for it in ordered)], nexts, [0, *(beginnings[it] for it in ordered)])


class PieceCutter:
    """Cuts texts as the package's tokenizer does: the likeliest pieces, the earliest start where two are alike."""

    def __init__(
        self, tree: PieceTree, scores: Sequence[float], normalizer: Normalizer, unknown: int, ends: tuple[int, int]
    ) -> None:
        self._tree = tree
        self._scores = scores
        self._normalizer = normalizer
        self._unknown = unknown
        self._ends = ends
        self._least = min(scores) - _LOWER

    def encode(self, text: str, **_asked: object) -> list[int]:
        """The numbers of the pieces of a text, between those of its beginning and its end."""
        normalized = self._normalizer.normalize(text)
        first, last = self._ends
        return [first, *(self._cut(normalized) or [self._unknown]), last]

    def _cut(self, text: str) -> list[int]:
        """The pieces of the likeliest way through a normalized text."""
        best = [0.0] + [_NOTHING] * len(text)
        came: list[tuple[int, int]] = [(0, 0)] * len(best)
        letters = list(map(ord, text))
        for start in range(len(letters)):
            base = best[start]
            for end, piece in self._from(letters, start):
                score = base + (self._least if piece < 0 else self._scores[piece])
                if score > best[end]:
                    best[end] = score
                    came[end] = start, (self._unknown if piece < 0 else piece)
        return _back(came)

    def _from(self, letters: Sequence[int], start: int) -> list[tuple[int, int]]:
        """Where each piece that begins at ``start`` ends, and which it is; below 0 for a character that is none."""
        found: list[tuple[int, int]] = []
        tree, nexts, pieces = self._tree.letters, self._tree.nexts, self._tree.pieces
        node = 0
        for end in range(start, len(letters)):
            letter, after = letters[end], nexts[node + 1]
            node = bisect_left(tree, letter, nexts[node], after)
            if node == after or tree[node] != letter:
                break
            if piece := pieces[node]:
                found.append((end + 1, piece - 1))
        if not found or found[0][0] != start + 1:
            found.append((start + 1, -1))
        return found


def _back(came: Sequence[tuple[int, int]]) -> list[int]:
    """From the end of a text to its beginning, and turned round."""
    found: list[int] = []
    place = len(came) - 1
    while place:
        place, piece = came[place]
        found.append(piece)
    return found[::-1]
