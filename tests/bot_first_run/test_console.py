"""The real terminal, through a pseudo-terminal: what is typed, hidden and broken off."""

import asyncio
import os
import pty
import sys
from pathlib import Path

import pytest

from bot.console import Console
from bot.words.localise import Speech

PROGRAM = """
import asyncio
from bot.console import Console, UserLeft
from bot.words.localise import Speech

async def main():
    console = Console.open(Speech().speaker("en"))
    try:
        model = await console.question("setup-model")
        key = await console.question("setup-key", hidden=True)
    except UserLeft:
        print("LEFT")
    else:
        print("GOT", model, len(key))

asyncio.run(main())
"""


async def _typed(*lines: tuple[str, bytes]) -> str:
    """Run the program; whenever it shows a text, type the bytes that stand with it. All that was shown."""
    ours, theirs = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM),
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PROMPT_TOOLKIT_NO_CPR": "1"},  # nobody answers where the cursor is
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    shown = ""
    for text, keys in (*lines, ("\n", b"")):
        before = len(shown)
        while text not in shown[before:]:
            try:
                shown += (await asyncio.to_thread(os.read, ours, 4096)).decode("utf-8", "replace")
            except OSError:  # the other side is closed
                break
        os.write(ours, keys)
    while True:
        try:
            shown += (await asyncio.to_thread(os.read, ours, 4096)).decode("utf-8", "replace")
        except OSError:
            break
    await process.wait()
    os.close(ours)
    return shown


async def test_a_key_is_typed_unseen() -> None:
    """The key would stand on the screen, and in its history."""
    shown = await _typed(("Name of the model", b"gpt\r"), ("Key", b"sk-secret\r"))
    assert "GOT gpt 9" in shown
    assert "sk-secret" not in shown


@pytest.mark.parametrize("keys", [b"\x03", b"\x04"])
async def test_ctrl_c_and_end_of_input_leave(keys: bytes) -> None:
    """Leaving a question would end in a traceback."""
    shown = await _typed(("Name of the model", keys))
    assert "LEFT" in shown
    assert "Traceback" not in shown


def test_a_line_breaks_between_words_where_the_terminal_ends() -> None:
    """The first words of the program would be torn apart at the edge of the window."""
    said = list[str]()
    console = Console(Speech().speaker("en"), said.append, None, lively=True, width=lambda: 30)
    console.say("demo-notice")
    assert max(map(len, "".join(said).splitlines())) <= 30
    assert " ".join("".join(said).split()) == console.speaker.say("demo-notice")
