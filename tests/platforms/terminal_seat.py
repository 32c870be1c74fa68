"""A person's seat at a terminal: ``python -m bot chat`` with pipes, whose lines are the messages.

A reply is a line with a name in front of it. The other lines that are printed in a row are one answer; what its buttons
do is typed by number. What is printed at a start is what was said before, and counts as no reply.
"""

import asyncio
import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

from bot.commands.framework.arguments import localised
from bot.commands.framework.table import table_for
from bot.words.localise import LANGUAGES, Speech
from tests.platforms.seat import PATIENCE, Seat, Seen
from tests.processes.daemon import ForkedDaemon

PLACE: Final = "local"
_SPEAKERS: Final = re.compile("(?:Lan|顾岚|Mira|米拉)(?:: |：)")
_SPEECH: Final = Speech()
_ENGLISH: Final = _SPEECH.speaker("en")
_TABLE: Final = table_for("terminal")
_NAMED = re.compile(r"^(/[^\n]+?) (?:–|——) ", re.MULTILINE)
_CHOICE: Final = re.compile(r"(?m)^\[(\d+)\] .*? (?:——|–) (/.*)$")
_ANSWER: Final = re.compile(r"(?m)^\[(\d+)\] (?!.* (?:——|–) /).*$")
_LINE: Final = re.compile(r"(?m)^[› ] \[(\d+)\] (/\S+(?: \S+)*)  ")
_SAVED: Final = tuple(_SPEECH.speaker(it).say("terminal-saved", path="\0").partition("\0")[0] for it in LANGUAGES)
_CONFIRM: Final = tuple(_SPEECH.speaker(it).say("terminal-confirm", question="") for it in LANGUAGES)
_TURNED: Final = "right:"
_TYPED: Final = {_TURNED: "/again", "left:": "/again back", "continue:": "/continue"}
"""What is typed where others press a button under a reply."""


@dataclass
class Printed:
    """A line of the program. ``behind`` is what was typed last before it began; None where that is an older program."""

    id: int
    behind: int | None
    shown: list[str] = field(default_factory=list[str])

    @property
    def whole(self) -> str:
        return self.shown[-1]

    @property
    def spoken(self) -> bool:
        return self.behind is not None and _SPEAKERS.match(self.whole) is not None


