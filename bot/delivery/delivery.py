"""What the engine shows, seen on one platform: replies that grow, their ends, notices, and what a crash left open."""

from collections.abc import Awaitable, Callable

from bot.commands.reply import Reply
from bot.delivery.surface import Surface
from bot.localise import Speech
from engine.service import Engine


class Delivery:
    """Delivers everything that the engine shows on ``platform`` to its ``surface``.

    ``language`` is the house's own, for places whose language cannot be read. ``tell_owners`` tells every owner of the
    house, in private, what only they can mend.
    """

    def __init__(
        self,
        engine: Engine,
        platform: str,
        surface: Surface,
        speech: Speech,
        language: str,
        tell_owners: Callable[[Reply], Awaitable[None]],
    ) -> None:
        self._engine = engine

    async def run(self) -> None:
        """Deliver until cancelled: first what a crash left open, then what is shown from now on."""
        raise NotImplementedError
