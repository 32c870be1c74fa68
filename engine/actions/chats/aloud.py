"""Saying a reply aloud because somebody asks for it."""

from typing import Final

from engine.actions.chats.head_moves import current_head
from engine.actions.chats.subjects import subject_of
from engine.context import EngineContext
from engine.db.chats import audiences, log
from engine.errors import NothingToSay, SpeechMissing, SpeechOff
from engine.rules.lines import cut
from engine.turns.load import settings_here
from engine.utility.aloud import speak
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import Spoken
from engine.values.chats.speech import SpokenClip, VoiceMode

_NEWEST: Final = 16
"""So many messages are looked through for the newest reply."""


async def say(ctx: EngineContext, here: Here, replied: str) -> SpokenClip | None:
    """Say a reply aloud: the one that is meant, or the newest. It is shown where replies are; else it is returned.

    Raises SpeechMissing, SpeechOff, SessionMissing, NotOnTheLine, NothingToSay, DaySpent, a VoiceError.
    """
    if ctx.speech is None:
        raise SpeechMissing
    delivered = ctx.limits.get(here.platform) is not None
    settings = await settings_here(ctx.db, ctx.defaults, here)
    if delivered and settings.voice is VoiceMode.OFF:
        raise SpeechOff
    text = await _meant(ctx, here, replied)
    clip = await speak(ctx, ctx.spending.spender(here.space, here.channel, here.person), text)
    if not delivered:
        return clip
    ctx.shows.tell(here.key, Spoken(clip))
    return None


async def _meant(ctx: EngineContext, here: Here, replied: str) -> str:
    """What a character said, if who reads here may be told it."""
    channel_head = await current_head(ctx, here)
    key = channel_head.session_key
    line = await ctx.lines.current(ctx.db, key, channel_head.branch)
    if replied:
        line = cut(line, upto=(await subject_of(ctx.db, here, key, line, replied)).place.seq)
    newest = await log.messages(ctx.db, key, line, 1 if replied else _NEWEST)
    said = next((it for it in reversed(newest) if it.character is not None and it.text), None)
    covered = await audiences.covered(ctx.db, here.key)
    if said is None or said.person is not None or not covered.issuperset(said.audience):
        raise NothingToSay
    return said.text
