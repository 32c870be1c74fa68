"""A slash script, read: commands behind one another, each with its arguments."""

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.errors import SlashBroken

MOST_CLOSURES: Final = 20
"""Closures that may lie inside each other."""

RAW: Final = frozenset({"send", "sys", "nar", "echo"})
"""Commands whose text keeps its quotes."""
SPLIT: Final = frozenset({"if"})
"""Commands whose text is read word by word."""
RUN: Final = "run"

_NAMED: Final = re.compile(r"[A-Za-z0-9_]+=")
_BLANKS: Final = re.compile(r"\s*")
_COMMENT: Final = re.compile(r"/[/#]")
_ENDS: Final = ("|", "{:", ":}")


@dataclass(frozen=True, slots=True)
class SlashScript:
    """Commands, the first one first. ``at_once``: as an argument it stands for what it comes to: ``{: … :}()``."""

    commands: "tuple[SlashCommand, ...]" = ()
    at_once: bool = False


Argument: TypeAlias = "str | SlashScript"


@dataclass(frozen=True, slots=True)
class SlashCommand:
    """One command. ``named`` are its arguments with a name, ``words`` the parts of what stands behind them.

    ``piped``: without words it gets what the command before it came to.
    """

    name: str
    named: tuple[tuple[str, Argument], ...] = ()
    words: tuple[Argument, ...] = ()
    piped: bool = True


