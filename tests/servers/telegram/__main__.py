"""The server as a process of its own."""

import argparse
import asyncio
import contextlib
import json

from tests.servers.telegram.server import telegram_server


async def _serve(arguments: argparse.Namespace) -> None:
    server = telegram_server(privacy=arguments.privacy, limits=arguments.limits, token=arguments.token)
    await server.start(arguments.port)
    addresses = {"port": server.port, "api_url": server.api_url, "file_url": server.file_url, "token": server.token}
    print(json.dumps({**addresses, "control_url": f"http://127.0.0.1:{server.port}/_control"}), flush=True)  # noqa: T201 - the one line its starter reads
    try:
        await asyncio.Event().wait()
    finally:
        await server.stop()


def main() -> None:
    """Serve until killed. Prints one line of JSON: port, api_url, file_url, token, control_url."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--token", default="")
    parser.add_argument("--privacy", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--limits", action=argparse.BooleanOptionalAction, default=False)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(parser.parse_args()))


if __name__ == "__main__":
    main()