class TerminalSeat(Seat):
    """In front of a terminal."""

    platform = "terminal"
    tells_of_deletions = False
    longest = 4000
    divides = False
    grows = False
    forgets = "forget-after-terminal"

    def __init__(self, folder: Path, sits: str = "Ann", language: str = "en") -> None:
        self.sits = sits
        self._import = localised("/import", _TABLE, _SPEECH.speaker(language))
        self._yes = _SPEECH.speaker(language).say("button-yes").lower()
        self._folder = folder
        self._ids = itertools.count(1)
        self._lines: list[Printed] = []
        self._ended = True
        self._behind: int | None = None
        self._about = ""
        self._told: list[int] = []
        self._news = asyncio.Event()
        self._chat: Chat | None = None

    @property
    def names(self) -> dict[str, str]:
        """The program's OMOIDE_ names."""
        return {}

    @property
    def secrets(self) -> tuple[str, ...]:
        return ()

    @property
    def rejected(self) -> list[Any]:
        return []

    @property
    def seen(self) -> str:
        return "\n".join(it.whole for it in self._lines)

    @property
    def loud(self) -> set[str]:
        return set()

    def program(self, environment: Mapping[str, str], log: Path) -> "Chat":
        """The program that is talked to."""
        self._chat = Chat(environment, log, self)
        return self._chat

    def named(self, stored: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """A line has no name before it is stored, so the order tells which is which."""
        ids = (str(it) for it in self._told)
        return [(place, next(ids, external)) for place, external in stored]

    def person(self, name: str, language: str) -> Any:
        return SimpleNamespace(name=name)

    def private(self, person: Any) -> Any:
        """Only one person sits there."""
        return SimpleNamespace(id=PLACE if person.name == self.sits else "")

    def says(
        self, person: Any, channel: Any, text: str, *, called: bool = False, file: tuple[str, bytes] | None = None
    ) -> Any:
        """A line that is typed; a file is one on the disk."""
        del person, channel, called
        if file:
            path = self._folder / file[0]
            path.write_bytes(file[1])
            text = f"{self._import} {path}"
        return SimpleNamespace(id=self._type(text))

    def _type(self, text: str) -> int:
        assert self._chat
        number = self._behind = next(self._ids)
        if text.startswith("/"):
            self._about = text
        else:
            self._told.append(number)
        self._chat.tell(text)
        return number

    async def uses(self, person: Any, channel: Any, name: str, **options: str) -> str:
        """A command; what it answers."""
        used = self.says(person, channel, " ".join((f"/{name}", *options.values())))
        return (await self.reads(channel, "", used.id)).text

    async def presses(self, person: Any, seen: Seen, control: str) -> str:
        """What is typed where others press a button; it is answered by lines."""
        del person
        if control in _TYPED:
            self._type(_TYPED[control])
            return ""
        assert self._chat
        self._behind = next(self._ids)
        self._about = control.removeprefix("run:")
        self._chat.tell(seen.it[control])
        return ""

    async def clicks(self, person: Any, seen: Seen, control: str) -> Callable[[], list[str]]:
        await self.presses(person, seen, control)
        return list

    async def waits(self, condition: Any) -> Any:
        try:
            async with asyncio.timeout(PATIENCE):
                while not (found := condition()):
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            last = "\n".join(it.whole for it in self._lines[-30:])
            raise TimeoutError(f"not seen within {PATIENCE} s; the last lines are:\n{last}") from None
        return found

    def hears(self, text: str) -> None:
        """The program has printed this."""
        for line in text.splitlines(keepends=True):
            if self._ended:
                self._lines.append(Printed(next(self._ids), self._behind, [""]))
            now = self._lines[-1]
            now.shown.append(now.whole + line.removesuffix("\n"))
            self._ended = line.endswith("\n")
        self._news.set()

    def begins(self) -> None:
        """Another program begins."""
        self._behind, self._ended = None, True

    def stands(self, channel: Any) -> list[Seen]:
        if channel.id != PLACE:
            return []
        found: list[Seen] = []
        last = next((it.id for it in reversed(self._lines) if it.spoken), 0)
        for (_, spoken, _), lines in itertools.groupby(self._lines, key=self._together):
            group = list(lines)
            text = "\n".join(it.whole for it in group)
            if spoken:
                text = _SPEAKERS.sub("", text, count=1)
                found.append(Seen(group[0].id, text, tuple(_TYPED) if group[0].id == last else (), {}))
                continue
            typed = self._controls(text) if group[-1] is self._lines[-1] else {}
            found.append(Seen(group[0].id, text, tuple(typed), typed))
        return found

    def _together(self, it: Printed) -> tuple[int | None, bool, int]:
        return it.behind, it.spoken, it.id if it.spoken else 0

    def _controls(self, text: str) -> dict[str, str]:
        """What may be typed now, by what it does: the numbers of choices, commands as hints name them, and a yes."""
        choices = (*_CHOICE.finditer(text), *_LINE.finditer(text))
        found = {f"run:{localised(it[2], _TABLE, _ENGLISH)}": it[1] for it in choices}
        named = [localised(it[1], _TABLE, _ENGLISH) for it in _NAMED.finditer(text)]
        found |= {f"run:{it}": it for it in named if f"run:{it}" not in found}
        yes = self._yes if text.endswith(_CONFIRM) else next((it[1] for it in _ANSWER.finditer(text)), "")
        if yes:
            words = self._about.split()
            found |= {f"run:{' '.join(words[:n])} yes": yes for n in (1, 2)}
        return found

    def versions(self, channel: Any, message: int) -> list[str]:
        del channel
        shown = next(it.shown for it in self._lines if it.id == message)
        return [_SPEAKERS.sub("", it, count=1) for it in shown if _SPEAKERS.match(it)]

    def files(self, channel: Any, behind: int) -> bool:
        """Whether a file was put on the disk, behind line ``behind``."""
        del channel
        paths = [
            it.whole.removeprefix(lead).rstrip("。.")
            for it in self._lines
            for lead in _SAVED
            if it.id >= behind and it.whole.startswith(lead)
        ]
        return any(Path(it).stat().st_size for it in paths)

    def place_of(self, message: Any) -> str:
        del message
        return PLACE

    def now(self, channel: Any, seen: Seen) -> Seen:
        """A message as it is now. What is said in the place of a reply is printed below it."""
        spoken = any(it.spoken for it in self._lines if it.id == seen.id)
        below = reversed(self.stands(channel))
        return next((it for it in below if (_TURNED in it.controls if spoken else it.id == seen.id)), seen)

    def bells(self, channel: Any) -> int:
        """How many replies were printed: each is a line of its own."""
        del channel
        return sum(it.spoken for it in self._lines)


class Chat(ForkedDaemon):
    """``python -m bot chat`` out of the nursery, as the daemon that it is to a play."""

    command = "chat"
    talks = True

    def __init__(self, environment: Mapping[str, str], log: Path, seat: TerminalSeat) -> None:
        super().__init__({**environment, "USER": seat.sits}, log)
        self._seat = seat

    def ready(self, said: Sequence[str]) -> bool:
        """It has greeted."""
        return len(said) > 1

    async def launch(self, crashpoint: str = "") -> None:
        self._seat.begins()
        await super().launch(crashpoint)

    def hears(self, text: str, lines: Sequence[str]) -> None:
        self._seat.hears(text)

    async def terminate(self) -> int:
        """Nothing more is typed; how it ended."""
        self.hang_up()
        return await self.died()
