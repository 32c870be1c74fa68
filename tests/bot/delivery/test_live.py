"""The terminal with somebody at it: real key presses, a real screen's output."""

import asyncio
import io
import os
import re
import sys
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.utils import get_cwidth

from bot.terminal.conversation import Conversation
from bot.terminal.editor import TextEditor
from bot.terminal.live import talk_live
from engine.values.chats.outgoing import Thinking
from tests.bot.at_terminal import AtTerminal, Terminals
from tests.log_lines import logged_in
from tests.servers.model import Finish, Gate, Script, say

CTRL_C, CTRL_D, ENTER = "\x03", "\x04", "\r"
PATIENCE = 20.0
AKI = {"spec": "chara_card_v2", "data": {"name": "Aki", "first_mes": "Good morning."}}
_GESTURE = "\x1b[0;90;3m"


class Screen(io.StringIO):
    """What the terminal was told to show, and a way to wait for more of it."""

    def __init__(self) -> None:
        super().__init__()
        self._written = asyncio.Event()

    def write(self, text: str) -> int:
        self._written.set()
        return super().write(text)

    async def shows(self, text: str) -> str:
        """Wait until ``text`` was written, then forget what came before; all of it."""
        async with asyncio.timeout(PATIENCE):
            while text not in self.getvalue():
                self._written.clear()
                await self._written.wait()
        written = self.getvalue()
        self.seek(0)
        self.truncate()
        return written


@dataclass
class Sitting:
    """Somebody at a terminal with keys and a screen."""

    it: AtTerminal
    keys: PipeInput
    screen: Screen
    talk: asyncio.Task[None]
    history: Path

    async def said(self) -> list[str]:
        """What they have said, once it is answered."""
        await self.it.room.idle()
        return await self.it.said()


@pytest.fixture
async def sitting(terminals: Terminals, tmp_path: Path) -> AsyncIterator[Sitting]:
    """A conversation that has begun."""
    async with _seated(terminals, tmp_path) as sitting:
        yield sitting


@asynccontextmanager
async def _seated(
    terminals: Terminals, folder: Path, columns: int = 30, depth: ColorDepth | None = None
) -> AsyncIterator[Sitting]:
    it, history = await terminals.somebody(AKI), folder / "data/history"
    async with seated(it.conversation(), history, "morning.", columns, depth) as (keys, screen, talk):
        yield Sitting(it, keys, screen, talk, history)


@asynccontextmanager
async def seated(
    conversation: Conversation,
    history: Path,
    greeted: str,
    columns: int = 80,
    depth: ColorDepth | None = None,
    editor: TextEditor | None = None,
) -> AsyncIterator[tuple[PipeInput, Screen, asyncio.Task[None]]]:
    """A conversation at a terminal, once it shows ``greeted``: its keys, its screen, and the talk itself."""
    screen = Screen()
    output = Vt100_Output(
        screen, lambda: Size(rows=24, columns=columns), term="xterm", default_color_depth=depth, enable_cpr=False
    )
    history.parent.mkdir(parents=True, exist_ok=True)
    log = logged_in(history.with_name("log"))
    with log, create_pipe_input() as keys, create_app_session(input=keys, output=output):
        async with asyncio.TaskGroup() as group:
            talk = group.create_task(talk_live(conversation, history, "a model", editor))
            await screen.shows(greeted)
            yield keys, screen, talk
            talk.cancel()


async def test_a_line_is_sent_and_its_answer_appears(sitting: Sitting) -> None:
    """The terminal would take words and show nothing."""
    sitting.it.model.script(Script(["The sea is calm and", " very wide today.", Finish()]))
    sitting.keys.send_text("hello" + ENTER)
    await sitting.screen.shows("today.")
    assert await sitting.said() == ["hello"]
    assert sitting.history.stat().st_mode & 0o077 == 0


async def test_what_was_typed_during_the_start_is_sent(sitting: Sitting) -> None:
    """A line typed too early would wait in the input, and the next one would be glued to it."""
    sitting.it.model.script(say("Noted."))
    sitting.keys.send_text("hello\n")
    await sitting.screen.shows("Noted.")
    assert await sitting.said() == ["hello"]


