"""What goes out as a file, as it came in wherever nothing was changed."""

from engine.turns.needs import Needs
from engine.values.incoming import Here
from engine.values.transfers import Document


async def character(needs: Needs, here: Here, number: int, form: str) -> Document:
    """A character's newest card. Raises NoSuchCharacter."""
    raise NotImplementedError


async def world(needs: Needs, here: Here, number: int) -> Document:
    """A world book. Raises NoSuchWorld."""
    raise NotImplementedError


async def preset(needs: Needs, here: Here, number: int) -> Document:
    """A preset. Raises NoSuchPreset."""
    raise NotImplementedError


async def chat(needs: Needs, here: Here) -> Document:
    """The chat that is played here. Raises SessionMissing."""
    raise NotImplementedError
