"""Files that wait for a yes."""

from engine.turns.needs import Needs
from engine.values.incoming import Here


async def drop(needs: Needs, here: Here, token: str) -> None:
    """Forget a file that was looked at."""
    raise NotImplementedError
