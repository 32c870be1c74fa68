"""An author at work in front of a platform: the same lines, buttons and forms, in the way of its app.

``hands`` note on their tape what is to be seen, for whoever wants to read an evening.
"""

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from bot.commands.framework.arguments import localised
from bot.commands.framework.table import table_for
from bot.words.localise import Speaker
from tests import calendar
from tests.evening.hands import DiscordHands, Hands, Pressable, TelegramHands
from tests.evening.tape import Tape
from tests.platforms.discord_seat import DiscordSeat
from tests.platforms.front import Front, front
from tests.platforms.room import SPEECH, AnyRoom, House

_TYPED: Final = table_for("telegram")
_ASKS: Final = "✏️"


@dataclass
class Desk:
    """One person's, in one channel."""

    it: Front
    room: AnyRoom
    hands: Hands
    who: Any
    where: Any
    language: str

    @property
    def speak(self) -> Speaker:
        """Who has the words that they read."""
        return SPEECH.speaker(self.language)

    @property
    def here(self) -> Any:
        """The place, as the engine knows it."""
        return self.room.engine.places.resolve(self.it.rooms.origin(self.where, self.who))

    @property
    def since(self) -> int:
        """How much has happened so far."""
        return len(self.it.seat.history)

    def told(self, since: int) -> str:
        """What was shown since then, as it is read."""
        return self.it.seat.told(since)

    async def _hears(self, since: int, answer: str) -> str:
        """Wait until ``answer`` is to be read; all that was shown."""
        try:
            await self.it.seat.waits(lambda: answer in self.told(since))
        except TimeoutError:
            raise TimeoutError(f"{answer!r} is not among what was told:\n{self.told(since)}") from None
        return self.told(since)

    async def says(self, words: str, reply: str) -> str:
        """Somebody talks; what the model was asked for its ``reply``."""
        self.hands.tape.steps()
        since = self.since
        self.it.says(self.who, self.where, words)
        await self._hears(since, reply)
        await self.room.engine.turns.idle(await self.here)
        return self.room.daemon.model.generations[-1].prompt

    async def sends(self, name: str, data: bytes, answer: str) -> str:
        """A file without a word."""
        since = self.since
        self.hands.says(self.who, self.where, "", file=(name, data))
        return await self._hears(since, answer)

    async def uses(self, line: str, answer: str, file: tuple[str, bytes] | None = None) -> str:
        """A command, written here in English; where it is typed, it is typed in the person's language.

        ``file``: what is sent along, its name and bytes.
        """
        since = self.since
        picked = isinstance(self.it.seat, DiscordSeat)
        await self.hands.uses(self.who, self.where, line if picked else localised(line, _TYPED, self.speak), file)
        return await self._hears(since, answer)

    async def presses(self, start: str, answer: str) -> str:
        """The newest button with this label, or whose control begins so."""
        button = await self.button(start)
        since = self.since
        await self.hands.presses(self.who, self.where, button)
        return await self._hears(since, answer)

    async def button(self, start: str) -> Pressable:
        """Wait for the newest button with this label, or whose control begins so."""
        return await self.it.seat.waits(lambda: next(self._called(start), None))

    def _called(self, start: str) -> Any:
        every = self.hands.buttons(self.who, self.where)
        return (it for it in every if it.label == start or it.control.startswith(start))

    @property
    def form(self) -> str:
        """What is told where a form opens: nothing where it is a window."""
        return "" if isinstance(self.it.seat, DiscordSeat) else _ASKS

    async def edits(self, text: str, new: str, answer: str, title: str) -> str:
        """A message of the bot, or of one's own, is held down (Discord) or answered (Telegram), and gets a new text.

        ``title``: what is told of what the form does.
        """
        since = self.since
        await self.hands.edits(self.who, self.where, self.it.seat.message(self.where, text))
        await self._hears(since, title if self.form else "")
        return await self.fills(new, answer=answer)

    async def fills(self, *answers: str, answer: str) -> str:
        """The fields of the form that is asked now, all of them."""
        since = self.since
        await self.hands.fills(self.who, self.where, *answers)
        return await self._hears(since, answer)

    async def pages(self, line: str, title: str) -> list[str]:
        """A command that answers with a list: each page of it."""
        shown = [await self.uses(line, title)]
        for page in itertools.count(2):
            following = next(self._called(f"run:{line} {page}"), None)
            if following is None:
                break
            shown.append(await self.presses(following.control, f"{page}/"))
        return [it[it.index(title) :] for it in shown]


@asynccontextmanager
async def desks(platform: str, house: House, language: str) -> AsyncIterator[tuple[Desk, Desk, Desk]]:
    """In one group: Ann's, who owns the bot, Bob's, whose group it is, and Cleo's, who may only talk there."""
    async with front(platform, house) as it:
        people = [it.seat.person(name, language) for name in ("Ann", "Bob", "Cleo")]
        ann, bob, cleo = people
        group = it.seat.group("Home", bob, ann, cleo)
        async with it.opened(ann, group) as room:
            await it.sets(room.daemon, group, ann, "language", language)
            if platform == "discord":
                await room.registered()
            for who in people if platform == "telegram" else ():  # whom a bot may write to in private
                who.uses(it.seat.private(who), "/start")
            made = [Desk(it, room, _hands(it), who, group, language) for who in people]
            yield made[0], made[1], made[2]
        assert it.seat.rejected == []


def _hands(it: Front) -> Hands:
    tape = Tape(calendar.seconds)
    return DiscordHands(it.seat, tape) if it.platform == "discord" else TelegramHands(it.seat, tape)


@asynccontextmanager
async def seated(it: Front, who: Any, where: Any, language: str, hands: Hands | None = None) -> AsyncIterator[Desk]:
    """Of somebody who owns the bot; with the ``hands`` that they had at the last bot there, if any."""
    async with it.opened(who, where) as room:
        await it.sets(room.daemon, where, who, "language", language)
        if it.platform == "discord" and hands is None:  # later bots find their commands registered
            await room.registered()
        yield Desk(it, room, hands or _hands(it), who, where, language)


@asynccontextmanager
async def desk(platform: str, house: House, language: str) -> AsyncIterator[Desk]:
    """Ann's, in private; she owns the bot and reads ``language``."""
    async with front(platform, house) as it:
        who = it.seat.person("Ann", language)
        async with seated(it, who, it.seat.private(who), language) as made:
            yield made
        assert it.seat.rejected == []
