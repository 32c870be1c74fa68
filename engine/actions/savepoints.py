"""Named places of a story, and the way back to them."""

from dataclasses import replace

from engine.actions.head_moves import Move, current_stand, move_head
from engine.actions.views import view_of
from engine.db import log, sessions
from engine.db.pool import Statements
from engine.errors import NoSuchSavepoint, NothingSaid
from engine.rules.lines import place_at
from engine.rules.text.clean import clean_text
from engine.rules.text.titles import preview_from
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.entries import Line
from engine.values.ids import SessionKey
from engine.values.incoming import Here
from engine.values.outgoing import View
from engine.values.sessions import ForkReason, Savepoint, Stand

LONGEST_NAME = 60
AUTOMATIC_KEPT = 7


async def save(needs: Needs, here: Here, name: str) -> Savepoint:
    """Name the place where the story stands. Raises NothingSaid."""
    stand = await current_stand(needs, here)
    line = await needs.lines.current(needs.db, stand.session_key, stand.branch)
    saved = await _name_place(needs.db, stand.session_key, line, here.person, clean_text(name), "manual")
    if saved is None:
        raise NothingSaid
    return saved


async def saves(needs: Needs, here: Here) -> list[Savepoint]:
    """The savepoints of the session that is played here, newest first."""
    stand = await current_stand(needs, here)
    return await sessions.savepoints(needs.db, stand.session_key)


async def preview(needs: Needs, here: Here, number: int) -> View:
    """What a savepoint holds; nothing changes. Raises NoSuchSavepoint."""
    stand = await current_stand(needs, here)
    saved = await _savepoint(needs, stand, number)
    line = await needs.lines.line(needs.db, stand.session_key, saved.place.branch, saved.place.seq)
    return await view_of(needs, needs.db, replace(stand, branch=saved.place.branch), line)


async def load(needs: Needs, runner: Runner, here: Here, number: int) -> View:
    """Go back to a savepoint, after naming the place that is left. Raises NoSuchSavepoint."""
    stand = await current_stand(needs, here)
    saved = await _savepoint(needs, stand, number)

    async def act(move: Move) -> View:
        await keep_before(move, here, "before_load")
        line = await needs.lines.line(move.on, move.key, saved.place.branch, saved.place.seq)
        await move.fork_at(line, saved.place.seq, ForkReason.RESTORE)
        return await view_of(needs, move.on, move.found.stand, move.line)

    return await move_head(needs, runner, here, stand, act)


async def rename_save(needs: Needs, here: Here, number: int, name: str) -> None:
    """Give a savepoint another name. Raises NoSuchSavepoint."""
    stand = await current_stand(needs, here)
    name = clean_text(name).strip()[:LONGEST_NAME]
    if not await sessions.rename_savepoint(needs.db, stand.session_key, number, name):
        raise NoSuchSavepoint(number=number)


async def delete_save(needs: Needs, here: Here, number: int) -> None:
    """Forget a savepoint; the line it lies on stays a branch. Raises NoSuchSavepoint."""
    stand = await current_stand(needs, here)
    if not await sessions.delete_savepoint(needs.db, stand.session_key, number):
        raise NoSuchSavepoint(number=number)


async def keep_before(move: Move, here: Here, kind: str) -> None:
    """Name the place where a stand is before something comes to it; only the newest of a ``kind`` are kept."""
    if await _name_place(move.on, move.key, move.line, here.person, "", kind):
        await sessions.trim(move.on, move.key, kind, AUTOMATIC_KEPT)


async def _savepoint(needs: Needs, stand: Stand, number: int) -> Savepoint:
    found = next((it for it in await sessions.savepoints(needs.db, stand.session_key) if it.id == number), None)
    if found is None:
        raise NoSuchSavepoint(number=number)
    return found


async def _name_place(
    on: Statements, key: SessionKey, line: Line, person: int, name: str, kind: str
) -> Savepoint | None:
    """A savepoint at the head of ``line``, named after its last words if it has no name; None when nothing was said."""
    place = place_at(line, line.head)
    said = await log.messages(on, key, line, 1)
    if place is None or not said:
        return None
    preview = preview_from(said[-1].text)
    label = name.strip()[:LONGEST_NAME] or preview[:LONGEST_NAME]
    return await sessions.save(on, key, place, name=label, preview=preview, person=person, kind=kind)
