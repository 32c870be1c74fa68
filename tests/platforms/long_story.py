"""A long story on one platform, through restarts and back to a save: what is said, what is told, what was stored."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from bot.terminal.conversation import terminal_origin
from engine.actions.house import settings
from engine.actions.story import backgrounds
from engine.db.chats import log, sessions
from engine.db.chats.lines import Lines
from engine.db.postgres.pool import Database, open_database
from engine.db.story import chronicle
from engine.rules.acts import plot_in
from engine.rules.text.tokens import estimate
from engine.values.chats.incoming import Here, Origin
from engine.values.house.setting_scopes import SettingScope
from engine.values.story.director import Background
from tests.bench.planted import tale
from tests.bench.planted_play import A_TURN, BEGAN, mark_told
from tests.platforms.front import ROOMS
from tests.platforms.room import PATIENCE, House
from tests.platforms.seats import seat_at
from tests.processes.daemon import ForkedDaemon, daemon
from tests.processes.nursery import forked
from tests.processes.program import Program, configured
from tests.servers.model import Finish, Gate, Script, Seen
from tests.servers.scribe import scribe
from tests.turns.remembering import past
from tests.turns.room import config_for, enter, opened

PERSON: Final = "Ann"
PLOT: Final = Background(
    "灯塔",
    "北方的一座小岛，海是灰色的。",
    ("一条船靠了岸。", "灯塔的灯灭了。", "有人走上楼梯。", "铜钥匙找到了。"),
    "天亮了，船离开小岛。",
)
SETTINGS: Final[Mapping[str, str]] = {
    "language": "zh",
    "timezone": "UTC",
    "mode": "story",
    "debounce": "0",
    "budget_tokens": "6000",
    "story_pages": "on",
    "summary": "classic",
    "summary_trigger": "3000",
    "evolve_every": "10",
    "director": "on",
    "background_tokens": "100000000",
}
_ASKED: Final = re.compile(r"问(\d+)：")
_A_POINT: Final = 20
"""Turns after which a reply says that the story has come to its next point."""
DUE_SECONDS: Final = 600.0
_SLOW: Final = 3
"""A long story is waited for so many times as long as a short one: it is played in the background."""


class Storyteller:
    """The model: each reply names the message that it answers. ``gates`` hold back the rest of a reply."""

    def __init__(self, answers: Sequence[str]) -> None:
        self._answers = answers
        self.gates: dict[int, Gate] = {}

    def __call__(self, seen: Seen) -> Script:
        asked = [it["content"] for it in seen.body["messages"] if it["role"] == "user"]
        number = int(_ASKED.findall(asked[-1])[-1])
        gate = self.gates.pop(number, None)
        return Script([*self._pieces(number, gate), Finish()])

    def text(self, number: int) -> str:
        """What answers message ``number``, without its mark."""
        return f"答{number}：{self._answers[number % len(self._answers)]}完{number}。"

    def _pieces(self, number: int, gate: Gate | None) -> list[Any]:
        text = self.text(number)
        mark = [f"[PROGRESS:{min(4, number // _A_POINT + 1)}:in_progress]"] if number % 3 == 0 else []
        return [text[:8], *([gate] if gate else []), text[8:], *mark]


class StoryProgram(Protocol):
    """What is talked to: a daemon behind a platform, or a terminal."""

    async def start(self) -> None: ...

    async def kill(self) -> Any: ...

    async def terminate(self) -> Any: ...

    def say(self, text: str) -> None:
        """Say a line, or use a command."""

    async def reads(self, text: str) -> None:
        """Wait until people see this."""

    def seen(self) -> list[str]:
        """Everything that people see of what the character said."""
        ...


@dataclass(frozen=True, slots=True)
class State:
    """All that a restore brings back of a story besides its messages."""

    chronicle: Any
    plot: Any
    spoken: tuple[str, ...]


@dataclass
class Journey:
    """A story under way. ``number`` counts the turns that were played; ``sizes`` are tokens of their prompts.

    ``repeated``: the reply that people were shown once more, because the story went back to it.
    """

    house: House
    db: Database
    here: Here
    program: StoryProgram
    teller: Storyteller
    questions: Sequence[str]
    number: int = 0
    repeated: int = 0
    sizes: list[int] = field(default_factory=list)

    def question(self, number: int) -> str:
        return f"问{number}：{self.questions[number % len(self.questions)]}"

    async def play(self, turns: int) -> None:
        """Turns, each to its end."""
        for _ in range(turns):
            self.number += 1
            self.program.say(self.question(self.number))
            await self._answered()

    async def _answered(self) -> None:
        text = self.teller.text(self.number)
        await self.program.reads(f"完{self.number}。")
        await self._holds("SELECT true FROM entry WHERE text = $1", text)
        await self._holds("SELECT count(*) = 0 FROM turn WHERE state = 'running'")
        self.sizes.append(estimate(self.house.model.generations[-1].prompt))

    async def killed_in_a_reply(self) -> None:
        """The program is killed while the character speaks, and started again. The turn counts as played."""
        self.number += 1
        gate = self.teller.gates[self.number] = Gate()
        self.program.say(self.question(self.number))
        await gate.reached()
        await self._holds("SELECT true FROM inbox WHERE text = $1", self.question(self.number))
        await self.program.kill()
        gate.open()
        await self.program.start()

    async def state(self) -> State:
        """How the story stands once nothing of its chronicle is due."""
        await self._holds("SELECT count(*) = 0 FROM due WHERE kind = 'chronicle'", seconds=DUE_SECONDS)
        channel_head = await sessions.current(self.db, self.here.key)
        assert channel_head is not None
        key, lines = channel_head.session_key, Lines()
        line = await lines.current(self.db, key, channel_head.branch)
        acts = await log.newest_acts(self.db, key, line)
        said = await log.messages(self.db, key, line, line.head + 1)
        return State(
            await chronicle.chronicle(self.db, key, line),
            plot_in(acts),
            tuple(it.text for it in said),
        )

    async def _holds(self, query: str, *args: Any, seconds: float = _SLOW * PATIENCE) -> None:
        try:
            async with asyncio.timeout(seconds), self.db.connection() as on:
                while not await on.fetchval(query, *args):  # noqa: ASYNC110 — only the database knows
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise TimeoutError(f"not true within {seconds} s: {query} {args}") from None

    async def faults(self) -> list[str]:
        """Messages that are lost or doubled, in the log or in front of people."""
        rows = await self.house.sql("SELECT text, status FROM entry WHERE kind = 'message'")
        kept = Counter(it["text"] for it in rows)
        seen = Counter(match[1] for text in self.program.seen() for match in re.finditer(r"完(\d+)。", text))
        found: list[str] = []
        for number in range(1, self.number + 1):
            if kept[self.question(number)] != 1:
                found.append(f"message {number} is {kept[self.question(number)]} times in the log")
            answered = kept[self.teller.text(number)]
            if answered > 1:
                found.append(f"reply {number} is {answered} times in the log")
            if seen[str(number)] != answered + (number == self.repeated):
                found.append(f"reply {number} is {answered} times in the log, and seen {seen[str(number)]} times")
        return found


class Terminal(Program):
    """``python -m bot chat`` with pipes, out of the nursery."""

    def __init__(self, house: House) -> None:
        usual = {"CHAT__CONTEXT": "32768", "EMBEDDING__URL": house.model.url, "EMBEDDING__MODEL": "vectors"}
        names = {**usual, "LANGUAGE": "zh", "TIMEZONE": "UTC", "LOG": "warning"}
        environment = {**configured(house.url, house.folder, house.model.url, **names), "USER": PERSON}
        super().__init__(("-m", "bot", "chat"), environment, house.folder / "terminal.log", forked, talks=True)
        self._lives: list[str] = []

    async def start(self) -> None:
        """A new process; what it prints at its start are the last messages, which nobody says anew."""
        self._lives.append("")
        await self.launch()

    def hears(self, text: str, lines: Sequence[str]) -> None:
        self._lives[-1] += text

    async def terminate(self) -> int:
        """What is typed ends."""
        self.hang_up()
        return await self.died()

    def say(self, text: str) -> None:
        self.tell(text)

    async def reads(self, text: str) -> None:
        async with asyncio.timeout(_SLOW * PATIENCE):
            assert await self.until(lambda: text in self._lives[-1]), "it has ended"

    def seen(self) -> list[str]:
        """What each process said; a start repeats the last messages, so a reply counts once in all."""
        every = (number for said in self._lives for number in re.findall(r"完(\d+)。", said))
        return [f"完{number}。" for number in dict.fromkeys(every)]


class Platform:
    """A daemon as a process, behind a platform."""

    def __init__(self, seat: Any, one: Any, person: Any, channel: Any) -> None:
        self._seat = seat
        self._daemon = one
        self._person = person
        self._channel = channel
        self._since = 0
        self._cut = 0

    async def start(self) -> None:
        await self._daemon.start()

    async def kill(self) -> None:
        """Kill -9. A reply without a word, which it may have left, answers what is said next too, in its message."""
        self._cut = self._since
        await self._daemon.kill()

    async def terminate(self) -> None:
        assert await self._daemon.terminate() == 0

    def say(self, text: str) -> None:
        number = self._seat.says(self._person, self._channel, text).id
        self._since, self._cut = self._cut or number, 0

    async def reads(self, text: str) -> None:
        async with asyncio.timeout(_SLOW * PATIENCE):
            while not any(text in it.text for it in self._seat.stands(self._channel) if it.id > self._since):
                with suppress(TimeoutError):
                    await self._seat.reads(self._channel, text, self._since)

    def seen(self) -> list[str]:
        return [it.text for it in self._seat.stands(self._channel)]


@asynccontextmanager
async def journey(house: House, platform: str, before: int) -> AsyncIterator[Journey]:
    """A story of which ``before`` turns were told already; the program that goes on with it was started."""
    told = tale("zh", seed=7)
    teller = Storyteller([answered for _, answered in told.turns])
    house.model.answer = teller
    house.model.notes = scribe
    questions = [asked for asked, _ in told.turns]
    async with _program(house, platform) as (program, origin):
        config = config_for(house.url, house.folder, house.model)
        async with opened(config, origin.platform) as engine:
            room = await enter(engine, house.model, origin)
            for name, value in SETTINGS.items():
                await settings.put(engine.ctx, room.here, SettingScope.SPACE, name, value)
            await backgrounds.use(
                engine.ctx, engine.runner, room.here, await backgrounds.create(engine.ctx, room.here, PLOT)
            )
            if before:
                await past(room, *told.turns[:before], since=BEGAN, every=A_TURN)
                await mark_told(room)
                await room.drain()
        # Two engines on one platform would take each other's turns, so this one has ended.
        db = await open_database(house.url, min_size=1, max_size=2)
        try:
            await program.start()
            yield Journey(house, db, room.here, program, teller, questions)
        finally:
            await program.kill()
            await db.close()


@asynccontextmanager
async def _program(house: House, platform: str) -> AsyncIterator[tuple[StoryProgram, Origin]]:
    if platform == "terminal":
        yield Terminal(house), terminal_origin(PERSON)
        return
    rooms = ROOMS[platform]
    async with seat_at(platform) as seat:
        person = seat.person(PERSON, "zh")
        channel = seat.private(person)
        names = {**seat.names, "LANGUAGE": "zh", "DEFAULTS__DEBOUNCE": "0", "LOG": "info"}
        names |= {"EMBEDDING__URL": house.model.url, "EMBEDDING__MODEL": "vectors"}
        async with daemon(house.url, house.folder / "daemon", house.model.url, ForkedDaemon, **names) as one:
            yield Platform(seat, one, person, channel), rooms.origin(channel, person)
