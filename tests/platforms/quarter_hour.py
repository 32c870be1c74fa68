"""The first quarter of an hour with Omoide, played by people in front of a platform, against the daemon as a process.

``python -m tests.platforms.quarter_hour`` plays it on every platform in both languages and tells each scene. With
``--evening`` the whole first evening is played; the suite plays that once on each platform and in each language.
"""

import argparse
import asyncio
import itertools
import re
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg

from bot.words.localise import Speaker, Speech
from engine.db.postgres import embedded
from tests.platforms import evening_scenes
from tests.platforms.bookkeeping import faults
from tests.platforms.evening_lines import LINES
from tests.platforms.seat import PATIENCE, Seen
from tests.platforms.seats import seat_at
from tests.platforms.terminal_seat import TerminalSeat
from tests.processes.daemon import Daemon, daemon, empty_database
from tests.servers.model import Finish, Gate, ModelServer, Script, Tokens, say
from tests.servers.model import Seen as Asked

PLATFORMS = ("discord", "telegram", "terminal")
KEY = "sk-canary-2f6a9c"
"""The model's key, which nobody may ever read."""


@dataclass
class Play:
    """One evening, at a ``Seat``. ``said`` are the messages that must be stored and answered, as (channel, message);
    ``unsaid`` those that nobody may have stored; ``by`` is who said which. ``erased`` were said by somebody who was
    forgotten, and ``left`` are the places of those. ``held`` are the replies to lines that are not simply answered.
    ``found`` are faults that were seen on the way.
    """

    seat: Any
    daemon: Daemon
    model: ModelServer
    sql: asyncpg.Connection
    words: dict[str, str]
    speak: Speaker
    language: str
    said: list[tuple[str, str]] = field(default_factory=list)
    unsaid: list[tuple[str, str]] = field(default_factory=list)
    held: dict[str, Script] = field(default_factory=dict)
    group: Any = None
    old_button: Any = None
    taken_back: tuple[str, str] = ("", "")
    by: dict[tuple[str, str], Any] = field(default_factory=dict[tuple[str, str], Any])
    erased: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    left: list[Any] = field(default_factory=list[Any])
    found: list[str] = field(default_factory=list[str])
    _numbers: Any = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        self.ann, self.bob, self.cid = (self.seat.person(it, self.language) for it in ("Ann", "Bob", "Cid"))
        self.home, self.outside = self.seat.private(self.ann), self.seat.private(self.bob)
        self.model.answer = self._answer

    @property
    def channels(self) -> list[Any]:
        """Everywhere, but where somebody was forgotten."""
        return [it for it in (self.home, self.outside, self.group) if it is not None and it not in self.left]

    @property
    def openings(self) -> tuple[str, str]:
        """How the model's replies begin."""
        return self.words["begins"], self.words["reply"].partition("{")[0]

    def _answer(self, asked: Asked) -> Script:
        last = asked.body["messages"][-1]["content"]
        if held := next((self.held.pop(line) for line in list(self.held) if line in last), None):
            return held
        text = self.words["reply"].format(number=next(self._numbers))
        return say(*re.findall(r".{1,6}", text))

    async def says(
        self, line: str, *, who: Any = None, where: Any = None, stored: bool | None = True, **more: Any
    ) -> Any:
        """Somebody (Ann) says a line somewhere (at home). ``stored``: whether it must be, None if it may."""
        text = self.words.get(line, line)
        more = {"called": where is not None and where is not self.outside} | more
        message = self.seat.says(who or self.ann, where or self.home, text, **more)
        name = self.seat.place_of(message), str(message.id)
        self.by[name] = who or self.ann
        if stored is not None:
            (self.said if stored else self.unsaid).append(name)
        return message

    async def answered(self, message: Any, where: Any = None) -> Seen:
        """Wait for the whole reply to a message: the oldest behind it that has come to its end."""
        where, begun, endings = where or self.home, self.openings, self._endings

        def whole() -> Seen | None:
            behind = (it for it in self.seat.stands(where) if it.id > message.id)
            return next((it for it in behind if it.text.startswith(begun) and it.text.endswith(endings)), None)

        return await self.seat.waits(whole)

    @property
    def _endings(self) -> tuple[str, ...]:
        """How a reply ends that has come to its end."""
        told = self.words["reply"].partition("}")[2]
        return self.words["goes on"], told, self.speak.say("delivery-stopped")

    async def button(self, seen: Seen, start: str, where: Any = None) -> str:
        """Wait for a button under a message."""
        standing = await self.seat.waits(
            lambda: next((it for it in self._now(where or self.home, seen).controls if it.startswith(start)), None)
        )
        return str(standing)

    async def kept(self, message: Any) -> None:
        """Wait until a message is stored."""
        await self._becomes_true("SELECT true FROM inbox WHERE external = $1", str(message.id))

    async def _becomes_true(self, query: str, *args: Any) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                while not await self.sql.fetchval(query, *args):  # noqa: ASYNC110 — only the database knows
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise TimeoutError(f"not true within {PATIENCE} s: {query} {args}") from None

    def prompt(self) -> str:
        """What the model was asked last."""
        return self.model.generations[-1].prompt

    async def growing(self, line: str) -> tuple[Any, Gate, Seen]:
        """Ann says a line, and its reply stands still with its first words to be seen."""
        gate = Gate()
        begins = re.findall(r".{1,4}", self.words["begins"])
        self.held[self.words[line]] = Script([*begins, gate, self.words["goes on"], Finish(), Tokens(9, 9)])
        message = await self.says(line)
        return message, gate, await self.seat.reads(self.home, self.words["begins"], message.id)

    # The scenes, in order ---------------------------------------------------------------------------------------------

    async def nobody_is_let_in(self) -> None:
        """A stranger gets one fixed line, once; what they say is kept for the owner, and no model is asked."""
        await self.says("stranger", who=self.bob, where=self.outside, stored=None)
        closed = self.speak.say("access-closed", access="unowned")
        assert (await self.seat.reads(self.outside, closed)).text == closed
        await self.kept(await self.says("stranger again", who=self.bob, where=self.outside, stored=None))
        assert self.model.generations == []

    async def owner_comes(self) -> None:
        """The code that the daemon printed makes Ann the owner; she is welcomed with a greeting, and told who waits."""
        [line] = [it for it in self.daemon.said if it.startswith(self._code_line.partition("\0")[0])]
        code = line.removeprefix(self._code_line.partition("\0")[0]).strip()
        await self.says(code, stored=None)
        welcome = await self.seat.reads(self.home, self.speak.say("access-owner", name="Ann"))
        assert "/" in welcome.text
        assert "Bob" in (await self.seat.reads(self.home, self.speak.say("admin-waiting"), welcome.id)).text
        assert len(self.seat.stands(self.outside)) == 1, "the stranger was told twice"
        assert self.model.generations == []

    @property
    def _code_line(self) -> str:
        return self.speak.say("app-owner-code", platform=self.seat.platform.title(), code="\0")

    async def first_words(self) -> None:
        """The first reply is seen growing in one message, and rings once."""
        bells = self.seat.bells(self.home)
        message, gate, seen = await self.growing("first")
        gate.open()
        whole = await self.answered(message)
        assert whole.id == seen.id
        assert whole.text == self.words["begins"] + self.words["goes on"]
        shown = [it for it in self.seat.versions(self.home, seen.id) if it.strip("…")]
        assert len(set(shown)) > 1
        assert all(later.startswith(earlier) for earlier, later in itertools.pairwise(shown))
        assert self.seat.bells(self.home) == bells + 1
        await self.seat.uses(self.ann, self.home, "settings", setting="controls", value="on")

    async def words_while_it_speaks(self) -> None:
        """What is said while a reply runs is answered by the next one; what comes in a burst is answered together."""
        _, gate, first = await self.growing("stop me")
        second = await self.says("while it runs")
        await self.kept(second)
        gate.open()
        reply = await self.answered(second)
        assert reply.id != first.id
        asked = len(self.model.generations)
        self.held[self.words["burst 1"]] = Script(["…"], before=Gate())
        one = await self.says("burst 1")
        await self.model.arrived(asked + 1)
        await self.says("burst 2")
        together = await self.answered(one)
        assert self.words["burst 1"] in self.prompt()
        assert self.words["burst 2"] in self.prompt()
        assert [it for it in self.seat.stands(self.home) if it.id > one.id] == [together]

    async def stopped(self) -> None:
        """A reply ends where it is told to, by a button and by a command; what is there stays."""
        mark, told = self.speak.say("delivery-stopped"), self.speak.say("turn-stopped")
        for line, by_button in (("stop me", True), ("stop me too", False)):
            message, gate, seen = await self.growing(line)
            if by_button:
                await self.seat.presses(self.ann, seen, await self.button(seen, "stop:"))
            else:
                await self.seat.orders(self.ann, self.home, "stop")
            await self.button(seen, "right:")
            gate.open()
            assert self._now(self.home, seen).text.removesuffix(mark).rstrip() == self.words["begins"]
            besides = [it.text for it in self.seat.stands(self.home) if it.id > message.id and it.id != seen.id]
            assert set(besides) <= {told}

    async def changed_and_taken_back(self) -> None:
        """After an edit the model reads the new words only; what is taken back it does not read at all."""
        message = await self.says("typo")
        await self.answered(message)
        self.seat.edits(self.ann, message, self.words["no typo"])
        await self._applied("edit")
        await self.answered(await self.says("after typo"))
        assert self.words["no typo"] in self.prompt()
        assert self.words["typo"] not in self.prompt()
        secret = await self.says("secret")
        await self.answered(secret)
        await self._becomes_true("SELECT bool_and(state = 'sent') FROM outbox")  # its last change has arrived
        self.seat.takes_back(self.ann, secret)
        self.taken_back = (self.seat.place_of(secret), str(secret.id))
        await self._applied("delete" if self.seat.tells_of_deletions else "command")
        await self.answered(await self.says("after secret"))
        assert self.words["secret"] not in self.prompt()

    async def _applied(self, kind: str) -> None:
        """Wait until the newest change of a kind has been taken in."""
        newest = "SELECT outcome IS NOT NULL FROM inbox WHERE kind = $1 ORDER BY received_at DESC LIMIT 1"
        await self._becomes_true(newest, kind)

    async def company(self) -> None:
        """In a new group the bot is silent for others until the owner opens it by a button; who waited is answered."""
        self.group = self.seat.invites("Harbour", self.ann, self.cid)
        asked, member = len(self.model.generations), await self.says("member", who=self.cid, where=self.group)

        def opening(seen: Seen) -> str:
            """The button that opens a group as a story; a stranger in private cannot be let in so."""
            having = (it for it in seen.controls if it.startswith("run:/admin open") and it.endswith("story"))
            return next(having, "")

        question = await self.seat.waits(lambda: next(filter(opening, self.seat.stands(self.home)), None))
        assert self.seat.stands(self.group) == []
        assert len(self.model.generations) == asked
        await self.seat.presses(self.ann, question, opening(question))
        await self.seat.waits(lambda: not opening(self._now(self.home, question)))
        await self.answered(member, self.group)
        inside = await self.says("member, inside", who=self.cid, where=self.group)
        reply = await self.answered(inside, self.group)
        old = await self.button(reply, "right:", self.group)
        await self.seat.presses(self.cid, reply, old)
        await self.seat.waits(lambda: self._now(self.group, reply).text not in (reply.text, ""))
        assert await self.button(reply, "right:", self.group) != old
        stand = [it.text for it in self.seat.stands(self.group)]
        told = stand.count(self.speak.say("access-now", place="group", calling=self.seat.called))
        assert (told, sum(it.startswith(self.openings) for it in stand)) == (1, 2), stand
        self.old_button = (reply, old)

    def _now(self, channel: Any, seen: Seen) -> Seen:
        return self.seat.now(channel, seen)

    async def commands(self) -> None:
        """Help and settings answer in Ann's language."""
        assert self.speak.say("help-title") in await self.seat.uses(self.ann, self.home, "help")
        settings = await self.seat.uses(self.ann, self.home, "settings")
        assert self.speak.say("settings-list", page=1, pages=1).split("(")[0].split("（")[0].strip() in settings

    async def mistakes(self) -> None:
        """What makes no sense is answered politely, and breaks nothing."""
        wrong = await self.says("unknown command", stored=False)
        await self.seat.reads(self.home, self.words["unknown command"].split()[0], wrong.id)
        long = await self.says("long " * (self.seat.longest // 5))
        await self.answered(long)
        await self.answered(await self.says("file", file=("surprise.exe", b"MZ\x90\x00" * 64)))
        reply, control = self.old_button
        moved = self.speak.say("error-reply-moved", turned="yes")
        assert await self.seat.presses_old(self.cid, reply, control) == moved

    async def restarted(self) -> None:
        """A restart ends a reply in its message, with what is there or whole; a kill does not keep it from its end."""
        for line, end in (("term", self.daemon.terminate), ("kill", self.daemon.kill)):
            message, gate, seen = await self.growing(line)
            await end()
            gate.open()
            await self.daemon.start()
            await self.button(seen, "right:")
            text = self._now(self.home, seen).text
            assert text.endswith(self._endings) or (line == "term" and text == self.words["begins"])
            told = [it.text for it in self.seat.stands(self.home) if it.id > message.id and it.id != seen.id]
            assert set(told) <= {self.speak.say("turn-stopped"), self._privacy}

    @property
    def _privacy(self) -> str:
        """The word on privacy mode, which owners get once on Telegram."""
        return self.speak.say("needs-privacy")

    async def missed(self) -> None:
        """What was said while nobody listened is answered, once in each place."""
        await self.daemon.kill()
        home = await self.says("down")
        group = await self.says("down, member", who=self.cid, where=self.group)
        await self.says("down, member 2", who=self.cid, where=self.group)
        await self.daemon.start()
        await self.answered(home)
        inside = await self.answered(group, self.group)
        await self.button(inside, "right:", self.group)
        last = await self.answered(await self.says("last"))
        await self.button(last, "right:")
        replies = [it for it in self.seat.stands(self.group) if it.id > group.id]
        assert len(replies) == 1, replies


SCENES: tuple[Callable[[Play], Awaitable[None]], ...] = (
    Play.nobody_is_let_in,
    Play.owner_comes,
    Play.first_words,
    Play.words_while_it_speaks,
    Play.stopped,
    Play.changed_and_taken_back,
    Play.company,
    Play.commands,
    Play.mistakes,
    Play.restarted,
    Play.missed,
)
EVENING = (*SCENES[:-2], *evening_scenes.BEFORE, *SCENES[-2:], *evening_scenes.BEHIND)
"""The quarter of an hour, and what else people do on a first evening."""
TYPED = (Play.first_words, Play.commands, *evening_scenes.TYPED)
"""The same at a terminal, where one person sits who is let in, and nothing is said while a reply runs."""


async def play(
    platform: str,
    language: str,
    database: str,
    folder: Path,
    tell: Callable[[str], Any] = str,
    *,
    evening_too: bool = False,
) -> None:
    """Play every scene, then look through the books. ``database`` is empty; ``tell`` hears what is played."""
    async with AsyncExitStack() as stack:
        typed = platform == "terminal"
        seat = TerminalSeat(folder) if typed else await stack.enter_async_context(seat_at(platform))
        model = await stack.enter_async_context(ModelServer())
        names = {**seat.names, "LANGUAGE": language, "CHAT__KEY": KEY, "DEFAULTS__DEBOUNCE": "0", "LOG": "info"}
        one = await stack.enter_async_context(daemon(database, folder, model.url, seat.program, **names))
        await one.start()
        sql = await asyncpg.connect(database)
        stack.push_async_callback(sql.close)
        evening = Play(seat, one, model, sql, LINES[language], Speech().speaker(language), language)
        for scene in TYPED if typed else EVENING if evening_too else SCENES:
            tell(f"{platform}, {language}: {scene.__name__.replace('_', ' ')}")
            await scene(evening)
        assert await one.terminate() == 0
        found = [*evening.found, *await faults(evening, secrets=(KEY, *seat.secrets))]
        if evening_too:
            found += evening_scenes.foreign(evening)
            found += evening_scenes.rang(evening, await sql.fetch(evening_scenes.SENT))
        assert found == [], "\n".join(found)


async def _play_all(chosen: argparse.Namespace, folder: Path) -> None:
    server = await embedded.start(folder / "database", durable=False)
    try:
        for platform, language in itertools.product(chosen.platform, chosen.language):
            database = await empty_database(server, f"{platform}_{language}")
            await play(
                platform, language, database, folder / f"{platform}-{language}", print, evening_too=chosen.evening
            )
    finally:
        await server.stop()


def main() -> None:
    """Play on the platforms and in the languages that were asked for, each on a database of its own."""
    parser = argparse.ArgumentParser(prog="python -m tests.platforms.quarter_hour", description=main.__doc__)
    parser.add_argument("--platform", nargs="+", choices=PLATFORMS, default=PLATFORMS)
    parser.add_argument("--language", nargs="+", choices=tuple(LINES), default=tuple(LINES))
    parser.add_argument("--evening", action="store_true", help="the whole evening")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="omoide-evening-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        folder.chmod(0o711)  # the database may run as another user
        asyncio.run(_play_all(chosen, folder))


if __name__ == "__main__":
    main()
