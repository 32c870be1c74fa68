"""``python -m tests.servers.discord``: serve until killed; the first line printed is JSON with addresses and token."""

import argparse
import asyncio
import contextlib
import json

from tests.servers.discord.server import discord_server


async def _serve(arguments: argparse.Namespace) -> None:
    options = {"message_content": arguments.message_content, "buckets": arguments.buckets}
    async with discord_server(arguments.port, **options) as server:
        shown = {
            "api_url": server.api_url,
            "gateway_url": server.gateway_url,
            "cdn_url": server.cdn_url,
            "control_url": f"{server.url}/_control",
            "token": server.token,
            "bot": server.bot.id,
        }
        print(json.dumps(shown), flush=True)  # noqa: T201 - the one line its starter reads
        await asyncio.Event().wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--message-content", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--buckets", action=argparse.BooleanOptionalAction, default=False)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(parser.parse_args()))


if __name__ == "__main__":
    main()
