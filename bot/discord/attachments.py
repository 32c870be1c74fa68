"""Files that come with messages: from Discord's own hosts only, bounded, fetched at once since their links expire."""

import asyncio
import math
from collections.abc import Sequence
from typing import Final

import discord
import structlog
from yarl import URL

from bot.commands.framework.declared import AttachedFile
from bot.discord.wire import FileRefused, FileTooLarge, download, session_of
from engine.errors import FileMissing, FileNotSent, FileTooBig, FileUnreadable
from engine.values.chats.incoming import Attached, LargeFile
from engine.values.chats.speech import SpokenKind

MOST_BYTES: Final = 10 * 1024 * 1024
MOST_IMPORTED: Final = 50 * 1024 * 1024
MOST_FILES: Final = 10
SECONDS: Final = 20.0
IMPORT_SECONDS: Final = 60.0
AT_ONCE: Final = 2  # as many files as may be in memory besides those that are being stored

_DEFAULT: Final = "https://cdn.discordapp.com"
_MEDIA: Final = "https://media.discordapp.net"

_log = structlog.get_logger(__name__)


class Downloads:
    """Fetches attachments for one client. ``cdn_url`` is where they lie."""

    def __init__(self, client: discord.Client, cdn_url: str) -> None:
        self._client = client
        usual = _host(cdn_url) == _host(_DEFAULT)
        self._hosts = {_host(cdn_url), _host(_MEDIA)} if usual else {_host(cdn_url)}
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def fetch(self, attachment: discord.Attachment, limit: int, seconds: float) -> bytes:
        """The bytes of a file, at most ``limit``. Raises FileRefused."""
        url = _parsed(attachment.url)
        if url is None or _host(url) not in self._hosts:
            raise FileRefused("not a host of Discord's")
        if attachment.size > limit:
            raise FileTooLarge
        async with self._turn:
            return await download(session_of(self._client), url, limit, seconds)

    async def all_of(
        self, attachments: Sequence[discord.Attachment]
    ) -> tuple[list[Attached], list[str], list[LargeFile]]:
        """The files that could be fetched, the names of those that could not, and those of them that are too large."""
        files: list[Attached] = []
        missing: list[str] = []
        large: list[LargeFile] = []
        for n, attachment in enumerate(attachments):
            try:
                if n >= MOST_FILES:
                    raise FileRefused("too many")
                data = await self.fetch(attachment, MOST_BYTES, SECONDS)
            except FileRefused as error:
                _log.warning("file not fetched", reason=str(error), action="the message is kept without it")
                missing.append(attachment.filename)
                if isinstance(error, FileTooLarge):
                    large.append(LargeFile(attachment.filename, MOST_BYTES, MOST_IMPORTED))
            else:
                media_type = (attachment.content_type or "application/octet-stream").partition(";")[0]
                speech = SpokenKind.VOICE if attachment.is_voice_message() else None
                seconds = math.ceil(attachment.duration or 0)
                files.append(Attached(attachment.filename, media_type, data, speech, seconds))
        return files, missing, large


class DiscordSentFiles:
    """The files of one message or command, fetched when the command wants them."""

    def __init__(self, downloads: Downloads, attachments: Sequence[discord.Attachment]) -> None:
        self._downloads = downloads
        self._attachments = attachments

    async def read(self, named: str, *, picture: bool = False) -> AttachedFile:  # noqa: ARG002 — files stay as they are
        """The file of this name; the only one, or the first, when none is named. Raises the leaves of its Protocol."""
        if not self._attachments:
            raise FileNotSent
        found = next((it for it in self._attachments if not named or it.filename == named), None)
        if found is None:
            raise FileMissing(path=named)
        if found.size > MOST_IMPORTED:
            raise FileTooBig(size=found.size, limit=MOST_IMPORTED, megabytes=MOST_IMPORTED >> 20)
        try:
            return AttachedFile(found.filename, await self._downloads.fetch(found, MOST_IMPORTED, IMPORT_SECONDS))
        except FileRefused as error:
            raise FileUnreadable(path=found.filename, reason=str(error)) from error


def _parsed(url: str) -> URL | None:
    try:
        return URL(url)
    except ValueError:
        return None


def _host(url: URL | str) -> tuple[str, str | None, int | None]:
    """Read by what will also make the connection, so that both see the same host."""
    parts = URL(url)
    return parts.scheme, parts.host, parts.port
