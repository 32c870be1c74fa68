"""An MCP server by the official package, as a program: ``python mcp_server.py FOLDER [--port N]``.

``FOLDER/answer.json`` says how it behaves: ``tools`` that it has (else ``web_search``), what ``web_search`` ``says``
(JSON: as structured content; a text: as text; a list under ``blocks``: one text each), that it ``fails``, or what it
``does`` when it is asked: die, hang, flood, babble, one-hang. What it was asked stands in ``asked``, each start in
``pids``.
"""

import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.types import CallToolResult, ContentBlock, TextContent

FOLDER = Path(sys.argv[1] if __name__ == "__main__" else ".")
HOUR = 3600.0
BABBLE = json.dumps({"jsonrpc": "2.0", "method": "notifications/x", "params": {"x": "x" * 90_000}}).encode() + b"\n"
RAW = os.dup(1)
"""Where we write past the package, which keeps the other way for itself."""


def answer() -> dict[str, Any]:
    return json.loads((FOLDER / "answer.json").read_text("utf-8"))


def note(name: str, line: str) -> None:
    with (FOLDER / name).open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


async def misbehave(how: str) -> None:
    first = len((FOLDER / "asked").read_text("utf-8").splitlines()) == 1
    if how == "die":
        os._exit(3)
    if how == "hang" or (how == "one-hang" and first):
        await asyncio.sleep(HOUR)
    while how == "flood":
        os.write(RAW, b"x" * 100_000)
    while how == "babble":
        os.write(RAW, BABBLE)


async def web_search(query: str, max_results: int = 10) -> CallToolResult:
    """Search the web."""
    note("asked", json.dumps({"query": query, "count": max_results}))
    told = answer()
    await misbehave(told.get("does", ""))
    says = told.get("says", [])
    texts = told.get("blocks", [says if isinstance(says, str) else json.dumps(says)])
    blocks: list[ContentBlock] = [TextContent(type="text", text=it) for it in texts]
    structured = {"result": says} if told.get("structured") else None
    return CallToolResult(content=blocks, structured_content=structured, is_error=bool(told.get("fails")))


async def other(path: str) -> str:
    """Read a file."""
    return path


def main() -> None:
    note("pids", str(os.getpid()))
    note("environment", json.dumps(dict(os.environ)))
    told = answer()
    if told.get("starts") == "never":
        time.sleep(HOUR)
    if told.get("starts") == "not":
        sys.exit(2)
    if told.get("child"):
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        note("children", str(child.pid))
    server = MCPServer("lamp")
    for name in told.get("tools", ["web_search"]):
        server.add_tool(web_search if name == "web_search" else other, name=name)
    if "--port" in sys.argv:
        server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[sys.argv.index("--port") + 1]))
    else:
        os.write(RAW, b"Welcome to the lamp!\n")
        server.run("stdio")


if __name__ == "__main__":
    main()