def read_slash(text: str) -> SlashScript:
    """Read a script as SillyTavern does where its parser is not told to be strict. Raises SlashBroken.

    What is no command is passed over, comments too. Linear in the text.
    """
    return _Reader(text).script(0)


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._braces = 0
        self._paired = 0

    def script(self, depth: int) -> SlashScript:
        """Commands up to the end of the text, or of the closure that lies in ``depth`` others."""
        if depth > MOST_CLOSURES:
            raise SlashBroken(at=self._at + 1)
        commands: list[SlashCommand] = []
        piped = True
        self._skip_blanks()
        while not self._closed(depth):
            if command := self._next(depth, piped=piped):
                commands.append(command)
                piped = True
            self._skip_blanks()
            if self._starts("|"):
                self._move(1)
                if self._starts("|"):
                    self._move(1)
                    piped = False
            self._skip_blanks()
        if depth:
            self._move(2)
        at_once = bool(depth) and self._starts("()")
        if at_once:
            self._move(2)
        return SlashScript(tuple(commands), at_once)

    def _next(self, depth: int, *, piped: bool) -> SlashCommand | None:
        """The command that begins here; None for what is passed over."""
        if self._starts("/*"):
            self._pass_block()
        elif _COMMENT.match(self._text, self._at):
            self._pass_comment()
        elif self._starts("/"):
            return self._command(depth, piped=piped)
        else:
            while not self._ended(depth):
                self._take()
        return None

    def _command(self, depth: int, *, piped: bool) -> SlashCommand:
        self._move(1)
        if self._starts(":") and not self._starts(":}"):
            self._move(1)
            label = self._quoted(depth) if self._starts('"') else self._value(depth)
            self._skip_blanks()
            named = self._named(depth)
            if not self._ended(depth):
                raise SlashBroken(at=self._at + 1)
            return SlashCommand(RUN, named, (label,), piped)
        start = self._at
        while not self._is_blank() and not self._ended(depth):
            self._move(1)
        name = self._text[start : self._at]
        self._skip_blanks()
        named = self._named(depth)
        words: tuple[Argument, ...] = ()
        if not self._ended(depth):
            words = self._split(depth) if name in SPLIT else self._words(depth, raw=name in RAW)
        return SlashCommand(name, named, words, piped)

    def _named(self, depth: int) -> tuple[tuple[str, Argument], ...]:
        found: list[tuple[str, Argument]] = []
        while not self._ended(depth) and (key := _NAMED.match(self._text, self._at)):
            self._move(len(key[0]))
            found.append((key[0][:-1], self._argument(depth)))
            self._skip_blanks()
        return tuple(found)

    def _argument(self, depth: int) -> Argument:
        """A closure, words in quotes, a list in brackets, or one word."""
        if self._starts("{:"):
            self._move(2)
            return self.script(depth + 1)
        if self._starts('"'):
            return self._quoted(depth)
        return self._list(depth) if self._starts("[") else self._value(depth)

    def _split(self, depth: int) -> tuple[Argument, ...]:
        found: list[Argument] = []
        while not self._ended(depth):
            found.append(self._argument(depth))
            self._skip_blanks()
        return tuple(found)

    def _words(self, depth: int, *, raw: bool) -> tuple[Argument, ...]:
        """Texts and closures as they stand behind each other; quotes at the beginning keep what is in them."""
        found: list[Argument] = [self._quoted(depth)] if not raw and self._starts('"') else []
        text, kept = "", len(found)
        while not self._ended(depth):
            if self._starts("{:"):
                found += [text] if text.strip() else []
                self._move(2)
                found.append(self.script(depth + 1))
                text = ""
            else:
                text += self._take()
        if not found:
            return (text.strip(),)
        last = text.rstrip()
        if not kept and isinstance(found[0], str):
            found[0] = found[0].lstrip()
        return (*found, last) if last else tuple(found)

    def _quoted(self, depth: int) -> str:
        """Words in quotes. Raises SlashBroken where the command ends in them."""
        start = self._at
        self._move(1)
        text = ""
        while not self._starts('"'):
            if self._at >= len(self._text) or self._ended(depth):
                raise SlashBroken(at=start + 1)
            text += self._take('"')
        self._move(1)
        return text

    def _list(self, depth: int) -> str:
        start = self._at
        text = ""
        while not self._starts("]"):
            if self._at >= len(self._text) or self._closed(depth):
                raise SlashBroken(at=start + 1)
            text += self._take()
        self._move(1)
        return f"{text}]"

    def _value(self, depth: int) -> str:
        text = ""
        while not self._ended(depth) and not self._is_blank():
            text += self._take()
        return text

    def _pass_comment(self) -> None:
        end = self._text.find("|", self._at)
        self._at = len(self._text) if end < 0 else end

    def _pass_block(self) -> None:
        """Blocks may lie inside each other. Raises SlashBroken for one that does not end."""
        start, depth = self._at, 0
        while True:
            if self._at >= len(self._text):
                raise SlashBroken(at=start + 1)
            if self._starts("/*"):
                depth += 1
                self._at += 2
            elif self._starts("*|"):
                depth -= 1
                self._at += 2
                if not depth:
                    return
            else:
                self._at += 1

    def _ended(self, depth: int) -> bool:
        """Whether a command ends here; a pipe inside of a macro ends none."""
        return self._closed(depth) or (self._starts("|") and self._braces == 0)

    def _closed(self, depth: int) -> bool:
        """Whether the script ends here. Raises SlashBroken for a closure that does not end."""
        if self._at >= len(self._text):
            if depth:
                raise SlashBroken(at=self._at)
            return True
        return depth > 0 and self._starts(":}")

    def _starts(self, sign: str) -> bool:
        return self._text.startswith(sign, self._at)

    def _is_blank(self) -> bool:
        return self._at < len(self._text) and self._text[self._at].isspace()

    def _skip_blanks(self) -> None:
        found = _BLANKS.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _take(self, quote: str = "") -> str:
        """The next character; of a sign behind a backslash the sign itself."""
        if self._starts("\\") and any(self._text.startswith(it, self._at + 1) for it in (*_ENDS, quote) if it):
            self._at += 1
        start = self._at
        self._move(1)
        return self._text[start : self._at]

    def _move(self, count: int) -> None:
        """Go on, and know how many macros are open."""
        for _ in range(count):
            if self._at >= self._paired and (self._starts("{{") or self._starts("}}")):
                self._braces = max(0, self._braces + (1 if self._starts("{{") else -1))
                self._paired = self._at + 2
            self._at += 1
