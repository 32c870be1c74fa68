"""Booths by the real handler: who may offer them, who gets one, and what those hear who cannot."""

import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.declared import Table
from bot.commands.framework.reply import Reply
from bot.commands.framework.table import COMMANDS
from bot.delivery.surface import Gone, NotAllowed
from bot.handler import Handler, Sender
from engine.actions.chats import booths
from engine.actions.house import settings
from engine.values.chats.incoming import Incoming, IncomingKind, Origin
from engine.values.chats.places import Address
from engine.values.house.setting_scopes import SettingScope
from tests.bot.at_terminal import SPEECH, AtTerminal, Terminals
from tests.bot.visitor import MEMBER, NoFiles, now
from tests.servers.model import ModelServer
from tests.turns.room import Room, config_for, enter, new_origin, opened

_numbers = itertools.count(1)
KEEPER = MEMBER | {AccessRole.ADMIN}


@dataclass
class Threads:
    """A platform's threads; ``why`` says what is missing to open one."""

    alone_at: str = ""
    why: str = ""
    there: list[str] = field(default_factory=list)

    async def open_thread(self, at: Address, title: str, person: str = "") -> Address:
        if self.why:
            raise NotAllowed(self.why)
        self.there.append(f"{title} for {person}")
        return Address(at.platform, at.space, str(len(self.there)))

    async def invite(self, at: Address, person: str) -> str:
        if int(at.channel) > len(self.there) or not self.there[int(at.channel) - 1]:
            raise Gone
        return f"<#{at.channel}>"


@dataclass
class Lounge:
    """A lounge of a server with a handler before it, and somebody who writes there."""

    room: Room
    handler: Handler
    threads: Threads
    who: Origin

    async def does(self, text: str, access_roles: frozenset[AccessRole] = MEMBER) -> Reply:
        number = next(_numbers)
        incoming = Incoming(self.who, f"e{number}", text, now(), number, IncomingKind.COMMAND)
        if not text.startswith("/"):
            return await self.handler.hear(replace(incoming, kind=IncomingKind.BUTTON), Sender(access_roles, NoFiles()))
        return await self.handler.hear(incoming, Sender(access_roles, NoFiles()))

    async def thread(self) -> tuple[str, str]:
        """The thread that is theirs, and the mode there."""
        thread = (await booths.find(self.room.engine.ctx, await self.room.engine.places.resolve(self.who))).thread
        there = await self.room.engine.places.resolve(replace(self.who, channel=thread or self.who.channel))
        return thread, (await settings.current(self.room.engine.ctx, there)).mode.value


@pytest.fixture
async def lounge(database_url: str, tmp_path: Path) -> AsyncIterator[Lounge]:
    """Somebody who looks after nothing, in a lounge with Mira."""
    origin = replace(new_origin(), private=False, channel="c")
    async with ModelServer() as model, opened(config_for(database_url, tmp_path, model), origin.platform) as engine:
        room = await enter(engine, model, origin)
        await settings.put(engine.ctx, room.here, SettingScope.SPACE, "mode", "lounge")
        handler = Handler(engine, Table(COMMANDS, "discord"), SPEECH, now, "en")
        handler.opens_threads(threads := Threads())
        yield Lounge(room, handler, threads, replace(origin, person="7", person_name="Mo"))


def words(reply: Reply) -> str:
    return "\n".join(getattr(it, "text", "") for it in reply.blocks)


async def test_a_button_is_offered_to_all_by_whoever_looks_after_the_place(lounge: Lounge) -> None:
    """Anybody could post it, nobody but them could read it, or it would mean something else after a restart."""
    assert "managers can do that" in words(await lounge.does("/mode booths"))
    offered = await lounge.does("/mode booths story", KEEPER)
    assert "with Mira alone" in words(offered)
    assert not offered.private
    assert [it.control for it in offered.choices] == ["booth:story"]
    assert [it.control for it in (await lounge.does("/模式 单间 剧情", KEEPER)).choices] == ["booth:story"]
    await settings.put(lounge.room.engine.ctx, lounge.room.here, SettingScope.SPACE, "mode", "story")
    assert "/mode lounge" in words(await lounge.does("/mode booths", KEEPER))


async def test_everybody_gets_one_place_and_finds_it_again(lounge: Lounge) -> None:
    """A second press would open a second thread, or a thread that somebody deleted would stay gone for ever."""
    made = await lounge.does("booth:story")
    assert (words(made), made.private, made.spent) == ("Your private thread: <#1>", True, False)
    assert words(await lounge.does("booth:chat")) == "You have a private thread already: <#1>"
    assert lounge.threads.there == ["Alone with Mira for 7"]
    assert await lounge.thread() == ("1", "story")
    lounge.threads.there[0] = ""
    assert words(await lounge.does("booth:chat")) == "Your private thread: <#2>"
    assert await lounge.thread() == ("2", "chat")


@pytest.mark.parametrize(
    ("why", "said"), [("open-alone", "Create Private Threads"), ("talk-alone", "Send Messages in Threads")]
)
async def test_who_presses_hears_which_permission_is_missing(lounge: Lounge, why: str, said: str) -> None:
    """People would press a button that does nothing, and nobody would know what to change."""
    lounge.threads.why = why
    refused = await lounge.does("booth:chat")
    assert said in words(refused)
    assert refused.private
    assert (await lounge.thread())[0] == ""


async def test_where_no_thread_is_private_the_way_leads_to_the_bot(lounge: Lounge) -> None:
    """Telegram has no private topics, so the button would be of no use there."""
    lounge.threads.alone_at = "https://t.me/omoide_bot?start=booth"
    shown = await lounge.does("booth:chat")
    assert shown.address == "https://t.me/omoide_bot?start=booth"
    assert shown.address in words(shown)
    assert shown.private


async def test_a_terminal_has_one_place_and_says_so(anybody: AtTerminal, terminals: Terminals) -> None:
    """Somebody would wait for a place that never comes."""
    assert "There are no booths here" in await anybody.types("/mode booths")
    assert "这里没有单间" in await (await terminals.somebody(language="zh")).types("/模式 进单间")
