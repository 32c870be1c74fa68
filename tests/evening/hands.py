"""What people do in front of each platform, in the way of its app: the same acts everywhere, each noted on the tape."""

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from bot.commands.framework import controls
from bot.commands.framework.arguments import localised
from bot.commands.framework.table import table_for
from bot.words.localise import Speech
from tests.evening import markup
from tests.evening.lines import NAMES
from tests.evening.tape import Face, File, Kind, Look, Shot, Tape
from tests.evening.watching import DiscordEyes, TelegramEyes
from tests.platforms.discord_seat import DiscordSeat
from tests.platforms.seat import Seen
from tests.platforms.telegram_seat import TelegramSeat
from tests.platforms.terminal_seat import TerminalSeat
from tests.servers.discord.interactions import COMMAND
from tests.servers.discord.using import command, command_data

_ASKS: Final = "✏️"
"""By this a question of a form begins."""
_SUB: Final = (1, 2)
_YES: Final = 5
_ATTACHMENT: Final = 11
_CHINESE: Final = "zh-CN"
_TABLE: Final = table_for("terminal")
_ENGLISH: Final = Speech().speaker("en")
_PICTURE: Final = re.compile(r"/\S+?\.png")


@dataclass(frozen=True, slots=True)
class Pressable:
    """A button that stands under a message."""

    label: str
    control: str
    seen: Seen


class Hands:
    """What is the same everywhere. ``seat`` is where people sit, ``marks`` counts what was to be seen so far."""

    seat: Any
    tape: Tape
    commands_by_word = "/"

    @property
    def marks(self) -> int:
        return len(self.tape.shots)

    def title(self, channel: Any) -> str:
        raise NotImplementedError

    def says(self, who: Any, where: Any, text: str, *, called: bool = False, file: Any = None) -> Any:
        """Write; ``called``: to the bot by its name."""
        self.tape.steps()
        return self.seat.says(who, where, text, called=called, file=file)

    async def uses(self, who: Any, where: Any, line: str, file: Any = None) -> None:
        """A command, as people give one here; with a ``file``, as its name and bytes, where one can be sent along."""
        raise NotImplementedError

    def buttons(self, who: Any, where: Any) -> Iterator[Pressable]:
        """What somebody can press in a place, the newest first."""
        for seen in reversed(self.seat.stands(where)):
            for control, label in zip(seen.controls, self.labels(seen), strict=False):
                yield Pressable(label, control, seen)

    def labels(self, seen: Seen) -> Sequence[str]:
        raise NotImplementedError

    async def presses(self, who: Any, where: Any, it: Pressable) -> None:
        """Press a button."""
        self.tape.act(self.title(where), who.name, f"▸ <kbd>{markup.plain(it.label)}</kbd>")
        await self.seat.presses(who, self.seat.now(where, it.seen), it.control)

    async def fills(self, who: Any, where: Any, *answers: str) -> None:
        """Answer what a form asks for, field by field; "" leaves one as it is."""
        for text in answers:
            self.says(who, where, text)

    async def edits(self, who: Any, where: Any, message: Any) -> None:
        """Ask for a message to be changed that is pointed at."""
        raise NotImplementedError


