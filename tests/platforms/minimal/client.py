"""The IRC side of Omoide: one bot, from its first connection until it is told to stop."""

import asyncio
from dataclasses import replace
from typing import Final

import structlog

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.confiding import moving
from bot.commands.framework.declared import AttachedFile
from bot.commands.framework.reply import Reply
from bot.delivery.surface import Gone, Later, NotAllowed, Unsure
from bot.delivery.waiting import beside as start
from bot.guest import Deliver, PlatformContext
from bot.handler import Sender
from bot.pages import pages, sendable
from engine.actions.house import access
from engine.errors import FileNotSent, PlatformTokenWrong, PlatformUnreachable
from engine.values.chats.incoming import Incoming, IncomingKind, Origin
from engine.values.chats.places import Address
from tests.platforms.minimal.surface import IrcSurface
from tests.platforms.minimal.wire import Line, Settings, Wire

_GROUP: Final = frozenset({AccessRole.PLAYER, AccessRole.MEMBER})
_PRIVATE: Final = _GROUP | {AccessRole.DM}
_AGAIN: Final = 0.5
_log = structlog.get_logger(__name__)


class NoFiles:
    """IRC carries no files."""

    async def read(self, named: str, *, picture: bool = False) -> AttachedFile:
        raise FileNotSent


class IrcClient:
    """One bot; ``house.table.platform`` is what it is called in the configuration. ``!help`` is ``/help`` here."""

    def __init__(self, settings: Settings, house: PlatformContext, deliver: Deliver) -> None:
        self.ready = asyncio.Event()
        self.known = settings.known
        self._settings = settings
        self._house = house
        self._deliver = deliver
        self._wire = Wire(settings)
        self._newest = 0
        self.surface = IrcSurface(self._wire, self._next_id)
        self._heard: asyncio.Queue[Incoming] = asyncio.Queue()

    async def run(self) -> None:
        """Hear and deliver until cancelled. Raises PlatformTokenWrong."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._deliver(self.surface, self._tell_owners).run())
                group.create_task(self._work(group))
                await self._stay()
        except* PlatformTokenWrong as wrong:
            raise wrong.exceptions[0] from None

    def _next_id(self) -> str:
        """The name of a message: it only grows, also over restarts."""
        self._newest = max(self._newest + 1, int(self._house.now().timestamp() * 1000))
        return str(self._newest)

    async def _stay(self) -> None:
        """Read what the server says; after a cut, again."""
        while True:
            try:
                async with self._wire.connected() as reader:
                    self._wire.write(*(f"JOIN {it}" for it in self._settings.channels.split()))
                    self.ready.set()
                    async for line in self._wire.lines(reader):
                        await self._read(line)
            except (PlatformUnreachable, TimeoutError) as error:
                _log.warning("irc cannot be reached", reason=type(error).__name__, action="check the address")
            await asyncio.sleep(_AGAIN)

    async def _read(self, line: Line) -> None:
        match line:
            case Line(nick, "PRIVMSG", (target, text)):
                self._heard.put_nowait(self._incoming(nick, target, text))
            case Line(nick, "INVITE", (_, channel)):
                self._wire.write(f"JOIN {channel}")
                self._heard.put_nowait(self._incoming(nick, channel, ""))
            case Line(_, "KICK", (channel, nick, *_)) if nick == self._settings.nick:
                await self._house.engine.turns.leave(self._address(channel, private=False))

    def _incoming(self, nick: str, target: str, text: str) -> Incoming:
        """Something that was said, as the house takes it."""
        private = not target.startswith(("#", "&"))
        place = nick if private else target
        name, called, rest = text.partition(":")
        to_us = bool(called) and name.strip().casefold() == self._settings.nick.casefold()
        text = rest.strip() if to_us else text
        if text.startswith("!"):
            text = f"/{text[1:]}"
        number = self._next_id()
        return Incoming(
            Origin(self._house.table.platform, place, place, nick, nick, place.lstrip("#&"), private=private),
            external=number,
            text=text,
            sent_at=self._house.now(),
            position=int(number),
            addressed=private or to_us or text.startswith("/"),
        )

    async def _work(self, group: asyncio.TaskGroup) -> None:
        """What was heard, one thing after the other; what is answered is said beside that."""
        handler = self._house.handler
        while True:
            incoming = await self._heard.get()
            at = self._address(incoming.origin.channel, private=incoming.origin.private)
            sender = Sender(_PRIVATE if at.private else _GROUP, NoFiles())
            if incoming.addressed and (control := self.surface.numbers.picked(at, incoming.text)):
                incoming = replace(incoming, text=control, kind=IncomingKind.BUTTON)
            reply = await handler.hear(incoming, sender)
            while reply.unstored:  # the database is away, and nothing is brought twice here
                await asyncio.sleep(_AGAIN)
                reply = await handler.hear(incoming, sender)
            start(group, self._answer(at, incoming.origin.person, reply))

    async def _answer(self, at: Address, person: str, reply: Reply) -> None:
        """Say the reply; what nobody else may read is said in private."""
        if reply.secret and not at.private and reply.speaks:
            speak = self._house.speech.speaker(reply.tongue)
            moves = moving(self._house.table, speak, at.channel)
            arrived = await self._say(self._address(person, private=True), moves.moved(reply))
            said = (
                moves.beside(reply, speak.say("secret-said"))
                if arrived
                else moves.unsaid(reply, speak.say("secret-unsaid", platform=at.platform, address=""))
            )
            await self._say(at, replace(said, tongue=reply.tongue))
        elif reply.speaks:
            await self._say(at, reply)
        if reply.then is not None:
            await reply.then()
        if reply.owners:
            await self._tell_owners(reply.owners)

    async def _tell_owners(self, reply: Reply) -> None:
        for person in await access.owners(self._house.engine.ctx, self._house.table.platform):
            await self._say(self._address(person, private=True), reply)

    async def _say(self, at: Address, reply: Reply) -> bool:
        """Say a reply once; whether it may have arrived."""
        speech = self._house.speech
        for part in pages(sendable(reply, 0, speech), self.surface.limit, speech, "a"):
            while True:
                try:
                    await self.surface.send(at, part)
                except Later as later:
                    await asyncio.sleep(later.seconds)
                    continue
                except (Gone, NotAllowed):
                    return False
                except Unsure:
                    pass
                break
        return True

    def _address(self, channel: str, *, private: bool) -> Address:
        return Address(self._house.table.platform, channel, channel, private)
