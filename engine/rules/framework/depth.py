"""Texts that stand in the chat, counted from its end. They are placed anew in each prompt and never stored.

Depth 0 is after the newest message, depth N before the N-th from the end (or, counted by people's messages, before the
N-th of those); beyond the start is before the oldest. Only messages count, not what was placed between them. Of one
depth, what has a smaller order stands higher, then assistant above user above system, and what has one role is one
message: a preset's texts first, then the others by their ids. Blanks around what has one id are left out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from engine.rules.framework.pieces import Block, Scrap, trimmed
from engine.values.house.setting_choices import DepthCounting
from engine.values.models.prompts import Role

_TOP_TO_BOTTOM: Final = (Role.ASSISTANT, Role.USER, Role.SYSTEM)


@dataclass(frozen=True, slots=True)
class AtDepth:
    """A text that wants a depth. Texts of presets have no ``id``. ``reverse``: counted from the oldest message."""

    depth: int
    role: Role
    scraps: tuple[Scrap, ...]
    order: float = 100
    id: str = ""
    reverse: bool = False


@dataclass(frozen=True, slots=True)
class DepthLayer:
    """The messages of one depth, top to bottom."""

    depth: float
    blocks: tuple[Block, ...]
    reverse: bool = False


@dataclass(frozen=True, slots=True)
class DepthCount:
    """How depths are counted in a talk whose messages have ``roles``, oldest first.

    ``going_on``: the newest message is to be continued, so nothing may stand behind it.
    """

    roles: Sequence[Role]
    counting: DepthCounting = DepthCounting.ST
    going_on: bool = False

    def index(self, depth: float, *, reverse: bool = False) -> int:
        """The index of the message that a text of ``depth`` stands before; the number of messages = at the end."""
        end = len(self.roles)
        if reverse:
            return min(int(depth), end)
        if self.counting is DepthCounting.USER and Role.USER in self.roles:
            return self._by_people(int(depth))
        return max(0, end - (int(depth) or int(self.going_on)))

    def _by_people(self, depth: int) -> int:
        said = [at for at, role in enumerate(self.roles) if role is Role.USER]
        if depth == 0:
            return said[-1] + 1
        return said[-depth] if depth <= len(said) else 0

    def newest_words(self) -> int:
        """Where the newest words of people begin: several messages when they came in a burst."""
        at = len(self.roles)
        while at and self.roles[at - 1] is not Role.USER:
            at -= 1
        if not at:
            return max(0, len(self.roles) - int(self.going_on))
        while at and self.roles[at - 1] is Role.USER:
            at -= 1
        return at

    def depth_of(self, index: int) -> int:
        """The depth that stands right before message ``index``."""
        after = self.roles[index:]
        return len(after) if self.counting is DepthCounting.ST else sum(role is Role.USER for role in after)


def layers(texts: Iterable[AtDepth]) -> list[DepthLayer]:
    """The texts as messages, depth by depth."""
    depths: dict[tuple[int, bool], list[AtDepth]] = {}
    for text in texts:
        depths.setdefault((text.depth, text.reverse), []).append(text)
    return [DepthLayer(depth, tuple(_blocks(of_depth)), reverse) for (depth, reverse), of_depth in depths.items()]


def place(found: Iterable[DepthLayer], count: DepthCount) -> Mapping[int, tuple[Block, ...]]:
    """The layers by the index of the message they stand before; where several meet, the deeper is the higher."""
    placed: dict[int, tuple[Block, ...]] = {}
    for layer in sorted(found, key=lambda it: (not it.reverse, -it.depth)):
        index = count.index(layer.depth, reverse=layer.reverse)
        placed[index] = (*placed.get(index, ()), *layer.blocks)
    return placed


def above_the_newest_words(blocks: Sequence[Block], count: DepthCount) -> DepthLayer:
    """What belongs right before the newest words of people, above every text of that depth."""
    return DepthLayer(count.depth_of(count.newest_words()) + 0.5, tuple(blocks))


def _blocks(texts: list[AtDepth]) -> Iterable[Block]:
    def rank(text: AtDepth) -> tuple[float, int, str]:
        return (text.order, _TOP_TO_BOTTOM.index(text.role), text.id)

    ordered = sorted(texts, key=rank)
    for (_, role), group in groupby(ordered, key=lambda text: (text.order, text.role)):
        by_id = groupby(group, key=lambda text: text.id)
        scraps = tuple(it for _, of_id in by_id for it in trimmed([scrap for text in of_id for scrap in text.scraps]))
        if scraps:
            yield Block(role, scraps)
