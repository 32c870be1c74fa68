"""Reports of what a character said: to whoever looks after the place, noted in the audit, once a person and reply.

Whoever reports passes on what they can read themselves: they are told who will read it before it is sent.
"""

from typing import Final

from engine.actions.chats.head_moves import current_head
from engine.actions.chats.subjects import subject_of
from engine.context import EngineContext
from engine.db.chats import audiences, log, places, swipes
from engine.db.house import moderation
from engine.errors import NothingToReport, ReportedAlready
from engine.rules.lines import cut
from engine.turns.inputs.cast import absent, cast_of
from engine.values.chats.entries import Entry, Line
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead
from engine.values.house.moderation import Reportable, ReportsGo

_NEWEST: Final = 16
"""So many messages are looked through for the newest reply."""


async def look(ctx: EngineContext, here: Here, replied: str) -> Reportable:
    """The reply that is meant, or the newest. Raises SessionMissing, NotOnTheLine, NothingToReport."""
    channel_head = await current_head(ctx, here)
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    said = await _meant(ctx, here, channel_head, line, replied)
    shown = await swipes.showing(ctx.db, channel_head, (said.place, said.turn))
    cards, lost = await absent(ctx, ctx.db, await cast_of(ctx.db, channel_head.session_key, line))
    who = said.character or 0
    return Reportable(
        session=channel_head.session,
        place=said.place,
        character=cards[who].called if who in cards else lost.get(who, ("?",))[0],
        text=said.text,
        message=shown[0] if shown else "",
        title=await places.title_within(ctx.db, here.key),
        to=await moderation.reports_go(ctx.db, here.space),
    )


async def note(ctx: EngineContext, here: Here, reported: Reportable) -> None:
    """Note a report before anybody is told of it. Raises ReportedAlready."""
    if not await moderation.note_report(ctx.db, here.space, here.person, reported.session, reported.place):
        raise ReportedAlready


async def where(ctx: EngineContext, here: Here) -> ReportsGo:
    """Where reports of this space go."""
    return await moderation.reports_go(ctx.db, here.space)


async def send_to(ctx: EngineContext, here: Here, *, this: bool) -> None:
    """Let reports of this space go to this channel from now on, or to the owners."""
    await moderation.set_reports(ctx.db, here.space, here.channel if this else None, here.person)


async def _meant(ctx: EngineContext, here: Here, channel_head: ChannelHead, line: Line, replied: str) -> Entry:
    """What a character said on ``line``, if who reads here may be told it. Raises NotOnTheLine, NothingToReport."""
    key = channel_head.session_key
    if replied:
        line = cut(line, upto=(await subject_of(ctx.db, here, key, line, replied)).place.seq)
    newest = await log.messages(ctx.db, key, line, 1 if replied else _NEWEST)
    said = next((it for it in reversed(newest) if it.character is not None and it.text), None)
    covered = await audiences.covered(ctx.db, here.key)
    if said is None or said.person is not None or not covered.issuperset(said.audience):
        raise NothingToReport
    return said
