"""What comes of a quick reply: its text with its macros replaced, or its script, command by command.

Nothing is done here: what is said, stored and asked for is returned, all of it or an error. So a script whose last
command cannot be done has done nothing. Every script has an end: there are no loops, what runs another quick reply is
bounded in depth, and all of it in commands, messages and characters.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from engine.errors import (
    SlashBroken,
    SlashComparisonUnknown,
    SlashReplyUnknown,
    SlashTakesNoWords,
    SlashTooLong,
    SlashUnrun,
    SlashVariableRefused,
)
from engine.rules.macros.expand import Expander
from engine.rules.macros.js_numbers import number, written
from engine.rules.quick.commands import branch_of, is_no, is_yes, meant, twice, unrun
from engine.rules.quick.slash import RUN, Argument, SlashCommand, SlashScript, read_slash
from engine.values.characters.quick_replies import (
    QuickAsk,
    QuickLine,
    QuickOutcome,
    QuickReply,
    QuickReplySet,
    QuickVoice,
)
from engine.values.characters.worlds import MAX_DEPTH
from engine.values.models.prompts import Role
from engine.values.story.notes import Inject, NotePosition

MOST_COMMANDS: Final = 500
MOST_LINES: Final = 20
MOST_CHARACTERS: Final = 100_000
MOST_READ: Final = 150_000
"""Characters of scripts that are read in one press."""
MOST_INJECTS: Final = 100
LONGEST_INJECT: Final = 20_000
DEEPEST: Final = 10
"""So many quick replies may run inside each other."""
_LONGEST_NAME: Final = 200
_INPUT: Final = "{{input}}"

_POSITIONS: Final[Mapping[str, NotePosition]] = {
    "before": NotePosition.BEFORE_MAIN,
    "after": NotePosition.AFTER_MAIN,
    "chat": NotePosition.IN_CHAT,
    "none": NotePosition.NOWHERE,
}
_ROLES: Final[Mapping[str, Role]] = {it.value: it for it in Role}
_ASKS: Final[Mapping[str, QuickAsk]] = {
    "trigger": QuickAsk.REPLY,
    "continue": QuickAsk.CONTINUE,
    "regenerate": QuickAsk.AGAIN,
    "swipe": QuickAsk.AGAIN,
}
_VOICES: Final[Mapping[str, QuickVoice]] = {
    "send": QuickVoice.PERSON,
    "sys": QuickVoice.NARRATOR,
}
_ORDERED: Final = frozenset({"gt", "gte", "lt", "lte"})


class _Aborted(Exception):
    """A script ended itself; what it did before stands."""


@dataclass(frozen=True, slots=True)
class QuickGround:
    """What quick replies run on: who expands macros, the texts placed in the chat, every set there is.

    ``chance`` names this press: dice fall anew with the next one. ``names`` are the characters that play.
    """

    expander: Expander
    injects: tuple[Inject, ...] = ()
    sets: tuple[QuickReplySet, ...] = ()
    names: tuple[str, ...] = ()
    chance: str = ""


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a script runs: in the quick reply called ``label``, which ``depth`` others run, with what was ``given``.

    ``followed``: commands of those come behind it.
    """

    label: str
    given: Mapping[str, str]
    depth: int = 0
    followed: bool = False


def unrun_in(reply: QuickReply) -> str:
    """What in a quick reply is not done here; "" where all of it is done, or it is a plain text.

    Raises SlashBroken.
    """
    return unrun(read_slash(reply.message)) if is_script(reply.message) else ""


def is_script(message: str) -> bool:
    """Whether a message is a script."""
    return message.startswith("/")


def play(ground: QuickGround, chosen: QuickReplySet, reply: QuickReply, typed: str = "") -> QuickOutcome:
    """What comes of a quick reply of a set, with what was ``typed`` along.

    Raises SlashBroken, SlashUnrun, SlashTooLong, SlashReplyUnknown, SlashVariableRefused, SlashComparisonUnknown, and
    SlashTakesNoWords where the script came to its end without what was typed.
    """
    run = _Run(ground, typed)
    message = _with_input(chosen, reply, typed)
    with suppress(_Aborted):
        run.reply(chosen, replace(reply, message=message), _Frame(reply.label, {}))
        if typed and not run.took_words:
            raise SlashTakesNoWords(reply=reply.label)
    return run.outcome()


def _with_input(chosen: QuickReplySet, reply: QuickReply, typed: str) -> str:
    """The message with the place of what was typed: it is filled in as it is, and never read as a part of a script."""
    message = reply.message
    if not typed or _INPUT in message.casefold() or (not chosen.injects and is_script(message)):
        return message
    return f"{message} {_INPUT}" if chosen.in_front or not chosen.injects else f"{_INPUT} {message}"


