"""Who a person is in their stories."""

from engine.turns.needs import Needs
from engine.values.incoming import Here
from engine.values.notes import UserPersona


async def current(needs: Needs, here: Here) -> UserPersona | None:
    """Who the person is now."""
    raise NotImplementedError


async def put(needs: Needs, here: Here, persona: UserPersona | None) -> None:
    """Make or change a persona, and be it; None: be nobody."""
    raise NotImplementedError


async def listed(needs: Needs, here: Here) -> list[UserPersona]:
    """The person's personas, by name."""
    raise NotImplementedError


async def use(needs: Needs, here: Here, number: int) -> None:
    """Be one of one's personas. Raises NoSuchPersona."""
    raise NotImplementedError