async def test_what_is_typed_ahead_is_not_written_into_a_reply(
    terminals: Terminals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The terminal itself would write it where a reply stands, and leave nothing as it was at the end."""
    front, back = os.openpty()
    with os.fdopen(front, "wb", 0), os.fdopen(back, encoding="utf-8") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        before = termios.tcgetattr(back)
        assert before[3] & termios.ECHO
        async with _seated(terminals, tmp_path):
            during = termios.tcgetattr(back)
            assert not during[3] & (termios.ECHO | termios.ICANON)
            assert during[3] & termios.ISIG, "Ctrl-C works as ever"
        assert termios.tcgetattr(back) == before


async def test_a_pasted_text_is_one_message(sitting: Sitting) -> None:
    """A pasted poem would be sent line by line, and each line answered."""
    sitting.it.model.script(say("Noted."))
    sitting.keys.send_text("\x1b[200~one\ntwo\x1b[201~" + ENTER)
    await sitting.screen.shows("Noted.")
    assert await sitting.said() == ["one\ntwo"]


async def test_a_reply_grows_while_somebody_types(sitting: Sitting) -> None:
    """Someone would look at a still screen until the whole reply is there."""
    first, rest = Gate(), Gate()
    sitting.it.model.script(Script([first, "The first words", rest, " stay.", Finish()]))
    sitting.keys.send_text("hello" + ENTER)
    await sitting.screen.shows("Aki is writing…")
    sitting.it.room.ctx.shows.tell(sitting.it.here.key, Thinking(1))  # as after ten seconds
    await sitting.screen.shows("st")  # only what differs is drawn
    first.open()
    await sitting.screen.shows("The first words")
    sitting.keys.send_text("half a li")
    await sitting.screen.shows("half a li")
    rest.open()
    await sitting.screen.shows("stay.")


async def test_the_row_that_grows_has_its_colours(sitting: Sitting) -> None:
    """Every row would be drawn plain first, and change its look once it is whole."""
    more, rest = Gate(), Gate()
    sitting.it.model.script(Script(["*She waves", more, " and looks out over the sea", rest, ".*", Finish()]))
    sitting.keys.send_text("hello" + ENTER)
    drawn = await sitting.screen.shows("*She waves")
    assert _GESTURE in drawn[: drawn.index("*She waves")].rpartition("Aki")[2]
    more.open()
    drawn = await sitting.screen.shows("the sea")
    assert drawn.rpartition("the sea")[0].endswith(_GESTURE), "a gesture goes on over the break of a row"
    rest.open()
    await sitting.screen.shows("sea.*")


async def test_without_colours_on_twenty_columns(
    terminals: Terminals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small window would break its rows in the middle of words, and whoever wants no colours would get them."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with _seated(terminals, tmp_path, 20, ColorDepth.from_env()) as sitting:
        sitting.it.model.script(Script(["*She waves* and", " says nothing at all, 什么也不说。", Finish()]))
        sitting.keys.send_text("hello" + ENTER)
        drawn = await sitting.screen.shows("不说。")
        sitting.keys.send_text("/help" + ENTER)
        drawn += await sitting.screen.shows("/status")
    assert not re.search(r"\x1b\[[0-9;]*\b(3[0-7]|4[0-7]|9[0-7]|10[0-7]|38|48)\b[0-9;]*m", drawn)
    rows = [re.split("[\r\b]", row)[-1] for row in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", drawn).split("\r\n")]
    assert "*She waves* and" in rows
    assert "all, 什么也不说。" in rows
    assert max(get_cwidth(row) for row in rows) <= 20


async def test_ctrl_c_stops_a_reply_and_only_then_leaves(sitting: Sitting) -> None:
    """Someone who wants to stop a reply would be thrown out."""
    sitting.it.model.script(Script(["The first words", Gate()]))
    sitting.keys.send_text("hello" + ENTER)
    await sitting.screen.shows("The first words")
    sitting.keys.send_text(CTRL_C)
    await sitting.screen.shows("interrupted")
    assert not sitting.talk.done()
    sitting.keys.send_text(CTRL_C)
    await sitting.screen.shows("Ctrl-C again")
    sitting.keys.send_text(CTRL_C)
    await sitting.talk


async def test_commands_are_suggested_while_somebody_types(sitting: Sitting) -> None:
    """Nobody at a terminal would find the commands without reading the help first."""
    sitting.keys.send_text("/mem")
    await sitting.screen.shows("/memory")
    sitting.keys.send_text("\t" + CTRL_C)


async def test_what_was_typed_before_is_found_again(sitting: Sitting) -> None:
    """A long message would have to be typed anew."""
    sitting.it.model.script(say("Noted."), say("Again?"))
    sitting.keys.send_text("a long story" + ENTER)
    await sitting.screen.shows("Noted.")
    sitting.keys.send_text("\x12long" + ENTER + ENTER)
    await sitting.screen.shows("Again?")
    assert await sitting.said() == ["a long story", "a long story"]


async def test_a_reply_among_several_says_which_and_keys_turn(sitting: Sitting) -> None:
    """Other replies would be there and nobody would know, or reach them without a command."""
    sitting.it.model.script(say("One."), say("Two."), say("Three."))
    sitting.keys.send_text("hello" + ENTER)
    await sitting.screen.shows("One.")
    for which in ("◀ 2/2 ▶", "◀ 3/3 ▶"):
        await sitting.it.room.idle()
        sitting.keys.send_text("/again" + ENTER)
        await sitting.screen.shows(which)
    sitting.keys.send_text("\x1b\x1b[D")
    assert "Two." in await sitting.screen.shows("◀ 2/3 ▶")


async def test_the_first_start_says_what_to_do(terminals: Terminals, tmp_path: Path) -> None:
    """An empty screen, or a bill, would greet whoever starts for the first time."""
    screen, them = Screen(), await terminals.somebody()
    output = Vt100_Output(screen, lambda: Size(rows=24, columns=200), term="xterm")
    with create_pipe_input() as keys, create_app_session(input=keys, output=output):
        talk = asyncio.create_task(  # noqa: TID251 — ended below
            talk_live(them.conversation(), tmp_path / "history", "a model")
        )
        assert "tokens" not in await screen.shows("Just write to talk.")
        keys.send_text(CTRL_D)
        await talk


async def test_ctrl_d_leaves(sitting: Sitting) -> None:
    """Someone could not leave without killing the program."""
    sitting.keys.send_text(CTRL_D)
    await sitting.screen.shows("See you!")
    await sitting.talk
