"""Asking somebody, when it first matters, whether what they told in private may be told in groups."""

from collections.abc import Collection
from typing import Final

from engine.context import EngineContext
from engine.db.house import work
from engine.db.people import consents
from engine.values.chats.outgoing import Noticed
from engine.values.chats.turns import Notice, Turn
from engine.values.house.work import NewSending
from engine.values.ids import ChannelKey

ASKED: Final = "elsewhere-asked"
ASKED_HERE: Final = "elsewhere-asked-here"
"""Where there is no private place: a line for all, which says neither what it is about nor whom it is for."""


async def ask_consent(ctx: EngineContext, turn: Turn, people: Collection[int]) -> None:
    """Ask each of ``people``, once in all: where they talk in private, else in the channel of the turn.

    The question is planned in the transaction that notes it, so it outlives a crash.
    """
    for person in sorted(people):
        async with ctx.db.transaction() as on:
            if not await consents.ask_once(on, person):
                continue
            home = await consents.home(on, person, [name for name, limit in ctx.limits.items() if limit])
            notice = Notice(ASKED if home else ASKED_HERE)
            channel = home.key if home else ChannelKey(turn.key.space, turn.channel)
            planned = NewSending("notice", notice=notice)
            [sending] = await work.plan(on, channel, None, None, [planned])
        if home is not None:
            ctx.shows.addresses.learn(home.key, home.address)
        ctx.shows.tell(channel, Noticed(notice, sending))
