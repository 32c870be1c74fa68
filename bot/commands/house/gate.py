"""Who is held back: whom nobody let in, and inside who writes too fast, may not talk, or writes where it is silent."""

from dataclasses import replace

from bot.commands.framework.access_roles import talks
from bot.commands.framework.declared import Table
from bot.commands.framework.reply import SILENT, Reply, told
from bot.commands.house.door import Door, Visit, spoken_in
from bot.commands.house.own_affairs import concerns_oneself
from engine.actions.house import access, allowances, moderation
from engine.actions.people import forgetting
from engine.app import Engine
from engine.values.chats.incoming import IncomingKind

_TERMINAL = "terminal"
_ANSWERED = (IncomingKind.BUTTON, IncomingKind.COMMAND)


class Gate:
    """At the door and behind it. What each hears of it is one line in private, and not again and again."""

    def __init__(self, engine: Engine, door: Door, table: Table) -> None:
        self._engine = engine
        self._door = door
        self._table = table

    async def outside(self, visit: Visit, line: str) -> Reply | None:
        """What somebody hears whom nobody let in; None for who may go on. ``line`` is what a form was for, else "".

        What is kept of somebody is theirs wherever they ask for it, so for that nobody has to be let in.
        """
        if visit.admission.may_talk:
            return None
        if not concerns_oneself(visit.incoming, line, self._table):
            return await self._door.turned_away(visit)
        kept = await forgetting.counted(self._engine.ctx, visit.here)
        return await self._line(visit, "own-nothing") if kept.nothing else None

    async def too_fast(self, visit: Visit) -> Reply | None:
        """What somebody hears who writes faster than anybody reads; None for all others, and for owners."""
        if visit.sender.roles:
            allowances.seen(self._engine.ctx, visit.here, visit.sender.roles)
        if visit.admission.owner:
            return None
        passes, tells = self._engine.rates.passes(visit.here, visit.incoming.external, visit.incoming.sent_at)
        if passes:
            return None
        waits = visit.incoming.kind in _ANSWERED
        return await self._line(visit, "too-fast") if tells or waits else SILENT

    async def no_player(self, visit: Visit) -> Reply | None:
        """What somebody hears whose roles do not let them talk here, once a day; None for who may."""
        if talks(visit.standings):
            return None
        tells = visit.incoming.addressed and await access.refuse_once(self._engine.ctx, visit.here)
        return await self._line(visit, "talk-not-allowed") if tells else SILENT

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
        if reply.owners is not None or not (news := allowances.news(self._engine.ctx)):
            return reply
        speak = await self._door.to_owners(visit.here.platform)
        lines = told(*(speak.notice(it) for it in news))
        if visit.here.platform == _TERMINAL:
            return replace(reply, blocks=(*reply.blocks, *lines.blocks))
        return replace(reply, owners=spoken_in(speak, lines))

    async def _line(self, visit: Visit, message: str) -> Reply:
        speak = await self._door.speaker(visit.here)
        return spoken_in(speak, replace(told(speak.say(message)), private=True))
