"""The least bot that shows a reply while it grows: what it costs is the libraries', the interpreter's and the model's.

``python -m tests.bench.bare discord`` (or ``telegram``) reads the OMOIDE_ names that the daemon reads, keeps nothing
and asks the model with the one message alone. It changes its message at most once a second, and at the end.
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx

EVERY = 1.0
"""Seconds between two changes of a message."""
_PREFIX = "OMOIDE_"

Show = Callable[[str], Awaitable[None]]


async def _chunks(client: httpx.AsyncClient, text: str) -> AsyncIterator[str]:
    """What the model says, bit by bit."""
    body = {"model": "m", "stream": True, "messages": [{"role": "user", "content": text}]}
    async with client.stream("POST", f"{_told('CHAT__URL')}/chat/completions", json=body) as response:
        async for line in response.aiter_lines():
            if line.startswith("data: {"):
                for choice in json.loads(line[6:])["choices"]:
                    yield choice["delta"].get("content") or ""


async def _answer(client: httpx.AsyncClient, text: str, show: Show) -> None:
    whole, shown, last = "", "", 0.0
    async for chunk in _chunks(client, text):
        whole += chunk
        if whole.strip() and time.monotonic() - last >= EVERY:
            last, shown = time.monotonic(), whole
            await show(whole)
    if whole != shown:
        await show(whole)


def _told(name: str) -> str:
    return os.environ[_PREFIX + name]


async def _on_discord(client: httpx.AsyncClient) -> None:
    import discord
    from discord.gateway import DiscordWebSocket
    from discord.http import Route
    from yarl import URL

    Route.BASE = _told("DISCORD__API_URL")
    DiscordWebSocket.DEFAULT_GATEWAY = URL(_told("DISCORD__GATEWAY_URL"))
    intents = discord.Intents.default()
    intents.message_content = True
    bot = discord.Client(intents=intents, guild_ready_timeout=0.1)

    @bot.event
    async def on_ready() -> None:
        _say_ready()

    @bot.event
    async def on_message(message: discord.Message) -> None:
        if message.author == bot.user:
            return
        there: discord.Message | None = None

        async def show(text: str) -> None:
            nonlocal there
            there = await (there.edit(content=text) if there else message.channel.send(text))

        await _answer(client, message.content, show)

    await bot.start(_told("DISCORD__TOKEN"))


async def _on_telegram(client: httpx.AsyncClient) -> None:
    from telegram import Update
    from telegram.ext import Application, ContextTypes, MessageHandler, filters

    async def heard(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        message = update.effective_message
        assert message is not None
        there = None

        async def show(text: str) -> None:
            nonlocal there
            if there is None:
                there = await message.reply_text(text, do_quote=False)
            else:
                await there.edit_text(text)

        await _answer(client, message.text or "", show)

    builder = Application.builder().token(_told("TELEGRAM__TOKEN")).concurrent_updates(256)
    builder = builder.base_url(_told("TELEGRAM__API_URL")).base_file_url(_told("TELEGRAM__FILE_URL"))
    application = builder.connection_pool_size(256).build()
    application.add_handler(MessageHandler(filters.TEXT, heard))
    async with application:
        await application.start()
        assert application.updater is not None
        await application.updater.start_polling()
        _say_ready()
        await asyncio.Event().wait()


def _say_ready() -> None:
    print("ready", flush=True)  # noqa: T201 — the one line its starter reads


async def _serve(platform: str) -> None:
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(timeout=None, limits=limits) as client:
        await {"discord": _on_discord, "telegram": _on_telegram}[platform](client)


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1]))
