"""Voice messages on a platform: what was said is answered; where nobody can listen, or it fails, people are told."""

from typing import Any

import pytest

from engine.config import VoiceConfig
from tests.platforms.front import PLATFORMS, Front, front
from tests.platforms.room import House
from tests.servers.discord import Upload
from tests.servers.voice import TranscriptionServer, heard, refuses

SAID = {"en": "The ferry is late again.", "zh": "渡船又晚点了。"}
MARK = {"en": "[voice message]", "zh": "[语音消息]"}
UNHEARD = {"en": "I can't listen to recordings here", "zh": "我在这里听不了录音"}
FAILED = {"en": "I couldn't listen to that voice message.", "zh": "这条语音我没能听到。"}
KEY = {"en": "OMOIDE_TRANSCRIPTION__KEY", "zh": "OMOIDE_TRANSCRIPTION__KEY"}


def speaks(it: Front, person: Any, channel: Any, data: bytes = b"OggS") -> None:
    """Somebody holds the microphone."""
    if it.platform == "telegram":
        person.sends_voice(channel, data, 4)
    else:
        person.says(channel, files=[Upload("voice-message.ogg", data, "audio/ogg", seconds=3.6)])


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_what_was_said_is_answered(house: House, platform: str, language: str) -> None:
    """A voice message reaches the character as the name of a file."""
    async with TranscriptionServer() as service, front(platform, house) as it:
        service.answer = heard(SAID[language])
        ann = it.seat.person("Ann", language)
        alone: Any = it.seat.private(ann)
        house.besides = {"transcription": VoiceConfig(url=service.url)}
        async with it.opened(ann, alone) as r:
            await it.sets(r.daemon, alone, ann, "language", language)
            speaks(it, ann, alone)
            await it.reads(alone, "Well.")
            await r.daemon.rests()
            [asked] = service.heard
            assert (asked.data, asked.filename) == (b"OggS", "audio.ogg")
            assert f"{MARK[language]} {SAID[language]}" in house.model.generations[-1].prompt
            [file] = r.handler.heard[-1].files
            assert (file.speech, file.seconds) == ("voice", 4)
        assert it.seat.rejected == []


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_who_cannot_be_heard_is_told_once(house: House, platform: str, language: str) -> None:
    """People speak and speak, and nobody says that nobody listens."""
    async with front(platform, house) as it:
        ann = it.seat.person("Ann", language)
        alone: Any = it.seat.private(ann)
        async with it.opened(ann, alone) as r:
            await it.sets(r.daemon, alone, ann, "language", language)
            for number in range(2):
                speaks(it, ann, alone, b"OggS%d" % number)
                await it.seat.waits(lambda n=number: it.texts(alone).count("Well.") == n + 1)
                await r.daemon.rests()
            await it.seat.waits(lambda: any(UNHEARD[language] in text for text in it.texts(alone)))
            assert sum(UNHEARD[language] in text for text in it.texts(alone)) == 1


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_what_went_wrong_is_told_and_answered(house: House, platform: str, language: str) -> None:
    """A service that fails costs people their message, or the owner never learns what to mend."""
    async with TranscriptionServer() as service, front(platform, house) as it:
        service.answer = refuses(401, "invalid_api_key")
        ann = it.seat.person("Ann", language)
        alone: Any = it.seat.private(ann)
        house.besides = {"transcription": VoiceConfig(url=service.url)}
        async with it.opened(ann, alone) as r:
            await it.sets(r.daemon, alone, ann, "language", language)
            speaks(it, ann, alone)
            await it.seat.waits(lambda: any(FAILED[language] in text for text in it.texts(alone)))
            await it.seat.waits(lambda: "Well." in it.texts(alone))
            [told] = [text for text in it.texts(alone) if FAILED[language] in text]
            assert KEY[language] in told, "an owner reads in private what to mend"
            await r.daemon.rests()
