"""What commands and buttons answer, as messages: to the chat, to one person, or to the owners."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Final

import structlog

from bot.commands.framework.panels import of_owner
from bot.commands.framework.reply import Redrawn, Reply, told
from bot.delivery.surface import Button, Gone, Later, NotAllowed, SurfaceMessage, Unsure
from bot.pages import pages, sendable
from bot.telegram.message_text import one_by_one
from bot.telegram.surface import MOST_BYTES, PLATFORM, Decided, TelegramSurface
from bot.words.localise import Speech
from engine.actions.house import access, panels
from engine.app import Engine
from engine.values.chats.incoming import Origin
from engine.values.chats.places import Address

_UNKNOWN: Final = "?"  # a message that may have arrived

_log = structlog.get_logger(__name__)


class TelegramAnswers:
    """Says replies on Telegram. What it may do only once it does at most once.

    ``speech`` is that of private chats (True) and of groups.
    """

    def __init__(self, engine: Engine, surface: TelegramSurface, speech: Mapping[bool, Speech]) -> None:
        self._engine = engine
        self._surface = surface
        self._speech = speech
        self._lines: dict[str, tuple[asyncio.Lock, int]] = {}

    async def say(self, at: Address, reply: Reply, key: str, answers: str = "", decided: Decided | None = None) -> None:
        """Remove what is gone, say the reply, do what follows; ``answers`` is the message it answers, in groups.

        ``decided`` is that message with what became of it, where that was read over the chat alone.
        """
        async with self._line(at):
            for message in reply.gone:
                await self._patiently(at, lambda message=message: self._surface.delete(at, message))
            if reply.spent and answers:
                await self._spend(at, answers, decided)
            if reply.under and answers:
                reply = await self._under(at, reply, answers)
            shown = await self._shown_instead(at, reply, key, answers) if reply.instead else None
            shown = await self._each(at, reply, key, answers) if shown is None else shown
            if reply.kept and shown:
                here, panel = reply.kept
                await panels.put(self._engine.ctx, here, replace(panel, message=shown))
        if reply.then is not None:
            await reply.then()
        if reply.owners:
            await self.tell_owners(reply.owners)

    async def redraw(self, at: Address, redrawn: Sequence[Redrawn]) -> None:
        """Change messages that show what holds no more. One that is gone is left."""
        for panel in redrawn:
            there = panel.at or at
            part = pages(panel.reply, self._surface.limit, self._speech[there.private], "redrawn")[-1]
            async with self._line(there):
                await self._patiently(there, partial(self._surface.edit, there, panel.message, part))

    async def _under(self, at: Address, reply: Reply, message: str) -> Reply:
        """Put the buttons of an answer under the message that was pressed; what is left to be said then."""
        rows = [[Button(it.control, it.label) for it in row] for row in reply.under]
        if await self._patiently(at, lambda: self._surface.offer(at, message, rows)) and not reply.closes:
            return replace(reply, blocks=(), choices=())
        return reply

    async def _shown_instead(self, at: Address, reply: Reply, key: str, message: str) -> str | None:
        """The answer in the place of the message whose button was pressed; None where it has no room there."""
        parts = pages(reply, self._surface.limit, self._speech[at.private], key[:20])
        if len(parts) != 1 or parts[0].documents:
            await self._patiently(at, lambda: self._surface.strip(at, message))
            return None
        changed = await self._patiently(at, lambda: self._surface.edit(at, message, parts[0]))
        return message if changed else None

    async def in_private(
        self, person: str, reply: Reply, key: str, pressed: str = "", decided: Decided | None = None
    ) -> bool:
        """Say something in somebody's private chat; whether it arrived."""
        if not person.isdecimal():
            return False
        there = Address(PLATFORM, person, person, private=True)
        async with self._line(there):
            if reply.spent and pressed:
                await self._spend(there, pressed, decided)
            return bool(await self._each(there, reply, key, ""))

    async def _spend(self, at: Address, message: str, decided: Decided | None) -> None:
        """Take away the buttons of a message; what was decided by one stays to be read there."""
        if decided and await self._patiently(at, lambda: self._surface.decide(at, message, decided)):
            return
        await self._patiently(at, lambda: self._surface.strip(at, message))

    async def tell_owners(self, reply: Reply) -> bool:
        """Say something to every owner in private; whether there is one."""
        people = await access.owners(self._engine.ctx, PLATFORM)
        if reply.at is not None and await self._each(reply.at, reply, "reports", ""):
            return True
        for person in people:
            at = Address(PLATFORM, person, person, private=True)
            await self.say(at, await of_owner(self._engine, at, person, reply), "owners")
        return bool(people)

    async def notice(self, at: Address, message: str) -> None:
        """Say something of this client in a group, in its language."""
        here = await self._engine.places.resolve(Origin(PLATFORM, at.space, at.channel, "", ""))
        language = (await self._engine.places.settings(here)).language
        said = told(self._speech[at.private].speaker(language).say(message))
        await self.say(at, said, f"x{message}")

    async def ask(
        self,
        at: Address,
        parts: Sequence[SurfaceMessage],
        before: Callable[[], str],
        named: Callable[[str], Awaitable[None]],
        *,
        moves: bool = False,
    ) -> None:
        """A question in the message ``before``; below all others where it ``moves`` or is more than one.

        ``named`` takes the message that it is in then, "" where it did not arrive, before anything else is said there.
        """
        async with self._line(at):
            await named(await self._ask(at, parts, before(), moves=moves))

    async def _ask(self, at: Address, parts: Sequence[SurfaceMessage], old: str, *, moves: bool) -> str:
        if old and not moves and len(parts) == 1:
            if await self._patiently(at, lambda: self._surface.edit(at, old, parts[0])):
                return old
        elif old:
            await self._patiently(at, lambda: self._surface.delete(at, old))
        made = ""

        async def send(part: SurfaceMessage) -> None:
            nonlocal made
            made = await self._surface.send(at, part)

        for part in parts:
            if not await self._patiently(at, lambda part=part: send(part)):
                return ""
        return made

    async def close(self, at: Address, part: SurfaceMessage, message: Callable[[], str]) -> None:
        """A question is asked no more: its message says so."""
        async with self._line(at):
            if old := message():
                await self._patiently(at, lambda: self._surface.edit(at, old, part))

    async def _each(self, at: Address, reply: Reply, key: str, answers: str) -> str:
        """The messages of an answer, one after the other: the last one, "" when one may not be said there."""
        made = _UNKNOWN

        async def send(part: SurfaceMessage) -> None:
            nonlocal made
            made = await self._surface.send(at, part)

        speech = self._speech[at.private]
        sent = sendable(reply, MOST_BYTES, speech)
        for page in pages(sent, self._surface.limit, speech, key[:20], answers=answers):
            for one in one_by_one(page):
                part = replace(one, silent=one.silent or (reply.private and not at.private))
                if not await self._patiently(at, lambda part=part: send(part)):
                    return ""
        return made

    async def _patiently(self, at: Address, call: Callable[[], Awaitable[object]]) -> bool:
        """Do it once the platform lets us; False when it does not."""
        while True:
            try:
                await call()
            except Later as later:
                await asyncio.sleep(later.seconds)
                continue
            except Unsure as unsure:
                _log.warning("answer may not have arrived", chat=at.space, reason=str(unsure))
            except (Gone, NotAllowed) as refusal:
                _log.warning("answer not allowed", chat=at.space, reason=str(refusal))
                return False
            return True

    @asynccontextmanager
    async def _line(self, at: Address) -> AsyncIterator[None]:
        """One answer after the other in a channel."""
        lock, users = self._lines.get(at.channel, (asyncio.Lock(), 0))
        self._lines[at.channel] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            lock, users = self._lines.pop(at.channel)
            if users > 1:
                self._lines[at.channel] = (lock, users - 1)
