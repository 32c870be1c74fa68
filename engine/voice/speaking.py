"""Saying words aloud, by a service with OpenAI's ``/audio/speech``.

Read for: OpenAI, *Create speech*; speaches and Kokoro-FastAPI, which have the same.
"""

from collections.abc import Coroutine
from typing import Any, Final

from pydantic import SecretStr

from engine.errors import VoiceUnreadable
from engine.processes import BackgroundTasks
from engine.values.chats.speech import SpokenClip
from engine.values.ids import ChannelKey
from engine.voice.endpoints import VoiceClients, VoiceEndpoint, VoiceService, post
from engine.voice.opus import measured

SECONDS: Final = 60.0
"""So long the sound is waited for."""
_MOST_BYTES: Final = 8 << 20
_OTHERS: Final = (
    (b"ID3", "mp3", "audio/mpeg"),
    (b"\xff\xfb", "mp3", "audio/mpeg"),
    (b"\xff\xf3", "mp3", "audio/mpeg"),
    (b"RIFF", "wav", "audio/wav"),
    (b"fLaC", "flac", "audio/flac"),
    (b"OggS", "ogg", "audio/ogg"),
)
"""How files of other sound begin: a service that cannot make Opus sends what it can."""


class SpeechMaker:
    """Says words aloud in one voice. ``url`` may be written with the path of the call.

    ``mute`` are the channels that know already that it fails. Without ``tasks`` nothing is said beside a reply.
    """

    def __init__(
        self,
        url: str,
        model: str,
        voice: str,
        key: SecretStr | None,
        clients: VoiceClients,
        tasks: BackgroundTasks | None = None,
    ) -> None:
        self._endpoint = VoiceEndpoint(VoiceService.SPEAKING, url, model, "/audio/speech", key)
        self._voice = voice
        self._clients = clients
        self._tasks = tasks
        self.mute: set[ChannelKey] = set()

    def beside(self, saying: Coroutine[Any, Any, None]) -> None:
        """Say something in the background; nobody waits for it."""
        if self._tasks is None:
            saying.close()
        else:
            self._tasks.start(saying, "saying aloud")

    @property
    def name(self) -> str:
        """Whom it asks, for people."""
        return self._endpoint.name

    @property
    def model(self) -> str:
        return self._endpoint.model

    async def speak(self, words: str, seconds: float = SECONDS) -> SpokenClip:
        """``words`` as sound. Raises a VoiceError."""
        asked = {"model": self.model, "input": words, "voice": self._voice, "response_format": "opus"}
        answer = await post(self._clients, self._endpoint, seconds, _MOST_BYTES, json=asked)
        if (found := measured(answer.body)) is not None:
            return SpokenClip("voice.ogg", "audio/ogg", answer.body, *found)
        for begins, ending, media_type in _OTHERS:
            if answer.body.startswith(begins):
                return SpokenClip(f"voice.{ending}", media_type, answer.body)
        raise self._endpoint.error(VoiceUnreadable)
