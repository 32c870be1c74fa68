"""What a prompt was made of."""

from engine.actions.chats import inspections
from engine.context import EngineContext
from engine.values.chats.incoming import Here
from engine.values.models.inspection import Inspection


class InspectService:
    """Why a reply came out as it did."""

    def __init__(self, ctx: EngineContext) -> None:
        self._ctx = ctx

    async def last(self, here: Here, replied: str = "") -> Inspection | None:
        """The prompt of the newest turn that ended here, part by part; None before the first.

        ``replied`` is the message whose prompt it is instead. Raises NotOnTheLine.
        """
        return await inspections.last(self._ctx, here, replied)
