"""Asking a service that speaks: what it is asked, what its sound is, and what its failures mean."""

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from aiohttp import web
from pydantic import SecretStr

from engine.errors import VoiceError
from engine.llm.http import Http
from engine.voice.speaking import SpeechMaker
from tests.servers.voice import HTML, SpeechServer, opus, sound, wrong


@pytest.fixture
async def http() -> AsyncIterator[Http]:
    one = Http()
    yield one
    await one.aclose()


async def test_sound_of_every_kind(http: Http) -> None:
    """A service that cannot make voice messages is of no use, although people could open a file."""
    async with SpeechServer(key="sk-mouth", model="kokoro", voices=["af_sky"]) as service:
        maker = SpeechMaker(f"{service.url}/v1/audio/speech", "kokoro", "af_sky", SecretStr("sk-mouth"), http)
        for data, kind in (
            (opus(1.5), ("voice.ogg", "audio/ogg", 1.5, True)),
            (b"ID3 song", ("voice.mp3", "audio/mpeg", 0.0, False)),
            (b"RIFF1234WAVE", ("voice.wav", "audio/wav", 0.0, False)),
            (b"OggS" + bytes(40), ("voice.ogg", "audio/ogg", 0.0, False)),
            (opus(1.5)[:60], ("voice.ogg", "audio/ogg", 0.0, False)),
        ):
            service.answer = lambda data=data: sound(data)
            clip = await maker.speak("Good morning.")
            assert (clip.filename, clip.media_type, clip.seconds, clip.is_voice) == kind
            assert clip.data == data
        assert service.asked_for[0]["voice"] == "af_sky"


Answers = Callable[[], web.StreamResponse]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda: wrong(401, "invalid_api_key", "no"), "error-voice-key"),
        (lambda: wrong(429, "rate_limit_exceeded", "Rate limit reached"), "error-voice-rate"),
        (lambda: wrong(413, "", "too long"), "error-voice-too-much"),
        (lambda: wrong(400, "", "Input should be 'alloy'"), "error-voice-refused"),
        (lambda: wrong(500, "", "no"), "error-voice-failed"),
        (lambda: web.Response(text=HTML, content_type="text/html"), "error-voice-unreadable"),
        (lambda: sound(b""), "error-voice-unreadable"),
        (lambda: web.json_response({"audio": "…"}), "error-voice-unreadable"),
    ],
)
async def test_what_a_service_says_is_an_error_that_says_what_to_do(http: Http, answer: Any, message: str) -> None:
    """An owner reads a number of a protocol, or a web page is sent as a voice message."""
    async with SpeechServer() as service:
        service.answer = answer
        with pytest.raises(VoiceError) as raised:
            await SpeechMaker(service.url, "tts-1", "alloy", None, http).speak("Hello.")
        assert raised.value.message == message
        assert raised.value.data["service"] == "speaking"
