"""The seats in front of the platforms. The terminal's is in ``terminal_seat``."""

import importlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tests.platforms.discord_seat import DiscordSeat
from tests.platforms.telegram_seat import TelegramSeat
from tests.servers.discord import discord_server
from tests.servers.telegram import telegram_server


@asynccontextmanager
async def seat_at(platform: str) -> AsyncIterator[Any]:
    """A seat in front of a platform's test server; for an added one its module ``seat`` opens it."""
    if platform not in ("discord", "telegram"):
        seat = importlib.import_module(f"tests.platforms.{platform}.seat")
        async with seat.opened() as added:
            yield added
        return
    if platform == "discord":
        async with discord_server() as server:
            yield DiscordSeat(server)
    else:
        async with telegram_server() as server:
            yield TelegramSeat(server)
