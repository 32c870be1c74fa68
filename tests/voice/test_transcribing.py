"""Asking a service that listens: where, in which form, and what its failures mean."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from pydantic import SecretStr

from engine.errors import VoiceError, VoiceSilent, VoiceUnreachable
from engine.llm.http import Http
from engine.values.chats.speech import Recording
from engine.voice.transcribing import Transcriber, silence
from tests.servers.voice import HTML, Answer, TranscriptionServer, answers, heard, refuses

VOICE = Recording("audio/ogg", b"OggS", 4)


@pytest.fixture
async def http() -> AsyncIterator[Http]:
    one = Http()
    yield one
    await one.aclose()


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("", "/v1/audio/transcriptions"),
        ("/", "/v1/audio/transcriptions"),
        ("/v1", "/v1/audio/transcriptions"),
        ("/v1/audio/transcriptions/", "/v1/audio/transcriptions"),
        ("/openai/v1", "/openai/v1/audio/transcriptions"),
        ("/inference", "/inference"),
    ],
)
async def test_addresses_as_people_write_them(http: Http, written: str, asked: str) -> None:
    """Who copies an address from the manual of their server would hear nothing."""
    async with TranscriptionServer(paths=(asked,)) as service:
        service.answer = heard(" Good morning.\n")
        said = await Transcriber(service.url + written, "whisper-1", None, http).transcribe(VOICE)
        assert said.text == " Good morning.\n"
        [it] = service.heard
        assert (it.path, it.authorization) == (asked, "")


async def test_a_form_as_the_services_want_it(http: Http) -> None:
    """A service tells formats by the file's name, and would refuse a form it cannot read."""
    async with TranscriptionServer(key="sk-ears", model="large") as service:
        asking = Transcriber(service.url, "large", SecretStr("sk-ears"), http)
        for media_type, name in (
            ("audio/ogg; codecs=opus", "audio.ogg"),
            ("video/mp4", "audio.mp4"),
            ("audio/mpeg", "audio.mp3"),
            ("audio/x-m4a", "audio.m4a"),
            ("audio/strange", "audio.ogg"),
        ):
            await asking.transcribe(Recording(media_type, b"\0\r\n--x\r\n", 4))
            it = service.heard[-1]
            assert (it.filename, it.data, it.fields["model"]) == (name, b"\0\r\n--x\r\n", "large")
        await asking.transcribe(silence())
        assert (service.heard[-1].media_type, service.heard[-1].data[:4]) == ("audio/wav", b"RIFF")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (refuses(401, "invalid_api_key"), "error-voice-key"),
        (refuses(403), "error-voice-key"),
        (refuses(429, "rate_limit_exceeded", "Rate limit reached"), "error-voice-rate"),
        (refuses(413, "", "Maximum content size limit exceeded"), "error-voice-too-much"),
        (refuses(404, "model_not_found", "The model does not exist"), "error-voice-model"),
        (refuses(400, "", "Invalid file format."), "error-voice-refused"),
        (refuses(500), "error-voice-failed"),
        (answers(502, HTML, "text/html"), "error-voice-failed"),
        (answers(404, HTML, "text/html"), "error-voice-unreadable"),
        (answers(200, HTML, "text/html"), "error-voice-unreadable"),
        (answers(200, "null"), "error-voice-unreadable"),
        (answers(200, "[" * 100_000), "error-voice-unreadable"),
        (answers(200, {"error": "failed to read WAV file"}), "error-voice-refused"),
    ],
)
async def test_what_a_service_says_is_an_error_that_says_what_to_do(http: Http, answer: Answer, message: str) -> None:
    """An owner reads a number of a protocol, or the words of somebody else's voice message."""
    async with TranscriptionServer() as service:
        service.answer = answer
        with pytest.raises(VoiceError) as raised:
            await Transcriber(service.url, "whisper-1", SecretStr("sk-canary"), http).transcribe(VOICE)
        assert raised.value.message == message
        assert raised.value.data["service"] == "hearing"
        assert "canary" not in str(raised.value)


async def test_nobody_there_and_nobody_answering(http: Http) -> None:
    """Whoever waits for a machine that is off would wait for ever."""
    async with TranscriptionServer() as service:
        asking = Transcriber(service.url, "whisper-1", None, http)
        service.gate = asyncio.Event()
        with pytest.raises(VoiceSilent):
            await asking.transcribe(VOICE, 0.05)
    with pytest.raises(VoiceUnreachable):
        await asking.transcribe(VOICE)


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        ({"type": "tokens", "input_tokens": 14, "output_tokens": 45, "total_tokens": 59}, 59),
        ({"type": "duration", "seconds": 4}, 43),
        ({"total_tokens": -1}, 43),
        (None, 43),
    ],
)
async def test_what_it_takes(http: Http, usage: object, tokens: int) -> None:
    """A day's allowance would not see what a service takes, or believe one that says nonsense."""
    async with TranscriptionServer() as service:
        service.answer = heard("Good morning.", usage=usage)
        said = await Transcriber(service.url, "whisper-1", None, http).transcribe(VOICE)
        assert said.tokens == tokens
