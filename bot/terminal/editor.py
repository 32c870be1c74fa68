"""The person's own editor, for words of several lines: a file that is written, opened and read again."""

import asyncio
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bot.commands.framework.reply import Field
from engine.values.chats.notices import Notice

NAMES: Final = ("VISUAL", "EDITOR")
LONGEST: Final = 16 << 20
_FILE: Final = "omoide.md"
_RULE: Final = "────"


class EditorFailed(Exception):
    """Nothing could be written; ``notice`` says why."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice.message)
        self.notice = notice


class TextEditor:
    """The program that a person writes in; ``command`` is its name with arguments, as their shell knows it."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)

    async def edit(self, text: str) -> str:
        """``text`` as the person left it. Raises EditorFailed: no such program, or one that ended with an error."""
        folder = await asyncio.to_thread(tempfile.mkdtemp, prefix="omoide-")  # nobody else may look into it
        path = Path(folder) / _FILE
        try:
            await asyncio.to_thread(path.write_text, text, "utf-8")
            await self._run(path)
            written = await asyncio.to_thread(path.read_bytes)
        except OSError as error:
            why = {"name": self._command[0], "reason": error.strerror or ""}
            raise EditorFailed(Notice("editor-cannot", why)) from None
        finally:
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
        return written[:LONGEST].decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")

    async def _run(self, path: Path) -> None:
        with _interrupts_are_the_editors():
            program = await asyncio.to_thread(subprocess.Popen, (*self._command, str(path)))  # the person's own choice
            try:
                code = await asyncio.to_thread(program.wait)
            finally:
                if program.poll() is None:
                    program.terminate()
        if code != 0:
            raise EditorFailed(Notice("editor-ended", {"name": self._command[0], "code": str(code)}))


def editor_of(environment: Mapping[str, str]) -> TextEditor | None:
    """The editor that a person has chosen; None where they have chosen none."""
    for name in NAMES:
        try:
            command = shlex.split(environment.get(name, ""))
        except ValueError:  # a quote without its end
            continue
        if command:
            return TextEditor(command)
    return None


def laid_out(fields: Sequence[Field], hint: str) -> str:
    """The fields of a form as one text: the words alone of a single one, else each below a line with its label."""
    if len(fields) == 1:
        return fields[0].value
    parts = [f"{_RULE} {hint}", *(f"{_line(it)}\n{it.value}" for it in fields)]
    return "\n".join(parts)


def taken_apart(fields: Sequence[Field], text: str) -> dict[str, str] | None:
    """What stands in each field, by its parameter; None where a line between them is gone."""
    if len(fields) == 1:
        return {fields[0].param: _words(fields[0], text.split("\n"))}
    lines, at, starts = text.split("\n"), -1, list[int]()
    for it in fields:
        wanted = _line(it)
        found = next((number for number in range(at + 1, len(lines)) if lines[number].strip() == wanted), None)
        if found is None:
            return None
        starts.append(at := found)
    ends = [*starts[1:], len(lines)]
    return {it.param: _words(it, lines[start + 1 : end]) for it, start, end in zip(fields, starts, ends, strict=True)}


def _line(field: Field) -> str:
    return f"{_RULE} {field.label} {_RULE}"


def _words(field: Field, lines: Sequence[str]) -> str:
    """Editors end a file with an empty line, and people leave some: at its ends a text has none."""
    if not field.long:
        return " ".join(" ".join(lines).split())
    text = "\n".join(lines).rstrip()
    return text.lstrip("\n") if text.strip() else ""


@contextmanager
def _interrupts_are_the_editors() -> Generator[None]:
    """Ctrl-C in an editor is for the editor: the terminal sends it to everybody."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
