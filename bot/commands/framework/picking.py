"""Which one of a list a person means: by its number, by its name, or by a part of the name. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from bot.commands.framework.arguments import row_of
from bot.commands.framework.reply import ListItem
from engine.errors import NoLongerThere, NothingCalled, SeveralCalled

KINDS: Final[Mapping[str, str]] = {
    "/chats": "chat",
    "/chats branches": "branch",
    "/load": "save",
    "/save deleted": "deleted-save",
    "/char": "character",
    "/char trash": "trashed",
    "/cradle": "cradle",
    "/scene cast": "member",
    "/circle": "member",
    "/scene world": "book",
    "/scene world show": "entry",
    "/scene preset": "preset",
    "/scene preset prompts": "prompt",
    "/scene quick": "quick",
    "/scene quick list": "quick-set",
    "/story background": "background",
    "/me persona list": "persona",
    "/story pages": "page",
    "/story timeline": "timeline",
    "/story items": "item",
    "/story people": "person",
    "/story summary": "summary",
    "/story chapters": "chapter",
}
"""What each list is of, by the command that shows it: what there is none of, where nothing in it is meant."""


class Choosable(Protocol):
    """A thing with a number and a name; ``row`` is how buttons name it."""

    @property
    def row(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Choosable)
Info = TypeVar("Info")


@dataclass(frozen=True, slots=True)
class Pickable(Generic[Info]):
    """Something that people may mean: how buttons name it, its number and name for people, and what is known of it."""

    row: int
    number: int
    name: str
    info: Info


def example_of(items: Sequence[ListItem]) -> str:
    """The key that a list's hint shows: of what is not in use already, the first."""
    return next((it.key for it in items if not it.current), items[0].key if items else "")


def pick(things: Sequence[T], given: str, command: str) -> T:
    """The thing that ``given`` means: a row, a number or a name. ``command`` shows the list.

    Raises NoLongerThere, NothingCalled, SeveralCalled.
    """
    typed = given.strip().casefold()
    if (row := row_of(typed)) is not None:
        if one := next((it for it in things if it.row == row), None):
            return one
        raise NoLongerThere(command=command, kind=KINDS[command])
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
    raise NothingCalled(name=given[:64], command=command, kind=KINDS[command])
