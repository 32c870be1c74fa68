"""The queue of updates: offsets, long polls, a webhook, 24 hours of memory, deliveries that come again."""

import asyncio
import hashlib
import itertools
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from tests.servers.telegram.faults import conflict

ON_REQUEST = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
KEPT = 24 * 3600.0


@dataclass(slots=True)
class Update:
    """One update. ``again``: it was put in once more and has not been handed out since, so no offset confirms it."""

    id: int
    kind: str
    body: dict[str, Any]
    at: float
    again: bool = False

    def as_json(self) -> dict[str, Any]:
        """The wire's shape."""
        return {"update_id": self.id, self.kind: self.body}


@dataclass(slots=True)
class Webhook:
    """Where updates are pushed, and how that went last."""

    url: str = ""
    secret: str = ""
    max_connections: int = 40
    error_at: float = 0.0
    error: str = ""


@dataclass(slots=True)
class Updates:
    """``clock`` is the server's time in seconds since 1970. ``allowed`` is None for the default set."""

    clock: Callable[[], float]
    allowed: frozenset[str] | None = None
    webhook: Webhook = field(default_factory=Webhook)
    retry: float = 0.1
    conflicts: int = 0
    _queue: list[Update] = field(default_factory=list)
    _past: deque[Update] = field(default_factory=lambda: deque(maxlen=20_000))
    _ids: Any = field(default_factory=lambda: itertools.count(700_000_001))
    _poll: asyncio.Future[None] | None = None
    _pusher: asyncio.Task[None] | None = None
    _filled: asyncio.Event = field(default_factory=asyncio.Event)

    def add(self, kind: str, body: dict[str, Any]) -> bool:
        """Queue an update unless the bot did not ask for its kind."""
        wanted = kind not in ON_REQUEST if self.allowed is None else kind in self.allowed
        if wanted:
            update = Update(next(self._ids), kind, body, self.clock())
            self._past.append(update)
            self._queue.append(update)
            self._wake()
        return wanted

    def allow(self, kinds: list[str] | None) -> None:
        """Remember what the bot asked for; None leaves it as it was, an empty list is the default set."""
        if kinds is not None:
            self.allowed = frozenset(kinds) if kinds else None

    def redeliver(self, n: int, *, shuffled: bool = False, same_id: bool = True) -> list[int]:
        """Put the last ``n`` updates in once more, before what still waits; their ids in the order they will come.

        ``same_id`` False gives them new numbers, so that only the content tells that they are old.
        """
        last = list(self._past)[-n:]
        if shuffled:
            last.sort(key=lambda update: hashlib.sha256(b"%d/%d" % (update.id, len(self._past))).digest())
        held = {update.id for update in last} if same_id else set()
        copies = [
            Update(update.id if same_id else next(self._ids), update.kind, update.body, self.clock(), again=True)
            for update in last
        ]
        self._queue = [*copies, *(update for update in self._queue if update.id not in held)]
        self._wake()
        return [update.id for update in copies]

    def pending(self) -> list[Update]:
        """What was not confirmed and is not older than a day."""
        oldest = self.clock() - KEPT
        if self._queue and any(update.at < oldest for update in self._queue):
            self._queue = [update for update in self._queue if update.at >= oldest]
        return self._queue

    async def poll(self, offset: int, limit: int, seconds: float) -> list[dict[str, Any]]:
        """getUpdates. A poll that still waits ends with 409 when another comes."""
        if self.webhook.url:
            raise conflict(
                "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
            )
        self._end_poll("terminated by other getUpdates request; make sure that only one bot instance is running")
        self._confirm(offset)
        if not self.pending() and seconds > 0:
            await self._wait(seconds)
        batch = self.pending()[:limit]
        for update in batch:
            update.again = False
        return [update.as_json() for update in batch]

    def forget(self) -> None:
        """Drop all that waits."""
        self._queue.clear()

    def push_to(self, webhook: Webhook, *, drop: bool = False) -> None:
        """setWebhook and deleteWebhook (an empty url)."""
        if drop:
            self.forget()
        if webhook.url:
            self._end_poll("terminated by setWebhook request")
        self.close()
        self.webhook = webhook
        if webhook.url:
            self._pusher = asyncio.get_running_loop().create_task(self._push())

    def close(self) -> None:
        """Stop pushing."""
        if self._pusher:
            self._pusher.cancel()
            self._pusher = None

    def _wake(self) -> None:
        self._filled.set()
        if self._poll and not self._poll.done():
            self._poll.set_result(None)

    def _end_poll(self, text: str) -> None:
        if self._poll and not self._poll.done():
            self.conflicts += 1
            self._poll.set_exception(conflict(text))

    def _confirm(self, offset: int) -> None:
        if offset > 0:
            self._queue = [update for update in self._queue if update.again or update.id >= offset]
        elif offset < 0:
            self._queue = self.pending()[offset:]

    async def _wait(self, seconds: float) -> None:
        poll = self._poll = asyncio.get_running_loop().create_future()
        try:
            async with asyncio.timeout(seconds):
                await poll
        except TimeoutError:
            return
        finally:
            if self._poll is poll:
                self._poll = None

    async def _push(self) -> None:
        headers = {"X-Telegram-Bot-Api-Secret-Token": self.webhook.secret} if self.webhook.secret else {}
        async with aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(total=60)) as session:
            while True:
                self._filled.clear()
                if not self.pending():
                    await self._filled.wait()
                    continue
                update = self._queue[0]
                if problem := await self._pushed(session, update):
                    self.webhook.error_at, self.webhook.error = self.clock(), problem
                    await asyncio.sleep(self.retry)
                elif update in self._queue:
                    self._queue.remove(update)

    async def _pushed(self, session: aiohttp.ClientSession, update: Update) -> str:
        """Why it was not taken, or nothing."""
        try:
            async with session.post(self.webhook.url, json=update.as_json()) as response:
                if 200 <= response.status < 300:
                    return ""
                return f"Wrong response from the webhook: {response.status} {response.reason}"
        except (aiohttp.ClientError, TimeoutError, OSError):
            return "Connection refused"
