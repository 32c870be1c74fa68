"""Files of messages: which there are, and how they are fetched, bounded in size and time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import structlog
from telegram import Audio, Bot, Message, VideoNote, Voice
from telegram.error import TelegramError

from bot.commands.framework.declared import AttachedFile
from bot.telegram.request import Request, TooLarge
from engine.errors import CardSentAsPhoto, FileNotFetched, FileNotSent, FileTooBig
from engine.values.chats.incoming import Attached, LargeFile
from engine.values.chats.speech import SpokenKind

LIMIT: Final = 10 * 1024 * 1024
IMPORT_LIMIT: Final = 20 * 1024 * 1024
"""As much as Telegram lets a bot fetch."""

_SECONDS: Final = 20.0
_IMPORT_SECONDS: Final = 60.0
_MEGABYTE: Final = 1024 * 1024
_CLIP: Final = "📎"

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Media:
    """A file of a message. ``size`` in bytes, 0 if Telegram does not say. ``photo``: Telegram has made it anew."""

    file: str
    name: str
    media_type: str
    size: int = 0
    photo: bool = False
    speech: SpokenKind | None = None
    seconds: int = 0


def media_of(message: Message) -> tuple[Media, ...]:
    """The files of a message that can be kept, of a photo the largest size within the limit."""
    if message.photo:
        fitting = [it for it in message.photo if (it.file_size or 0) <= LIMIT] or message.photo[:1]
        best = max(fitting, key=lambda it: it.width * it.height)
        return (Media(best.file_id, f"photo-{message.message_id}.jpg", "image/jpeg", best.file_size or 0, photo=True),)
    if it := message.document:
        return (Media(it.file_id, it.file_name or "file", it.mime_type or _UNKNOWN, it.file_size or 0),)
    number = message.message_id
    if it := message.voice:
        return (_spoken(it, f"voice-{number}.ogg", it.mime_type or "audio/ogg", SpokenKind.VOICE),)
    if it := message.video_note:
        return (_spoken(it, f"video-{number}.mp4", "video/mp4", SpokenKind.ROUND),)
    if it := message.audio:
        return (_spoken(it, it.file_name or f"audio-{number}.mp3", it.mime_type or "audio/mpeg", SpokenKind.AUDIO),)
    if it := message.video:
        return (
            Media(it.file_id, it.file_name or f"video-{number}.mp4", it.mime_type or "video/mp4", it.file_size or 0),
        )
    return ()


def _spoken(it: Voice | VideoNote | Audio, name: str, media_type: str, speech: SpokenKind) -> Media:
    seconds = it.to_dict().get("duration", 0)  # the property warns of what it will give one day
    return Media(it.file_id, name, media_type, it.file_size or 0, speech=speech, seconds=int(seconds))


_UNKNOWN: Final = "application/octet-stream"


class TelegramFiles:
    """Fetches files for one bot."""

    def __init__(self, bot: Bot, request: Request) -> None:
        self._bot = bot
        self._request = request

    async def attach(self, media: Sequence[Media]) -> tuple[list[Attached], list[str], list[LargeFile]]:
        """The files that could be fetched, a line for each of the others, and those of them that are too large."""
        attached: list[Attached] = []
        missing: list[str] = []
        large: list[LargeFile] = []
        for one in media:
            try:
                data = await self._fetch(one, LIMIT, _SECONDS)
                attached.append(Attached(one.name, one.media_type, data, one.speech, one.seconds))
            except (TelegramError, TimeoutError) as error:
                _log.info("file not fetched", reason=type(error).__name__, size=one.size)
                missing.append(f"{_CLIP} {one.name}")
                if isinstance(error, TooLarge):
                    large.append(LargeFile(one.name, LIMIT, IMPORT_LIMIT))
        return attached, missing, large

    async def upload(self, one: Media, *, picture: bool = False) -> AttachedFile:
        """A file for a command. Raises CardSentAsPhoto unless it is only looked at, FileTooBig, FileNotFetched."""
        if one.photo and not picture:
            raise CardSentAsPhoto()
        try:
            return AttachedFile(one.name, await self._fetch(one, IMPORT_LIMIT, _IMPORT_SECONDS))
        except TooLarge:
            raise FileTooBig(size=one.size, limit=IMPORT_LIMIT, megabytes=IMPORT_LIMIT // _MEGABYTE) from None
        except (TelegramError, TimeoutError):
            raise FileNotFetched(path=one.name[:200]) from None

    async def _fetch(self, one: Media, limit: int, seconds: float) -> bytes:
        if one.size > limit:
            raise TooLarge(f"{one.size} bytes")
        file = await self._bot.get_file(one.file)
        return await self._request.download(file.file_path or "", limit, seconds)


class TelegramSentFiles:
    """The files that a command came with, or replies to."""

    def __init__(self, files: TelegramFiles, media: Sequence[Media]) -> None:
        self._files = files
        self._media = media

    async def read(self, named: str, *, picture: bool = False) -> AttachedFile:  # noqa: ARG002 — it needs no name
        """The first of them. Raises FileNotSent, CardSentAsPhoto, FileTooBig, FileNotFetched."""
        if not self._media:
            raise FileNotSent()
        return await self._files.upload(self._media[0], picture=picture)
