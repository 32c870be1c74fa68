"""Everybody who may stand before the bot, each in a place of one real engine, and every way to ask for something."""

import itertools
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pytest

from bot.commands.framework import controls
from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.controls import Control, control
from bot.commands.framework.declared import Table
from bot.commands.framework.reply import Reply
from bot.commands.framework.table import COMMANDS
from bot.handler import Handler, Sender
from bot.words.localise import Speech
from engine.actions.characters import characters
from engine.actions.chats import sessions
from engine.actions.house import access as access_actions
from engine.actions.house import moderation
from engine.app import Engine
from engine.values.chats.incoming import Here, Incoming, IncomingKind, Origin
from engine.values.chats.outgoing import PartLimit
from engine.values.chats.places import SpaceAccess
from engine.values.house.allowances import Grant
from tests.bot.visitor import NoFiles, now
from tests.connections import engine_at
from tests.servers.model import ModelServer, say
from tests.turns.room import CARD, Room, config_for, enter, new_origin

SPEECH: Final = Speech()
EVERYWHERE: Final = Table([it for it in COMMANDS if not it.platforms or it.name == "start"], "telegram")
SERVER: Final = frozenset({AccessRole.PLAYER, AccessRole.MEMBER})
DM: Final = SERVER | {AccessRole.DM}
KEEPER: Final = SERVER | {AccessRole.ADMIN}
TALKERS: Final[Mapping[str, Grant]] = {"7": Grant.TALK, "8": Grant.IMPORT, "9": Grant.ADMIN}

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody: what the platform says of them (standings, roles), what the house knows, and what they are here.

    ``begun``: they began the chat that is played; None: there is none. ``access``: whether the place is open.
    """

    name: str
    given: frozenset[AccessRole]
    is_: frozenset[AccessRole]
    roles: frozenset[str] = frozenset()
    private: bool = False
    owner: bool = False
    begun: bool | None = False
    grants: Mapping[str, Grant] | None = None
    access: SpaceAccess = SpaceAccess.OPEN


ADMIN_BY_ROLE: Final = Who(
    "admin by role", SERVER, frozenset({AccessRole.MEMBER, AccessRole.ADMIN}), frozenset("9"), grants=TALKERS
)
EVERYBODY: Final = (
    Who("owner", SERVER, SERVER | {AccessRole.OWNER}, owner=True),
    Who("admin", KEEPER, KEEPER),
    ADMIN_BY_ROLE,
    Who("session owner", SERVER, SERVER | {AccessRole.SESSION_OWNER}, begun=True),
    Who("importer", SERVER, SERVER | {AccessRole.IMPORTER}, frozenset("78"), grants=TALKERS),
    Who("player", SERVER, SERVER),
    Who("player by role", SERVER, SERVER, frozenset("7"), grants=TALKERS),
    Who("member", SERVER, frozenset({AccessRole.MEMBER}), grants=TALKERS),
    Who("member who began it", SERVER, frozenset({AccessRole.MEMBER}), grants=TALKERS, begun=True),
    Who("dm", DM, DM, private=True),
    Who("admin of another server", SERVER, SERVER, frozenset("9")),
    Who("who claims to own the house", SERVER | {AccessRole.OWNER, AccessRole.SESSION_OWNER}, SERVER),
)
EACH_STANDING: Final = tuple({it.is_: it for it in EVERYBODY}.values())
"""One of those who are the same here, the last."""
STRANGERS: Final = tuple(
    Who(f"{name} where it is {access}", given, given, private=name == "dm", begun=True, grants=TALKERS, access=access)
    for access in (SpaceAccess.NEW, SpaceAccess.ASKED, SpaceAccess.REFUSED)
    for name, given in (("admin", KEEPER), ("dm", DM))
)


def lines() -> Iterator[tuple[str, str]]:
    """Every ability with a way to ask for it."""
    for command in EVERYWHERE:
        yield command.name, f"/{command.name}"
        yield from ((command.action_ability(it), f"/{command.name} {it.name}") for it in command.actions)
    yield from ((Control(name).ability, control(name, "1")) for name in controls.NAMES)


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody who stands before the handler, in a place of their own."""

    who: Who
    room: Room
    """The place, as an owner of the house has set it up."""
    origin: Origin
    here: Here
    handler: Handler

    @property
    def sender(self) -> Sender:
        return Sender(self.who.given, NoFiles(), roles=self.who.roles)

    def incoming(self, text: str, kind: IncomingKind = IncomingKind.COMMAND) -> Incoming:
        number = next(_numbers)
        return Incoming(self.origin, f"e{number}", text, now(), number, kind)

    async def asks(self, line: str) -> Reply:
        """What they are answered to a command, or to a button by its control."""
        await self.as_it_was()
        if line.startswith("/"):
            return await self.handler.hear(self.incoming(line), self.sender)
        return await self.handler.hear(self.incoming(line, IncomingKind.BUTTON), self.sender)

    async def says(self, text: str) -> Reply:
        return await self.handler.hear(self.incoming(text, IncomingKind.MESSAGE), self.sender)

    async def fills(self, line: str) -> Reply:
        """What they are answered who fill in the form of a command."""
        await self.as_it_was()
        return await self.handler.fill(self.incoming(line), self.sender, line, {})

    async def begins(self) -> None:
        """Begin a chat."""
        [(mira, _)] = await characters.called(self.room.engine.ctx, self.here, "Mira")
        await sessions.new(self.room.engine.ctx, self.room.engine.runner, self.here, "Mo", mira)

    async def as_it_was(self) -> None:
        """Whatever was asked for before: the place is as open as it was, and who began what is played did."""
        began = self.here.person if self.who.begun else self.room.here.person
        if self.who.begun and await sessions.played(self.room.engine.ctx, self.here) is None:
            await self.begins()
        await self.room.sql(
            "WITH begun AS (UPDATE session SET created_by = $2 WHERE space_id = $1 AND created_by <> $2) "
            "UPDATE space SET access = $3 WHERE id = $1 AND access <> $3",
            self.here.space,
            began,
            self.who.access.value,
        )
        self.room.ctx.doors.forget()


