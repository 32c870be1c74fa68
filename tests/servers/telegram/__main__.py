"""The server as a process of its own."""

import argparse
import asyncio
import contextlib
import json

from tests.servers.telegram.server import telegram_server


async def _serve(arguments: argparse.Namespace) -> None:
    server = telegram_server(privacy=arguments.privacy, limits=arguments.limits, token=arguments.token)
    await server.start(arguments.port)
    shown = {
        "api_url": server.api_url,
        "file_url": server.file_url,
        "control_url": f"http://127.0.0.1:{server.port}/_control",
        "token": server.token,
        "bot": server.bot.id,
        "username": server.bot.username,
    }
    print(json.dumps(shown), flush=True)  # noqa: T201 - the one line its starter reads
    try:
        await asyncio.Event().wait()
    finally:
        await server.stop()


def main() -> None:
    """Serve until killed. Prints one line of JSON: its addresses, the token, the bot."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--token", default="")
    parser.add_argument("--privacy", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--limits", action=argparse.BooleanOptionalAction, default=False)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(parser.parse_args()))


if __name__ == "__main__":
    main()
