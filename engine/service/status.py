"""How things stand."""

from dataclasses import dataclass

from engine.actions.views import view_of
from engine.db import sessions, turns
from engine.turns.needs import Needs
from engine.values.incoming import Here
from engine.values.models import Endpoint, RoleName
from engine.values.outgoing import View
from engine.values.turns import LastTurn


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """An endpoint of a role. ``rests`` are the seconds it is left alone for after failures; 0 when it is asked."""

    role: RoleName
    endpoint: Endpoint
    rests: float


@dataclass(frozen=True, slots=True)
class Status:
    """The session that is played here (None before the first), its length in messages, its last turn, the models."""

    view: View | None
    messages: int
    last: LastTurn | None
    models: tuple[ModelStatus, ...]


class HouseStatus:
    """How things stand here."""

    def __init__(self, needs: Needs) -> None:
        self._needs = needs

    async def status(self, here: Here) -> Status:
        """The session and the models behind this channel."""
        needs = self._needs
        models = tuple(
            ModelStatus(role, endpoint, rests) for role in RoleName for endpoint, rests in needs.roles.health(role)
        )
        stand = await sessions.current(needs.db, here.key)
        if stand is None:
            return Status(None, 0, None, models)
        line = await needs.lines.current(needs.db, stand.session_key, stand.branch)
        view = await view_of(needs, needs.db, stand, line)
        messages = await sessions.messages_on(needs.db, stand.session_key, line)
        return Status(view, messages, await turns.last(needs.db, stand.session_key), models)
