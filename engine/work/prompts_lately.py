"""What the prompts of a chat have cost lately. In memory: every sum of a day stands in the tables."""

from collections import OrderedDict, deque
from typing import Final

from engine.values.house.status import PromptsCost
from engine.values.ids import SessionKey

MOST: Final = 500
"""Chats. Of those where nobody talks for longest it is forgotten."""
REPLIES: Final = 20
"""The newest of a chat; enough for what stands in a prompt to have been cut once or twice."""


class PromptsLately:
    """By chat, the newest ``REPLIES`` prompts that this process sent."""

    def __init__(self) -> None:
        self._sent: OrderedDict[SessionKey, deque[PromptsCost]] = OrderedDict()

    def sent(self, key: SessionKey, cost: PromptsCost) -> None:
        """The prompt of a reply has cost so much."""
        self._sent.setdefault(key, deque(maxlen=REPLIES)).append(cost)
        self._sent.move_to_end(key)
        while len(self._sent) > MOST:
            self._sent.popitem(last=False)

    def of(self, key: SessionKey) -> PromptsCost | None:
        """All of a chat together; None where there was none lately."""
        found = self._sent.get(key)
        return sum(found, PromptsCost()) if found else None
