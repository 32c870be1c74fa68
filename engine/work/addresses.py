"""Channels by our numbers and by their platform's names. Names seldom change; what is kept of them is bounded."""

from collections import OrderedDict

from engine.values.chats.incoming import Origin
from engine.values.chats.places import Address
from engine.values.ids import ChannelKey

KEPT = 20_000

_Names = tuple[str, str, str]


class Addresses:
    """The channels used last. Whoever reads a channel's names anyway writes them down here."""

    def __init__(self) -> None:
        self._known: OrderedDict[ChannelKey, Address] = OrderedDict()
        self._keys: dict[_Names, ChannelKey] = {}

    def learn(self, channel: ChannelKey, at: Address) -> None:
        """``channel`` is called ``at``."""
        before = self._known.get(channel)
        if before != at:
            if before is not None:
                self._keys.pop(_names(before), None)
            self._known[channel] = at
            self._keys[_names(at)] = channel
        self._known.move_to_end(channel)
        if len(self._known) > KEPT:
            _, oldest = self._known.popitem(last=False)
            self._keys.pop(_names(oldest), None)

    def of(self, channel: ChannelKey) -> Address | None:
        """What ``channel`` is called; None when that was not read lately."""
        return self._known.get(channel)

    def key(self, at: Address | Origin) -> ChannelKey | None:
        """The channel of these names; None when it was not used lately."""
        return self._keys.get(_names(at))

    def moved(self, platform: str, old_space: str, new_space: str) -> None:
        """A space has another name, and so have its channels whose names begin with it."""
        for channel, at in list(self._known.items()):
            if (at.platform, at.space) == (platform, old_space):
                self.learn(channel, Address(platform, new_space, _renamed(at, old_space, new_space), at.private))


def _names(at: Address | Origin) -> _Names:
    return at.platform, at.space, at.channel


def _renamed(at: Address, old: str, new: str) -> str:
    head, dot, topic = at.channel.partition(".")
    return f"{new}{dot}{topic}" if head == old else at.channel
