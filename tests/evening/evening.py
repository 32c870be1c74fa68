"""An evening that is played: what somebody does, and the waiting until all that it brings about is to be seen."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

import asyncpg

from bot.commands.framework.arguments import localised
from bot.commands.framework.table import table_for
from bot.words.localise import Speaker
from tests.evening.hands import Hands, Pressable
from tests.evening.lines import NAMES, TITLES, Lines
from tests.evening.model import Talker
from tests.evening.tape import Kind, Tape
from tests.processes.daemon import Daemon

PATIENCE: Final = 8.0
_TABLES: Final = {it: table_for(it) for it in ("telegram", "terminal")}
QUIET: Final = 0.3
LONGEST: Final = 40.0
"""Seconds that a scene may take."""
_CALM: Final = """
SELECT NOT EXISTS (SELECT FROM inbox WHERE outcome IS NULL)
   AND NOT EXISTS (SELECT FROM turn WHERE state = 'running')
   AND NOT EXISTS (SELECT FROM outbox WHERE state IN ('planned', 'sending'))
"""
_ASIDE: Final = (Kind.TOAST, Kind.FORM, Kind.PRINTED)
_TAKEN: Final = """
SELECT bool_or(outcome IS NOT NULL) FROM inbox
JOIN channel ON channel.space_id = inbox.space_id AND channel.id = inbox.channel_id
WHERE inbox.external = $1 AND channel.external = $2
"""


def title_of(scene: Callable[["Evening"], Awaitable[None]], language: str) -> str:
    """What stands above a scene: in English the first line of its docstring."""
    return TITLES[scene.__name__] if language == "zh" else (scene.__doc__ or "").strip().splitlines()[0]


class Unseen(Exception):
    """Something that a scene needs did not appear."""


@dataclass
class Evening:
    """``broken`` are the scenes that did not come to their end, in words."""

    hands: Hands
    daemon: Daemon
    model: Talker
    sql: asyncpg.Connection
    lines: Lines
    speak: Speaker
    language: str
    broken: list[str] = field(default_factory=list[str])
    group: Any = None

    def __post_init__(self) -> None:
        seat = self.hands.seat
        people = (NAMES[self.language][0], "", "") if self.typed else NAMES[self.language]
        self.ann, self.bob, self.cid = (seat.person(it, self.language) for it in people)
        self.home, self.outside = seat.private(self.ann), seat.private(self.bob)

    @property
    def platform(self) -> str:
        return str(self.hands.seat.platform)

    @property
    def typed(self) -> bool:
        """Whether it is played at a terminal."""
        return self.platform == "terminal"

    @property
    def tape(self) -> Tape:
        return self.hands.tape

    async def plays(self, scene: Callable[["Evening"], Awaitable[None]]) -> None:
        """One scene, under its title. One that breaks off does not end the evening."""
        title = title_of(scene, self.language)
        self.tape.scene(title)
        try:
            async with asyncio.timeout(LONGEST):
                await scene(self)
        except Exception as error:
            told = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
            self.broken.append(f"{self.platform}, {self.language}: {title}: {told}")
            self.tape.aside(Kind.BROKEN, "", told)

    async def says(self, line: str, *, who: Any = None, where: Any = None, file: Any = None) -> Any:
        """Somebody (Ann) says a line somewhere (at home); returns when all that it brings about has happened.

        Where several people are, it is said to the bot.
        """
        since = self.hands.marks
        text, called = self.lines.said.get(line, line), where is not None and where is self.group
        message = self.hands.says(who or self.ann, where or self.home, text, called=called, file=file)
        await self._heard(message, since)
        return message

    async def uses(self, line: str, *, who: Any = None, where: Any = None) -> None:
        """A command; where it is typed, in the person's language, unless Telegram tells the bot of Latin ones alone."""
        since = self.hands.marks
        if self.platform != "discord" and (where is None or where is not self.group):
            line = localised(line, _TABLES[self.platform], self.speak)
        await self.hands.uses(who or self.ann, where or self.home, line)
        await self._seen(since)

    async def presses(self, start: str, *, who: Any = None, where: Any = None) -> None:
        """The newest button whose control begins so, or whose label is this."""
        who, where = who or self.ann, where or self.home
        button = await self.button(start, who=who, where=where)
        since = self.hands.marks
        await self.hands.presses(who, where, button)
        await self._seen(since)

    async def button(self, start: str, *, who: Any = None, where: Any = None) -> Pressable:
        """Raises Unseen when it does not appear."""

        def there() -> Pressable | None:
            found = self.hands.buttons(who or self.ann, where or self.home)
            return next((it for it in found if it.control.startswith(start) or it.label == start), None)

        try:
            async with asyncio.timeout(PATIENCE):
                return await self.hands.seat.waits(there)
        except TimeoutError:
            offered = [it.control for it in self.hands.buttons(who or self.ann, where or self.home)][:12]
            raise Unseen(f"no button {start}; there are {offered}") from None

    async def fills(self, text: str, *, who: Any = None, where: Any = None) -> None:
        """Answer a form."""
        since = self.hands.marks
        await self.hands.fills(who or self.ann, where or self.home, text)
        await self._seen(since)

    async def sends(self, name: str, content: Any) -> None:
        """Ann sends a file at home."""
        data = content if isinstance(content, bytes) else json.dumps(content, ensure_ascii=False).encode()
        await self.says("", file=(name, data))

    async def answered_later(self) -> None:
        """The time is over after which what a model left unanswered is answered by itself."""
        since = self.hands.marks
        await self.sql.execute("UPDATE due SET not_before = now() WHERE kind LIKE 'answer.%'")
        await self._seen(since)

    async def _heard(self, message: Any, since: int) -> None:
        """Wait until a message is dealt with: it was stored and answered, or was answered at the door."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not await self._dealt_with(message, since):  # noqa: ASYNC110 - only the database knows
                    await asyncio.sleep(0.02)
        except TimeoutError:
            self.tape.aside(Kind.BROKEN, self.hands.title(self.home), f"nothing within {PATIENCE:g} s")
        await self.calm()

    async def _dealt_with(self, message: Any, since: int) -> bool:
        """Whether nothing more is to come of a message than what is under way."""
        taken = await self.sql.fetchval(_TAKEN, str(message.id), self.hands.seat.place_of(message))
        if taken is not None:
            return bool(taken)
        there = {it.message for it in self.tape.shots[:since]}
        shown = (it for it in self.tape.shots[since:] if it.who.bot or it.kind in _ASIDE)
        return any(it.message not in there or it.kind in _ASIDE for it in shown)

    async def _seen(self, since: int) -> None:
        """Wait until something is to be seen that was not there."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.hands.seat.waits(lambda: self._shown(since))
        except TimeoutError:
            self.tape.aside(Kind.BROKEN, self.hands.title(self.home), f"nothing within {PATIENCE:g} s")
        await self.calm()

    def _shown(self, since: int) -> bool:
        """Whether the bot has shown anything since then."""
        return any(it.who.bot or it.kind in _ASIDE for it in self.tape.shots[since:])

    async def calm(self) -> None:
        """Wait until nothing is under way, and nothing more appears."""
        while True:
            marks = self.hands.marks
            try:
                async with asyncio.timeout(PATIENCE):
                    while not await self.sql.fetchval(_CALM):  # noqa: ASYNC110 - only the database knows
                        await asyncio.sleep(0.02)
            except TimeoutError:
                return
            await asyncio.sleep(QUIET)
            if marks == self.hands.marks:
                return
