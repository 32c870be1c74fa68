"""The input line of a real terminal: prompt_toolkit, imported only when somebody sits there."""

import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bot.terminal.completing import Suggestion
from bot.terminal.ink import Ink, InkStyle, inked
from bot.terminal.wording import Style, TerminalParagraph
from bot.words.rows import first_row, rows_of

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.formatted_text import StyleAndTextTuples
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

_MARK: Final = "› "
_STYLES: Final = {
    "title": "bold",
    "current": "bold",
    "dim": "ansibrightblack",
    "character": "bold ansicyan",
    "mark": "bold ansigreen",
    "gesture": "italic ansibrightblack",
    "strong": "bold",
    "code": "ansiyellow",
    "heading": "bold",
    "quote": "ansibrightblack",
    "bullet": "ansicyan",
}
_LABEL: Final = 40
"""Cells of a suggestion; of a memory no more is read in passing."""


@dataclass(frozen=True, slots=True)
class Keys:
    """What keys ask for. ``stop``: whether there was a reply to stop. ``turn``: to the reply before (-1) or behind (1).

    ``suggest`` gives what may follow a line.
    """

    stop: Callable[[], Awaitable[bool]]
    turn: Callable[[int], Awaitable[None]]
    suggest: Callable[[str], Awaitable[list[Suggestion]]]


class LinePrompt:
    """Asks for lines, prints above them, and shows one unfinished row right above the input."""

    def __init__(self, history: Path, keys: Keys) -> None:
        from prompt_toolkit import PromptSession  # noqa: PLC0415 — loaded only where somebody types
        from prompt_toolkit.history import FileHistory  # noqa: PLC0415 — loaded only where somebody types
        from prompt_toolkit.styles import Style as Sheet  # noqa: PLC0415 — loaded only where somebody types

        self.tail: StyleAndTextTuples | None = None
        self._asks = keys
        self._leaving = False
        self._waiting: StyleAndTextTuples | None = None
        self._sheet = Sheet.from_dict(_STYLES)
        self._asked_to_leave: Callable[[], None] = lambda: None
        _make_private(history)
        self._session: PromptSession[str] = PromptSession(
            self._message,
            multiline=True,
            history=FileHistory(str(history)),
            completer=_completer(keys.suggest),
            complete_while_typing=True,
            reserve_space_for_menu=4,
            key_bindings=self._keys(),
            prompt_continuation="  ",
            style=self._sheet,
        )

    @property
    def width(self) -> int:
        """Cells in a row; one is left free, because a full row wraps on some terminals."""
        return max(self._session.output.get_size().columns - 1, 10)

    async def ask(self, on_leaving: Callable[[], None], draft: str = "") -> str:
        """The next text; ``draft`` stands in the line already.

        ``on_leaving`` is called on the first Ctrl-C with nothing to stop; EOFError means leave.
        """
        from prompt_toolkit.patch_stdout import patch_stdout  # noqa: PLC0415 — loaded only where somebody types

        self._asked_to_leave = on_leaving
        with patch_stdout(raw=True):
            text = await self._session.prompt_async(default=draft)
        self._leaving = False
        return text

    @contextmanager
    def aside(self) -> Generator[None]:
        """While entered another program has the screen: what is printed waits."""
        self._waiting = []
        try:
            yield
        finally:
            waiting, self._waiting = self._waiting, None
            if waiting:
                self._write(waiting)

    def print(self, lines: Iterable[TerminalParagraph]) -> None:
        """Print whole lines above the input."""
        rows: StyleAndTextTuples = []
        for line in lines:
            rows += _rows(line, self.width)
        if rows:
            self._write(rows)

    def print_rows(self, rows: Iterable[str], ink: Ink | None = None) -> Ink:
        """Print rows that fit as they are; ``ink`` is what is open before them, what is open behind them comes back."""
        every, left = inked(list(rows), ink or Ink())
        if every:
            self._write([it for pieces in every for it in [*map(_styled, pieces), ("", "\n")]])
        return left

    def print_name(self, name: str) -> None:
        """Print who begins to speak."""
        self._write([("", "\n"), (f"class:{Style.CHARACTER}", f"{name}\n")])

    def show_wait(self, text: str) -> None:
        """Put above the input what is waited for."""
        self._show([(f"class:{Style.DIM}", text)])

    def show_tail(self, text: str, ink: Ink) -> None:
        """Put an unfinished row above the input, with what is open before it; "" takes it away."""
        pieces, _ = ink.row(text)
        self._show([*map(_styled, pieces)] if text else None)

    def _show(self, tail: "StyleAndTextTuples | None") -> None:
        self.tail = tail
        self._session.app.invalidate()

    def _write(self, rows: "StyleAndTextTuples") -> None:
        if self._waiting is not None:
            self._waiting += rows
            return
        from prompt_toolkit import print_formatted_text  # noqa: PLC0415 — loaded only where somebody types
        from prompt_toolkit.formatted_text import FormattedText  # noqa: PLC0415 — loaded only where somebody types

        print_formatted_text(FormattedText(rows), end="", style=self._sheet)

    def _message(self) -> "StyleAndTextTuples":
        prompt: StyleAndTextTuples = [("class:mark", _MARK)]
        # What stays on the screen after Enter is the input alone; the row goes on above the next input.
        if self.tail is None or self._session.app.is_done:
            return prompt
        return [*self.tail, ("", "\n"), *prompt]

    def _keys(self) -> "KeyBindings":
        from prompt_toolkit.filters import Condition, is_searching  # noqa: PLC0415 — loaded only where somebody types
        from prompt_toolkit.key_binding import KeyBindings  # noqa: PLC0415 — loaded only where somebody types

        keys = KeyBindings()
        for submit in ("enter", "c-j"):  # what was typed while the program started ends in the other one
            keys.add(submit, filter=~is_searching)(lambda event: event.current_buffer.validate_and_handle())
        keys.add("escape", "enter")(lambda event: event.current_buffer.insert_text("\n"))
        keys.add("c-c", filter=~is_searching)(self._on_interrupt)
        idle = Condition(lambda: not self._session.default_buffer.text)
        keys.add("escape", "left", filter=idle)(self._to_the_left)
        keys.add("escape", "right", filter=idle)(self._to_the_right)
        return keys

    async def _to_the_left(self, _: "KeyPressEvent") -> None:
        await self._asks.turn(-1)

    async def _to_the_right(self, _: "KeyPressEvent") -> None:
        await self._asks.turn(1)

    async def _on_interrupt(self, event: "KeyPressEvent") -> None:
        if await self._asks.stop():
            return
        if event.current_buffer.text:
            event.current_buffer.reset()
        elif self._leaving:
            event.app.exit(exception=EOFError)
        else:
            self._leaving = True
            self._asked_to_leave()