@dataclass
class DiscordHands(Hands):
    """Slash commands, buttons and windows."""

    seat: DiscordSeat
    tape: Tape
    _window: Any = None
    _own: dict[int, list[Any]] = field(default_factory=dict[int, list[Any]])

    def __post_init__(self) -> None:
        self.eyes = DiscordEyes(self.seat.server, self.tape)

    def title(self, channel: Any) -> str:
        return self.eyes.title(channel)

    async def uses(self, who: Any, where: Any, line: str, file: Any = None) -> None:
        name, *words = line.removeprefix("/").split()
        declared = command(self.seat.server.world, where, name)
        subs, level, shown = list[str](), declared, [_spoken(declared, who)]
        while inner := _inner(level, words):
            level = inner
            subs.append(inner["name"])
            shown.append(_spoken(inner, who))
            words = words[1:]
        if _has_subs(level):
            level = next(it for it in level["options"] if it["type"] == 1)
            subs.append(level["name"])
            shown.append(_spoken(level, who))
        options = _options(level, words)
        if file is not None:
            options |= {it["name"]: file for it in level["options"] if it["type"] == _ATTACHMENT}
        given = "".join(f" <i>{html.escape(name)}:</i> {html.escape(it)}" for name, it in _shown(level, options, who))
        self.tape.act(self.title(where), who.name, f"<kbd>/{markup.plain(' '.join(shown))}</kbd>{given}")
        data = command_data(self.seat.server.world, where, declared, " ".join(subs) or None, options)
        await self._answered(who, where, who._does(COMMAND, where, data))

    async def presses(self, who: Any, where: Any, it: Pressable) -> None:
        self.tape.act(self.title(where), who.name, f"▸ <kbd>{markup.plain(it.label)}</kbd>")
        await self._answered(who, where, who.clicks(it.seen.it, it.control))

    async def fills(self, who: Any, where: Any, *answers: str) -> None:
        """The fields of the window that is open, the first ones; "" leaves one as it is."""
        window, self._window = self._window, None
        names = [part["custom_id"] for row in window.modal["components"] for part in row["components"]]
        filled = {name: text for name, text in zip(names, answers, strict=False) if text}
        self.tape.act(self.title(where), who.name, f"⌨ {markup.plain(' · '.join(filled.values()))}")
        await self._answered(who, where, who.submits(window, filled))

    async def edits(self, who: Any, where: Any, message: Any) -> None:
        """The window that changes a message, from what its menu offers who holds it down."""
        name = _ENGLISH.say("held-edit")
        self.tape.act(self.title(where), who.name, f"<kbd>☰ {name}</kbd>")
        await self._answered(who, where, who.uses_on(message, name))

    async def _answered(self, who: Any, where: Any, used: Any) -> None:
        await used.answered()
        self._own.setdefault(who.id, []).append(used)
        if used.modal is None:
            return
        self._window = used
        inputs = [part for row in used.modal["components"] for part in row["components"]]
        shown = "".join(
            f"<label>{markup.plain(it['label'])}<span>{markup.plain(it.get('value') or it.get('placeholder') or '')}"
            "</span></label>"
            for it in inputs
        )
        title = markup.plain(used.modal["title"])
        self.tape.aside(Kind.FORM, self.title(where), f"<b>{title}</b>{shown}", who.name)

    def buttons(self, who: Any, where: Any) -> Iterator[Pressable]:
        """With those that only this person sees."""
        own = [it for used in self._own.get(who.id, ()) for it in used.messages if it.channel is where and it.ephemeral]
        there = [it for it in self.seat.server.messages(where) if it.client and not it.ephemeral]
        for it in sorted((*own, *there), key=lambda one: -one.id):
            for row in it.data["components"]:
                for part in row["components"]:
                    if part["type"] == 2:
                        seen = Seen(it.id, it.text, (), it)
                        yield Pressable(part.get("label") or "", part["custom_id"], seen)


def _spoken(declared: Any, who: Any) -> str:
    names = declared.get("name_localizations") or {}
    return names.get(who.locale, declared["name"]) if who.locale == _CHINESE else declared["name"]


def _shown(level: Any, options: dict[str, Any], who: Any) -> Iterator[tuple[str, str]]:
    """The options as who types them reads them: Discord shows their names, and what there is to choose, translated."""
    for it in level.get("options") or ():
        if it["name"] in options:
            value = options[it["name"]]
            chosen = next((one for one in it.get("choices") or () if one["value"] == value), None)
            yield _spoken(it, who), _spoken(chosen, who) if chosen else str(value)


def _inner(level: Any, words: list[str]) -> Any:
    if not words:
        return None
    return next((it for it in level.get("options") or () if it["type"] in _SUB and it["name"] == words[0]), None)


def _has_subs(level: Any) -> bool:
    return any(it["type"] in _SUB for it in level.get("options") or ())


