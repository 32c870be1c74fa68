"""The person at the terminal before and beside the chat: telling them something, asking them something."""

import shutil
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Self, TextIO, TypeVar

from bot.rewinding import Tape
from bot.words.localise import Speaker
from bot.words.rows import first_row, rows_of

T = TypeVar("T")

HIDDEN: Final = "••••••"
"""Stands for a secret."""

Ask = Callable[[str, bool], Awaitable[str]]
"""Shows a question and returns the answer; True hides what is typed. Raises EOFError or KeyboardInterrupt."""


class UserLeft(Exception):
    """The person wants to leave: end of input or Ctrl-C."""


@dataclass(frozen=True, slots=True)
class Console:
    """``write`` shows a text that ends where the next begins; ``ask`` is None where nobody can answer.

    ``lively``: a line may be drawn anew in place. ``width`` gives the cells of a row; None: rows have no end.
    ``tape``: people may go back to the question before.
    """

    speaker: Speaker
    write: Callable[[str], None]
    ask: Ask | None
    lively: bool = False
    width: Callable[[], int] | None = None
    tape: Tape | None = None

    @classmethod
    def open(cls, speaker: Speaker, output: TextIO | None = None) -> Self:
        """The real terminal. Without one, texts go to ``output``, or else to the error stream: the output belongs to
        the conversation.
        """
        here = sys.stdin.isatty() and sys.stdout.isatty()
        stream = sys.stdout if here else output or sys.stderr

        def write(text: str) -> None:
            stream.write(text)
            stream.flush()

        lively = stream.isatty()
        return cls(speaker, write, _ask if here else None, lively, _columns if lively else None)

    def rewinding(self, tape: Tape) -> "Console":
        """The same, with what was answered on ``tape``."""
        return replace(self, write=tape.muted(self.write), tape=tape)

    def in_language(self, language: str) -> "Console":
        """The same, in another language."""
        return replace(self, speaker=self.speaker.to(language))

    def say(self, message: str, /, **data: Any) -> None:
        """A line of its own."""
        self.write(self._fitted(self.speaker.say(message, **data)) + "\n")

    def item(self, mark: str, text: str) -> None:
        """One of several to choose from."""
        self.write(self._fitted(f"  [{mark}] {text}") + "\n")

    def say_again(self, message: str, /, **data: Any) -> None:
        """A line in place of the one that was said this way before; nothing where a line cannot be drawn anew."""
        if self.lively:
            text = self.speaker.say(message, **data)
            # A second row would stay behind.
            self.write("\r\x1b[K" + (first_row(text, self.width())[0] if self.width else text))

    def clear_line(self) -> None:
        """Take away the line that ``say_again`` drew."""
        if self.lively:
            self.write("\r\x1b[K")

    async def question(self, message: str, /, *, hidden: bool = False, **data: Any) -> str:
        """The answer without white space around it. Raises UserLeft, and Back where there is a tape."""
        if self.ask is None:
            raise UserLeft
        asked = partial(self.ask, self._fitted(self.speaker.say(message, **data)) + " ", hidden)
        try:
            return (await (self.tape.answer(asked) if self.tape else asked())).strip()
        except (EOFError, KeyboardInterrupt):
            raise UserLeft from None

    def refuse(self, message: str = "", /, **data: Any) -> None:
        """The last answer is none, so that the question is asked again: ``message`` says why."""
        if self.tape is not None:
            self.tape.refuse()
        if message:
            self.say(message, **data)

    async def tried(self, call: Callable[[], Awaitable[T]]) -> T:
        """What comes of ``call``, which is made once, however often people go back behind it."""
        return await (self.tape.outcome(call) if self.tape else call())

    async def choice(self, message: str, answers: Sequence[str], /, **data: Any) -> str:
        """One of ``answers`` ("" is Enter), asked again until it is. Raises UserLeft."""
        while (answer := (await self.question(message, **data)).lower()) not in answers:
            again = "setup-choose-again-or-enter" if "" in answers else "setup-choose-again"
            self.refuse(again, answers=self.speaker.say("list-comma").join(one for one in answers if one))
        return answer

    def _fitted(self, text: str) -> str:
        """``text`` broken between words where the rows of the terminal end."""
        return "\n".join(rows_of(text, self.width())) if self.width else text


def _columns() -> int:
    """One cell is left free, because a full row wraps on some terminals."""
    return max(shutil.get_terminal_size().columns - 1, 10)


async def _ask(text: str, hidden: bool) -> str:
    from prompt_toolkit import PromptSession  # noqa: PLC0415 — heavy, and most starts ask nothing

    session: PromptSession[str] = PromptSession()
    return await session.prompt_async(text, is_password=hidden)
