"""Presets of a space."""

from engine.actions import presets
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here
from engine.values.presets import Preset, PresetInfo


class Presets:
    """List, use, show, delete. The built-in preset has the number 0."""

    def __init__(self, needs: Needs, runner: Runner) -> None:
        self._needs = needs
        self._runner = runner

    async def list(self, here: Here) -> list[PresetInfo]:
        """The presets that may be used here, the built-in one first."""
        return await presets.listed(self._needs, here)

    async def use(self, here: Here, number: int | None) -> None:
        """Use a preset in this chat from the next reply on; None or 0: the built-in one.

        Raises NoSuchPreset, SessionMissing.
        """
        await presets.use(self._needs, self._runner, here, number)

    async def show(self, here: Here, number: int) -> Preset:
        """A preset's newest version. Raises NoSuchPreset."""
        return await presets.show(self._needs, here, number)

    async def delete(self, here: Here, number: int) -> None:
        """Forget a preset; chats that use it go on with it. Raises NoSuchPreset."""
        await presets.delete(self._needs, here, number)