def _options(level: Any, words: list[str]) -> dict[str, Any]:
    """The words of a line as the options of a command: one each, and all the rest for the last that is no yes."""
    wanted = [it for it in level.get("options") or () if it["type"] not in (*_SUB, _YES)]
    found: dict[str, Any] = {}
    for number, it in enumerate(wanted):
        if not words:
            break
        last = number == len(wanted) - 1
        text = " ".join(words) if last else words[0]
        words = [] if last else words[1:]
        chosen = {choice["name"]: choice["value"] for choice in it.get("choices") or ()}
        found[it["name"]] = int(text) if it["type"] == 4 else chosen.get(text, text)
    return found


@dataclass
class TelegramHands(Hands):
    """Commands that are typed, and buttons."""

    seat: TelegramSeat
    tape: Tape

    def __post_init__(self) -> None:
        self.eyes = TelegramEyes(self.seat.server, self.tape)

    def title(self, channel: Any) -> str:
        return self.eyes.title(channel)

    async def uses(self, who: Any, where: Any, line: str, file: Any = None) -> None:
        if file is not None:
            self.says(who, where, line, file=file)
            return
        self.tape.steps()
        who.uses(where, line)

    def labels(self, seen: Seen) -> Sequence[str]:
        return [str(it["text"]) for it in seen.it.buttons]

    async def fills(self, who: Any, where: Any, *answers: str) -> None:
        """Each when it is asked for, in a group as a reply to that; a button leaves one as it is."""
        for text in answers:
            since = len(self.seat.history)
            if text and not self.seat.is_private(where):
                self.tape.steps()
                who.says(where, text, reply_to=self.seat.message(where, _ASKS))
            elif text:
                self.says(who, where, text)
            else:
                keep = next(it for it in self.buttons(who, where) if it.control.startswith(f"{controls.KEEP}:"))
                await self.presses(who, where, keep)
            await self.seat.waits(lambda since=since: self.seat.told(since))

    async def edits(self, who: Any, where: Any, message: Any) -> None:
        """The command that changes a message, as an answer to it."""
        self.tape.steps()
        who.uses(where, "/edit", reply_to=message)


class TypingSeat(TerminalSeat):
    """At a terminal, with what is typed and printed noted on the tape."""

    def __init__(self, folder: Path, tape: Tape, title: str, language: str) -> None:
        super().__init__(folder, NAMES[language][0], language)
        self.folder = folder
        self.tape = tape
        self.title = title

    def hears(self, text: str) -> None:
        """What is printed, and the pictures that it names: people open them."""
        self.tape.aside(Kind.PRINTED, self.title, markup.plain(text.replace(f"{self.folder}/", "")))
        for path in map(Path, _PICTURE.findall(text)):
            look = Look("", files=(File(path.name, "image/png", path.read_bytes()),))
            self.tape.message(Shot(Kind.MESSAGE, 0, 0, self.title, Face(path.name, bot=True), str(path), look))
        super().hears(text)

    def _type(self, text: str) -> int:
        self.note(text)
        number = super()._type(text)
        self._about = localised(self._about, _TABLE, _ENGLISH)
        return number

    def note(self, text: str) -> None:
        """A line is typed."""
        self.tape.steps()
        self.tape.aside(Kind.TYPED, self.title, markup.plain(text.replace(f"{self.folder}/", "")))


@dataclass
class TerminalHands(Hands):
    """Lines that are typed."""

    seat: TypingSeat
    tape: Tape

    def title(self, channel: Any) -> str:
        return self.seat.title

    async def uses(self, who: Any, where: Any, line: str, file: Any = None) -> None:
        self.seat.says(who, where, line, file=file)

    def labels(self, seen: Seen) -> Sequence[str]:
        return seen.controls

    async def presses(self, who: Any, where: Any, it: Pressable) -> None:
        """The number of a choice, or a yes."""
        typed = it.seen.it.get(it.control)
        if typed is not None:
            self.seat.note(str(typed))
        await self.seat.presses(who, it.seen, it.control)
