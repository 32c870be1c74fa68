"""Presets: list, use, show, delete."""

from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here
from engine.values.presets import Preset, PresetInfo


async def listed(needs: Needs, here: Here) -> list[PresetInfo]:
    """The presets that may be used here."""
    raise NotImplementedError


async def use(needs: Needs, runner: Runner, here: Here, number: int | None) -> None:
    """Use a preset in this chat."""
    raise NotImplementedError


async def show(needs: Needs, here: Here, number: int) -> Preset:
    """A preset's newest version."""
    raise NotImplementedError


async def delete(needs: Needs, here: Here, number: int) -> None:
    """Forget a preset."""
    raise NotImplementedError
