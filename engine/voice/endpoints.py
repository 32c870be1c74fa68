"""A service that listens or speaks, with OpenAI's interface: where it is asked, and what went wrong there.

Its own words about an error are read for what kind it is, and go no further: they may quote what was said.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Protocol
from urllib.parse import urlsplit, urlunsplit

import aiohttp
import httpx
from pydantic import SecretStr

from engine.errors import (
    VoiceError,
    VoiceFailed,
    VoiceKeyRefused,
    VoiceModelMissing,
    VoiceRateLimited,
    VoiceRefused,
    VoiceSilent,
    VoiceTooMuch,
    VoiceUnreachable,
    VoiceUnreadable,
)
from engine.rules.wire.failures import from_status
from engine.rules.wire.urls import key_headers
from engine.values.models.failures import FailureKind
from engine.values.models.models import Endpoint, Format, is_near

_OK: Final = 200
_KINDS: Final[Mapping[FailureKind, type[VoiceError]]] = {
    FailureKind.KEY: VoiceKeyRefused,
    FailureKind.CREDIT: VoiceKeyRefused,
    FailureKind.MODEL: VoiceModelMissing,
    FailureKind.URL: VoiceUnreadable,
    FailureKind.RATE: VoiceRateLimited,
    FailureKind.BUSY: VoiceFailed,
    FailureKind.CONTEXT: VoiceTooMuch,
}


class VoiceClients(Protocol):
    """Gives the shared HTTP client."""

    def client(self, *, local: bool) -> httpx.AsyncClient: ...


class VoiceService(StrEnum):
    """What a service does."""

    HEARING = "hearing"
    SPEAKING = "speaking"


@dataclass(frozen=True, slots=True)
class VoiceEndpoint:
    """One service. ``path`` is its call, below the base address or already written with it."""

    service: VoiceService
    url: str = field(repr=False)
    model: str
    path: str
    key: SecretStr | None = None
    whole: tuple[str, ...] = ()
    """Other paths that are a call of this kind by themselves."""

    @property
    def name(self) -> str:
        """What people read."""
        return urlsplit(self.url).hostname or "?"

    @property
    def address(self) -> str:
        """Where it is asked, without user and password."""
        parts = urlsplit(self.url)
        path = parts.path.rstrip("/")
        if not path.endswith((self.path, *self.whole)):
            path = (path or "/v1") + self.path
        return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], path=path, fragment=""))

    def error(self, kind: type[VoiceError], **data: Any) -> VoiceError:
        """What went wrong here."""
        return kind(service=self.service.value, endpoint=self.name, model=self.model, **data)


@dataclass(frozen=True, slots=True)
class VoiceAnswer:
    """An answer that is no error. ``media_type`` without parameters."""

    body: bytes = field(repr=False)
    media_type: str


async def post(
    clients: VoiceClients, endpoint: VoiceEndpoint, seconds: float, most: int, **content: Any
) -> VoiceAnswer:
    """What is answered to ``content`` (as httpx takes it), at most ``most`` bytes. Raises a VoiceError."""
    headers = key_headers(Endpoint(endpoint.name, Format.OPENAI, endpoint.url, endpoint.model, endpoint.key))
    client = clients.client(local=is_near(endpoint.url))
    failed: type[VoiceError] = VoiceUnreachable
    try:
        async with (
            asyncio.timeout(seconds),
            client.stream("POST", endpoint.address, headers=headers, **content) as response,
        ):
            body = bytearray()
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > most:
                    break
    except TimeoutError:
        raise endpoint.error(VoiceSilent, seconds=round(seconds)) from None
    except (httpx.DecodingError, httpx.RemoteProtocolError, httpx.ReadError):
        failed = VoiceFailed
    except (httpx.HTTPError, httpx.InvalidURL, aiohttp.ClientError, OSError, ValueError):
        failed = VoiceUnreachable
    else:
        if response.status_code == _OK and len(body) <= most:
            media_type = response.headers.get("content-type", "").partition(";")[0].strip().lower()
            return VoiceAnswer(bytes(body), media_type)
        raise _refused(endpoint, response.status_code, bytes(body))
    raise endpoint.error(failed, **({"status": 0} if failed is VoiceFailed else {}))


def _refused(endpoint: VoiceEndpoint, status: int, answer: bytes) -> VoiceError:
    if status == _OK:
        return endpoint.error(VoiceUnreadable)
    kind = _KINDS.get(from_status(status, answer[:65536].decode("utf-8", "replace")).kind, VoiceRefused)
    return endpoint.error(kind, status=status)
