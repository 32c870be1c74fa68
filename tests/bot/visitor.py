"""Somebody on a platform of a test alone, in front of the handler of a real engine."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.declared import AttachedFile
from bot.commands.framework.reply import Paragraph, QuotedText, Reply
from bot.commands.framework.table import table_for
from bot.handler import Handler, Sender
from bot.words.localise import Speech
from engine.actions.house import settings
from engine.app import Engine
from engine.errors import FileNotSent
from engine.values.chats.incoming import Incoming, IncomingKind, Origin
from engine.values.chats.outgoing import Ended, Noticed, PartLimit, ShownAgain
from tests import calendar
from tests.connections import engine_at
from tests.servers.model import ModelServer
from tests.turns.room import config_for, new_origin

CODE = "open-sesame-42"
DM = frozenset({AccessRole.DM, AccessRole.PLAYER, AccessRole.MEMBER})
MEMBER = frozenset({AccessRole.PLAYER, AccessRole.MEMBER})

_numbers = itertools.count(1)


def now() -> datetime:
    """The platform's time: what was said before a place was opened, or long ago, is not answered."""
    return calendar.now()


class NoFiles:
    """Nothing came along."""

    async def read(self, named: str, *, picture: bool = False) -> AttachedFile:
        raise FileNotSent


@dataclass
class Visitor:
    """Somebody on a platform of this test alone."""

    engine: Engine
    handler: Handler
    model: ModelServer
    origin: Origin
    access_roles: frozenset[AccessRole]
    language: str = "en"
    heard: list[Reply] = field(default_factory=list)

    def incoming(self, text: str, kind: IncomingKind = IncomingKind.MESSAGE, **more: object) -> Incoming:
        number = next(_numbers)
        return replace(Incoming(self.origin, f"e{number}", text, now(), number, kind), **more)  # type: ignore[arg-type]

    @property
    def sender(self) -> Sender:
        return Sender(self.access_roles, NoFiles(), self.language)

    async def says(self, text: str, **more: object) -> Reply:
        return await self._read(await self.handler.hear(self.incoming(text, **more), self.sender))  # type: ignore[arg-type]

    async def uses(self, text: str) -> Reply:
        return await self._read(await self.handler.hear(self.incoming(text, IncomingKind.COMMAND), self.sender))

    async def presses(self, control: str) -> Reply:
        return await self._read(await self.handler.hear(self.incoming(control, IncomingKind.BUTTON), self.sender))

    async def fills(self, line: str, fields: Mapping[str, str]) -> Reply:
        """Write in the form that ``line`` opened."""
        incoming = self.incoming(line, IncomingKind.COMMAND)
        return await self._read(await self.handler.fill(incoming, self.sender, line, fields))

    def named(self, person: str, *, private: bool = True, space: str = "") -> "Visitor":
        """Somebody else on the same platform."""
        place = space or (f"dm-{person}" if private else "guild")
        origin = replace(
            self.origin,
            person=person,
            person_name=person,
            space=place,
            channel=place,
            private=private,
            space_title="Inn",
        )
        return replace(self, origin=origin, access_roles=DM if private else MEMBER, heard=[])

    async def _read(self, reply: Reply) -> Reply:
        """An answer that has been said, with what is done then."""
        if reply.then is not None:
            async with self.delivering():
                await reply.then()
        return reply

    @asynccontextmanager
    async def delivering(self) -> AsyncIterator[None]:
        """While entered, what people of the platform are shown arrives: nobody else delivers here."""
        with self.engine.turns.shows(self.origin.platform) as shows:

            async def deliver() -> None:
                async for _, show in shows:
                    match show:
                        case Noticed(sending=sending) if sending is not None:
                            self.engine.turns.delivered((sending,))
                        case Ended(sendings=sendings) | ShownAgain(sendings=sendings):
                            self.engine.turns.delivered(sendings)
                        case _:
                            continue
                    await self.engine.ctx.saver.flush()

            delivery = asyncio.ensure_future(deliver())
            try:
                yield
            finally:
                delivery.cancel()

    async def idle(self) -> None:
        await self.engine.turns.idle(await self.engine.places.resolve(self.origin))


@pytest.fixture
async def ann(database_url: str, tmp_path: Path) -> AsyncIterator[Visitor]:
    """Somebody who writes privately to a house that has no owner yet."""
    origin = replace(new_origin(), private=True)
    async with ModelServer() as model:
        config = config_for(database_url, tmp_path, model).model_copy(update={"owner_code": SecretStr(CODE)})
        async with engine_at(config, name="test", platforms={origin.platform: PartLimit(2000)}) as engine:
            table = table_for("telegram")
            handler = Handler(engine, table, Speech(), now, "en")
            yield Visitor(engine, handler, model, origin, DM)


@pytest.fixture
async def owner(ann: Visitor) -> Visitor:
    """The same after the code."""
    await ann.says(CODE)
    await settings.put(ann.engine.ctx, await ann.engine.places.resolve(ann.origin), "channel", "debounce", "0")  # type: ignore[arg-type]
    return ann


def words(reply: Reply | None) -> str:
    return "\n".join(it.text for it in reply.blocks if isinstance(it, Paragraph | QuotedText)) if reply else ""


def controls_of(reply: Reply | None) -> list[str]:
    return [choice.control for choice in reply.choices] if reply else []