def _rows(line: TerminalParagraph, width: int) -> "list[tuple[str, str]]":
    style = f"class:{line.style}" if line.style is not Style.PLAIN else ""
    if line.style is Style.QUOTED:
        every, _ = inked(rows_of(line.text, width), Ink())
        return [it for pieces in every for it in [*map(_styled, pieces), ("", "\n")]]
    if not line.lead:
        return [(style, f"{row}\n") for row in rows_of(line.text, width)]
    if line.style is Style.PERSON:
        # As it looked when it was typed.
        first, *more = rows_of(line.text, width - len(_MARK))
        typed = "".join(f"  {row}\n" for row in more)
        return [("", "\n"), ("class:mark", _MARK), ("", f"{first}\n{typed}")]
    every, _ = inked(rows_of(line.text, width), Ink())
    body = [it for pieces in every for it in [*map(_styled, pieces), ("", "\n")]]
    return [("", "\n"), (style, f"{line.lead}\n"), *body]


def _styled(piece: tuple[InkStyle, str]) -> tuple[str, str]:
    look, text = piece
    return (f"class:{look}" if look else "", text)


def _completer(suggest: Callable[[str], Awaitable[list[Suggestion]]]) -> "Completer":
    """What may follow is asked of the house while somebody goes on typing."""
    from prompt_toolkit.completion import (  # noqa: PLC0415 — loaded only where somebody types
        CompleteEvent,
        Completer,
        Completion,
    )
    from prompt_toolkit.document import Document  # noqa: PLC0415 — loaded only where somebody types

    class PromptHost(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002 — the library's signature
            return ()

        async def get_completions_async(
            self,
            document: Document,
            complete_event: CompleteEvent,  # noqa: ARG002 — the library's signature
        ) -> AsyncGenerator[Completion, None]:
            for it in await suggest(document.text_before_cursor):
                label, about = first_row(it.label, _LABEL)[0], first_row(it.about, _LABEL)[0]
                yield Completion(it.text, -it.length, display=label, display_meta=about)

    return PromptHost()


def _make_private(history: Path) -> None:
    """What people typed is for them alone to read."""
    history.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(history, os.O_CREAT | os.O_APPEND, 0o600))
