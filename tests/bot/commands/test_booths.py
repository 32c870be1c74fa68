"""Booths by the real handler: who may offer them, who gets one, and what those hear who cannot."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.declared import Table
from bot.commands.framework.reply import Reply
from bot.commands.framework.table import COMMANDS
from bot.delivery.surface import Gone, NotAllowed
from bot.handler import Handler, Sender
from bot.terminal.files import DiskFiles
from engine.values.chats.booths import Booth
from engine.values.chats.incoming import Here, Incoming, IncomingKind, Origin
from engine.values.chats.places import Address, Admission, SpaceAccess
from engine.values.house.settings import Mode
from tests.bot.conftest import SPEECH, Type, now
from tests.bot.fakes import NOW, FakeAccess, FakeEngine

MEMBER = frozenset({AccessRole.PLAYER, AccessRole.MEMBER})
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
class Booths:
    """One person's booth."""

    thread: str = ""
    modes: list[Mode] = field(default_factory=list)

    async def find(self, here: Here) -> Booth:
        return Booth("Mira", self.thread)

    async def begin(self, here: Here, there: Here, name: str, mode: Mode) -> None:
        self.thread = str(len(self.modes) + 1)
        self.modes.append(mode)


class Open(FakeAccess):
    """A place where everybody may talk, and nobody owns the house."""

    async def admission(self, here: Here) -> Admission:
        return Admission(owner=False, access=SpaceAccess.OPEN, asked=True)


class Lounge:
    """A lounge of a server with a handler before it."""

    def __init__(self, mode: str = "lounge", **threads: Any) -> None:
        self.engine: Any = FakeEngine()
        self.engine.settings.values["mode"] = mode
        self.engine.booths = Booths()
        self.engine.access = Open()
        self.threads = Threads(**threads)
        self.handler = Handler(self.engine, Table(COMMANDS, "discord"), SPEECH, now, "en")
        self.handler.opens_threads(self.threads)

    async def does(self, text: str, standings: frozenset[AccessRole] = MEMBER) -> Reply:
        incoming = Incoming(Origin("discord", "s", "c", "7", "Mo"), "e", text, NOW, 1, IncomingKind.COMMAND)
        act = self.handler.use if text.startswith("/") else self.handler.press
        return await act(incoming, Sender(standings, DiskFiles()))


def words(reply: Reply) -> str:
    return "\n".join(getattr(it, "text", "") for it in reply.blocks)


async def test_a_button_is_offered_to_all_by_whoever_looks_after_the_place() -> None:
    """Anybody could post it, nobody but them could read it, or it would mean something else after a restart."""
    lounge = Lounge()
    assert "managers can do that" in words(await lounge.does("/mode booths"))
    offered = await lounge.does("/模式 单间 剧情", KEEPER)
    assert "with Mira alone" in words(offered)
    assert not offered.private
    assert [it.control for it in offered.choices] == ["booth:story"]
    assert "/mode lounge" in words(await Lounge("story").does("/mode booths", KEEPER))


async def test_everybody_gets_one_place_and_finds_it_again() -> None:
    """A second press would open a second thread, or a thread that somebody deleted would stay gone for ever."""
    lounge = Lounge()
    made = await lounge.does("booth:story")
    assert (words(made), made.private, made.spent) == ("Your private thread: <#1>", True, False)
    assert words(await lounge.does("booth:chat")) == "You have a private thread already: <#1>"
    assert (lounge.threads.there, lounge.engine.booths.modes) == (["Alone with Mira for 7"], [Mode.STORY])
    lounge.threads.there[0] = ""
    assert words(await lounge.does("booth:chat")) == "Your private thread: <#2>"
    assert lounge.engine.booths.modes == [Mode.STORY, Mode.CHAT]


@pytest.mark.parametrize(
    ("why", "said"), [("open-alone", "Create Private Threads"), ("talk-alone", "Send Messages in Threads")]
)
async def test_who_presses_hears_which_permission_is_missing(why: str, said: str) -> None:
    """People would press a button that does nothing, and nobody would know what to change."""
    lounge = Lounge(why=why)
    refused = await lounge.does("booth:chat")
    assert said in words(refused)
    assert refused.private
    assert lounge.engine.booths.modes == []


async def test_where_no_thread_is_private_the_way_leads_to_the_bot() -> None:
    """Telegram has no private topics, so the button would be of no use there."""
    lounge = Lounge(alone_at="https://t.me/omoide_bot?start=booth")
    shown = await lounge.does("booth:chat")
    assert shown.address == "https://t.me/omoide_bot?start=booth"
    assert shown.address in words(shown)
    assert shown.private


async def test_a_terminal_has_one_place_and_says_so(piped: Type) -> None:
    """Somebody would wait for a place that never comes."""
    assert "There are no booths here" in await piped(FakeEngine(), "/mode booths")
    assert "这里没有单间" in await piped(FakeEngine(language="zh"), "/模式 进单间")
