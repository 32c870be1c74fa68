"""People who sit at terminals of one real engine: what they type, and what is printed there."""

import io
import itertools
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bot.commands.framework.table import table_for
from bot.handler import Handler
from bot.terminal.conversation import Conversation, terminal_origin
from bot.terminal.plain import talk_plainly
from bot.words.localise import Speech
from engine.actions.house import settings
from engine.app import Engine
from engine.values.chats.incoming import Here, Origin
from engine.values.house.setting_scopes import SettingScope
from tests.bot.visitor import now
from tests.connections import engine_at
from tests.servers.model import ModelServer, say
from tests.turns.room import Room, config_for, enter

SPEECH = Speech()

Line = str | Callable[[str], str]
"""What somebody types: as it is, or made of what was printed until then."""

_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class AtTerminal:
    """Somebody at a terminal of their own."""

    engine: Engine
    model: ModelServer
    origin: Origin
    here: Here
    language: str = "en"

    @property
    def room(self) -> Room:
        """The same channel, to look into the tables."""
        return Room(self.engine, self.model, self.origin, self.here)

    def conversation(self) -> Conversation:
        """What they type goes through this."""
        table = table_for("terminal")
        handler = Handler(self.engine, table, SPEECH, now, self.language)
        return Conversation(self.engine, handler, table, self.origin, now, SPEECH.speaker(self.language))

    async def types(self, *lines: Line, whole: bool = False) -> str:
        """What is printed while they type ``lines``; ``whole``: with the header and what was said before."""
        out, start = io.StringIO(), 0

        async def typed() -> AsyncIterator[str]:
            nonlocal start
            start = out.tell()
            for line in lines:
                yield line if isinstance(line, str) else line(out.getvalue())

        await talk_plainly(self.conversation(), typed(), out, "a model")
        return out.getvalue()[0 if whole else start :]

    async def answers(self, *lines: Line) -> list[str]:
        """The same, one answer a line."""
        ends: list[int] = []
        typed = [_marked(line, ends) for line in (*lines, "")]
        printed = await self.types(*typed, whole=True)
        return [printed[start:end] for start, end in itertools.pairwise(ends)]

    async def said(self) -> list[str]:
        """What people said here so far, as it is stored."""
        return [it["text"] for it in await self.room.log() if it["person_id"] is not None]

    async def speaks_chinese(self) -> None:
        """Choose Chinese."""
        await settings.put(self.engine.ctx, self.here, SettingScope.SPACE, "language", "zh")


def _marked(line: Line, ends: list[int]) -> Line:
    """``line``, which says how much was printed before it."""

    def typed(printed: str) -> str:
        ends.append(len(printed))
        return line if isinstance(line, str) else line(printed)

    return typed


@dataclass(frozen=True, slots=True)
class Terminals:
    """One engine with a model that answers “…”, for all the terminals of a module."""

    engine: Engine
    model: ModelServer

    async def somebody(self, card: Mapping[str, Any] | None = None, language: str = "en") -> AtTerminal:
        """Somebody at a new terminal, in a chat with the character of ``card``, else with the one that is built in."""
        number, plain = next(_numbers), terminal_origin("Mo")
        origin = replace(plain, space=f"local{number}", channel=f"local{number}", person=f"owner{number}")
        room = await enter(self.engine, self.model, origin, card)
        it = AtTerminal(self.engine, self.model, origin, room.here, language)
        if language != "en":
            await it.speaks_chinese()
        return it

    async def beside(self, them: AtTerminal, name: str, platform: str = "terminal") -> AtTerminal:
        """Somebody else at the same terminal, or on another platform."""
        person = f"{them.origin.person}-{name}"
        origin = replace(them.origin, platform=platform, person=person, person_name=name)
        return replace(them, origin=origin, here=await self.engine.places.resolve(origin))


@asynccontextmanager
async def terminals_at(database_url: str, folder: Path) -> AsyncIterator[Terminals]:
    """Terminals of one engine on this database. Nothing is done in the background but what a test asks for."""
    async with ModelServer(lambda _: say("…")) as model:
        config = config_for(database_url, folder, model)
        async with engine_at(config, name="test", platforms={"terminal": None}, background=False) as engine:
            yield Terminals(engine, model)
