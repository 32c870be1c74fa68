"""What a prompt was made of."""

from engine.actions import inspections
from engine.turns.needs import Needs
from engine.values.incoming import Here
from engine.values.inspection import Inspection


class Inspect:
    """Why a reply came out as it did."""

    def __init__(self, needs: Needs) -> None:
        self._needs = needs

    async def last(self, here: Here, replied: str = "") -> Inspection | None:
        """The prompt of the newest turn that ended here, part by part; None before the first.

        ``replied`` is the message whose prompt it is instead. Raises NotOnTheLine.
        """
        return await inspections.last(self._needs, here, replied)
