"""What a command is: its names, its parameters, its handler. ``table`` holds the commands themselves."""

import difflib
import re
import unicodedata
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.reply import Reply
from bot.words.localise import Speaker
from engine.app import Engine
from engine.values.chats.incoming import Here, Origin
from engine.values.house.numbers import Thing

if TYPE_CHECKING:
    from engine.app import EngineContext, Runner

ROW: Final = "id:"
"""What a button's line has before the number of a row, where people type a number of their own."""
UNTYPED: Final = "token"
"""The parameter that buttons alone give: nobody reads it, nor types it."""
_ALIKE: Final = 0.6
_ALIKE_IN_CHINESE: Final = 0.5
"""How much of a name a slip leaves: of two characters one."""

_COUNT: Final = re.compile(
    r"(the )?((last|newest|first) )?(one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|all|everything)"
    r"( messages?| of them)?|(最后|最近|最新|前)?[一二两三四五六七八九十]{1,3}(条|个)?(消息)?|全部|所有"
)
"""A number that is written in words, as people may write one who mean messages and no text."""


class ParamKind(StrEnum):
    """How a parameter is typed: one word, a whole number, one of some words, a word that is there or not, the rest.

    A page is a whole number too; a button says behind it from which row the list goes on ("3>120").
    """

    TEXT = "text"
    INT = "int"
    PAGE = "page"
    CHOICE = "choice"
    FLAG = "flag"
    REST = "rest"


class TextPrompt(StrEnum):
    """How people are asked for words of their own: for a line, or for as much as they like."""

    LINE = "line"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter. ``choices`` are the words of a choice or flag; ``source`` names what an input field may suggest.

    ``zh`` are the words of a choice in Chinese, in the same order. A choice or a number behind a rest is the last word,
    if at all. ``asked``: words of people's own, which a form asks for where they are missing. ``alike`` are other words
    for a choice, each with the choice. ``ahead``: a word in front of others that may be left out; it is one where it is
    a number, or stands in quotes in front of something. ``thing``: it is the number of one, or
    where it is the rest, the numbers of several. ``of_work``: its words go into a work, so they do not say in which
    language somebody uses the bot.
    """

    name: str
    kind: ParamKind = ParamKind.TEXT
    required: bool = False
    choices: tuple[str, ...] = ()
    source: str = ""
    zh: tuple[str, ...] = ()
    asked: TextPrompt | None = None
    alike: tuple[tuple[str, str], ...] = ()
    ahead: bool = False
    thing: Thing | None = None
    of_work: bool = False

    @property
    def label(self) -> str:
        """The Fluent id of the name; the help is at ``help``."""
        return f"param-{self.name}"

    @property
    def help(self) -> str:
        """The Fluent id of the one-line help."""
        return f"{self.label}-help"


ArgValue = str | int | bool


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """A file that came with a command."""

    filename: str
    data: bytes


class CommandFiles(Protocol):
    """Where a command gets a file from: the disk beside the terminal, an attachment elsewhere."""

    async def read(self, named: str, *, picture: bool = False) -> AttachedFile:
        """The file a person means; for a ``picture`` one that the platform has made anew will do.

        Raises FileNotSent, FileMissing, FileIsFolder, FileUnreadable, FileTooBig.
        """
        ...


OpenThread = Callable[[str], Awaitable[Origin]]
"""Opens a thread or topic of that title beside the channel; who asked, there. Raises NoThreadHere."""


class BoothOpener(Protocol):
    """A place for whoever uses a command alone, beside the channel. ``lock`` is held while it is looked for and made.

    ``alone_at`` is the address where they are alone with the bot already; "" where a private thread can be opened.
    """

    @property
    def alone_at(self) -> str: ...

    @property
    def lock(self) -> AbstractAsyncContextManager[None]: ...

    async def open(self, title: str) -> Origin:
        """A new private thread with them in it. Raises NoBooth."""
        ...

    async def invite(self, channel: str) -> str:
        """How a message leads to their thread; "" where it is gone. Raises NoBooth."""
        ...


@dataclass(frozen=True, slots=True)
class CommandCall:
    """One use of a command: who asks where, with what, and through what it is done. ``name`` is the person's.

    ``replied`` is the platform's message that a typed command replies to. ``filled``: its words come from a form.
    ``open_thread`` and ``apart``, the place of this person alone, are None where a platform has one place only.
    ``hears_all``: the bot is given all that is said there, and not only what mentions it or replies to it. ``since``:
    which doors held when it began. ``circle_here``: where a circle lies that is opened there, and of which kind it is;
    NoCircleHere where there can be none. ``link``: the address of a message there, "" where there is none. ``now`` is
    in the person's time zone.
    """

    engine: Engine
    here: Here
    name: str
    speak: Speaker
    access_roles: frozenset[AccessRole]
    table: "Table"
    files: CommandFiles
    now: datetime
    args: Mapping[str, ArgValue] = field(default_factory=dict[str, ArgValue])
    replied: str = ""
    filled: bool = False
    open_thread: OpenThread | None = None
    apart: BoothOpener | None = None
    circle_here: Callable[[], Awaitable[tuple[Here, str]]] | None = None
    hears_all: bool = True
    since: int = 0
    link: Callable[[str], str] = lambda _: ""

    def local(self, moment: datetime) -> datetime:
        """``moment`` as the person's clock shows it."""
        return moment.astimezone(self.now.tzinfo)

    @property
    def ctx(self) -> "EngineContext":
        """What every action is called with."""
        return self.engine.ctx

    @property
    def runner(self) -> "Runner":
        """What the actions that touch turns are called with."""
        return self.engine.runner

    @property
    def delivered(self) -> bool:
        """Whether what changes in the story is seen in the channel by itself, so that no answer need repeat it."""
        return self.table.platform != "terminal"

    def text(self, name: str) -> str:
        """A text argument; empty when it was not given."""
        return str(self.args.get(name, ""))

    def number(self, name: str, otherwise: int) -> int:
        """A number argument, or the row of a thing."""
        return int(str(self.args.get(name, otherwise)).removeprefix(ROW))

    def rows(self, name: str) -> tuple[int, ...]:
        """The rows of several things."""
        return tuple(int(word.removeprefix(ROW)) for word in self.text(name).split())

    def flag(self, name: str) -> bool:
        """Whether a flag was given."""
        return bool(self.args.get(name, False))