@dataclass(frozen=True, slots=True)
class Doorstep:
    """One engine, with an owner, before which everybody stands."""

    engine: Engine
    model: ModelServer
    platform: str

    async def place(self, who: Who, *, said: str = "") -> Standing:
        """A place for ``who``, in which they said something if told."""
        name = f"place{next(_numbers)}"
        host = Origin(self.platform, name, name, f"{name}-host", "Host", private=who.private)
        room = await enter(self.engine, self.model, host, None if who.begun is None else CARD)
        origin = replace(host, person=f"{name}-person", person_name="Mo")
        here = await self.engine.places.resolve(origin)
        if who.owner:
            await access_actions.at_home(self.engine.ctx, here)
        for role, may in (who.grants or {}).items():
            await moderation.grant(self.engine.ctx, room.here, role, may)
        handler = Handler(self.engine, EVERYWHERE, SPEECH, now, "en")
        made = Standing(who, room, origin, here, handler)
        if who.begun:
            await made.begins()
        if said:
            await self.engine.turns.accept(made.incoming(said, IncomingKind.MESSAGE))
            await room.idle()
        await made.as_it_was()
        return made


@asynccontextmanager
async def doorstep_at(database_url: str, folder: Path) -> AsyncIterator[Doorstep]:
    """An engine on this database that holds nobody back who is fast. Nothing is done in the background."""
    platform = new_origin().platform
    async with ModelServer(lambda _: say("…")) as model:
        config = config_for(database_url, folder, model)
        slow = config.allowance.model_copy(update={"messages_a_minute": 0})
        config, platforms = config.model_copy(update={"allowance": slow}), {platform: PartLimit(2000)}
        async with engine_at(config, name="test", platforms=platforms, background=False) as engine:
            made = Doorstep(engine, model, platform)
            await made.place(ADMIN_BY_ROLE)  # what a role may there, counts nowhere else
            yield made


@pytest.fixture(scope="module")
async def doorstep(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Doorstep]:
    """One engine for all tests of a module."""
    async with doorstep_at(database_url, tmp_path_factory.mktemp("data")) as made:
        yield made


def words(reply: Reply) -> str:
    return "\n".join(getattr(it, "text", "") for it in reply.blocks)
