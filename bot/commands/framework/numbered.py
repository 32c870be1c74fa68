"""What a typed number means behind a list: the line of that number, as if its button were pressed."""

from collections.abc import Mapping

from bot.commands.framework.reply import Listing, ListItem, Reply, ReplyChoice
from engine.values.chats.incoming import Origin

_LONGEST = 15
_REMEMBERED = 1_000


def items_with_buttons(reply: Reply) -> list[ListItem]:
    """The lines of all lists that can be pressed."""
    return [it for block in reply.blocks if isinstance(block, Listing) for it in block.items if it.choices]


def numbered(reply: Reply) -> dict[int, ReplyChoice]:
    """What people see with a number of its own, and can press: lines of lists, and buttons about one; by the number."""
    buttons = {int(it.key): it for it in reply.choices if is_number(it.key)}
    return buttons | {int(it.key): it.chosen for it in items_with_buttons(reply) if is_number(it.key)}


def listed(reply: Reply) -> set[int]:
    """All numbers that stand before the lines of its lists."""
    lines = (it for block in reply.blocks if isinstance(block, Listing) for it in block.items)
    return {int(it.key) for it in lines if is_number(it.key)}


def is_number(word: str) -> bool:
    """Whether a word is a number that may stand in a list."""
    return word.isascii() and word.isdecimal() and len(word) <= _LONGEST


def typed_number(text: str) -> int:
    """The number that a message is, also as it is shown: "[3]", "#3"; -1 where it is none."""
    word = text.strip().removeprefix("#").removeprefix("[").removesuffix("]")
    return int(word) if is_number(word) else -1


class Lists:
    """The list that each person read last in a private place, until they do something else; in this process."""

    def __init__(self) -> None:
        self._read: dict[tuple[str, str], Mapping[int, ReplyChoice]] = {}

    def read(self, origin: Origin, reply: Reply) -> None:
        """Somebody gets an answer; a list in it waits for a number."""
        found = numbered(reply) if origin.private else {}
        self._read.pop((origin.channel, origin.person), None)
        if found:
            self._read[origin.channel, origin.person] = found
            if len(self._read) > _REMEMBERED:
                del self._read[next(iter(self._read))]

    def picked(self, origin: Origin, text: str) -> str:
        """The control of the line that ``text`` means; "" where it means none. The list waits for nothing then."""
        found = self._read.pop((origin.channel, origin.person), {})
        choice = found.get(typed_number(text))
        return choice.control if choice else ""
