"""Having a story read in: what it will take, beginning, letting it wait, going on. Each is an act at the head."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.actions.chats.head_moves import HeadMove, move_head
from engine.actions.chats.heads import HeadLine, head_line
from engine.actions.chats.showing import is_delivered
from engine.context import EngineContext
from engine.db.chats import log, sessions
from engine.db.house import work
from engine.db.memory import derivations, job_rows
from engine.db.postgres.pool import Statements
from engine.db.story import chronicle, settled
from engine.errors import (
    InitiationNotPaused,
    InitiationNotRunning,
    InitiationRunning,
    NobodyPlays,
    NoModelConfigured,
    NothingToRead,
    OmoideError,
    PagesOff,
)
from engine.rules.chronicle.by_hand import REDONE
from engine.rules.chronicle.imported import is_imported
from engine.rules.chronicle.initiation import (
    PAUSE,
    RESUME,
    InitiationRequest,
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
from engine.rules.recall.remembering.batches import BatchMessage
from engine.rules.recall.remembering.sources import CHRONICLE
from engine.rules.text.tokens import estimate
from engine.turns.load import settings_here
from engine.turns.runner import Runner
from engine.utility.asking import utility_role
from engine.values.chats.bodies import ChronicleBody
from engine.values.chats.entries import EntryKind, Line, NewEntry, Place, Retirement
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Noticed
from engine.values.chats.sessions import ChannelHead
from engine.values.house.settings import Settings
from engine.values.ids import SessionKey
from engine.values.models.models import RoleName
from engine.values.story.chronicle import ChronicleKind, Recorded
from engine.values.story.initiation import InitiationCost, InitiationProgress, InitiationState

EVERYTHING: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class _Read:
    """What of a line was read in: its pages, and the newest time that somebody asked for it."""

    pages: tuple[Recorded, ...]
    asked: InitiationRequest | None
    left: tuple[BatchMessage, ...]
    total: int

    def redoable(self, upto: int, *, again: bool) -> list[Recorded]:
        """The pages that may be told again: all of them ``again``, else those that no model told."""
        return [
            recorded
            for recorded in (self.pages if again else missed(self.pages))
            if recorded.ended_at is None
            and recorded.row.to_seq <= upto
            and not is_imported(recorded.row)
            and not is_setting(recorded.row)
        ]


async def cost(ctx: EngineContext, here: Here, *, again: bool = False) -> InitiationCost:
    """What reading in would take; ``again``: with all that was read before. Raises SessionMissing, NobodyPlays."""
    at, settings = await _here(ctx, here)
    key, line = at.channel_head.session_key, at.line
    return _cost(await _read(ctx.db, key, line, line.head), settings, line.head, again=again)


async def start(ctx: EngineContext, runner: Runner, here: Here, *, again: bool = False) -> InitiationCost:
    """Begin to read in what nobody has read yet, or all of it ``again``; what it will take.

    Raises NoModelConfigured, PagesOff, InitiationRunning, NothingToRead, SessionMissing, NobodyPlays.
    """
    at, settings = await _here(ctx, here)
    if utility_role(ctx.roles) is None:
        raise NoModelConfigured(role=RoleName.UTILITY.value)
    if not settings.story_pages:
        raise PagesOff

    async def act(move: HeadMove) -> InitiationCost:
        read, upto = await _read(move.on, move.key, move.line, move.head), move.head
        progress = _progress(read)
        if progress.state in (InitiationState.RUNNING, InitiationState.PAUSED):
            raise InitiationRunning
        found = _cost(read, settings, upto, again=again)
        if not found.calls:
            raise NothingToRead
        await _act(move, here, init_body(upto, read.total))
        await _redo(move, read.redoable(upto, again=again))
        asked = InitiationRequest(move.head, upto, read.total, here.person)
        await _say(move, here, asked, _begins(read, found))
        return found

    return await move_head(ctx, runner, here, at.channel_head, act)


def _begins(read: _Read, found: InitiationCost) -> Notice:
    if found.setting:
        return Notice("initiation-setting")
    if not read.left:
        return Notice("initiation-anew", {"messages": found.messages})
    return Notice("initiation-begins", {"total": read.total})


@dataclass(frozen=True, slots=True)
class _Switch:
    """What pauses reading in, or lets it go on: the entry's act, the states, the notice, and the error elsewhere."""

    act: str
    before: InitiationState
    after: InitiationState
    notice: str
    refusal: type[OmoideError]


_PAUSES: Final = _Switch(
    PAUSE, InitiationState.RUNNING, InitiationState.PAUSED, "initiation-paused", InitiationNotRunning
)
_RESUMES: Final = _Switch(
    RESUME, InitiationState.PAUSED, InitiationState.RUNNING, "initiation-resumed", InitiationNotPaused
)


async def pause(ctx: EngineContext, runner: Runner, here: Here) -> InitiationProgress:
    """Let reading in wait. Raises InitiationNotRunning, SessionMissing, NobodyPlays."""
    at, _ = await _here(ctx, here)
    return await _switch(ctx, runner, here, at.channel_head, _PAUSES)


