"""What people may ask of the house about themselves: all of it in a file, or that it goes."""

from engine.actions import forgetting, own_data
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here
from engine.values.rights import Holdings, Receipt
from engine.values.transfers import Document


class Rights:
    """One person's own data, in every place."""

    def __init__(self, needs: Needs, runner: Runner) -> None:
        self._needs = needs
        self._runner = runner

    async def holdings(self, here: Here) -> Holdings:
        """How much there is of the person."""
        return await forgetting.counted(self._needs, here)

    async def forget_me(self, here: Here) -> Receipt:
        """Erase all of it. What the person says afterwards is said by somebody new."""
        return await forgetting.forget_me(self._needs, self._runner, here)

    async def own_data(self, here: Here, readme: tuple[str, str]) -> Document:
        """All of it in a file, beside a page (its name and text) that says what is in it. Raises FileTooBig."""
        return await own_data.export(self._needs, here, readme)
