"""What people add to a chat or keep from the model: the author's note, hidden messages."""

from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here
from engine.values.notes import AuthorsNote


async def note(needs: Needs, here: Here) -> AuthorsNote | None:
    """The author's note that holds here."""
    raise NotImplementedError


async def set_note(needs: Needs, runner: Runner, here: Here, note: AuthorsNote | None) -> None:
    """Give this chat another author's note."""
    raise NotImplementedError


async def hide(needs: Needs, runner: Runner, here: Here, numbers: tuple[int, int], *, hidden: bool) -> int:
    """Keep messages from the model, or show them again."""
    raise NotImplementedError
