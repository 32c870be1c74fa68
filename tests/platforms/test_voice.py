"""Voice on a platform: what was said is answered, replies are said aloud, and what fails is told."""

from typing import Any

import pytest

from engine.config.voice import SpeechConfig, VoiceConfig
from tests.platforms.front import PLATFORMS, Front, front
from tests.platforms.room import House
from tests.servers.discord import Upload
from tests.servers.voice import SpeechServer, TranscriptionServer, heard, refuses, sound

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


def voices(it: Front, channel: Any) -> list[tuple[float, bool]]:
    """The voice messages of the bot there: how long they are, and whether they have more than sound."""
    if it.platform == "telegram":
        found = [one for one in it.seat.server.messages(channel, by_bot=True) if "voice" in one.media]
        return [(one.media["voice"]["duration"], bool(one.text)) for one in found]
    sent = [one.it for one in it.seat.stands(channel) if one.it.data["flags"] & 8192]
    return [(one.data["attachments"][0]["duration_secs"], bool(one.text)) for one in sent]


def files(it: Front, channel: Any) -> list[str]:
    """The files of the bot there that are no voice messages, by their names."""
    if it.platform == "telegram":
        found = [
            one.media["document"] for one in it.seat.server.messages(channel, by_bot=True) if "document" in one.media
        ]
        return [one["file_name"] for one in found]
    sent = [one.it.data for one in it.seat.stands(channel) if not one.it.data["flags"] & 8192]
    return [file["filename"] for one in sent for file in one["attachments"]]


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_replies_are_said_aloud(house: House, platform: str) -> None:
    """What a service says aloud reaches nobody, or is sent in place of the text."""
    async with SpeechServer() as service, front(platform, house) as it:
        ann = it.seat.person("Ann", "en")
        alone: Any = it.seat.private(ann)
        house.besides = {"speech": SpeechConfig(url=service.url)}
        async with it.opened(ann, alone) as r:
            await it.sets(r.daemon, alone, ann, "voice", "always")
            it.says(ann, alone, "Hello.")
            await it.seat.waits(lambda: voices(it, alone) == [(2, False)])
            assert "Well." in it.texts(alone)
            service.answer = lambda: sound(b"ID3 song", "audio/mpeg")
            it.says(ann, alone, "Again.")
            await it.seat.waits(lambda: files(it, alone) == ["voice.mp3"])
            assert it.texts(alone).count("Well.") == 2
            await r.daemon.rests()
        assert it.seat.rejected == []


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_who_gets_no_voice_messages_gets_a_file(house: House, platform: str) -> None:
    """Somebody who lets nobody send them voice messages, or a server that forbids them, hears nothing at all."""
    async with SpeechServer() as service, front(platform, house) as it:
        ann, bob = it.seat.person("Ann", "en"), it.seat.person("Bob", "en")
        if platform == "telegram":
            where: Any = it.seat.private(ann)
            ann.no_voice = True
        else:
            where, _ = it.beside(ann, bob)
            it.seat.server.revokes(where, "send_voice_messages")
        house.besides = {"speech": SpeechConfig(url=service.url)}
        async with it.opened(ann, where) as r:
            await it.sets(r.daemon, where, ann, "voice", "always")
            it.says(ann, where, "Hello.")
            await it.seat.waits(lambda: files(it, where) == ["voice.ogg"])
            await r.daemon.rests()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_somebody_asks_to_hear_it(house: House, platform: str, language: str) -> None:
    """The command says nothing, or says it where nobody allowed it."""
    command = "朗读" if (platform, language) == ("telegram", "zh") else "speak"
    async with SpeechServer() as service, front(platform, house) as it:
        ann = it.seat.person("Ann", language)
        alone: Any = it.seat.private(ann)
        house.besides = {"speech": SpeechConfig(url=service.url)}
        async with it.opened(ann, alone) as r:
            await it.sets(r.daemon, alone, ann, "language", language)
            it.says(ann, alone, "Hello.")
            await it.seat.waits(lambda: "Well." in it.texts(alone))
            await it.seat.uses(ann, alone, command)
            off = {"en": "Replies are not read aloud here.", "zh": "这里没有打开朗读。"}[language]
            await it.seat.waits(lambda: off in it.seat.seen)
            await it.sets(r.daemon, alone, ann, "voice", "request")
            await it.seat.orders(ann, alone, command)
            await it.seat.waits(lambda: voices(it, alone) == [(2, False)])
            assert [one["input"] for one in service.asked_for] == ["Well."]
