"""World books: list, show, bind, delete."""

from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here
from engine.values.worlds import Binding, WorldBook, WorldInfo


async def listed(needs: Needs, here: Here) -> list[WorldInfo]:
    """The books that may be used here."""
    raise NotImplementedError


async def show(needs: Needs, here: Here, number: int) -> WorldBook:
    """A book's newest version. Raises NoSuchWorld."""
    raise NotImplementedError


async def bind(needs: Needs, runner: Runner, here: Here, number: int, binding: Binding, *, on: bool) -> None:
    """Bind a book, or unbind it. Raises NoSuchWorld."""
    raise NotImplementedError


async def delete(needs: Needs, here: Here, number: int) -> None:
    """Forget a book. Raises NoSuchWorld."""
    raise NotImplementedError
