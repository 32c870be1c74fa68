"""Sessions of a channel."""

import builtins
from collections.abc import Sequence

from engine.actions.chats import sessions
from engine.actions.memory import finding
from engine.actions.story import recaps
from engine.context import EngineContext
from engine.turns.runner import Runner
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View
from engine.values.chats.sessions import Recap, SessionInfo, SessionName, SessionSize, SessionStatus
from engine.values.paging import Paged, Wanted


class SessionsService:
    """Begin, open, list, rename, put away."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def open(self, here: Here, name: str) -> View:
        """The session that is played here; the first one, greeting ``name``, when there is none."""
        return await sessions.open_here(self._ctx, here, name)

    async def begun(self, here: Here) -> bool:
        """Wait until how the story begins is to be read here, five seconds at most; whether it is."""
        return await sessions.begun(self._ctx, here)

    async def new(self, here: Here, name: str, character: int | None = None) -> View:
        """A new session, played here from now on. Raises NoSuchCharacter."""
        return await sessions.new(self._ctx, self._runner, here, name, character)

    async def list(self, here: Here, statuses: Sequence[SessionStatus] = (SessionStatus.ACTIVE,)) -> list[SessionInfo]:
        """The sessions that stand in this channel, most recently played first."""
        return await sessions.listed(self._ctx, here, statuses)

    async def page(self, here: Here, statuses: Sequence[SessionStatus], wanted: Wanted) -> Paged[SessionInfo]:
        """A page of them."""
        return await sessions.page(self._ctx, here, statuses, wanted)

    async def called(self, here: Here, given: str) -> builtins.list[SessionName]:
        """Which sessions a number or a title may mean, the likeliest first."""
        return await finding.sessions_called(self._ctx, here, given)

    async def played(self, here: Here) -> SessionInfo | None:
        """The session that is played here; None before the first."""
        return await sessions.played(self._ctx, here)

    async def holdings(self, here: Here, session: int) -> SessionSize:
        """What goes with a session into the trash. Raises NoSuchSession."""
        return await sessions.holdings(self._ctx, here, session)

    async def recap(self, here: Here) -> Recap | None:
        """What happened since this person was last here; None where nothing was ever said. Raises SessionMissing."""
        return await recaps.recap(self._ctx, here)

    async def switch(self, here: Here, session: int) -> View:
        """Play another session here, also one that was put away. Raises NoSuchSession."""
        return await sessions.switch(self._ctx, self._runner, here, session)

    async def rename(self, here: Here, title: str, session: int | None = None) -> str:
        """Give a session a title, which is returned as it was kept. Raises NoSuchSession."""
        return await sessions.rename(self._ctx, here, title, session)

    async def archive(self, here: Here, session: int | None = None) -> None:
        """Put a session into the archive. Raises NoSuchSession."""
        await sessions.put_away(self._ctx, self._runner, here, session, SessionStatus.ARCHIVED)

    async def trash(self, here: Here, session: int | None = None) -> None:
        """Put a session into the trash, which is emptied after 30 days. Raises NoSuchSession."""
        await sessions.put_away(self._ctx, self._runner, here, session, SessionStatus.TRASHED)
