"""Reading updates: each is stored before the place in the queue moves past it; chats go side by side, each in order."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from math import inf
from typing import Any, Final

import structlog
from telegram import Bot
from telegram.error import Conflict, InvalidToken, TelegramError

from bot.telegram.request import Flooded
from bot.telegram.translate import place_of
from engine.errors import PlatformTokenWrong

KINDS: Final = (
    "message",
    "edited_message",
    "channel_post",
    "edited_channel_post",
    "callback_query",
    "my_chat_member",
    "message_reaction",
)
_LONG_POLL: Final = 50
_CATCH_UP: Final = 20.0
_STUCK: Final = 5.0  # how long a chat whose messages cannot be stored keeps the others from their answers
_PATIENCE: Final = 10.0
_OTHER_READER: Final = 5.0
_LONGEST_PAUSE: Final = 30.0
_GLANCE = (0.05, 1.0)  # how long unfinished updates are waited for before the next look: at first, at most

_log = structlog.get_logger(__name__)


class UpdateNotStored(Exception):
    """The database did not take an update."""


class RawBot(Bot):
    """The library's bot, with updates as they come: one that cannot be parsed must not cost the others."""

    async def raw_updates(self, offset: int | None, seconds: int) -> list[Any]:
        """What waits from ``offset`` on; if nothing does, what comes within ``seconds``. Raises TelegramError."""
        data = {"offset": offset, "timeout": seconds, "limit": 100, "allowed_updates": KINDS}
        found = await self._post("getUpdates", data, read_timeout=seconds + _PATIENCE)
        if not isinstance(found, list):
            raise TelegramError("updates are no list")
        return found


async def _nothing_held() -> AbstractContextManager[None]:
    return nullcontext()


