"""Admission: what somebody who is there may go on to do, or what they hear instead.

Held back are those whom nobody let in, and inside those who write too fast, may not talk, or write where it is silent.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.commands.framework import controls
from bot.commands.framework.access_roles import talks
from bot.commands.framework.controls import Control
from bot.commands.framework.declared import Table
from bot.commands.framework.numbered import Lists
from bot.commands.framework.reply import SILENT, Reply, told
from bot.commands.house.door import Door, Sender, Visit, spoken_in
from bot.commands.house.own_affairs import concerns_oneself
from bot.routing import ChatMessage, Nothing, Typed, route
from engine.actions.house import access, allowances, blocking, moderation
from engine.actions.people import forgetting
from engine.app import Engine
from engine.values.chats.incoming import Incoming, IncomingKind

_TERMINAL = "terminal"
_ANSWERED = (IncomingKind.BUTTON, IncomingKind.COMMAND)
_CHANGES = (IncomingKind.EDIT, IncomingKind.DELETE)


@dataclass(frozen=True, slots=True)
class Arrival:
    """Something that arrived. Of a form that was filled in: its ``line``, and its ``fields`` as arguments.

    ``stood``: the marks of what stood in them when it was asked.
    """

    incoming: Incoming
    sender: Sender
    line: str = ""
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    stood: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class ToTurns:
    """What the turns take as it is: an edit, a deletion."""

    visit: Visit


@dataclass(frozen=True, slots=True)
class Feels:
    """A reaction, put on a message or taken away."""

    visit: Visit


@dataclass(frozen=True, slots=True)
class ToCharacter:
    """Words for the character."""

    visit: Visit
    text: str


@dataclass(frozen=True, slots=True)
class FilesAlone:
    """Files without a word."""

    visit: Visit


@dataclass(frozen=True, slots=True)
class RunCommand:
    """A command, which has not been done before; "" where its name could not be read; and what a form gave."""

    visit: Visit
    name: str = ""
    rest: str = ""
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    stood: Mapping[str, str] = field(default_factory=dict[str, str])
    form: bool = False


@dataclass(frozen=True, slots=True)
class PressButton:
    """A button, pressed or chosen by a number that was ``typed``, which has not been done before."""

    visit: Visit
    control: Control | None
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Answered:
    """What needs nothing done any more."""

    visit: Visit
    reply: Reply = SILENT


Admitted = ToTurns | Feels | ToCharacter | FilesAlone | RunCommand | PressButton | Answered


class Gate:
    """Decides for everything that arrives. What people hear of it is one line in private, and not again and again."""

    def __init__(self, engine: Engine, door: Door, table: Table) -> None:
        self._engine = engine
        self._door = door
        self._table = table
        self.lists = Lists()

    async def admit(self, asked: Arrival) -> Admitted | Reply:
        """What ``asked`` goes on to; else what its sender hears, which is nothing where it was done before."""
        visit = await self._door.visit(asked.incoming, asked.sender)
        if asked.incoming.kind in _CHANGES:
            return ToTurns(visit)
        if asked.incoming.kind is IncomingKind.REACTION:
            return self._felt(visit)
        if (held := await self._too_fast(visit)) is not None:
            return held
        await self._door.hears(visit, asked.line, asked.fields)
        if not visit.admission.may_talk:
            if (away := await self._outside(visit, asked.line)) is not None:
                return away
            visit = await self._door.visit(asked.incoming, asked.sender)  # who was let in just now
        if asked.line:
            command = replace(_command(visit, asked.line), fields=asked.fields, stood=asked.stood, form=True)
            return await self._once(command)
        if asked.incoming.kind is IncomingKind.BUTTON:
            return await self._once(PressButton(visit, controls.pressed(asked.incoming.text)))
        return await self._said(visit)

    def _felt(self, visit: Visit) -> Admitted:
        """A reaction of somebody who may talk here; others are told nothing. Anybody may take one away."""
        change, admission = visit.incoming.reaction, visit.admission
        if change is None or not change.put:
            return Feels(visit)
        may = admission.may_talk and not admission.blocked and talks(visit.access_roles)
        return Feels(visit) if may and (admission.owner or self._engine.rates.feels(visit.here)) else Answered(visit)

    async def _said(self, visit: Visit) -> Admitted:
        """A message, or a command of the platform's own."""
        what, typed = route(visit.incoming.text), visit.incoming.kind is IncomingKind.MESSAGE
        if typed and visit.incoming.too_large and visit.origin.private:
            return await self._talks(FilesAlone(visit))
        if isinstance(what, Nothing) and visit.incoming.forward:
            return await self._passed_on(visit)
        if typed and not isinstance(what, ChatMessage | Typed):
            return await self._talks(FilesAlone(visit)) if visit.incoming.files else Answered(visit)
        if typed and isinstance(what, Typed) and not visit.origin.private and self._table.find(what.name) is None:
            return Answered(visit)  # in a group it may be meant for another bot
        if (coded := await self._door.by_code(visit)) is not None:
            return Answered(visit, coded)
        if not (typed and isinstance(what, ChatMessage)):
            return await self._once(_command(visit, visit.incoming.text))
        talks = await self._talks(ToCharacter(visit, what.text))
        if isinstance(talks, ToCharacter) and (picked := self.lists.picked(visit.origin, what.text)):
            alone = replace(visit, incoming=replace(visit.incoming, replied=""))
            return await self._once(PressButton(alone, controls.pressed(picked), typed=True))
        return talks

    async def _passed_on(self, visit: Visit) -> Admitted:
        """What somebody forwards is words for the character. A file of it is offered like any that comes alone."""
        return await self._talks(FilesAlone(visit) if visit.incoming.files else ToCharacter(visit, ""))

    async def _once(self, asked: RunCommand | PressButton) -> Admitted:
        """It is done once, also where the platform brings it again. Raises WordBlocked."""
        if isinstance(asked, RunCommand) and not self._looks_after(asked.name):
            blocking.check(asked.visit.admission, asked.rest, *asked.fields.values())
        kind = IncomingKind.BUTTON if asked.visit.incoming.kind is IncomingKind.BUTTON else IncomingKind.COMMAND
        first = await self._engine.turns.first_time(replace(asked.visit.incoming, kind=kind))
        return asked if first else Answered(asked.visit)

    def _looks_after(self, name: str) -> bool:
        """Whether a command is the one by which words are refused, so that it may name them."""
        command = self._table.find(name)
        return command is not None and command.name == "admin"

    async def _outside(self, visit: Visit, line: str) -> Reply | None:
        """What somebody hears whom nobody let in; None for who may go on. ``line`` is what a form was for, else "".

        What is kept of somebody is theirs wherever they ask for it, so for that nobody has to be let in.
        """
        if not concerns_oneself(visit.incoming, line, self._table):
            return await (self._unheard(visit) if visit.admission.blocked else self._door.turned_away(visit))
        kept = await forgetting.counted(self._engine.ctx, visit.here)
        return await self._line(visit, "own-nothing") if kept.nothing else None

    async def _unheard(self, visit: Visit) -> Reply:
        """What somebody hears who is blocked, once a day; nothing of it is kept."""
        waits = visit.incoming.kind in _ANSWERED
        tells = waits or (visit.incoming.addressed and await access.refuse_once(self._engine.ctx, visit.here))
        return await self._line(visit, "blocked-here") if tells else SILENT

    async def _too_fast(self, visit: Visit) -> Reply | None:
        """What somebody hears who writes faster than anybody reads; None for all others, and for owners."""
        if visit.sender.roles:
            allowances.seen(self._engine.ctx, visit.here, visit.sender.roles)
        if visit.admission.owner:
            return None
        incoming = visit.incoming
        passes, tells = self._engine.rates.passes(visit.here, incoming.external, incoming.sent_at, visit.origin.through)
        if passes:
            return None
        waits = visit.incoming.kind in _ANSWERED
        return await self._line(visit, "too-fast") if tells or waits else SILENT

    async def _talks(self, asked: ToCharacter | FilesAlone) -> Admitted:
        """Whose roles do not let them talk here hears so once a day."""
        visit = asked.visit
        if talks(visit.access_roles):
            return asked
        tells = visit.incoming.addressed and await access.refuse_once(self._engine.ctx, visit.here)
        return Answered(visit, await self._line(visit, "talk-not-allowed") if tells else SILENT)

    async def silence(self, visit: Visit) -> Reply:
        """What somebody hears, once a day, who writes where the characters were silenced."""
        if not visit.admission.paused or not visit.incoming.addressed:
            return SILENT
        return (
            await self._line(visit, "place-paused")
            if await moderation.paused_once(self._engine.ctx, visit.here)
            else SILENT
        )

    async def with_news(self, visit: Visit, reply: Reply) -> Reply:
        """``reply`` and what the owners are to be told besides."""
        if reply.owners is not None or not (news := await allowances.news(self._engine.ctx, visit.here.platform)):
            return reply
        speak = await self._door.to_owners(visit.here.platform)
        lines = told(*(speak.notice(it) for it in news))
        if visit.here.platform == _TERMINAL:
            return replace(reply, blocks=(*reply.blocks, *lines.blocks))
        return replace(reply, owners=spoken_in(speak, lines))

    async def _line(self, visit: Visit, message: str) -> Reply:
        speak = await self._door.speaker(visit.here)
        return spoken_in(speak, replace(told(speak.say(message)), private=True))


def _command(visit: Visit, line: str) -> RunCommand:
    typed = route(line)
    return RunCommand(visit, typed.name, typed.rest) if isinstance(typed, Typed) else RunCommand(visit)
