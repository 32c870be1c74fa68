"""Writing in the person's own editor at the terminal: a real program opens what a form asks for."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.commands.framework.reply import Field
from bot.terminal.editor import EditorFailed, TextEditor, editor_of, laid_out, taken_apart
from bot.words.localise import Speech
from engine.actions.characters import worlds
from tests.bot.at_terminal import AtTerminal, Terminals
from tests.bot.delivery.test_live import AKI, CTRL_D, ENTER, Screen, seated
from tests.servers.model import Finish, Gate, Script, say

EDITOR = """
import json, pathlib, sys
steps, path = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
plan = json.loads(steps.read_text("utf-8"))
text = path.read_text("utf-8")
seen = steps.with_name("seen.json")
seen.write_text(json.dumps([*(json.loads(seen.read_text("utf-8")) if seen.exists() else []), text]), "utf-8")
if "pipes" in plan:
    ready, done = map(pathlib.Path, plan["pipes"])
    ready.write_text("open")
    done.read_text()
for old, new in plan.get("change", []):
    assert old in text, (old, text)
    text = text.replace(old, new, 1)
path.write_text(plan.get("write", text), "utf-8")
sys.exit(plan.get("exit", 0))
"""
FIELDS = (Field("title", "Title", "Lamp"), Field("text", "What it says", "Out.", long=True, required=False))


@dataclass
class Writing:
    """Somebody at a terminal who has chosen an editor, which does what ``plan`` says."""

    it: AtTerminal
    type: Callable[[str], None]
    screen: Screen
    folder: Path

    def plan(self, **steps: object) -> None:
        (self.folder / "plan.json").write_text(json.dumps(steps), "utf-8")

    @property
    def seen(self) -> list[str]:
        """What the editor was given, each time it was opened."""
        return json.loads((self.folder / "seen.json").read_text("utf-8"))


Sits = Callable[..., AbstractAsyncContextManager[Writing]]


@pytest.fixture
def sits(terminals: Terminals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sits:
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "editor.py"
    program.write_text(EDITOR, "utf-8")

    @asynccontextmanager
    async def sitting(language: str = "en", command: tuple[str, ...] = ()) -> AsyncIterator[Writing]:
        it = await terminals.somebody(AKI)
        if language == "zh":
            await it.speaks_chinese()
        editor = TextEditor(command or (sys.executable, str(program), str(tmp_path / "plan.json")))
        async with seated(it.conversation(), tmp_path / "data/history", "morning.", 200, editor=editor) as seat:
            keys, screen, talk = seat
            yield Writing(it, lambda line: keys.send_text(line + ENTER), screen, tmp_path)
            keys.send_text(CTRL_D)
            await talk

    return sitting


async def _entries(it: AtTerminal) -> list[tuple[str, tuple[str, ...], str]]:
    [book] = [one for one in await worlds.listed(it.engine.ctx, it.here) if one.name == "Coast"]
    found = await worlds.show(it.engine.ctx, it.here, book.id)
    return [(entry.comment, entry.keys, entry.content) for entry in found.entries]


@pytest.mark.parametrize(
    ("language", "commands", "made", "added", "edited"),
    [
        (
            "en",
            ("/scene world new Coast", "/scene world add Coast", "/scene world edit 1 Lamp"),
            "Add entries",
            "Added to",
            "Changed in",
        ),
        (
            "zh",
            ("/场景 世界书 新建 Coast", "/场景 世界书 添加 Coast", "/场景 世界书 编辑 1 Lamp"),
            "先添加条目",
            "已添加到",
            "已修改",
        ),
    ],
)
async def test_a_world_entry_is_written_in_the_editor(
    sits: Sits, language: str, commands: tuple[str, str, str], made: str, added: str, edited: str
) -> None:
    """An entry of three paragraphs has to be typed into one line."""
    new, add, edit = commands
    speak = Speech().speaker(language)
    title, keys, text = (f"──── {speak.say(f'param-{it}-help')} ────\n" for it in ("entry-title", "keys", "entry-text"))
    async with sits(language) as sitting:
        sitting.type(new)
        await sitting.screen.shows(made)
        sitting.plan(change=[(title, f"{title}Lamp\n"), (keys, f"{keys}lamp, 灯\n"), (text, f"{text}Out.\n")])
        sitting.type(add)
        await sitting.screen.shows(added)
        assert await _entries(sitting.it) == [("Lamp", ("lamp", "灯"), "Out.")]
        sitting.plan(change=[("Out.", "First.\n\n## Second\n\nThird.\n\n")])
        sitting.type(edit)
        await sitting.screen.shows(edited)
        assert await _entries(sitting.it) == [("Lamp", ("lamp", "灯"), "First.\n\n## Second\n\nThird.")]
        assert "lamp, 灯" in sitting.seen[1], "what stands there is in the file"


async def test_a_reply_is_edited_in_the_editor(sits: Sits) -> None:
    """A long reply has to be moved through with arrow keys to correct a word at its end."""
    async with sits() as sitting:
        sitting.it.model.script(say("The sea is calm.\n\nAnd wide."))
        sitting.type("hello")
        await sitting.screen.shows("wide.")
        await sitting.it.room.idle()
        sitting.plan(change=[("And wide.", "And cold.")])
        sitting.type("/edit other 1")
        await sitting.screen.shows("Changed. The story goes on")
        assert sitting.seen == ["The sea is calm.\n\nAnd wide."]
        sitting.it.model.script(say("Quite."))
        sitting.type("Well?")
        await sitting.screen.shows("Quite.")
        assert "And cold." in str(sitting.it.model.requests[-1].body["messages"])


@pytest.mark.parametrize("plan", [{}, {"write": ""}, {"write": " \n\n"}])
async def test_unchanged_or_empty_changes_nothing(sits: Sits, plan: dict[str, object]) -> None:
    """Somebody who thinks better of it and closes the editor has emptied the note, or made a version of nothing."""
    async with sits() as sitting:
        sitting.it.model.script(say("Aye."))
        sitting.type("hello")
        await sitting.screen.shows("Aye.")
        await sitting.it.room.idle()
        before = await sitting.it.room.log()
        sitting.plan(**plan)
        sitting.type("/edit other 1")
        await sitting.screen.shows("everything stays as it is")
        assert await sitting.it.room.log() == before


@pytest.mark.parametrize(
    ("command", "said"),
    [(("no-such-editor-here",), "couldn't open the editor no-such-editor-here"), ((), "ended with an error (3)")],
)
async def test_an_editor_that_fails_is_told_and_the_words_can_be_typed(
    sits: Sits, command: tuple[str, ...], said: str
) -> None:
    """A wrong EDITOR shuts somebody out of every form."""
    async with sits(command=command) as sitting:
        sitting.type("/scene world new Coast")
        await sitting.screen.shows("Add entries")
        sitting.plan(exit=3, write="ruined")
        sitting.type("/scene world add Coast")
        assert said in await sitting.screen.shows("Title")
        for line in ("Lamp", "lamp", "", "Out."):
            sitting.type(line)
        await sitting.screen.shows("Added to")
        assert await _entries(sitting.it) == [("Lamp", ("lamp",), "Out.")]


async def test_lines_that_are_gone_lose_no_words(sits: Sits, tmp_path: Path) -> None:
    """Whoever deletes a line between two fields has written for nothing, or gets it all into one field."""
    async with sits() as sitting:
        sitting.type("/scene world new Coast")
        await sitting.screen.shows("Add entries")
        sitting.plan(write="I deleted everything and wrote a page.")
        sitting.type("/scene world add Coast")
        await sitting.screen.shows("Nothing was changed")
        assert (tmp_path / "omoide.txt").read_text("utf-8") == "I deleted everything and wrote a page."
        assert await _entries(sitting.it) == []


async def test_what_comes_meanwhile_waits_for_the_screen(sits: Sits, tmp_path: Path) -> None:
    """A reply writes itself into the middle of the editor."""
    async with sits() as sitting:
        sitting.type("/scene world new Coast")
        await sitting.screen.shows("Add entries")
        gate = Gate()
        sitting.it.model.script(Script(["The tide", gate, " turns.", Finish()]))
        sitting.type("hello")
        await sitting.screen.shows("The tide")
        ready, done = tmp_path / "ready", tmp_path / "done"
        for pipe in (ready, done):
            os.mkfifo(pipe)
        sitting.plan(pipes=[str(ready), str(done)])
        sitting.type("/scene world add Coast")
        async with asyncio.timeout(20):
            await asyncio.to_thread(ready.read_text)
        sitting.screen.seek(0)
        sitting.screen.truncate()
        gate.open()
        await sitting.it.room.idle()
        assert "turns." not in sitting.screen.getvalue()
        done.write_text("close")
        await sitting.screen.shows("turns.")


async def test_without_an_editor_it_is_said_how_to_have_one(terminals: Terminals, tmp_path: Path) -> None:
    """Nobody would guess that texts can be written in an editor."""
    it = await terminals.somebody(AKI)
    async with seated(it.conversation(), tmp_path / "data/history", "morning.", 200) as (keys, screen, talk):
        keys.send_text("/scene world new Coast" + ENTER)
        await screen.shows("Add entries")
        keys.send_text("/scene world add Coast" + ENTER)
        await screen.shows("EDITOR=nano")
        keys.send_text("/cancel" + ENTER)
        await screen.shows("Nothing was changed.")
        keys.send_text(CTRL_D)
        await talk


def test_the_editor_is_that_of_the_shell() -> None:
    """An editor with an argument, as most are given, is not found."""
    assert editor_of({}) is None
    assert editor_of({"EDITOR": " ", "VISUAL": "'"}) is None
    visual = editor_of({"VISUAL": "code --wait", "EDITOR": "vi"})
    assert visual is not None
    assert visual._command == ("code", "--wait")


def test_fields_come_back_as_they_were_laid_out() -> None:
    """A text with a line like those between the fields loses its end."""
    text = laid_out(FIELDS, Speech().speaker("en").say("editor-hint", title="Entry"))
    assert taken_apart(FIELDS, text) == {"title": "Lamp", "text": "Out."}
    assert taken_apart(FIELDS, text + "\n──── Title ────\nmore\n\n") == {
        "title": "Lamp",
        "text": "Out.\n──── Title ────\nmore",
    }
    assert taken_apart(FIELDS, text.replace("Title", "Titel")) is None
    assert taken_apart(FIELDS[1:], "\n  Out. \n\n") == {"text": "  Out."}


async def test_a_program_that_is_no_program_is_named() -> None:
    """The terminal ends with a traceback."""
    with pytest.raises(EditorFailed) as failed:
        await TextEditor(("/",)).edit("x")
    assert failed.value.notice.message == "editor-cannot"
