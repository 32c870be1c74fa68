"""Having a story read in: what it will take, beginning, letting it wait, going on. Each is an act at the head."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.actions.head_moves import Move, move_head
from engine.actions.standing import Standing, standing
from engine.db import background, chronicle, derivations, log, sessions, settled, work
from engine.db.pool import Statements
from engine.errors import (
    InitiationNotPaused,
    InitiationNotRunning,
    InitiationRunning,
    NobodyPlays,
    NoModelConfigured,
    NothingToRead,
    PagesOff,
)
from engine.rules.chronicle.by_hand import REDONE
from engine.rules.chronicle.imported import is_imported
from engine.rules.chronicle.initiation import (
    PAUSE,
    RESUME,
    Initiation,
    calls,
    estimated,
    init_body,
    initiation_of,
    is_setting,
    messages_missed,
    missed,
    setting_read,
    unread,
)
from engine.rules.recall.batches import Spoken
from engine.rules.recall.sources import CHRONICLE
from engine.rules.text.tokens import estimate
from engine.turns.load import settings_here
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.turns.utility import utility_role
from engine.values.chronicle import ChronicleKind, Recorded
from engine.values.documents import JsonObject
from engine.values.entries import EntryKind, Line, NewEntry, Place, Retirement
from engine.values.ids import SessionKey
from engine.values.incoming import Here
from engine.values.initiation import InitiationCost, InitiationStand, InitiationState
from engine.values.models import RoleName
from engine.values.outgoing import Noticed, Sending
from engine.values.settings import Settings
from engine.values.turns import Notice

EVERYTHING: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class _Read:
    """What of a line was read in: its pages, and the newest time that somebody asked for it."""

    pages: tuple[Recorded, ...]
    asked: Initiation | None
    left: tuple[Spoken, ...]
    total: int

    def redoable(self, upto: int, *, again: bool) -> list[Recorded]:
        """The pages that may be told again: all of them ``again``, else those that no model told."""
        return [
            it
            for it in (self.pages if again else missed(self.pages))
            if it.ended_at is None and it.row.to_seq <= upto and not is_imported(it.row) and not is_setting(it.row)
        ]


async def cost(needs: Needs, here: Here, *, again: bool = False) -> InitiationCost:
    """What reading in would take; ``again``: with all that was read before. Raises SessionMissing, NobodyPlays."""
    at, settings = await _here(needs, here)
    key, line = at.stand.session_key, at.line
    return _cost(await _read(needs.db, key, line, line.head), settings, line.head, again=again)


async def start(needs: Needs, runner: Runner, here: Here, *, again: bool = False) -> InitiationCost:
    """Begin to read in what nobody has read yet, or all of it ``again``; what it will take.

    Raises NoModelConfigured, PagesOff, InitiationRunning, NothingToRead, SessionMissing, NobodyPlays.
    """
    at, settings = await _here(needs, here)
    if utility_role(needs.roles) is None:
        raise NoModelConfigured(role=RoleName.UTILITY.value)
    if not settings.story_pages:
        raise PagesOff

    async def act(move: Move) -> tuple[InitiationCost, Notice, Sending]:
        read, upto = await _read(move.on, move.key, move.line, move.head), move.head
        stand = _stand(read)
        if stand.state in (InitiationState.RUNNING, InitiationState.PAUSED):
            raise InitiationRunning
        found = _cost(read, settings, upto, again=again)
        if not found.calls:
            raise NothingToRead
        await _act(move, here, init_body(upto, read.total))
        await _redo(move, read.redoable(upto, again=again))
        asked = Initiation(move.head, upto, read.total, here.person)
        notice = _begins(read, found)
        return found, notice, await _say(move, here, asked, notice)

    found, notice, sending = await move_head(needs, runner, here, at.stand, act)
    needs.shows.tell(here.key, Noticed(notice, sending))
    return found


def _begins(read: _Read, found: InitiationCost) -> Notice:
    if found.setting:
        return Notice("initiation-setting")
    if not read.left:
        return Notice("initiation-anew", {"messages": found.messages})
    return Notice("initiation-begins", {"total": read.total})


async def pause(needs: Needs, runner: Runner, here: Here) -> InitiationStand:
    """Let reading in wait. Raises InitiationNotRunning, SessionMissing, NobodyPlays."""
    at, _ = await _here(needs, here)

    async def act(move: Move) -> tuple[InitiationStand, Notice, Sending]:
        read = await _read(move.on, move.key, move.line, move.head)
        stand = _stand(read)
        if stand.state is not InitiationState.RUNNING or read.asked is None:
            raise InitiationNotRunning
        await _act(move, here, {"act": PAUSE})
        notice = Notice("initiation-paused", {"read": stand.read, "total": stand.total})
        return _as(stand, InitiationState.PAUSED), notice, await _say(move, here, read.asked, notice)

    stand, notice, sending = await move_head(needs, runner, here, at.stand, act)
    needs.shows.tell(here.key, Noticed(notice, sending))
    return stand


async def resume(needs: Needs, runner: Runner, here: Here) -> InitiationStand:
    """Let reading in go on where it was. Raises InitiationNotPaused, NoModelConfigured, SessionMissing, NobodyPlays."""
    at, _ = await _here(needs, here)
    if utility_role(needs.roles) is None:
        raise NoModelConfigured(role=RoleName.UTILITY.value)

    async def act(move: Move) -> tuple[InitiationStand, Notice, Sending]:
        read = await _read(move.on, move.key, move.line, move.head)
        stand = _stand(read)
        if stand.state is not InitiationState.PAUSED or read.asked is None:
            raise InitiationNotPaused
        await _act(move, here, {"act": RESUME})
        notice = Notice("initiation-resumed", {"read": stand.read, "total": stand.total})
        return _as(stand, InitiationState.RUNNING), notice, await _say(move, here, read.asked, notice)

    stand, notice, sending = await move_head(needs, runner, here, at.stand, act)
    needs.shows.tell(here.key, Noticed(notice, sending))
    return stand


async def stand(needs: Needs, here: Here) -> InitiationStand:
    """How far reading in has come. Raises SessionMissing, NobodyPlays."""
    at, _ = await _here(needs, here)
    return _stand(await _read(needs.db, at.stand.session_key, at.line))


async def _here(needs: Needs, here: Here) -> tuple[Standing, Settings]:
    at = await standing(needs, here)
    if at.character is None:
        raise NobodyPlays
    return at, await settings_here(needs.db, needs.defaults, here, at.character)


async def _read(on: Statements, key: SessionKey, line: Line, upto: int | None = None) -> _Read:
    """How it stands; what is left is that up to seq ``upto``, or else up to where it was asked for."""
    pages = await chronicle.history(on, key, line, [ChronicleKind.PAGE])
    asked = initiation_of(await log.acts(on, key, line, [EntryKind.CHRONICLE]))
    end = asked.upto if asked and not _is_done(asked, await _left(on, key, line, pages, asked.upto), pages) else upto
    left = await _left(on, key, line, pages, end) if end else []
    return _Read(tuple(pages), asked, tuple(left), await sessions.messages_on(on, key, line))


async def _left(on: Statements, key: SessionKey, line: Line, pages: Sequence[Recorded], upto: int) -> list[Spoken]:
    return [
        it
        for gap in unread(pages, upto)
        for it in await background.spoken(on, key, line, (gap.first, gap.last), EVERYTHING)
    ]


def _is_done(asked: Initiation, left: Sequence[Spoken], pages: Sequence[Recorded]) -> bool:
    return setting_read(pages) and not any(it.seq <= asked.upto for it in left)


def _stand(read: _Read) -> InitiationStand:
    asked, setting = read.asked, setting_read(read.pages)
    if asked is None:
        return InitiationStand(InitiationState.NONE, 0, read.total, setting)
    left = sum(it.seq <= asked.upto for it in read.left)
    if _is_done(asked, read.left, read.pages):
        return InitiationStand(InitiationState.DONE, asked.total, asked.total, setting, messages_missed(read.pages))
    state = InitiationState.PAUSED if asked.paused else InitiationState.RUNNING
    return InitiationStand(state, max(0, asked.total - left), asked.total, setting)


def _as(stand: InitiationStand, state: InitiationState) -> InitiationStand:
    return replace(stand, state=state)


def _cost(read: _Read, settings: Settings, upto: int, *, again: bool) -> InitiationCost:
    redone = read.redoable(upto, again=again)
    again_pages, lost = len(redone), messages_missed(redone)
    setting, batches = not setting_read(read.pages), calls(len(read.left), settings.init_batch)
    pages = calls(len(read.left), settings.page_every)
    said = sum(estimate(it.text) for it in read.left)
    asked = batches + again_pages + setting
    prompt, answer = estimated(said, asked, pages + again_pages, setting=setting)
    return InitiationCost(len(read.left) + lost, read.total, setting, asked, prompt, answer)


async def _act(move: Move, here: Here, body: JsonObject) -> None:
    await move.append(NewEntry(EntryKind.CHRONICLE, move.needs.clock.now(), person=here.person, body=body))
    await work.mark_due(move.on, move.key, CHRONICLE)


async def _redo(move: Move, pages: Sequence[Recorded]) -> None:
    """Have pages told again."""
    place = Place(move.line.segments[-1].branch, move.head)
    for it in pages:
        await derivations.retire(move.on, move.key, Retirement(it.row.id, place, REDONE))
    await settled.unsettle(move.on, move.key, place.seq)


async def _say(move: Move, here: Here, asked: Initiation, notice: Notice) -> Sending:
    return await work.plan_progress(move.on, here.key, move.key.session, asked.subject, notice)
