"""Who waits to be let in, on real connections: told and answered once, wherever the daemon is killed in between."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.words.localise import Speech
from engine.work.crashpoints import IN_LETTING_IN
from tests.conftest import NewDatabase
from tests.platforms.seat import Seen
from tests.platforms.seats import seat_at
from tests.processes.daemon import Daemon, ForkedDaemon, daemon
from tests.servers.model import ModelServer, say

pytestmark = [pytest.mark.slow, pytest.mark.share(3)]

PLATFORMS = ("discord", "telegram", "minimal")
CODE = "open-sesame-42"
REPLY = "Well met, all of you."
LINES = {
    "en": ("Good evening, I am {}.", "May I come in? {}"),
    "zh": ("晚上好，我是{}。", "我可以进来吗？{}"),
}


@dataclass
class Street:
    """A daemon without an owner, and people before it. ``people`` have written to it in private."""

    seat: Any
    daemon: Daemon
    model: ModelServer
    language: str
    people: dict[str, Any] = field(default_factory=dict[str, Any])

    def __post_init__(self) -> None:
        self.speak = Speech().speaker(self.language)
        self.ann = self.seat.person("Ann", self.language)
        self.home = self.seat.private(self.ann)

    async def comes(self, name: str, access: str = "new") -> Any:
        """Somebody writes in private, and is told that they have to wait; their chat."""
        person = self.people[name] = self.seat.person(name, self.language)
        chat = self.seat.private(person)
        hello, more = self.lines(name)
        first = self.seat.says(person, chat, hello)
        await self.seat.reads(chat, self.speak.say("access-closed", access=access), first.id)
        self.seat.says(person, chat, more)
        return chat

    def lines(self, name: str) -> list[str]:
        """What somebody says who waits."""
        return [it.format(name) for it in LINES[self.language]]

    async def offer(self, name: str, behind: int = 0) -> tuple[Seen, str]:
        """The newest message at Ann's that offers to let somebody in, and its button."""
        label = self.speak.say("admin-let-in", title=name)

        def found() -> tuple[Seen, str] | None:
            for seen in reversed(self.seat.stands(self.home)):
                labels = self.seat.labels(seen)
                if seen.id > behind and label in labels:
                    return seen, labels[label]
            return None

        offered: tuple[Seen, str] = await self.seat.waits(found)
        return offered

    async def lets_in(self, name: str, seen: Seen, control: str) -> None:
        """Ann presses a button of a list; the same message shows then that it is done, and offers it no more."""
        await self.seat.presses(self.ann, seen, control)
        kind = "private" if name in self.people else "group"
        done = self.speak.say("admin-let-in-done", title=name, kind=kind)

        def shown() -> bool:
            now = self.seat.now(self.home, seen)
            return done in now.text and control not in now.controls

        await self.seat.waits(shown)

    async def lists(self, name: str) -> tuple[Seen, str]:
        """Ann asks who waits; the button that lets somebody in."""
        newest = max((it.id for it in self.seat.stands(self.home)), default=0)
        self.seat.says(self.ann, self.home, "/admin")
        return await self.offer(name, newest)

    async def answered(self, chat: Any, name: str) -> None:
        """Somebody is told, then answered, each once; both messages of theirs are in what the model was asked."""
        now = self.speak.say("access-now", place="private")
        await self.seat.reads(chat, REPLY)
        stands = [it.text for it in self.seat.stands(chat)]
        assert [it for it in stands if it in (now, REPLY)] == [now, REPLY], stands
        asked = [it.prompt for it in self.model.generations if name in it.prompt]
        assert asked
        assert all(line in it for it in asked for line in self.lines(name))


@asynccontextmanager
async def street(
    platform: str, language: str, database: str, folder: Path, *, often: bool = False
) -> AsyncIterator[Street]:
    """Nobody owns the daemon, which is not started yet; one that is started ``often`` loads nothing each time."""
    async with seat_at(platform) as seat, ModelServer() as model:
        model.answer = lambda _: say(REPLY)
        names = {**seat.names, "LANGUAGE": language, "OWNER_CODE": CODE, "DEFAULTS__DEBOUNCE": "0"}
        if often:
            names |= {"EMBEDDING__URL": model.url, "EMBEDDING__MODEL": "vectors"}
        async with daemon(database, folder, model.url, ForkedDaemon if often else Daemon, **names) as one:
            yield Street(seat, one, model, language)


