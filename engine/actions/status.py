"""How things stand: the session that is played here, and the models behind it."""

from engine.actions.views import view_of
from engine.db import sessions, turns, work
from engine.turns.needs import Needs
from engine.values.incoming import Here
from engine.values.models import RoleName
from engine.values.status import ModelStatus, Status


async def status(needs: Needs, here: Here) -> Status:
    """The session and the models behind this channel."""
    models = tuple(
        ModelStatus(role, endpoint, rests) for role in RoleName for endpoint, rests in needs.roles.health(role)
    )
    owner = (await needs.doors.door(needs.db, here)).admission.owner
    failing = tuple(await work.waiting(needs.db, None)) if owner else ()
    stand = await sessions.current(needs.db, here.key)
    if stand is None:
        return Status(None, 0, None, models, failing=failing)
    line = await needs.lines.current(needs.db, stand.session_key, stand.branch)
    view = await view_of(needs, needs.db, stand, line)
    messages = await sessions.messages_on(needs.db, stand.session_key, line)
    last = await turns.last(needs.db, stand.session_key)
    warnings = tuple(last.facts.get("warnings", ())) if last else ()
    due = tuple(await work.waiting(needs.db, stand.session_key))
    return Status(view, messages, last, models, warnings, due, failing)


async def newest_turn(needs: Needs, here: Here) -> int | None:
    """The newest turn of the session that is played here, running or not."""
    stand = await sessions.current(needs.db, here.key)
    return await sessions.newest_turn(needs.db, stand.session_key) if stand is not None else None
