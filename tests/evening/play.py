"""Playing the evening: the servers, the program, the scenes, and the tape that comes of it."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import asyncpg

from bot.console import HIDDEN, Console
from bot.platforms import trials
from bot.setup import wizard
from bot.words.localise import Speech
from engine.config.config import Config
from engine.config.platforms import DiscordConfig, TelegramConfig
from engine.wiring.opening import open_house
from tests import calendar
from tests.evening import markup, scenes
from tests.evening.evening import Evening
from tests.evening.hands import DiscordHands, Hands, TelegramHands, TerminalHands, TypingSeat
from tests.evening.lines import LINES
from tests.evening.model import Talker
from tests.evening.tape import Kind, Tape
from tests.platforms.discord_seat import DiscordSeat
from tests.platforms.seats import seat_at
from tests.processes.daemon import daemon
from tests.servers.model import ModelServer
from tests.turns.room import config_for

PLATFORMS: Final = ("discord", "telegram", "terminal")
KEY: Final = "sk-demo"
STARTS: Final = 120.0
"""Seconds after which a program that does not say that it is ready counts as stuck."""
_OTHER: Final = "7"
"""What the wizard calls any other service."""
CONSOLE: Final = {"en": "The owner's terminal", "zh": "主人的终端"}


async def play(
    platform: str, language: str, database: str, folder: Path, chosen: Sequence[scenes.Scene] | None = None
) -> Evening:
    """An evening, to its end. ``database`` is empty; ``chosen`` are other scenes than all of them."""
    async with AsyncExitStack() as stack:
        tape = Tape(calendar.seconds)
        model = await stack.enter_async_context(ModelServer())
        hands = await _hands(stack, platform, language, folder, tape)
        seat = hands.seat
        talker = Talker(LINES[language])
        model.answer, model.notes = talker, talker.notes
        await _set_up(platform, language, database, folder, model, hands)
        names = {**seat.names, "LANGUAGE": language, "CHAT__KEY": KEY, "LOG": "info"}
        one = await stack.enter_async_context(daemon(database, folder, model.url, seat.program, **names))
        tape.scene("python -m bot run" if platform != "terminal" else "python -m bot chat")
        async with asyncio.timeout(STARTS):
            await one.start()
        if platform != "terminal":
            tape.aside(Kind.PRINTED, CONSOLE[language], markup.plain("\n".join(one.said) + "\n"))
        sql = await asyncpg.connect(database)
        stack.push_async_callback(sql.close)
        evening = Evening(hands, one, talker, sql, LINES[language], Speech().speaker(language), language)
        for scene in chosen or (scenes.TYPED if evening.typed else scenes.BY_PEOPLE):
            await evening.plays(scene)
        await one.terminate()
        return evening


async def _hands(stack: AsyncExitStack, platform: str, language: str, folder: Path, tape: Tape) -> Hands:
    if platform == "terminal":
        return TerminalHands(TypingSeat(folder, tape, "python -m bot chat", language), tape)
    seat = await stack.enter_async_context(seat_at(platform))
    return DiscordHands(seat, tape) if isinstance(seat, DiscordSeat) else TelegramHands(seat, tape)


async def _set_up(platform: str, language: str, database: str, folder: Path, model: ModelServer, hands: Hands) -> None:
    """Setting up, as the owner does it: the language, a model, a bot."""
    tape, place = hands.tape, CONSOLE[language]
    tape.scene("python -m bot setup")
    given = iter(("2" if language == "zh" else "1", _OTHER, model.url, KEY, "1"))

    def write(text: str) -> None:
        tape.aside(Kind.PRINTED, place, markup.plain(text.replace(f"{folder}/", "")))

    async def ask(question: str, hidden: bool) -> str:
        write(question)
        answer = hands.seat.secrets[0] if platform != "terminal" and platform.title() in question else next(given, "")
        tape.aside(Kind.TYPED, place, HIDDEN if hidden and answer else markup.plain(answer))
        return answer

    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    config = _config(platform, database, folder, model, hands)
    async with open_house(config) as house:
        await wizard.run(Console(Speech().speaker(language), write, ask), house, trials(config), folder / ".env")


def _config(platform: str, database: str, folder: Path, model: ModelServer, hands: Hands) -> Config:
    """The configuration of somebody who has none, at the address of the test server."""
    plain = config_for(database, folder, model)
    names = {name.partition("__")[2].lower(): value for name, value in hands.seat.names.items()}
    accounts = {"discord": DiscordConfig, "telegram": TelegramConfig}
    return plain.model_copy(update={platform: accounts[platform](**names)} if platform in accounts else {})