Handler = Callable[[CommandCall], Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class OverlongText:
    """A text that stands where a command writes, and that its form does not show: it is too long for a field."""

    text: str


Present = Callable[[CommandCall], Awaitable[Mapping[str, str | OverlongText]]]
"""Reads what stands now where a command writes, by parameter."""


@dataclass(frozen=True, slots=True)
class Action:
    """What a command does when it begins with ``name``, ``zh`` or another name; a name may be two words, "world bind".

    ``also`` are its other names, each in English and in Chinese.

    ``public``: everybody in the place may read the answer, since the story changes. ``numbered``: only where a number
    follows, be it in words that it does not take, because else the words may be meant. ``hidden``: what buttons say; no
    help or menu shows it. ``typed``: the line by which people do the same, where what buttons say has a token that
    nobody types.

    Where words are missing that a form asks for, the form comes: if they are required, or if ``form`` says what stands
    there now. ``opens``: the answer may be a form whatever was given.
    """

    name: str
    zh: str
    handler: Handler
    params: tuple[Param, ...] = ()
    also: tuple[tuple[str, str], ...] = ()
    public: bool = False
    numbered: bool = False
    hidden: bool = False
    form: Present | None = None
    opens: bool = False
    typed: str = ""

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Every name, in English and in Chinese; the one that is shown first."""
        return ((self.name, self.zh), *self.also)

    @property
    def words(self) -> tuple[str, ...]:
        """Every name in any language."""
        return tuple(word for pair in self.names for word in pair)


class HelpTopic(StrEnum):
    """What people want to do; help is ordered by it."""

    TALK = "talk"
    CHATS = "chats"
    MEMORY = "memory"
    CHARACTERS = "characters"
    SCENE = "surroundings"
    HOUSE = "house"


@dataclass(frozen=True, slots=True)
class Command:
    """A command. ``platforms`` is where it exists; empty is everywhere. ``public``, ``form`` and ``opens`` are as with
    actions.

    ``shortcuts`` are words that mean the command with an action: (word, action).
    """

    name: str
    zh: str
    task: HelpTopic
    handler: Handler
    params: tuple[Param, ...] = ()
    actions: tuple[Action, ...] = ()
    aliases: tuple[str, ...] = ()
    platforms: frozenset[str] = frozenset()
    public: bool = False
    shortcuts: tuple[tuple[str, str], ...] = ()
    form: Present | None = None
    opens: bool = False

    @property
    def label(self) -> str:
        """The Fluent id of what it does in a few words; more is at ``help``."""
        return f"command-{self.name}"

    @property
    def help(self) -> str:
        """The Fluent id of the help, one or two sentences."""
        return f"{self.label}-help"

    def action_label(self, action: Action) -> str:
        """The Fluent id of what an action does in a few words."""
        return f"{self.label}-{action.name.replace(' ', '-')}"

    def action_ability(self, action: Action) -> str:
        """The row of an action in the matrix; the command's own row is its name."""
        return f"{self.name} {action.name}"

    def split(self, rest: str) -> tuple[Action | None, str]:
        """The action that ``rest`` begins with, the one of more words first, and what is left."""
        for count in (2, 1):
            *words, left = [*rest.split(maxsplit=count), *[""] * (count + 1)][: count + 1]
            spoken = " ".join(_folded(word) for word in words)
            for action in self.actions:
                if spoken in action.words:
                    follows = left[:1].isdecimal() or left.startswith(ROW) or _is_count(left)
                    return (action, left) if not action.numbered or follows else (None, rest)
        return None, rest

    def called(self, name: str, rest: str) -> str:
        """``rest`` as it would be typed behind the command's own name: a shortcut says the action too."""
        words = dict(self.shortcuts)
        return f"{words[name]} {rest}".strip() if (name := _folded(name)) in words else rest

    @property
    def shown(self) -> tuple[Action, ...]:
        """The actions that people choose from."""
        return tuple(action for action in self.actions if not action.hidden)


def _is_count(text: str) -> bool:
    """Whether a text is a number in words and no more: "two", "the last three", "最后两条"."""
    return _COUNT.fullmatch(text.strip().casefold()) is not None


class Table:
    """The commands of a platform by name, Chinese name and alias.

    ``buttons``: whether messages have buttons there. Who brings a platform's surface says so.
    """

    def __init__(self, commands: Sequence[Command], platform: str, *, buttons: bool = True) -> None:
        self.platform = platform
        self.buttons = buttons
        self.commands = tuple(it for it in commands if not it.platforms or platform in it.platforms)
        self._by_name = {name: command for command in self.commands for name in names_of(command)}

    def __iter__(self) -> Iterator[Command]:
        return iter(self.commands)

    def find(self, name: str) -> Command | None:
        """The command that ``name`` means, without its slash and in any case."""
        return self._by_name.get(_folded(name))

    def nearest(self, name: str, may: Callable[[Command], bool]) -> Command | None:
        """The command that was most likely meant, of those that somebody ``may`` use."""
        usable = [word for word, command in self._by_name.items() if may(command)]
        alike = _ALIKE if name.isascii() else _ALIKE_IN_CHINESE
        near = difflib.get_close_matches(_folded(name)[:32], usable, n=1, cutoff=alike)
        return self._by_name[near[0]] if near else None


def names_of(command: Command) -> tuple[str, ...]:
    """Every word that means ``command``, in any language."""
    return (command.name, command.zh, *command.aliases, *(word for word, _ in command.shortcuts))


def _folded(word: str) -> str:
    return unicodedata.normalize("NFKC", word).casefold()
