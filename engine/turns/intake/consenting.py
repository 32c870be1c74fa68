"""Asking people, when it first matters, whether what they told in private, or whom they play, may be told in groups."""

from collections.abc import Mapping
from typing import Final

from engine.context import EngineContext
from engine.db.chats import places
from engine.db.house import work
from engine.db.people import consents, personas
from engine.db.people.consents import Home
from engine.db.postgres.pool import Statements
from engine.rules.recall.telling.quoting import shortened
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Noticed, Sending
from engine.values.chats.turns import Turn
from engine.values.house.work import NewSending
from engine.values.ids import ChannelKey

ASKED: Final = "elsewhere-asked"
ASKED_HERE: Final = "elsewhere-asked-here"
"""Where there is no private place: a line for all, which says neither what it is about nor whom it is for."""
OF_PERSONA: Final = "persona-asked"
_LONGEST: Final = 120
"""Characters of what was held back that the question repeats."""


async def ask_consent(ctx: EngineContext, turn: Turn, held_back: Mapping[int, tuple[str, ...]]) -> None:
    """Ask each of these people, once in all: where they talk in private, else in the channel of the turn.

    In private the question says what was ``held_back`` about them, and where. It is planned in the transaction that
    notes it, so it outlives a crash.
    """
    here = ChannelKey(turn.key.space, turn.channel)
    for person, texts in sorted(held_back.items()):
        async with ctx.db.transaction() as on:
            if not await consents.ask_once(on, person):
                continue
            home = await _home(ctx, on, person)
            what = shortened(texts[-1], _LONGEST)
            told = {"what": what, "more": len(texts) - 1, **await _where(on, here)}
            notice = Notice(ASKED, told) if home else Notice(ASKED_HERE)
            sending = await _plan(on, home.key if home else here, notice)
        _tell(ctx, home, here, notice, sending)


async def ask_of_persona(ctx: EngineContext, turn: Turn, number: int) -> None:
    """Ask whoever plays a persona, in private and once a place, whether those who read there may know it.

    Who never talked in private is not asked: choosing the persona there says yes.
    """
    here = ChannelKey(turn.key.space, turn.channel)
    async with ctx.db.transaction() as on:
        home = await _home(ctx, on, turn.person or 0)
        question = await personas.ask_once(on, number, here) if home else None
        if home is None or question is None:
            return
        number, name = question
        told = {"name": name, "number": number, **await _where(on, here)}
        notice = Notice(OF_PERSONA, told)
        sending = await _plan(on, home.key, notice)
    _tell(ctx, home, here, notice, sending)


async def _where(on: Statements, here: ChannelKey) -> dict[str, str]:
    where = await places.title_within(on, here)
    return {"where": where, "named": "yes" if where else "no"}


async def _home(ctx: EngineContext, on: Statements, person: int) -> Home | None:
    return await consents.home(on, person, [name for name, limit in ctx.limits.items() if limit])


async def _plan(on: Statements, channel: ChannelKey, notice: Notice) -> Sending:
    [sending] = await work.plan(on, channel, None, None, [NewSending("notice", notice=notice)])
    return sending


def _tell(ctx: EngineContext, home: Home | None, here: ChannelKey, notice: Notice, sending: Sending) -> None:
    if home is not None:
        ctx.shows.addresses.learn(home.key, home.address)
    ctx.shows.tell(home.key if home else here, Noticed(notice, sending))
