"""Where a request comes from, in our numbers, and what platforms' clients have to know after a restart."""

from engine.db import places
from engine.turns.accept import resolve
from engine.turns.needs import Needs
from engine.values.incoming import Here, Origin
from engine.values.places import Known


class Places:
    """Spaces, channels and people."""

    def __init__(self, needs: Needs) -> None:
        self._needs = needs

    async def resolve(self, origin: Origin) -> Here:
        """The channel and the person behind a platform's names; made when they are new."""
        return await resolve(self._needs, origin)

    async def known(self, platform: str) -> list[Known]:
        """Every channel of ``platform`` that anything has come from."""
        return await places.known(self._needs.db, platform)

    async def moved(self, platform: str, old_space: str, new_space: str) -> None:
        """The platform calls a space, and so its channels, by another name from now on."""
        await self._needs.places.moved(self._needs.db, platform, old_space, new_space)
        self._needs.shows.addresses.moved(platform, old_space, new_space)

    async def mark(self, platform: str, name: str) -> str | None:
        """What a client of ``platform`` wrote down under ``name``; None when it never did."""
        return await places.mark(self._needs.db, platform, name)

    async def set_mark(self, platform: str, name: str, value: str) -> None:
        """Write something down for the next start of a client."""
        await places.set_mark(self._needs.db, platform, name, value)
