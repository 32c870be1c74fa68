"""Listening: what is said in a recording, by a service with OpenAI's ``/audio/transcriptions``.

Read for: OpenAI, *Create transcription*; whisper.cpp, ``examples/server`` (``/inference``, an error with status 200);
speaches and faster-whisper-server, which have OpenAI's path.
"""

import io
import json
import wave
from typing import Final

from pydantic import SecretStr

from engine.errors import VoiceRefused, VoiceUnreadable
from engine.rules.text.tokens import estimate
from engine.rules.wire.chunks import an_object
from engine.values.chats.speech import Recording, Transcript
from engine.voice.endpoints import VoiceClients, VoiceEndpoint, VoiceService, post

SECONDS: Final = 60.0
"""So long an answer is waited for."""
A_SECOND: Final = 10
"""Tokens that a second of sound takes, about, where the service does not say."""
_MOST_BYTES: Final = 1 << 20
_MOST_TOKENS: Final = 10**6
_RATE: Final = 16_000
_ENDINGS: Final = {
    "audio/ogg": "ogg", "audio/opus": "ogg", "application/ogg": "ogg", "audio/mpeg": "mp3", "audio/mp3": "mp3",
    "audio/mp4": "m4a", "audio/m4a": "m4a", "audio/x-m4a": "m4a", "audio/aac": "m4a", "video/mp4": "mp4",
    "audio/wav": "wav", "audio/x-wav": "wav", "audio/wave": "wav", "audio/webm": "webm", "video/webm": "webm",
    "audio/flac": "flac", "audio/x-flac": "flac",
}  # fmt: skip
"""Services tell formats by the name of the file; what people called it is nobody's business."""


class Transcriber:
    """Listens to recordings. ``url`` may be written with the path of the call."""

    def __init__(self, url: str, model: str, key: SecretStr | None, clients: VoiceClients) -> None:
        path, whole = "/audio/transcriptions", ("/inference",)
        self._endpoint = VoiceEndpoint(VoiceService.HEARING, url, model, path, key, whole)
        self._clients = clients

    @property
    def name(self) -> str:
        """Whom it asks, for people."""
        return self._endpoint.name

    @property
    def model(self) -> str:
        return self._endpoint.model

    async def transcribe(self, recording: Recording, seconds: float = SECONDS) -> Transcript:
        """What is said, "" where nobody says anything. Raises a VoiceError."""
        ending = _ENDINGS.get(recording.media_type.partition(";")[0].strip().lower(), "ogg")
        answer = await post(
            self._clients,
            self._endpoint,
            seconds,
            _MOST_BYTES,
            data={"model": self.model, "response_format": "json"},
            files={"file": (f"audio.{ending}", recording.data, recording.media_type)},
        )
        told = an_object(_json(answer.body))
        text = told.get("text")
        if not isinstance(text, str):
            raise (
                self._endpoint.error(VoiceRefused, status=200)
                if "error" in told
                else self._endpoint.error(VoiceUnreadable)
            )
        return Transcript(text, _tokens(told.get("usage"), recording, text))


def silence() -> Recording:
    """Half a second in which nobody speaks: a recording that every service reads."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(_RATE)
        file.writeframes(bytes(_RATE))
    return Recording("audio/wav", out.getvalue(), 1)


def _json(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _tokens(usage: object, recording: Recording, text: str) -> int:
    told = an_object(usage).get("total_tokens")
    if isinstance(told, int) and 0 <= told < _MOST_TOKENS:
        return told
    return recording.seconds * A_SECOND + estimate(text)
