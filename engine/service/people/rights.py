"""What people may ask of the house about themselves: all of it in a file, or that it goes."""

from engine.actions.people import forgetting, own_data
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.people.rights import PersonalData, Receipt
from engine.values.transfers.transfers import Document


class RightsService:
    """One person's own data, in every place."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def holdings(self, here: Here) -> PersonalData:
        """How much there is of the person."""
        return await forgetting.counted(self._ctx, here)

    async def forget_me(self, here: Here) -> Receipt:
        """Erase all of it. What the person says afterwards is said by somebody new."""
        return await forgetting.forget_me(self._ctx, self._runner, here)

    async def own_data(self, here: Here, readme: tuple[str, str]) -> Document:
        """All of it in a file, beside a page (its name and text) that says what is in it. Raises FileTooBig."""
        return await own_data.export(self._ctx, here, readme)
