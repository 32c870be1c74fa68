"""What the last prompt was made of."""

from engine.turns.needs import Needs
from engine.values.incoming import Here
from engine.values.inspection import Inspection


async def last(needs: Needs, here: Here) -> Inspection | None:
    """The prompt of the newest turn that ended here."""
    raise NotImplementedError
