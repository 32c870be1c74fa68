"""What scripts have made of texts: most of a chat comes again with each prompt, and what was found once stays found."""

from collections import OrderedDict
from collections.abc import Hashable


class KeptTexts:
    """Texts by what they were made of, the last ones used, so many characters of both at ``most``."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._kept: OrderedDict[Hashable, tuple[str, int]] = OrderedDict()

    def get(self, name: Hashable) -> str | None:
        """What was kept under a name."""
        if name not in self._kept:
            return None
        self._kept.move_to_end(name)
        return self._kept[name][0]

    def keep(self, name: Hashable, text: str, read: int) -> None:
        """Keep a text that was made of so many characters. Nothing else is kept under the name yet."""
        size = len(text) + read
        self._kept[name] = (text, size)
        self._size += size
        while self._size > self._most:
            _, (_, gone) = self._kept.popitem(last=False)
            self._size -= gone
