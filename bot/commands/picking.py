"""Which one of a list a person means: by its number, by its name, or by a part of the name. Pure."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from bot.commands.reply import Item
from engine.errors import NothingCalled, SeveralCalled


class Choosable(Protocol):
    """A thing with a number and a name."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Choosable)


def example_of(items: Sequence[Item]) -> str:
    """The key that a list's hint shows: of what is not in use already, the first."""
    return next((it.key for it in items if not it.current), items[0].key if items else "")


def pick(things: Sequence[T], given: str, command: str) -> T:
    """The thing that ``given`` means. ``command`` shows the list. Raises NothingCalled, SeveralCalled."""
    typed = given.strip().casefold()
    digits = typed.lstrip("#")
    if digits.isdecimal() and (numbered := [it for it in things if str(it.number) == digits]):
        return numbered[0]
    for fits in (
        [it for it in things if it.name.casefold() == typed],
        [it for it in things if typed and typed in it.name.casefold()],
    ):
        if len(fits) == 1:
            return fits[0]
        if fits:
            raise SeveralCalled(name=given[:64], found=", ".join(str(it.number) for it in fits[:8]))
    raise NothingCalled(name=given[:64], command=command)
