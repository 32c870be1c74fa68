"""Listening to recordings in messages that wait: what was said is there before anybody answers, or why it is not.

The message was stored before; until somebody has listened to it, it waits, and what its person says behind it. What a
crash left waiting is listened to by the next process, or by the next sweep.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from typing import Any, Final

import structlog

from engine.context import EngineContext
from engine.db.characters import characters
from engine.db.chats import recordings
from engine.db.chats.recordings import Unheard
from engine.db.postgres.repeat import repeat
from engine.errors import DatabaseError, MessageTooLong, VoiceError, VoiceSilent, WordBlocked
from engine.rules.allowance import spent
from engine.rules.bodies.fields import objects
from engine.rules.bodies.messages import FILES, files_in
from engine.rules.text.clean import clean_text
from engine.rules.text.screening import screen
from engine.rules.text.spoken import LONGEST, on_a_line, spoken
from engine.turns.inputs.bounds import check_length
from engine.turns.intake.burst import Pause, whole
from engine.turns.load import settings_here
from engine.values.chats.incoming import Here
from engine.values.chats.notices import TROUBLE, Notice, Trouble
from engine.values.chats.outgoing import Noticed
from engine.values.chats.sessions import ChannelHead
from engine.values.chats.speech import LONGEST_SECONDS, Recording
from engine.values.house.allowances import EndpointUse
from engine.values.house.settings import Settings
from engine.values.ids import ChannelKey
from engine.values.models.pictures import SentFile
from engine.voice.transcribing import Transcriber
from engine.work.tasks import Tasks

WAIT: Final = 60.0
"""Seconds that the recordings of one message are listened to; then it is answered without."""
LEFT_WAITING: Final = timedelta(seconds=90)
"""What has waited for longer is in nobody's hands."""

_log = structlog.get_logger(__name__)

Wake = Callable[[ChannelHead, str, Pause], None]


@dataclass(slots=True)
class _Said:
    """What came of listening to one message."""

    words: list[tuple[SentFile, str]] = field(default_factory=list[tuple[SentFile, str]])
    notices: list[Notice] = field(default_factory=list[Notice])


class Listening:
    """Listens to what waits for it: a message at a time in each channel. ``wake`` has it taken up then."""

    def __init__(self, tasks: Tasks, wake: Wake) -> None:
        self._tasks = tasks
        self._wake = wake
        self._working: dict[ChannelKey, asyncio.Task[None]] = {}
        self._again: set[ChannelKey] = set()

    def begin(self, ctx: EngineContext, channel: ChannelKey) -> None:
        """See to it that what waits in ``channel`` is listened to."""
        self._again.add(channel)
        if channel not in self._working:
            self._working[channel] = self._tasks.start(self._work(ctx, channel), f"listening {channel.channel}")

    async def take_up(self, ctx: EngineContext, platforms: Sequence[str], waited: timedelta = LEFT_WAITING) -> None:
        """Listen to what was left waiting there for longer than that."""
        for it in await recordings.unheard_on(ctx.db, platforms, waited):
            self.begin(ctx, it.here.key)

    def at_work(self, channel: ChannelKey) -> list[asyncio.Task[None]]:
        """Who listens to what was said in ``channel``."""
        return [self._working[channel]] if channel in self._working else []

    async def _work(self, ctx: EngineContext, channel: ChannelKey) -> None:
        try:
            while channel in self._again:
                self._again.discard(channel)
                for it in await recordings.unheard_in(ctx.db, channel):
                    await self._listened(ctx, it)
        except DatabaseError as error:
            _log.warning("recording not listened to", error=str(error), action="it is tried again")
        finally:
            self._again.discard(channel)
            del self._working[channel]

    async def _listened(self, ctx: EngineContext, it: Unheard) -> None:
        settings = await settings_here(ctx.db, ctx.defaults, it.here)
        said = await _listen(ctx, it, settings)
        told = spoken(said.words, settings.language)
        files = _files(it.body, {file.sha256 for file, _ in said.words})
        stored = partial(recordings.heard, ctx.db, it, told, files)
        heard = await repeat(stored, key=f"heard:{it.id}", clock=ctx.clock)
        if heard is None:
            return
        for notice in said.notices:
            ctx.shows.tell(it.here.key, Noticed(notice, person=it.here.person))
        if heard.channel_head is not None and not heard.quiet:
            self._wake(heard.channel_head, it.here.platform, whole(settings.debounce if not told else 0.0))


