"""Which messages are panels: they follow every change of what they show, and the next of their kind closes them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

import structlog

from bot.commands.framework.abilities import AccessRole
from bot.commands.framework.declared import CommandCall
from bot.commands.framework.offering import Offers
from bot.commands.framework.pressing import line_of
from bot.commands.framework.reply import PanelSource, Redrawn, Reply, told
from bot.commands.house.door import Door, Visit, spoken_in
from bot.words.localise import Speaker
from engine.actions.house import panels, settings
from engine.app import Engine
from engine.errors import DatabaseError, OmoideError
from engine.values.chats.incoming import Here, IncomingKind, Origin
from engine.values.chats.places import Address
from engine.values.house.panels import Panel

_TERMINAL: Final = "terminal"
_REMEMBERED: Final = 500
_QUICK: Final = timedelta(seconds=20)
_FOLLOW: Final = frozenset({"settings", "mode", "story", "admin", "waiting", "asked"})
"""Commands whose pages show what holds, and what owners are asked. Other pages change by their own buttons alone."""
_OF_OWNERS: Final = frozenset({"admin", "waiting", "asked"})
"""Those that show what holds anywhere, and are seen by owners alone."""
_OWNER_ALONE: Final = (AccessRole.DM, AccessRole.MEMBER, AccessRole.OWNER, AccessRole.PLAYER)

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _SaidPanel:
    """An answer whose message may not be written down yet, and when it was asked for.

    ``before``: the message of the person's panel of that kind which is written down until then; "" for none.
    """

    panel: Panel
    at: datetime
    before: str

    def is_written(self, known: Sequence[Panel]) -> bool:
        """Whether another message than before is known for it."""
        return _message_of(known, self.panel) != self.before


class PanelBoard:
    """The panels of a place, as the handler settles them behind a command or a press."""

    def __init__(self, engine: Engine, door: Door) -> None:
        self._engine = engine
        self._door = door
        self._said: dict[tuple[Here, str], _SaidPanel] = {}

    async def under(self, visit: Visit) -> Panel | None:
        """The panel whose button was pressed, whoever it belongs to."""
        message = _pressed(visit)
        if not message:
            return None
        try:
            known = await panels.followed(self._engine.ctx, visit.here)
        except DatabaseError as error:
            _log.warning("panels not read", error=error.message, action="check that the database runs")
            return None
        found = next((it for it in known if it.message == message), None)
        return self._just_changed(visit, message) or found or self._just_said(visit, message, known)

    def _just_changed(self, visit: Visit, message: str) -> Panel | None:
        """What a press has just made of this message, while the database may still tell what it showed before."""
        return next((it.panel for it in self._recent(visit) if it.panel.message == message), None)

    def _recent(self, visit: Visit) -> list[_SaidPanel]:
        """What was said here a moment ago."""
        return [
            said
            for (here, _), said in self._said.items()
            if here == visit.here and visit.incoming.sent_at - said.at < _QUICK
        ]

    def _just_said(self, visit: Visit, message: str, known: Sequence[Panel]) -> Panel | None:
        """Whoever is quick presses a button before it is written down which message it stands on."""
        said = [it.panel for it in self._recent(visit) if not it.panel.message and not it.is_written(known)]
        return replace(said[-1], message=message) if said else None

    async def spoken(self, call: CommandCall, panel: Panel) -> Speaker:
        """Who speaks on a person's panel: in the language that it is in, until they choose another."""
        speak = call.speak
        if speak.language == panel.tongue or await settings.is_chosen(self._engine.ctx, call.here, "language"):
            return speak
        return speak.to(panel.tongue)

    async def settled(self, visit: Visit, call: CommandCall, reply: Reply) -> Reply:
        """``reply`` with what it means for the panels of its place: it may be one, close one, or change others."""
        if visit.incoming.kind is not IncomingKind.BUTTON:
            reply = replace(reply, instead=False)  # nothing was pressed
        if visit.here.platform == _TERMINAL:
            return reply
        try:
            return await self._settled(visit, call, reply)
        except DatabaseError as error:
            _log.warning("panels not drawn", error=error.message, action="check that the database runs")
            return reply

    async def _settled(self, visit: Visit, call: CommandCall, reply: Reply) -> Reply:
        own = self._own(call, reply.panel) if reply.panel and (visit.here.private or not reply.secret) else None
        there = _pressed(visit) if reply.instead else ""
        redrawn = [*reply.redrawn]
        known = await panels.followed(self._engine.ctx, visit.here)
        for panel in known:
            if panel.kind.split()[0] not in _FOLLOW or (there and panel.message == there):
                continue
            if own and (panel.person, panel.kind) == (own.person, own.kind):
                redrawn.append(Redrawn(panel.message, await self._closed(call, panel)))
            elif drawn := await self._anew(call, panel):
                redrawn.append(Redrawn(panel.message, drawn))
        if call.since != call.ctx.doors.generation:
            redrawn += await self._elsewhere(call)
        if own:
            self._said.pop((visit.here, own.kind), None)
            said = _SaidPanel(replace(own, message=there), visit.incoming.sent_at, _message_of(known, own))
            self._said[visit.here, own.kind] = said
            if len(self._said) > _REMEMBERED:
                del self._said[next(iter(self._said))]
        return replace(reply, kept=(visit.here, own) if own else None, redrawn=tuple(redrawn))

    def _own(self, call: CommandCall, shows: PanelSource) -> Panel:
        access_roles = tuple(sorted(call.access_roles))
        return Panel(call.here.person, shows.is_of, "", shows.line, access_roles, call.speak.language, shows.digest)

    async def _elsewhere(self, call: CommandCall) -> list[Redrawn]:
        """What was decided here is seen in other channels too, where it holds there."""
        redrawn: list[Redrawn] = []
        for there in await panels.elsewhere(self._engine.ctx, call.here, _OF_OWNERS):
            if there.panel.kind.split()[0] not in _FOLLOW:
                continue
            if drawn := await self._anew(replace(call, here=there.here), there.panel):
                redrawn.append(Redrawn(there.panel.message, drawn, there.at))
        return redrawn

    async def _closed(self, call: CommandCall, panel: Panel) -> Reply:
        theirs = await self._for(call, panel)
        return spoken_in(theirs.speak, told(theirs.speak.say("panel-closed")))

    async def _anew(self, call: CommandCall, panel: Panel) -> Reply | None:
        """What a panel shows now; None where that is what it shows already, or others read along by now."""
        theirs = await self._for(call, panel)
        try:
            drawn = spoken_in(theirs.speak, await line_of(theirs, panel.line))
        except DatabaseError:
            raise
        except OmoideError as error:  # what it shows is there no more: it stays as it is
            _log.info("panel not drawn", error=error.message)
            return None
        if drawn.panel is None or drawn.panel.digest == panel.shown or (drawn.secret and not call.here.private):
            return None
        await panels.shows(self._engine.ctx, call.here, replace(panel, shown=drawn.panel.digest))
        return drawn

    async def _for(self, call: CommandCall, panel: Panel) -> CommandCall:
        """The same call as whoever a panel belongs to would make it."""
        here = replace(call.here, person=panel.person)
        access_roles = frozenset(AccessRole(it) for it in panel.access_roles)
        theirs = replace(call, here=here, access_roles=access_roles, speak=await self._door.speaker(here))
        speak = Offers(call.table, access_roles).speaker(await self.spoken(theirs, panel))
        return replace(theirs, speak=speak, replied="", args={})


async def of_owner(engine: Engine, at: Address, person: str, reply: Reply) -> Reply:
    """What an owner is told in their private chat ``at``, as a panel of theirs where it shows what holds."""
    if (shows := reply.panel) is None:
        return reply
    origin = Origin(at.platform, at.space, at.channel, person, "", private=True)
    here = await engine.places.resolve(origin)
    panel = Panel(here.person, shows.is_of, "", shows.line, _OWNER_ALONE, reply.tongue, shows.digest)
    return replace(reply, kept=(here, panel))


def _pressed(visit: Visit) -> str:
    """The message whose button was pressed."""
    return visit.incoming.target or visit.incoming.replied


def _message_of(known: Sequence[Panel], panel: Panel) -> str:
    """The message that is known for the same person's panel of the same kind."""
    return next((it.message for it in known if (it.person, it.kind) == (panel.person, panel.kind)), "")