class Updates:
    """``handle`` stores one update, and raises UpdateNotStored where it could not; ``pause`` sleeps.

    While what ``hold`` gives is entered, nothing is answered that is stored meanwhile.
    """

    def __init__(
        self,
        bot: RawBot,
        handle: Callable[[Any], Awaitable[None]],
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
        hold: Callable[[], Awaitable[AbstractContextManager[None]]] = _nothing_held,
    ) -> None:
        self._bot = bot
        self._handle = handle
        self._pause = pause
        self._hold = hold
        self._offset: int | None = None
        self._live = False
        self._live_from = inf
        self._newest = 0
        self._unfinished: set[int] = set()
        self._finished: set[int] = set()
        self._waiting: dict[int, deque[Any]] = {}
        self._done = asyncio.Event()
        self._trouble = ""
        self._failures = 0
        self._glance = _GLANCE[0]

    async def run(self) -> None:
        """Read until cancelled. Raises PlatformTokenWrong when Telegram does not know the token any more."""
        self._waiting, self._unfinished, self._finished = {}, set(), set()
        async with asyncio.TaskGroup() as group:
            while True:
                try:
                    await self._catch_up(group)
                    while True:
                        batch = await self._ask(_LONG_POLL)
                        await self._store(batch, group)
                        self._live = self._live or not batch
                except TelegramError as error:
                    self._failures += 1
                    await self._bear(error, self._failures)

    async def _catch_up(self, group: asyncio.TaskGroup) -> None:
        """Store all that was said while nobody listened, before any of it is answered. Raises TelegramError."""
        now = asyncio.get_running_loop().time
        self._live, self._live_from = False, inf
        batch = await self._ask(0)
        with ExitStack() as held:
            if batch:
                held.enter_context(await self._hold())
            end, stuck = now() + _CATCH_UP, now() + _STUCK
            while batch and now() < min(end, stuck):
                if await self._store(batch, group):
                    stuck = now() + _STUCK
                batch = await self._ask(0)
        self._live = not batch

    def is_live(self, raw: Any) -> bool:
        """Whether an update came as what it tells happened: nothing waited before it."""
        return raw["update_id"] >= self._live_from

    async def _ask(self, seconds: int) -> list[Any]:
        batch = await self._bot.raw_updates(self._offset, seconds)
        self._failures, self._trouble = 0, ""
        return batch

    async def _store(self, batch: list[Any], group: asyncio.TaskGroup) -> bool:
        """Begin what is new in ``batch``, and move the place on as far as all is stored; whether anything was new."""
        fresh = self._take(batch, group)
        self._glance = _GLANCE[0] if fresh else min(self._glance * 2, _GLANCE[1])
        await self._settle(self._glance)
        return fresh

    def _take(self, batch: list[Any], group: asyncio.TaskGroup) -> bool:
        """Begin what is new in ``batch``; whether anything is."""
        ids = [number for raw in batch if (number := _id(raw)) is not None]
        if len(ids) < len(batch):
            _log.warning("updates without an id passed over", count=len(batch) - len(ids))
        self._newest = max(ids, default=self._newest)
        known = self._unfinished | self._finished | {None}
        fresh = [raw for raw in batch if _id(raw) not in known]
        if self._live and fresh:
            self._live_from = min(self._live_from, fresh[0]["update_id"])
        for raw in fresh:
            self._unfinished.add(raw["update_id"])
            place = place_of(raw)
            if place in self._waiting:
                self._waiting[place].append(raw)
            else:
                self._waiting[place] = deque([raw])
                group.create_task(self._work(place))
        return bool(fresh)

    async def _work(self, place: int) -> None:
        """Do what waits for one chat, in order."""
        queue = self._waiting[place]
        while queue:
            raw = queue[0]
            await self._keep(raw)
            queue.popleft()
            self._unfinished.discard(raw["update_id"])
            self._finished.add(raw["update_id"])
            self._done.set()
        del self._waiting[place]

    async def _keep(self, raw: Any) -> None:
        """Store one update, however long the database is away; what never can be is passed over."""
        wait = 0.1
        while True:
            try:
                return await self._handle(raw)
            except UpdateNotStored:
                wait = min(wait * 2, _LONGEST_PAUSE)
                _log.warning("update not stored yet", update=raw["update_id"], seconds=wait)
                await self._pause(wait)
            except Exception:  # noqa: BLE001 — one bad update must not end the reading
                _log.exception("update passed over", update=raw["update_id"], action="report this with the log")
                return None

    async def _settle(self, glance: float) -> None:
        """Wait until all is stored, but not so long that other chats would wait; then move the place on."""
        try:
            async with asyncio.timeout(glance):
                while self._unfinished:
                    self._done.clear()
                    await self._done.wait()
        except TimeoutError:
            pass
        if self._unfinished:
            self._offset = min(self._unfinished)
            self._finished = {it for it in self._finished if it >= self._offset}
        elif self._newest:
            self._offset = self._newest + 1
            self._finished.clear()

    async def _bear(self, error: TelegramError, failures: int) -> None:
        """Say what is wrong, once, and wait."""
        if isinstance(error, InvalidToken):
            raise PlatformTokenWrong(platform="Telegram", name="OMOIDE_TELEGRAM__TOKEN") from None
        if isinstance(error, Flooded):
            return await self._pause(error.seconds)
        if isinstance(error, Conflict):
            return await self._share(error)
        self._say("telegram does not answer", reason=type(error).__name__, action="check the network and the address")
        await self._pause(min(0.1 * 2 ** min(failures, 9), _LONGEST_PAUSE))
        return None

    async def _share(self, error: Conflict) -> None:
        """Somebody else takes the updates: a webhook, which is removed, or another program, which is waited for."""
        if "webhook" in error.message.lower():
            self._say("telegram sends updates to a webhook", action="the webhook is removed; nothing is lost")
            try:
                await self._bot.delete_webhook(drop_pending_updates=False)
            except TelegramError as refused:
                _log.warning("webhook not removed", reason=type(refused).__name__)
                await self._pause(_OTHER_READER)
            return
        self._say("another program reads this bot's updates", action="stop it, or give this one a token of its own")
        await self._pause(_OTHER_READER)

    def _say(self, event: str, **more: str) -> None:
        if self._trouble != event:
            self._trouble = event
            _log.warning(event, **more)


def _id(raw: Any) -> int | None:
    number = raw.get("update_id") if isinstance(raw, dict) else None
    return number if isinstance(number, int) else None