class _Run:
    def __init__(self, ground: QuickGround, typed: str) -> None:
        self._ground = ground
        self._expander = ground.expander
        self._expander.context = replace(self._expander.context, input=typed)
        self._injects = {it.id: it for it in ground.injects}
        self._lines: list[QuickLine] = []
        self._asked = ""
        self._speaker = ""
        self._offered: str | None = None
        self._pipe = ""
        self._steps = 0
        self._characters = 0
        self._read = 0
        self._made = 0

    @property
    def took_words(self) -> bool:
        """Whether what was typed stood anywhere by now."""
        return "input" in self._expander.filled

    def outcome(self) -> QuickOutcome:
        """What has come of it."""
        return QuickOutcome(
            tuple(self._lines),
            _ASKS.get(self._asked),
            self._speaker,
            self._offered,
            self._expander.variables,
            self._expander.store.changed(shared=False),
            self._expander.store.changed(shared=True),
            tuple(self._injects.values()),
        )

    def reply(self, chosen: QuickReplySet, reply: QuickReply, frame: _Frame) -> str:
        """Run one; what it comes to."""
        if frame.depth > DEEPEST:
            raise SlashTooLong(limit=DEEPEST, what="depth")
        if not is_script(reply.message) or not chosen.sends:
            text = self._text(reply.message, frame.given).strip()
            if not chosen.sends:
                self._offered = text
                return ""
            self._say(QuickLine(QuickVoice.PERSON, text))
            self._ask("trigger", "", frame)
            return ""
        self._reads(reply.message)
        script = read_slash(reply.message)
        if what := unrun(script, followed=frame.followed):
            raise SlashUnrun(reply=reply.label, what=what)
        return self._script(script, frame)

    def _script(self, script: SlashScript, frame: _Frame) -> str:
        pipe = ""
        for n, command in enumerate(script.commands):
            self._steps += 1
            if self._steps > MOST_COMMANDS:
                raise SlashTooLong(limit=MOST_COMMANDS, what="commands")
            self._pipe = pipe
            followed = frame.followed or n + 1 < len(script.commands)
            pipe = self._command(command, replace(frame, followed=followed), piped=n > 0 and command.piped)
        return pipe

    def _command(self, command: SlashCommand, frame: _Frame, *, piped: bool) -> str:
        name, given = meant(command.name), frame.given
        named = {key: self._text(it, given) for key, it in command.named if isinstance(it, str) and key != "else"}
        if name == "if":
            return self._if(command, named, frame)
        said = "".join(self._text(it, given) for it in command.words if isinstance(it, str))
        words = said if command.words else self._pipe if piped else ""
        if name == RUN:
            return self._other(words.strip(), named, frame)
        if name.endswith(("var", "globalvar")):
            return self._variable(name, named, words)
        if name == "inject":
            return self._inject(named, words)
        if name == "flushinject":
            self._injects = {key: it for key, it in self._injects.items() if words and key != words}
            return ""
        if name in _VOICES:
            self._say(QuickLine(_VOICES[name], words.strip()))
            return ""
        if name in _ASKS:
            self._ask(name, words if command.words else "", frame)
            return ""
        return self._plain(name, named, words)

    def _plain(self, name: str, named: Mapping[str, str], words: str) -> str:
        """Commands that bring nothing into the chat."""
        if name == "echo" and words:
            self._say(QuickLine(QuickVoice.ASIDE, words))
        if name == "setinput":
            self._offered = words
        if name == "abort":
            if words and is_no(named.get("quiet", "on")):
                self._say(QuickLine(QuickVoice.ASIDE, words))
            raise _Aborted
        return words

    def _ask(self, name: str, words: str, frame: _Frame) -> None:
        """Note what the model is asked for, which is done when all is. Raises SlashUnrun for more than one thing."""
        if self._asked:
            raise SlashUnrun(reply=frame.label, what=twice(self._asked, name))
        self._asked = name
        self._speaker = words.strip() if name == "trigger" and len(self._ground.names) > 1 else ""

    def _say(self, line: QuickLine) -> None:
        if not line.text:
            return
        self._characters += len(line.text)
        if self._characters > MOST_CHARACTERS:
            raise SlashTooLong(limit=MOST_CHARACTERS, what="characters")
        self._lines.append(line)
        if len(self._lines) > MOST_LINES:
            raise SlashTooLong(limit=MOST_LINES, what="messages")

    def _reads(self, *texts: str) -> None:
        self._read += sum(map(len, texts))
        if self._read > MOST_READ:
            raise SlashTooLong(limit=MOST_READ, what="read")

    def _other(self, name: str, named: Mapping[str, str], frame: _Frame) -> str:
        """Run the quick reply that is called ``name``, or ``Set.name``."""
        for it in self._ground.sets:
            for reply in it.replies:
                if name in (reply.label, f"{it.name}.{reply.label}"):
                    return self.reply(it, reply, _Frame(reply.label, named, frame.depth + 1, frame.followed))
        raise SlashReplyUnknown(name=name[:_LONGEST_NAME])

    def _if(self, command: SlashCommand, named: Mapping[str, str], frame: _Frame) -> str:
        other = next((it for key, it in command.named if key == "else"), None)
        words = command.words if self._holds(named) else () if other is None else (other,)
        self._reads(*(it for it in words if isinstance(it, str)))
        return self._script(branch_of(words), frame) if words else ""

    def _holds(self, named: Mapping[str, str]) -> bool:
        left, right = (_first(named, names) for names in (("a", "left", "first", "x"), ("b", "right", "second", "y")))
        rule = named.get("rule")
        if left is None or (right is None and rule not in (None, "not")):
            raise SlashComparisonUnknown(rule=(rule or "")[:_LONGEST_NAME])
        one = self._operand(left)
        if right is None:
            return _is_true(one) is (rule is None)
        return _compared(rule or "eq", one, self._operand(right))

    def _operand(self, given: str) -> str | float:
        """A number, what a variable of that name holds, or the word itself."""
        if given.strip() and (found := number(given)) is not None:
            return found
        for shared in (False, True):
            if given and self._expander.store.has(given, shared=shared):
                value = self._expander.store.get(given, shared=shared)
                found = number(value) if value.strip() else None
                return value if found is None else found
        return given

    def _variable(self, name: str, named: Mapping[str, str], words: str) -> str:
        """Store, count, read or forget a variable; its value then, nothing where it is forgotten."""
        store, shared = self._expander.store, name.endswith("globalvar")
        verb = name.removesuffix("globalvar").removesuffix("var")
        key = named.get("key") or (words if verb not in ("set", "add") else "")
        key = key.strip()
        if verb == "flush":
            store.remove(key, shared=shared)
            return ""
        if verb == "get":
            return store.get(key, shared=shared)
        value = {"inc": "1", "dec": "-1"}.get(verb, words)
        put = store.put if verb == "set" else store.add
        if not key or not put(key, value, shared=shared):
            raise SlashVariableRefused(name=key[:_LONGEST_NAME])
        return value if verb == "set" else store.get(key, shared=shared)

    def _inject(self, named: Mapping[str, str], words: str) -> str:
        """Place a text in the chat; an empty one takes it away. Its id."""
        key = named.get("id", "").strip()[:_LONGEST_NAME]
        while not key:
            self._made += 1
            key = candidate if (candidate := f"quick-{self._made}") not in self._injects else ""
        if not words:
            self._injects.pop(key, None)
            return key
        if len(words) > LONGEST_INJECT:
            raise SlashTooLong(limit=LONGEST_INJECT, what="text")
        depth = number(named.get("depth", "4"))
        self._injects[key] = Inject(
            key,
            words,
            _POSITIONS.get(named.get("position", "after").strip(), NotePosition.AFTER_MAIN),
            min(max(int(depth), 0), MAX_DEPTH) if depth is not None and abs(depth) <= MAX_DEPTH else 4,
            _ROLES.get(named.get("role", "system").strip().casefold(), Role.SYSTEM),
            scan=is_yes(named.get("scan", "")),
            once=is_yes(named.get("ephemeral", "")),
            filled=True,
        )
        if len(self._injects) > MOST_INJECTS:
            raise SlashTooLong(limit=MOST_INJECTS, what="texts")
        return key

    def _text(self, text: Argument, given: Mapping[str, str]) -> str:
        """A text with its macros replaced."""
        if not isinstance(text, str):
            raise SlashBroken(at=0)
        self._expander.context = replace(self._expander.context, pipe=self._pipe, given=given)
        return self._expander.expand(text, f"quick:{self._ground.chance}:{self._steps}")


def _first(named: Mapping[str, str], names: Sequence[str]) -> str | None:
    return next((named[it] for it in names if it in named), None)


def _is_true(value: str | float) -> bool:
    word = value if isinstance(value, str) else written(value)
    return is_yes(word) or (not is_no(word) and bool(value))


def _compared(rule: str, left: str | float, right: str | float) -> bool:
    """Raises SlashComparisonUnknown for a rule that is none, or none for words."""
    if rule in _ORDERED:
        if isinstance(left, str) or isinstance(right, str):
            raise SlashComparisonUnknown(rule=rule)
        return {"gt": left > right, "gte": left >= right, "lt": left < right, "lte": left <= right}[rule]
    one, other = (it.lower() if isinstance(it, str) else written(it) for it in (left, right))
    if rule in ("in", "nin"):
        return (other in one) is (rule == "in")
    if rule in ("eq", "neq"):
        return (one == other) is (rule == "eq")
    raise SlashComparisonUnknown(rule=rule[:_LONGEST_NAME])
