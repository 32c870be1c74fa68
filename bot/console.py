"""The person at the terminal before and beside the chat: telling them something, asking them something."""

import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from bot.localise import Speaker

Ask = Callable[[str, bool], Awaitable[str]]
"""Shows a question and returns the answer; True hides what is typed. Raises EOFError or KeyboardInterrupt."""


class Left(Exception):
    """The person wants to leave: end of input or Ctrl-C."""


@dataclass(frozen=True, slots=True)
class Console:
    """``write`` shows a text that ends where the next begins; ``ask`` is None where nobody can answer.

    ``lively``: a line may be drawn anew in place.
    """

    speaker: Speaker
    write: Callable[[str], None]
    ask: Ask | None
    lively: bool = False

    @classmethod
    def open(cls, speaker: Speaker) -> Self:
        """The real terminal. Without one, texts go to the error stream: the output belongs to the conversation."""
        here = sys.stdin.isatty() and sys.stdout.isatty()
        stream = sys.stdout if here else sys.stderr

        def write(text: str) -> None:
            stream.write(text)
            stream.flush()

        return cls(speaker, write, _ask if here else None, stream.isatty())

    def in_language(self, language: str) -> "Console":
        """The same, in another language."""
        return Console(self.speaker.to(language), self.write, self.ask, self.lively)

    def say(self, message: str, /, **data: Any) -> None:
        """A line of its own."""
        self.write(self.speaker.say(message, **data) + "\n")

    def say_again(self, message: str, /, **data: Any) -> None:
        """A line in place of the one that was said this way before; nothing where a line cannot be drawn anew."""
        if self.lively:
            self.write("\r\x1b[K" + self.speaker.say(message, **data))

    def clear_line(self) -> None:
        """Take away the line that ``say_again`` drew."""
        if self.lively:
            self.write("\r\x1b[K")

    async def question(self, message: str, /, *, hidden: bool = False, **data: Any) -> str:
        """The answer without white space around it. Raises Left."""
        if self.ask is None:
            raise Left
        try:
            return (await self.ask(self.speaker.say(message, **data) + " ", hidden)).strip()
        except (EOFError, KeyboardInterrupt):
            raise Left from None

    async def choice(self, message: str, answers: Sequence[str], /, **data: Any) -> str:
        """One of ``answers`` ("" is Enter), asked again until it is. Raises Left."""
        while (answer := (await self.question(message, **data)).lower()) not in answers:
            self.say("setup-choose-again", answers=", ".join(one for one in answers if one))
        return answer


async def _ask(text: str, hidden: bool) -> str:
    from prompt_toolkit import PromptSession  # noqa: PLC0415 — heavy, and most starts ask nothing

    session: PromptSession[str] = PromptSession()
    return await session.prompt_async(text, is_password=hidden)
