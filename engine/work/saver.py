"""The saver: one per process, writes every growing reply in one statement. Nothing is shown that it has not saved."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from enum import StrEnum

import structlog

from engine.db.chats import turns
from engine.db.chats.turns import GrownDraft
from engine.db.house import work
from engine.db.postgres.pool import Database
from engine.errors import DatabaseError
from engine.ports import Clock
from engine.values.chats.outgoing import Sending, SendingState
from engine.values.chats.turns import Turn
from engine.values.ids import ChannelHeadKey, TurnKey
from engine.work.crashpoints import maybe_crash

SHOW_EVERY = 0.25
SAVE_EVERY = 1.0
ALONG = 0.05
"""Who is due within so many seconds is saved along, so that replies that began at different moments fall in step."""
AFTER_FAILURE = 0.5

_log = structlog.get_logger(__name__)


class Interruption(StrEnum):
    """Why a reply may not go on growing."""

    STOPPED = "stopped"
    LOST = "lost"
    LEFT = "left"


class GrowingDraft:
    """A reply while it grows. ``interrupted`` is set when it must end: stopped, taken by another fence, or
    left to the next process.

    ``stirred`` is set when something has arrived on its head. ``seen``: people may have seen some of it. ``tried``: it
    is written down that the first of it is sent. ``resumable``: the next process can write it anew where it is shown.
    ``view`` makes of the visible text what people see of it by now; ``told`` is as much of that text as they may have.
    ``emotion`` is the newest one that a tag in it names.
    """

    def __init__(self, turn: Turn, on_saved: Callable[[str], None], every: float, *, resumable: bool = False) -> None:
        self.turn = turn
        self.every = every
        self.resumable = resumable
        self.pieces: list[str] = []
        self.visible = ""
        self.told = ""
        self.emotion = ""
        self.view: Callable[[str], str] | None = None
        self.seen = False
        self.tried = False
        self.interrupted: asyncio.Future[Interruption] = asyncio.get_running_loop().create_future()
        self.stirred: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.changed = False
        self.next_save = 0.0
        self._on_saved = on_saved

    def raw(self) -> str:
        """All of it so far, as the model wrote it."""
        if len(self.pieces) > 1:
            self.pieces[:] = ["".join(self.pieces)]
        return self.pieces[0] if self.pieces else ""

    def interrupt(self, why: Interruption) -> None:
        """End it from outside; the first reason counts."""
        if not self.interrupted.done():
            self.interrupted.set_result(why)

    def stir(self) -> None:
        """Something has arrived that it may have to take in."""
        if not self.stirred.done():
            self.stirred.set_result(None)

    def calm(self) -> None:
        """What has arrived so far is known."""
        if self.stirred.done():
            self.stirred = asyncio.get_running_loop().create_future()

    def saved(self, visible: str) -> None:
        """``visible`` is safe: it may be shown, as far as people may see it yet."""
        self.told = visible
        shown = self.view(visible) if self.view else visible
        if shown or not visible:
            self._on_saved(shown)


class Saver:
    """Collects what grew and what was delivered, and writes both once a second at most, oftener while it is watched."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self._growing: dict[ChannelHeadKey, GrowingDraft] = {}
        self._moved: list[tuple[Sending, SendingState, str | None]] = []
        self._placed: dict[tuple[TurnKey, int], str] = {}
        self._changed = asyncio.Event()
        self._flushing = asyncio.Lock()
        self._ending = False

    def begin(
        self, turn: Turn, on_saved: Callable[[str], None], *, watched: bool, resumable: bool = False
    ) -> GrowingDraft:
        """Let the reply of ``turn`` grow; ``on_saved`` gets the visible text each time it is safe.

        ``resumable``: what was shown of it can be written anew by the next process.
        """
        growing = GrowingDraft(turn, on_saved, SHOW_EVERY if watched else SAVE_EVERY, resumable=resumable)
        self._growing[turn.channel_head] = growing
        if self._ending:
            growing.interrupt(Interruption.LEFT)
        return growing

    def put(self, growing: GrowingDraft, piece: str, visible: str) -> None:
        """The reply has grown by ``piece``; of all of it people may see ``visible``."""
        growing.pieces.append(piece)
        growing.visible = visible
        growing.seen = growing.seen or bool(visible.strip())
        self._touch(growing)

    def go_on(self, growing: GrowingDraft, raw: str, visible: str) -> None:
        """Let it grow behind what people may have read, which is saved already."""
        growing.pieces[:] = [raw]
        growing.visible = growing.told = visible
        growing.seen = True

    def restart(self, growing: GrowingDraft) -> None:
        """What has grown is void: another model begins the reply anew."""
        growing.pieces.clear()
        growing.visible = ""
        self._touch(growing)

    def _touch(self, growing: GrowingDraft) -> None:
        if not growing.changed:
            growing.changed = True
            self._changed.set()

    def end(self, growing: GrowingDraft) -> None:
        """The reply grows no more; its final text is committed by the turn, not here."""
        if self._growing.get(growing.turn.channel_head) is growing:
            del self._growing[growing.turn.channel_head]

    def interrupt(self, channel_head: ChannelHeadKey, why: Interruption) -> bool:
        """End what grows on ``channel_head`` in this process; False when nothing does."""
        growing = self._growing.get(channel_head)
        if growing is None:
            return False
        growing.interrupt(why)
        return True

    def stir(self, channel_head: ChannelHeadKey) -> None:
        """Something has arrived on ``channel_head``, where a reply may be growing of which nobody has seen anything."""
        growing = self._growing.get(channel_head)
        if growing is not None and not growing.seen:
            growing.stir()

    def end_all(self) -> None:
        """The process ends: what has grown stays, what can be written anew is left to the next process."""
        self._ending = True
        for growing in self._growing.values():
            stays = growing.visible.strip() and not growing.resumable
            growing.interrupt(Interruption.STOPPED if stays else Interruption.LEFT)

    def delivered(self, sending: Sending, state: SendingState, platform_id: str | None = None) -> None:
        """Write down, with the next save, how far the delivery of a part is."""
        self._moved.append((sending, state, platform_id))
        self._changed.set()

    def placed(self, turn: TurnKey, part: int, platform_id: str) -> None:
        """Write down, with the next save, which message shows a part of a reply that grows."""
        self._placed[turn, part] = platform_id
        self._changed.set()

    async def run(self) -> None:
        """Save until cancelled."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            try:
                await self._rest()
                await self.flush()
            except DatabaseError as error:
                _log.warning("drafts not saved", error=str(error), action="check that the database runs")
                await self._clock.sleep(AFTER_FAILURE)
            if self._moved or self._placed or any(it.changed for it in self._growing.values()):
                self._changed.set()

    async def flush(self) -> None:
        """Save what is due now. On an error nothing counts as saved and nothing is shown."""
        async with self._flushing:
            now = self._clock.monotonic()
            ready = [it for it in self._growing.values() if it.changed and it.next_save <= now + ALONG]
            await self._save_drafts(ready, now)
            await self._save_places()
            await self._save_moves()

    async def _rest(self) -> None:
        """Wait until the first of what changed may be saved; a reply that begins meanwhile need not wait."""
        while (pause := self._pause()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._changed.wait()
            self._changed.clear()

    def _pause(self) -> float:
        if self._moved or self._placed:
            return 0.0
        waits = [it.next_save for it in self._growing.values() if it.changed]
        return min(waits) - self._clock.monotonic() if waits else 0.0

    async def _save_drafts(self, ready: Iterable[GrowingDraft], now: float) -> None:
        taken = [(it, it.raw(), it.visible) for it in ready]
        if not taken:
            return
        for it, _, _ in taken:
            it.changed = False
        try:
            kept = await turns.save(self._db, [_grown(it, raw, visible) for it, raw, visible in taken])
        except DatabaseError:
            for it, _, _ in taken:
                it.changed = True
            raise
        maybe_crash("after_first_save")
        for draft, _, visible in taken:
            draft.next_save = now + draft.every
            stop = kept.get(draft.turn.key)
            if stop is None:
                draft.interrupt(Interruption.LOST)
                continue
            draft.tried = draft.tried or bool(visible.strip())
            if draft.seen:
                draft.saved(visible)
            if stop:
                draft.interrupt(Interruption.STOPPED)

    async def _save_places(self) -> None:
        if not (placed := self._placed):
            return
        self._placed = {}
        maybe_crash("before_placed")
        try:
            await work.place_parts(self._db, placed)
        except DatabaseError:
            self._placed = placed | self._placed
            raise

    async def _save_moves(self) -> None:
        if not (moved := self._moved):
            return
        self._moved = []
        maybe_crash("before_sent")
        try:
            await work.move_sendings(self._db, moved)
        except DatabaseError:
            self._moved = moved + self._moved
            raise


def _grown(growing: GrowingDraft, raw: str, visible: str) -> GrownDraft:
    first = not growing.tried and bool(visible.strip())
    return GrownDraft(growing.turn.key, growing.turn.fence, raw, first)