@pytest.mark.parametrize(("platform", "language"), [("discord", "zh"), ("telegram", "en"), ("minimal", "en")])
async def test_who_waits_is_let_in(platform: str, language: str, new_database: NewDatabase, tmp_path: Path) -> None:
    """Who wrote before there was an owner, or to a server that nobody opened, never hears that they may talk now."""
    async with street(platform, language, await new_database(), tmp_path) as one:
        await one.daemon.start()
        bob = await one.comes("Bob", "unowned")
        cid = one.seat.person("Cid", language)
        group = one.seat.invites("Harbour", one.ann, cid)
        waits = one.seat.says(cid, group, one.lines("Cid")[0], called=True)
        dee = await one.comes("Dee", "unowned")
        one.seat.says(one.ann, one.home, one.lines("Ann")[0])
        wrong = one.seat.says(one.ann, one.home, CODE[:-1] + "4")
        await one.seat.reads(one.home, one.speak.say("admin-code-wrong"), wrong.id)
        assert one.model.generations == []
        one.seat.says(one.ann, one.home, CODE)
        welcome = await one.seat.reads(one.home, one.speak.say("access-owner", name="Ann"))
        await one.seat.reads(one.home, REPLY, welcome.id)
        assert one.lines("Ann")[0] in one.model.generations[0].prompt
        offered, yes = await one.offer("Bob")
        between = [it.text for it in one.seat.stands(one.home) if welcome.id < it.id < offered.id]
        assert any(it not in ("", REPLY) for it in between), "the character greets before anybody is asked anything"
        await one.lets_in("Bob", offered, yes)
        await one.answered(bob, "Bob")
        await one.lets_in("Harbour", *await one.lists("Harbour"))
        if platform != "minimal":  # where nothing can be changed, the list stands as it was sent
            await one.seat.waits(lambda: "Harbour" not in one.seat.now(one.home, offered).text)
        now = one.speak.say("access-now", place="group", calling=one.seat.called)
        await one.seat.reads(group, now, waits.id)
        await one.seat.reads(group, REPLY, waits.id)
        await one.daemon.terminate()
        await one.daemon.start()
        await one.lets_in("Dee", *await one.lists("Dee"))
        await one.answered(dee, "Dee")
        await one.answered(bob, "Bob")
        heard = [it.text for it in one.seat.stands(group)]
        assert [heard.count(it) for it in (now, REPLY)] == [1, 1], heard
        assert one.seat.rejected == []


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_kill_between_the_yes_and_the_answer(platform: str, new_database: NewDatabase, tmp_path: Path) -> None:
    """The daemon dies as the owner says yes, and whoever waited is told twice, answered twice, or never."""
    async with street(platform, "en", await new_database(), tmp_path, often=True) as one:
        await one.daemon.start(f"{IN_LETTING_IN[0]}:1")
        one.seat.says(one.ann, one.home, CODE)
        await one.seat.reads(one.home, one.speak.say("access-owner", name="Ann"))
        for number, (point, following) in enumerate(pairwise((*IN_LETTING_IN, "none"))):
            name = f"Guest{number}"
            chat = await one.comes(name)
            pressing = asyncio.ensure_future(one.seat.presses(one.ann, *await one.lists(name)))
            assert await one.daemon.died() == -signal.SIGKILL, point
            # What this death left passes the next point, where another one would follow: that is tried first.
            await one.daemon.start()
            await one.answered(chat, name)
            await one.daemon.terminate()
            await one.daemon.start(f"{following}:1")
            pressing.cancel()
            with suppress(asyncio.CancelledError, AssertionError, TimeoutError):
                await pressing
        await one.daemon.terminate()
        for number in range(len(IN_LETTING_IN)):
            await one.answered(one.seat.private(one.people[f"Guest{number}"]), f"Guest{number}")
