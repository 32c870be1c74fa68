"""What is known of a turn's times only when its row is written: how long that took, and when people saw the reply."""

from collections import OrderedDict
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.values.chats.steps import TurnStep

KEPT: Final = 1_000
"""Turns. Older ones are forgotten; their other steps stand in their rows."""
_NOTHING: Final[Mapping[TurnStep, float]] = MappingProxyType({})


class Afterwards:
    """Times in milliseconds by turn, of the turns that this process ran lately."""

    def __init__(self) -> None:
        self._began: OrderedDict[int, float] = OrderedDict()
        self._known: dict[int, dict[TurnStep, float]] = {}

    def began(self, turn: int, at: float) -> None:
        """A turn was claimed at this moment of the monotonic clock, in seconds."""
        self._began.setdefault(turn, at)
        self._known.setdefault(turn, {})
        while len(self._began) > KEPT:
            self._known.pop(self._began.popitem(last=False)[0], None)

    def took(self, turn: int, step: TurnStep, milliseconds: float) -> None:
        """A step has ended."""
        if turn in self._known:
            self._known[turn][step] = milliseconds

    def shown(self, turn: int, at: float) -> None:
        """People see something of the reply at this moment; the first time counts."""
        if turn in self._known:
            self._known[turn].setdefault(TurnStep.SHOWN, round(1_000 * (at - self._began[turn]), 2))

    def of(self, turn: int) -> Mapping[TurnStep, float]:
        """What is known of a turn; nothing of one that another process ran, or this one long ago."""
        return self._known.get(turn, _NOTHING)
