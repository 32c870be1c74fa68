"""Presets of a space."""

from engine.actions.characters import presets
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.characters.presets import Preset, PresetInfo
from engine.values.chats.incoming import Here


class PresetsService:
    """List, use, show, delete. The built-in preset has the number 0."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def list(self, here: Here) -> list[PresetInfo]:
        """The presets that may be used here, the built-in one first."""
        return await presets.listed(self._ctx, here)

    async def use(self, here: Here, number: int | None) -> None:
        """Use a preset in this chat from the next reply on; None or 0: the built-in one.

        Raises NoSuchPreset, SessionMissing.
        """
        await presets.use(self._ctx, self._runner, here, number)

    async def show(self, here: Here, number: int) -> Preset:
        """A preset's newest version. Raises NoSuchPreset."""
        return await presets.show(self._ctx, here, number)

    async def delete(self, here: Here, number: int) -> None:
        """Forget a preset; chats that use it go on with it. Raises NoSuchPreset."""
        await presets.delete(self._ctx, here, number)
