"""The demonstration model's process, with stand-ins for the model: it starts, fails and ends as it should."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from bot.setup import demo_server
from bot.setup.demo import Demonstration
from engine.errors import DemoInstallFailed, DemoStartFailed
from tests.processes.program import Program

ECHO = """
import json, sys
key = json.loads(sys.stdin.readline())["key"]
print(json.dumps({"url": f"http://127.0.0.1:1/{key}"}), flush=True)
sys.stdin.read()
"""


def _program(folder: Path, text: str) -> Path:
    file = folder / "program.py"
    file.write_text(text)
    return file


def _text(path: object) -> str:
    return Path(str(path)).read_text("utf-8")


def _stand_in(folder: Path, text: str) -> Demonstration:
    return Demonstration(program=_program(folder, text))


def _installer(script: str) -> Demonstration:
    return Demonstration(installer=(sys.executable, "-c", script))


async def test_what_fails_to_start_is_told_at_once(tmp_path: Path) -> None:
    """The first run would wait a minute for a process that has died, or end in a traceback."""
    server = await _stand_in(tmp_path, "import sys; sys.exit('no such library')").launch(tmp_path / "data")
    with pytest.raises(DemoStartFailed) as caught:
        await server.ready()
    assert _text(caught.value.data["log"]) == "no such library\n"


async def test_what_never_answers_is_ended(tmp_path: Path) -> None:
    """A model that hangs would hang the first run, and stay behind."""
    server = await _stand_in(tmp_path, "import sys; sys.stdin.read()").launch(tmp_path)
    with pytest.raises(DemoStartFailed):
        await server.ready(seconds=0.05)
    assert server.process.returncode == -signal.SIGKILL


async def test_the_key_is_its_own_and_not_in_the_arguments(tmp_path: Path) -> None:
    """Other users of the machine could read the key in the list of processes and use the model."""
    server = await _stand_in(tmp_path, ECHO).launch(tmp_path)
    other = await _stand_in(tmp_path, ECHO).launch(tmp_path)
    role = await server.ready()
    assert role.key is not None
    assert role.url == f"http://127.0.0.1:1/{server.key}"
    assert role.key.get_secret_value() == server.key != other.key
    assert sys.platform != "linux" or server.key not in _text(f"/proc/{server.process.pid}/cmdline")
    await server.stop()
    await other.stop()


async def test_it_ends_with_the_one_who_started_it(tmp_path: Path) -> None:
    """After a kill -9 of Omoide, 270 MB of a model would run on for ever."""
    starter = _program(
        tmp_path,
        "import subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-P', {demo_server.__file__!r}], stdin=subprocess.PIPE)\n"
        "print('started', flush=True)\n"
        "sys.stdin.read()\n",
    )
    async with Program((str(starter),), os.environ, tmp_path / "log", talks=True) as program:
        await program.launch()
        assert await program.until(lambda: program.said == ["started"])
        # The child inherited the output, which is read until the last process that holds it has ended.
        async with asyncio.timeout(30):
            assert await program.kill() == -signal.SIGKILL
    assert program.said == ["started"]


async def test_a_failed_installation_gives_the_reason(tmp_path: Path) -> None:
    """Without a network somebody would read forty lines of the installer, or nothing."""
    heard: list[int] = []
    script = "import sys; sys.exit('WARNING: slow\\nERROR: No matching distribution\\nnotice: new release')"
    with pytest.raises(DemoInstallFailed) as caught:
        await _installer(script).install(heard.append)
    assert caught.value.data == {"reason": "No matching distribution"}
    assert heard


async def test_the_download_is_counted(tmp_path: Path) -> None:
    """A slow download would look like a program that hangs."""
    heard: list[int] = []
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    script = (
        "import os, sys, tempfile\n"
        "file = open(os.path.join(tempfile.gettempdir(), 'wheel'), 'wb')\n"
        "file.write(bytes(3 << 20)); file.flush()\n"
        f"open({str(gate)!r}).read()\n"
    )

    def progress(megabytes: int) -> None:
        heard.append(megabytes)
        if megabytes == 3:
            gate.write_text("go")

    await _installer(script).install(progress)
    assert heard[-1] == 3


def test_its_own_file_needs_nothing_of_omoide() -> None:
    """It would load the whole program first, and the second start would no longer take under three seconds."""
    text = Path(demo_server.__file__).read_text("utf-8")
    assert "from engine" not in text
    assert "from bot" not in text