async def resume(ctx: EngineContext, runner: Runner, here: Here) -> InitiationProgress:
    """Let reading in go on where it was. Raises InitiationNotPaused, NoModelConfigured, SessionMissing, NobodyPlays."""
    at, _ = await _here(ctx, here)
    if utility_role(ctx.roles) is None:
        raise NoModelConfigured(role=RoleName.UTILITY.value)
    return await _switch(ctx, runner, here, at.channel_head, _RESUMES)


async def _switch(
    ctx: EngineContext, runner: Runner, here: Here, head: ChannelHead, switch: _Switch
) -> InitiationProgress:
    async def act(move: HeadMove) -> InitiationProgress:
        read = await _read(move.on, move.key, move.line, move.head)
        progress = _progress(read)
        if progress.state is not switch.before or read.asked is None:
            raise switch.refusal
        await _act(move, here, ChronicleBody(act=switch.act))
        notice = Notice(switch.notice, {"read": progress.read, "total": progress.total})
        await _say(move, here, read.asked, notice)
        return _as(progress, switch.after)

    return await move_head(ctx, runner, here, head, act)


async def progress(ctx: EngineContext, here: Here) -> InitiationProgress:
    """How far reading in has come. Raises SessionMissing, NobodyPlays."""
    at, _ = await _here(ctx, here)
    return _progress(await _read(ctx.db, at.channel_head.session_key, at.line))


async def _here(ctx: EngineContext, here: Here) -> tuple[HeadLine, Settings]:
    at = await head_line(ctx, here)
    if at.character is None:
        raise NobodyPlays
    return at, await settings_here(ctx.db, ctx.defaults, here, at.character)


async def _read(on: Statements, key: SessionKey, line: Line, upto: int | None = None) -> _Read:
    """How it stands; what is left is that up to seq ``upto``, or else up to where it was asked for."""
    pages = await chronicle.history(on, key, line, [ChronicleKind.PAGE])
    asked = initiation_of(await log.acts(on, key, line, [EntryKind.CHRONICLE]))
    end = asked.upto if asked and not _is_done(asked, await _left(on, key, line, pages, asked.upto), pages) else upto
    left = await _left(on, key, line, pages, end) if end else []
    return _Read(tuple(pages), asked, tuple(left), await sessions.messages_on(on, key, line))


async def _left(
    on: Statements, key: SessionKey, line: Line, pages: Sequence[Recorded], upto: int
) -> list[BatchMessage]:
    return [
        message
        for gap in unread(pages, upto)
        for message in await job_rows.spoken(on, key, line, (gap.first, gap.last), EVERYTHING)
    ]


def _is_done(asked: InitiationRequest, left: Sequence[BatchMessage], pages: Sequence[Recorded]) -> bool:
    return setting_read(pages) and not any(it.seq <= asked.upto for it in left)


def _progress(read: _Read) -> InitiationProgress:
    asked, setting = read.asked, setting_read(read.pages)
    if asked is None:
        return InitiationProgress(InitiationState.NONE, 0, read.total, setting)
    left = sum(it.seq <= asked.upto for it in read.left)
    if _is_done(asked, read.left, read.pages):
        return InitiationProgress(InitiationState.DONE, asked.total, asked.total, setting, messages_missed(read.pages))
    state = InitiationState.PAUSED if asked.paused else InitiationState.RUNNING
    return InitiationProgress(state, max(0, asked.total - left), asked.total, setting)


def _as(progress: InitiationProgress, state: InitiationState) -> InitiationProgress:
    return replace(progress, state=state)


def _cost(read: _Read, settings: Settings, upto: int, *, again: bool) -> InitiationCost:
    redone = read.redoable(upto, again=again)
    again_pages, lost = len(redone), messages_missed(redone)
    setting, batches = not setting_read(read.pages), calls(len(read.left), settings.init_batch)
    pages = calls(len(read.left), settings.page_every)
    said = sum(estimate(it.text) for it in read.left)
    asked = batches + again_pages + setting
    prompt, answer = estimated(said, asked, pages + again_pages, setting=setting)
    return InitiationCost(len(read.left) + lost, read.total, setting, asked, prompt, answer)


async def _act(move: HeadMove, here: Here, body: ChronicleBody) -> None:
    await move.append(NewEntry(body, move.ctx.clock.now(), person=here.person))
    await work.mark_due(move.on, move.key, CHRONICLE)


async def _redo(move: HeadMove, pages: Sequence[Recorded]) -> None:
    """Have pages told again."""
    place = Place(move.line.segments[-1].branch, move.head)
    for page in pages:
        await derivations.retire(move.on, move.key, Retirement(page.row.id, place, REDONE))
    await settled.unsettle(move.on, move.key, place.seq)


async def _say(move: HeadMove, here: Here, asked: InitiationRequest, notice: Notice) -> None:
    """Say it to everybody in the place; where nobody delivers, the answer says the same."""
    if is_delivered(move):
        sending = await work.plan_progress(move.on, here.key, move.key.session, asked.subject, notice)
        move.shows.append(Noticed(notice, sending))
