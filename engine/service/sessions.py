"""Sessions of a channel."""

from collections.abc import Sequence

from engine.actions import sessions
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here
from engine.values.outgoing import View
from engine.values.sessions import SessionInfo, SessionStatus


class Sessions:
    """Begin, open, list, rename, put away."""

    def __init__(self, needs: Needs, runner: Runner) -> None:
        self._needs = needs
        self._runner = runner

    async def open(self, here: Here, name: str) -> View:
        """The session that is played here; the first one, greeting ``name``, when there is none."""
        return await sessions.open_here(self._needs, here, name)

    async def new(self, here: Here, name: str, character: int | None = None) -> View:
        """A new session, played here from now on. Raises NoSuchCharacter."""
        return await sessions.new(self._needs, self._runner, here, name, character)

    async def list(self, here: Here, statuses: Sequence[SessionStatus] = (SessionStatus.ACTIVE,)) -> list[SessionInfo]:
        """The sessions that stand in this channel, most recently played first."""
        return await sessions.listed(self._needs, here, statuses)

    async def switch(self, here: Here, session: int) -> View:
        """Play another session here, also one that was put away. Raises NoSuchSession."""
        return await sessions.switch(self._needs, self._runner, here, session)

    async def rename(self, here: Here, title: str, session: int | None = None) -> None:
        """Give a session a title. Raises NoSuchSession."""
        await sessions.rename(self._needs, here, title, session)

    async def archive(self, here: Here, session: int | None = None) -> None:
        """Put a session into the archive. Raises NoSuchSession."""
        await sessions.put_away(self._needs, self._runner, here, session, SessionStatus.ARCHIVED)

    async def trash(self, here: Here, session: int | None = None) -> None:
        """Put a session into the trash, which is emptied after 30 days. Raises NoSuchSession."""
        await sessions.put_away(self._needs, self._runner, here, session, SessionStatus.TRASHED)
