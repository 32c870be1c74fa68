"""Services that listen and speak, on loopback: OpenAI's ``/audio/transcriptions`` and ``/audio/speech``.

async with TranscriptionServer() as server:
    server.answer = heard("Good morning.")
    ...                                  # ask server.url
    assert server.heard[0].filename == "audio.ogg"
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from tests.servers.search import LoopbackSite

HTML = "<!DOCTYPE html><html><head><title>Welcome</title></head><body>nginx</body></html>"


@dataclass
class Dictation:
    """What was asked: the file of the form, and its other fields."""

    path: str
    authorization: str
    filename: str
    media_type: str
    data: bytes
    fields: dict[str, str] = field(default_factory=dict[str, str])


Answer = Callable[[Dictation], web.StreamResponse]


class TranscriptionServer(LoopbackSite):
    """A service that listens. ``key``: whoever has another one is refused; ``model``: the only one that it has."""

    def __init__(self, *, key: str = "", model: str = "whisper-1", paths: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.key = key
        self.model = model
        self.paths = paths or ("/v1/audio/transcriptions",)
        self.heard: list[Dictation] = []
        self.answer: Answer = heard("Good morning.")

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path not in self.paths or request.method != "POST":
            return web.Response(status=404, text=HTML, content_type="text/html")
        if self.key and request.headers.get("Authorization") != f"Bearer {self.key}":
            return wrong(401, "invalid_api_key", "Incorrect API key provided: sk-…")
        it = await _form(request)
        self.heard.append(it)
        if not it.filename or not it.data:
            return wrong(400, "", "file is required")
        if self.model and it.fields.get("model") != self.model:
            return wrong(404, "model_not_found", f"The model `{it.fields.get('model')}` does not exist")
        return self.answer(it)


async def _form(request: web.Request) -> Dictation:
    found = Dictation(request.path, request.headers.get("Authorization", ""), "", "", b"")
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        if part.name == "file":
            found.filename = part.filename or ""
            found.media_type = part.headers.get("Content-Type", "")
            found.data = bytes(await part.read())
        else:
            found.fields[part.name or ""] = await part.text()
    return found


def heard(text: str, **more: Any) -> Answer:
    """What is answered where ``text`` was heard."""
    return lambda _: web.json_response({"text": text, **more})


def answers(status: int, body: Mapping[str, Any] | str, content_type: str = "application/json") -> Answer:
    """The same answer to everything."""
    if isinstance(body, str):
        return lambda _: web.Response(status=status, text=body, content_type=content_type)
    return lambda _: web.json_response(body, status=status)


def wrong(status: int, code: str, message: str) -> web.Response:
    """An error in OpenAI's form."""
    error = {"message": message, "type": "invalid_request_error", "param": None, "code": code or None}
    return web.json_response({"error": error}, status=status)


def refuses(status: int, code: str = "", message: str = "no") -> Answer:
    """The same as an answer to everything."""
    return lambda _: wrong(status, code, message)


class SpeechServer(LoopbackSite):
    """A service that speaks. ``asked_for`` is what each request said; ``answer``: sound, or an error."""

    def __init__(self, *, key: str = "", model: str = "tts-1", voices: Sequence[str] = ("alloy",)) -> None:
        super().__init__()
        self.key = key
        self.model = model
        self.voices = voices
        self.asked_for: list[dict[str, Any]] = []
        self.answer: Callable[[], web.StreamResponse] = lambda: sound(opus(2.0))

    async def handle(self, request: web.Request) -> web.StreamResponse:
        if request.path != "/v1/audio/speech" or request.method != "POST":
            return web.Response(status=404, text=HTML, content_type="text/html")
        if self.key and request.headers.get("Authorization") != f"Bearer {self.key}":
            return wrong(401, "invalid_api_key", "Incorrect API key provided: sk-…")
        body = await request.json()
        self.asked_for.append(body)
        if body.get("model") != self.model:
            return wrong(404, "model_not_found", f"The model `{body.get('model')}` does not exist")
        if body.get("voice") not in self.voices or not 0 < len(body.get("input", "")) <= 4096:
            return wrong(400, "", f"Input should be {self.voices}")
        return self.answer()


def sound(data: bytes, media_type: str = "audio/ogg") -> web.Response:
    """Sound as an answer."""
    return web.Response(body=data, content_type=media_type)


def opus(seconds: float) -> bytes:
    """Opus in Ogg as far as anybody looks into it without decoding: packets of 20 ms, louder in the middle."""
    count = round(seconds * 50)
    packets = [bytes(20 + 100 * min(n, count - n) // max(1, count)) for n in range(count)]
    head = b"OpusHead" + bytes([1, 1]) + (312).to_bytes(2, "little") + (48_000).to_bytes(4, "little") + bytes(3)
    pages = [_page(0, 0, [head], 2), _page(0, 1, [b"OpusTags" + bytes(8)])]
    for number in range(0, count, 50):
        said = packets[number : number + 50]
        pages.append(_page(312 + 960 * (number + len(said)), 2 + number // 50, said))
    return b"".join(pages)


def _page(place: int, number: int, packets: Sequence[bytes], flags: int = 0) -> bytes:
    laces = b"".join(b"\xff" * (len(it) // 255) + bytes([len(it) % 255]) for it in packets)
    head = b"OggS" + bytes([0, flags]) + place.to_bytes(8, "little") + bytes(4) + number.to_bytes(4, "little")
    return head + bytes(4) + bytes([len(laces)]) + laces + b"".join(packets)
