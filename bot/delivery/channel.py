"""One channel: its replies one after another, notices between them, and one writer for every message."""

import asyncio
import secrets
from collections import deque
from contextlib import suppress
from typing import Final

import structlog

from bot.delivery.delivery_context import DeliveryContext
from bot.delivery.ends import PROGRESS, ReplyEnds
from bot.delivery.feelings import show_feeling
from bot.delivery.growing import GrowingReply
from bot.delivery.pacing import Spacing
from bot.delivery.questions import FADES, answers_to
from bot.delivery.surface import Gone, Later, NotAllowed, SurfaceMessage, Unsure
from bot.delivery.tidying import Tidying
from bot.delivery.troubles import told_in
from bot.delivery.waiting import rest
from bot.delivery.writer import Writer
from engine.values.chats.outgoing import Began, Ended, Grew, Noticed, ShownAgain, Spoken, Thinking, TurnEvent
from engine.values.chats.places import Address

_TYPING_AT_MOST: Final = 600.0
_CLOSED: Final = 32
_TRIES: Final = 5

_log = structlog.get_logger(__name__)


class Channel:
    """What is shown in one channel. ``put`` takes events; ``run`` delivers until there is nothing left to deliver."""

    def __init__(self, context: DeliveryContext, at: Address) -> None:
        self._context = context
        self._at = at
        spacing = Spacing()
        self._writer = Writer(context, at, spacing)
        self._ends = ReplyEnds(context, at, spacing)
        self._spacing = spacing
        self._turns: dict[int, GrowingReply] = {}
        self._closed: deque[int] = deque(maxlen=_CLOSED)
        self._replies: deque[GrowingReply] = deque()
        self._notices: deque[Noticed] = deque()
        self._behind: deque[Noticed | Spoken] = deque()
        self._noticed: deque[int] = deque(maxlen=_CLOSED)
        self._last: GrowingReply | None = None
        self._changed = asyncio.Event()
        self._urgent = asyncio.Event()
        self._tidying = Tidying(context, at, spacing, self._urgent)
        self.running = False

    @property
    def idle(self) -> bool:
        """There is nothing to deliver."""
        return not self._busy() and self._tidying.idle

    def _busy(self) -> bool:
        """Something is to be shown."""
        return bool(self._replies or self._notices or self._behind)

    def tidy(self) -> None:
        """Buttons stand under older replies, where a process that is gone left them."""
        self._tidying.look()

    def saw(self, turn: int) -> bool:
        """Whether anything was shown of a turn."""
        return turn in self._turns or turn in self._closed

    def noticed(self, sending: int) -> bool:
        """Whether a notice was taken, by its row."""
        return sending in self._noticed

    def known(self, reply: GrowingReply) -> None:
        """What a process that is gone left of a turn."""
        self._turns[reply.turn] = reply

    def put(self, show: TurnEvent) -> None:
        """Take an event; of a growing text only the newest counts."""
        if not isinstance(show, Noticed | ShownAgain | Spoken) and show.turn in self._closed:
            return
        match show:
            case Began():
                for other in self._replies:
                    other.abandoned = other.abandoned or (other.turn != show.turn and other.ended is None)
                self._reply(show.turn).begin(show)
            case Thinking(turn):
                self._reply(turn).thinking = True
            case Grew(turn, text, emotion):
                reply = self._reply(turn)
                reply.text, reply.emotion = text, emotion
            case Ended():
                self._reply(show.turn).end(show)
            case ShownAgain():
                self._show_again(show)
            case Noticed() | Spoken():
                self._notice(show)
        self._changed.set()
        if not isinstance(show, Grew | Thinking):
            self._urgent.set()

    def _notice(self, show: Noticed | Spoken) -> None:
        """Take a notice once: at a start its row may be found open and be told of as well. Progress comes again."""
        if isinstance(show, Spoken):
            return self._behind.append(show)
        if show.sending is not None:
            if self.noticed(show.sending.id) and show.sending.kind != PROGRESS:
                return None
            self._noticed.append(show.sending.id)
        return (self._behind if show.behind else self._notices).append(show)

    def _show_again(self, show: ShownAgain) -> None:
        """What was said before is to be seen; whatever it takes the place of need not be shown any more."""
        if not show.sendings:
            return
        for other in self._replies if show.swipe else ():
            other.abandoned = other.abandoned or other.ended is None
        before = self._replies[-1] if len(self._replies) > 1 else None  # the first is on its way already
        if show.turned and before is not None and before.shown is not None and not before.past:
            self._replies.pop()
            self._context.engine.turns.delivered(before.shown.sendings)
            self._close(before)
        self._reply(-show.sendings[0].id).show_again(show)

    async def run(self) -> None:
        """Deliver until there is nothing left."""
        while not self.idle:
            try:
                await self._next()
            except Exception:  # noqa: BLE001 — the edge of a reply: a fault in one must not end the others
                _log.exception("delivery failed", channel=self._at.channel, action="report this with the log")
                self._drop()

    def _reply(self, turn: int) -> GrowingReply:
        reply = self._turns.get(turn)
        if reply is None:
            reply = self._turns[turn] = GrowingReply(turn)
        if reply not in self._replies:
            self._replies.append(reply)
        return reply

    async def _next(self) -> None:
        if self._notices:
            await self._tell(self._notices[0])
            self._notices.popleft()
        elif self._replies:
            await self._deliver(self._replies[0])
            self._close(self._replies.popleft())
        elif self._behind:
            first = self._behind[0]
            await (self._speak(first) if isinstance(first, Spoken) else self._tell(first))
            self._behind.popleft()
        else:
            await self._tidying.next(self._busy)

    async def _deliver(self, reply: GrowingReply) -> None:
        """Show one reply from its beginning to its end."""
        self._context.start(self._type(reply))
        preferences = await self._context.places.preferences(self._at, reply.person)
        reply.take_place_of(self._last)
        if reply.silent:
            await self._writer.hold_place(reply)
        said = counted = False
        try:
            while not reply.over:
                self._changed.clear()
                self._urgent.clear()
                if self._notices:
                    await self._tell(self._notices.popleft())
                elif reply.stale and self._context.surface.edits:
                    self._context.pace.live += not counted
                    counted = True
                    if (pause := self._writer.pause(reply)) > 0:
                        await rest(self._context.clock, pause, self._urgent)
                    else:
                        await self._writer.grow(reply, preferences)
                elif reply.thinking and reply.silent and not said:
                    said = True
                    await self._writer.think(reply, preferences)
                else:
                    await self._changed.wait()
        finally:
            self._context.pace.live -= counted
        newest = await self._ends.finish(reply, preferences)
        if reply.past:
            return
        await self._tidying.ended(reply, newest)
        self._last = reply
        await show_feeling(self._context, self._at, reply, preferences)

    def _close(self, reply: GrowingReply) -> None:
        if reply.ended is not None:
            self._turns.pop(reply.turn, None)
            self._closed.append(reply.turn)

    def _drop(self) -> None:
        """Leave what failed: a growing reply until its end, an end until the next start."""
        if self._notices:
            self._notices.popleft()
        elif self._replies:
            dropped = self._replies.popleft()
            dropped.gave_up = True
            self._close(dropped)
        elif self._behind:
            self._behind.popleft()
        else:
            self._tidying.drop()

    async def _tell(self, noticed: Noticed) -> None:
        preferences = await self._context.places.preferences(self._at, noticed.person)
        if noticed.sending is not None:
            part = SurfaceMessage("", f"n{noticed.sending.id}", near=noticed.about)
            await self._ends.tell(noticed.sending, preferences, part)
            return
        notice, key = noticed.notice, f"x{secrets.token_hex(8)}"
        buttons = answers_to(notice, preferences.speak)
        line = SurfaceMessage("", key, buttons=buttons, silent=True, near=noticed.about)
        line = told_in(line, notice, preferences)
        try:
            message = await self._context.at_last(lambda: self._context.surface.send(self._at, line))
        except (Gone, NotAllowed):
            return
        if buttons and notice.message in FADES:
            self._context.start(self._fade(message, FADES[notice.message]))

    async def _speak(self, spoken: Spoken) -> None:
        """Send what was said aloud. Its text is there, so that nothing is lost where the platform does not take it."""
        with suppress(Gone, NotAllowed, Unsure):  # once in doubt, it may be there
            for _ in range(_TRIES):
                try:
                    return await self._context.surface.speak(self._at, spoken.clip)
                except Later as later:
                    await self._context.clock.sleep(later.seconds)
        return None

    async def _fade(self, message: str, seconds: float) -> None:
        """Take the buttons of a line away when they do nothing any more."""
        await self._context.clock.sleep(seconds)
        with suppress(Gone, NotAllowed):
            await self._context.at_last(lambda: self._context.surface.strip(self._at, message))

    async def _type(self, reply: GrowingReply) -> None:
        """Show that somebody writes, until the first words."""
        until = self._context.clock.monotonic() + _TYPING_AT_MOST
        try:
            while reply.silent and self._context.clock.monotonic() < until:
                with suppress(Later, Unsure):
                    await self._context.surface.typing(self._at)
                await self._context.clock.sleep(self._context.surface.typing_every)
        except (Gone, NotAllowed):
            return
        except Exception:  # noqa: BLE001 — a sign that somebody writes must not end the reply
            _log.exception("typing failed", channel=self._at.channel, action="report this with the log")
