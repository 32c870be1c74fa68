"""Saying a reply aloud beside its text: on somebody's account, never in the way of the text."""

import structlog

from engine.context import EngineContext
from engine.errors import DaySpent, NothingToSay, SpeechMissing, VoiceError
from engine.rules.allowance import spent
from engine.rules.text.aloud import aloud
from engine.rules.text.tokens import estimate
from engine.values.chats.notices import TROUBLE, Notice, Trouble
from engine.values.chats.outgoing import Noticed, Spoken
from engine.values.chats.speech import SpokenClip
from engine.values.house.allowances import EndpointUse, Spender
from engine.values.ids import ChannelKey

_log = structlog.get_logger(__name__)


async def speak(ctx: EngineContext, spender: Spender, text: str) -> SpokenClip:
    """The words of a reply as sound. Raises SpeechMissing, NothingToSay, DaySpent, a VoiceError."""
    maker = ctx.speech
    if maker is None:
        raise SpeechMissing
    words = aloud(text)
    if not words:
        raise NothingToSay
    if over := await ctx.spending.exceeded(ctx.db, spender):
        raise DaySpent(limit=over.allowance.amount, seconds=ctx.spending.seconds_left(over))
    clip = await maker.speak(words)
    use = EndpointUse(spender, maker.name, maker.model, role="speech", kind="voice")
    ctx.spending.owe(use, spent(None, estimate(words), 0), None)
    return clip


async def speak_beside(ctx: EngineContext, channel: ChannelKey, spender: Spender, text: str) -> None:
    """Say a reply aloud in its channel. That it fails is told once there, until it succeeds again."""
    try:
        clip = await speak(ctx, spender, text)
    except VoiceError as error:
        _log.warning("reply not said aloud", error=error.message, action="its text is there")
        if ctx.speech is not None and channel not in ctx.speech.mute:
            ctx.speech.mute.add(channel)
            ctx.shows.tell(channel, Noticed(Notice(error.message, {**error.data, TROUBLE: Trouble.UNSPOKEN})))
    except (NothingToSay, DaySpent, SpeechMissing):
        return
    else:
        if ctx.speech is not None:
            ctx.speech.mute.discard(channel)
        ctx.shows.tell(channel, Spoken(clip))