async def _listen(ctx: EngineContext, it: Unheard, settings: Settings) -> _Said:
    """What is said in the recordings of a message. Nothing that goes wrong costs more than its words."""
    said = _Said()
    wanted = [file for file in files_in(it.body) if file.speech and file.sha256 is not None]
    deadline = ctx.clock.monotonic() + WAIT
    known = await recordings.transcripts(ctx.db, [file.sha256 for file in wanted if file.sha256])
    transcriber = ctx.transcriber
    if transcriber is None:  # the process that stored it had one
        return said
    for file in wanted:
        if file.seconds > LONGEST_SECONDS:
            minutes = {"minutes": -(-file.seconds // 60), "limit": LONGEST_SECONDS // 60}
            said.notices.append(Notice("voice-too-long", minutes))
            continue
        try:
            left = deadline - ctx.clock.monotonic()
            words = known.get(file.sha256 or "") or await _transcribed(ctx, transcriber, it.here, file, left)
            if words and (refusal := await _refused(ctx, it, settings, words)) is not None:
                said.notices.append(refusal)
            elif words:
                said.words.append((file, words))
            elif words is not None:
                said.notices.append(Notice("voice-empty"))
        except VoiceError as error:
            _log.warning("recording not listened to", error=error.message, action="it is told in the chat")
            said.notices.append(Notice(error.message, {**error.data, TROUBLE: Trouble.UNHEARD}))
    return said


async def _transcribed(
    ctx: EngineContext, transcriber: Transcriber, here: Here, file: SentFile, left: float
) -> str | None:
    """What a service hears in a kept file, which is kept; None where nobody listens to it now, and why was told.

    Raises a VoiceError.
    """
    sha256 = file.sha256 or ""
    data = await characters.read_file(ctx.db, sha256)
    spender = ctx.spending.spender(here.space, here.channel, here.person)
    if not data or await ctx.spending.exceeded(ctx.db, spender):  # that nothing is left, the turn says
        return None
    if left <= 0:
        raise VoiceSilent(service="hearing", endpoint=transcriber.name, seconds=round(WAIT))
    transcript = await transcriber.transcribe(Recording(file.media_type, data, file.seconds), left)
    use = EndpointUse(spender, transcriber.name, transcriber.model, role="transcription", kind="voice")
    ctx.spending.owe(use, spent(None, transcript.tokens, 0), None)
    words = on_a_line(clean_text(transcript.text, LONGEST))[:LONGEST]
    if words:
        await recordings.keep_transcript(ctx.db, sha256, transcriber.model, words)
    return words


async def _refused(ctx: EngineContext, it: Unheard, settings: Settings, words: str) -> Notice | None:
    """What is told instead of words that nobody may say there, or that no prompt holds."""
    door = ctx.doors.known(it.here) or await ctx.doors.door(ctx.db, it.here)
    if door.admission.words and screen(door.admission.words).finds(words):
        return Notice(WordBlocked.message)
    try:
        check_length(ctx, settings, words)
    except MessageTooLong as error:
        return Notice(error.message, error.data)
    return None


def _files(body: Mapping[str, Any], heard: AbstractSet[str | None]) -> list[dict[str, Any]]:
    """The files of a message as it is kept: which of them were heard."""
    return [{**it, "heard": True} if it.get("sha256") in heard else {**it} for it in objects(body, FILES)]
