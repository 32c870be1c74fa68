"""Answers that are no replies of a character: to commands typed as text, to owners, and the notices of this client."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Final, TypeVar

import structlog

from bot.commands.framework.confiding import moving
from bot.commands.framework.declared import Table
from bot.commands.framework.forms import in_words
from bot.commands.framework.panels import of_owner
from bot.commands.framework.reply import Reply
from bot.delivery.circles import located
from bot.delivery.surface import Gone, Later, NotAllowed, SurfaceMessage, Unsure
from bot.discord.letters import plain, without_links
from bot.discord.link import Link
from bot.discord.surface import DiscordSurface, answer_body
from bot.discord.translate import PLATFORM
from bot.discord.uploads import MOST_BYTES, form
from bot.discord.wire import explained
from bot.pages import pages, sendable
from bot.words.localise import Speech
from engine.actions.house import access, panels
from engine.app import Engine
from engine.errors import OmoideError
from engine.values.chats.incoming import Origin
from engine.values.chats.places import Address

T = TypeVar("T")

_TRIES: Final = 5
_TOKEN_HOLDS: Final = timedelta(minutes=14, seconds=30)
_KNOWN: Final = 500

_log = structlog.get_logger(__name__)


class DiscordAnswers:
    """Says answers through the surface. A failure ends in the log: nobody waits for it."""

    def __init__(
        self, link: Link, engine: Engine, surface: DiscordSurface, table: Table, speech: Speech, language: str
    ) -> None:
        self._link = link
        self._engine = engine
        self._surface = surface
        self._table = table
        self._speech = speech
        self._language = language
        self._tokens: dict[str, tuple[int, str, datetime]] = {}

    def parts(self, reply: Reply, key: str, answers: str = "") -> list[SurfaceMessage]:
        """The messages of an answer."""
        reply = sendable(in_words(reply, self._speech), MOST_BYTES, self._speech)
        limit, speech = self._surface.limit, self._speech
        return pages(reply, limit, speech, key, answers=answers, plain=plain, said=without_links)

    async def say(self, at: Address, reply: Reply, key: str, answers: str = "") -> None:
        """Answer in a channel. ``key`` names the answer for ever (at most 20 characters)."""
        made = await self.send(at, self.parts(reply, key, answers))
        await self.keep(reply, made)
        await self.besides(at, reply)

    async def confide(self, origin: Origin, reply: Reply, key: str, answers: str) -> None:
        """A secret answer to something that was typed where others read: in private, and a line that says so there."""
        at, speak = Address(PLATFORM, origin.space, origin.channel), self._speech.speaker(reply.tongue)
        moves = moving(self._table, speak, origin.space_title)
        parts = self.parts(moves.moved(reply), key)
        arrived = origin.person.isdecimal() and bool(await self.whisper(int(origin.person), parts))
        said = (
            moves.beside(reply, speak.say("secret-said"))
            if arrived
            else moves.unsaid(reply, speak.say("secret-unsaid", platform=PLATFORM, address=""))
        )
        await self.say(at, replace(said, tongue=reply.tongue), f"{key}s"[:20], answers)

    async def besides(self, at: Address, reply: Reply) -> None:
        """What an answer asks for besides being said: messages that go or change, words to owners, what follows."""
        for it in reply.redrawn:
            [*_, part] = self.parts(it.reply, "redrawn")
            await self._through(lambda it=it, part=part: self._redraw(it.at or at, it.message, part), it.at or at)
        for message in reply.gone:
            await self._through(lambda name=message: self._surface.delete(at, name), at)
        if reply.then is not None:
            await reply.then()
        if reply.owners is not None:
            await self.tell_owners(reply.owners)

    async def send(self, at: Address, parts: list[SurfaceMessage]) -> str:
        """Messages, one after the other: the last one; "" where one did not arrive."""
        made: list[str | None] = []
        for part in parts:
            beside = replace(part, near=made[-1] or "") if made else part
            made.append(await self._through(lambda it=beside: self._surface.send(at, it), at))
        return made[-1] or "" if made and all(made) else ""

    async def keep(self, reply: Reply, message: str) -> None:
        """Note which message an answer became, where it shows what may change."""
        if reply.kept is None or not message:
            return
        here, panel = reply.kept
        try:
            await panels.put(self._engine.ctx, here, replace(panel, message=message))
        except OmoideError as error:
            _log.warning("panel not kept", error=str(error), action="check that the database runs")

    def reachable(self, message: str, application: int, token: str) -> None:
        """An answer that one person sees can be changed by the token of what it answered, while that holds."""
        until = self._link.now() + _TOKEN_HOLDS
        self._tokens = {**dict(list(self._tokens.items())[-_KNOWN:]), message: (application, token, until)}

    async def tell_owners(self, reply: Reply) -> None:
        """Say something to every owner of the house, in private."""
        try:
            owners = await access.owners(self._engine.ctx, PLATFORM)
        except OmoideError as error:
            _log.warning("owners not told", error=str(error), action="check that the database runs")
            return
        if reply.at is not None and await self.send(reply.at, self.parts(reply, f"w{_number(reply)}")):
            return
        for owner in owners:
            if (at := await self._through(lambda owner=owner: self._direct(int(owner)), None)) is None:
                continue
            made = await self.send(at, self.parts(reply, f"w{_number(reply)}"))
            await self._keep_of_owner(at, owner, reply, made)

    async def _keep_of_owner(self, at: Address, owner: str, reply: Reply, message: str) -> None:
        try:
            await self.keep(await of_owner(self._engine, at, owner, reply), message)
        except OmoideError as error:
            _log.warning("panel not kept", error=str(error), action="check that the database runs")

    async def whisper(self, person: int, parts: list[SurfaceMessage]) -> bool:
        """Say something to one person, in private; False when they let nobody write to them."""
        at = await self._through(lambda: self._direct(person), None)
        return at is not None and bool(await self.send(at, parts))

    async def tell_once(self, at: Address, message: str) -> None:
        """A notice of this client in the house's language: once a channel, and silently."""
        name = f"{message}-{at.channel}"
        try:
            if await self._engine.places.mark(PLATFORM, name):
                return
            text = self._speech.speaker(self._language).say(message)
            await self.send(at, [SurfaceMessage(text, key=f"x{at.channel}", silent=True)])
            await self._engine.places.set_mark(PLATFORM, name, "told")
        except OmoideError as error:
            _log.warning("notice not said", error=str(error), action="check that the database runs")

    async def _redraw(self, at: Address, message: str, part: SurfaceMessage) -> None:
        application, token, until = self._tokens.get(message, (0, "", None))
        if until is None or until < self._link.now():
            return await self._surface.edit(at, message, part)
        it = form(answer_body(part), part.documents)
        with explained():
            await self._link.adapter.edit_webhook_message(
                application,
                token,
                int(located(at, message)[1]),
                session=self._link.session,
                payload=it.payload,
                multipart=it.multipart,
                files=it.files,
            )
        return None

    async def _direct(self, person: int) -> Address:
        with explained():
            channel = await self._link.http.start_private_message(person)
        return Address(PLATFORM, f"dm-{channel['id']}", str(channel["id"]), private=True)

    async def _through(self, call: Callable[[], Awaitable[T]], at: Address | None) -> T | None:
        for n in range(_TRIES):
            try:
                return await call()
            except Later as wait:
                await asyncio.sleep(wait.seconds)
            except Unsure:
                await asyncio.sleep(1.0 + n)
            except (Gone, NotAllowed) as error:
                _log.warning("not answered", channel=at.channel if at else "", reason=str(error), action="none")
                return None
        _log.warning("not answered", channel=at.channel if at else "", action="try the command again")
        return None


def _number(reply: Reply) -> str:
    """A name for words that belong to no message; the same words are the same message for some minutes."""
    return blake2b(repr(reply).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
