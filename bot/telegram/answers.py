"""What commands and buttons answer, as messages: to the chat, to the owners, or as a line over the chat."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

import structlog
from telegram import Bot
from telegram.error import TelegramError

from bot.commands.framework.confiding import Confiding
from bot.commands.framework.declared import Table
from bot.commands.framework.offering import offered_in
from bot.commands.framework.panels import of_owner
from bot.commands.framework.reply import SILENT, Paragraph, Redrawn, Reply, told
from bot.delivery.surface import Button, Gone, Later, NotAllowed, SurfaceMessage, Unsure
from bot.pages import pages, sendable
from bot.telegram.surface import MOST_BYTES, PLATFORM, Decided, TelegramSurface, one_by_one
from bot.words.localise import Speaker, Speech
from engine.actions.house import access, panels
from engine.app import Engine
from engine.errors import OmoideError
from engine.values.chats.incoming import Origin
from engine.values.chats.places import Address

_TOAST: Final = 200
_UNKNOWN: Final = "?"  # a message that may have arrived
_MINUTE: Final = 60.0
_MOST_UNTOLD: Final = 1_000
UNTOLD: Final = "told"
"""What stands behind "/start" in the private chat that somebody opens to be told."""
_GLIMPSE: Final = 60  # what can be read before a toast goes by itself

_log = structlog.get_logger(__name__)


class TelegramAnswers:
    """Says replies on Telegram. What it may do only once it does at most once.

    ``speech`` is that of private chats (True) and of groups. ``clock`` gives seconds that only grow.
    """

    def __init__(
        self,
        engine: Engine,
        bot: Bot,
        surface: TelegramSurface,
        table: Table,
        speech: Mapping[bool, Speech],
        clock: Callable[[], float],
    ) -> None:
        self._engine = engine
        self._bot = bot
        self._surface = surface
        self._table = table
        self._seldom = Seldom(clock)
        self._untold = Untold()
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
        for it in redrawn:
            parts = pages(it.reply, self._surface.limit, self._speech[at.private], "redrawn")
            async with self._line(at):
                await self._patiently(at, lambda it=it, part=parts[-1]: self._surface.edit(at, it.message, part))

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

    async def confide(self, origin: Origin, reply: Reply, key: str, answers: str, query: str | None = None) -> None:
        """A secret answer where others read along: in the private chat, and a line that says so in the group.

        ``query`` is the press of a button that waits for that line, "" one that waits no more: it is read over the
        chat, by who pressed alone.
        """
        at, speak = Address(PLATFORM, origin.space, origin.channel), self._speech[False].speaker(reply.tongue)
        moving = await self._moving(origin, speak)
        there = self._surface.start_at(UNTOLD)
        arrived = await self._in_private(origin.person, moving.moved(reply), key)
        if arrived:
            said = moving.beside(reply, speak.say("secret-said"))
        else:
            said = told(speak.say("secret-unsaid", platform=PLATFORM, address=there))
            self._untold.keep(origin.person, replace(moving.moved(reply), tongue=reply.tongue))
        said = replace(
            said, tongue=reply.tongue, spent=reply.spent, private=True, under=reply.under, closes=reply.closes
        )
        if query:
            line = toast(replace(said, confirm=None, choices=(), form=None))
            await self.acknowledge(query, line, "" if arrived else there)
        seldom = query is None and self._seldom.passes((origin.channel, origin.person, *_texts(said)))
        if said.confirm is None and not seldom:
            said = replace(said, blocks=())
        await self.say(at, said, f"s{key}", answers)

    async def tell_untold(self, person: str, key: str) -> bool:
        """Say what could not be said to somebody who had no private chat with the bot; whether there was anything."""
        reply = self._untold.taken(person)
        return reply is not None and await self._in_private(person, reply, key)

    async def say_apart(
        self, origin: Origin, reply: Reply, key: str, pressed: str, decided: Decided | None = None
    ) -> None:
        """The answer to a button of the private message ``pressed`` that acts in the group ``origin``."""
        moving = await self._moving(origin, self._speech[False].speaker(reply.tongue))
        await self._in_private(origin.person, replace(moving.moved(reply), spent=reply.spent), key, pressed, decided)
        rest = replace(SILENT, gone=reply.gone, owners=reply.owners, then=reply.then)
        await self.say(Address(PLATFORM, origin.space, origin.channel), rest, key)

    async def _moving(self, origin: Origin, speak: Speaker) -> Confiding:
        title = origin.space_title or await self._title(origin)
        note = speak.say("secret-commands", named="yes" if title else "no", title=title)
        return Confiding(self._table, note, origin.channel)

    async def _title(self, origin: Origin) -> str:
        """What people call a group in which a button acts that stands elsewhere; "" where that cannot be read."""
        here = self._engine.places.seen(origin)
        try:
            return await self._engine.places.title(here) if here else ""
        except OmoideError:
            return ""

    async def _in_private(
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
        for person in people:
            at = Address(PLATFORM, person, person, private=True)
            await self.say(at, await of_owner(self._engine, at, person, reply), "owners")
        return bool(people)

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

    def line(self, origin: Origin, reply: Reply) -> str:
        """What is said of a reply over the chat, to who pressed a button; "" where it needs a message of its own.

        One that has just been a message is said over the chat: a button that is pressed again and again fills no group.
        """
        line = toast(reply)
        stays = not fleeting(line, self._table) and self._seldom.passes((origin.channel, origin.person, line))
        return "" if stays else line

    async def acknowledge(self, query: str, line: str = "", address: str = "") -> bool:
        """End the waiting of a pressed button; whether something was said with it: a line, or what it opens."""
        text = None if address else line or None
        alert = len(text or "") > _GLIMPSE
        try:
            await self._bot.answer_callback_query(query, text=text, show_alert=alert, url=address or None)
        except TelegramError as error:  # a press that is too old needs no answer any more
            _log.info("button not acknowledged", reason=type(error).__name__)
            return False
        return bool(line or address)

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


class Untold:
    """What waits for people to begin a private chat, for each the newest; in this process."""

    def __init__(self) -> None:
        self._waiting: dict[str, Reply] = {}

    def keep(self, person: str, reply: Reply) -> None:
        """It is said to them once they begin."""
        self._waiting.pop(person, None)
        self._waiting[person] = reply
        if len(self._waiting) > _MOST_UNTOLD:
            del self._waiting[next(iter(self._waiting))]

    def taken(self, person: str) -> Reply | None:
        """What waits for somebody, who is told now."""
        return self._waiting.pop(person, None)


class Seldom:
    """What is said at most once a minute. ``clock`` gives seconds that only grow."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._said: dict[tuple[str, ...], float] = {}

    def passes(self, what: tuple[str, ...]) -> bool:
        """Whether it may be said now, which is taken to be done."""
        now = self._clock()
        self._said = {it: at for it, at in self._said.items() if now - at < _MINUTE}
        if what in self._said:
            return False
        self._said[what] = now
        return True


def _texts(reply: Reply) -> tuple[str, ...]:
    return tuple(it.text for it in reply.blocks if isinstance(it, Paragraph))


def toast(reply: Reply) -> str:
    """A reply as one line over the chat; "" where it has no room there."""
    match reply.blocks:
        case (Paragraph(text),) if reply.private and not _has_more(reply) and len(text) <= _TOAST:
            return text
        case _:
            return ""


def fleeting(line: str, table: Table) -> bool:
    """Whether a line may go by itself. A command in it could be neither tapped nor copied over the chat."""
    return not any(offered_in(line, table))


def _has_more(reply: Reply) -> bool:
    return bool(reply.confirm or reply.choices or reply.documents or reply.form or reply.instead)
