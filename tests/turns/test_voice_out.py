"""Replies that are said aloud: beside their text, never in its way, and only where somebody wants it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from engine.actions.chats import aloud
from engine.actions.house import settings
from engine.config.voice import SpeechConfig
from engine.errors import NothingToSay, NotOnTheLine, SpeechMissing, SpeechOff, VoiceKeyRefused
from engine.values.chats.outgoing import Ended, Noticed, PartLimit, Spoken
from engine.values.house.setting_scopes import SettingScope
from tests.servers.model import ModelServer, say
from tests.servers.voice import SpeechServer, opus, sound, wrong
from tests.turns.room import Room, config_for, enter, new_origin, opened

REPLY = "*smiles* Good **morning**, see https://boats.example/x?y=1"
WORDS = "smiles Good morning, see"


@pytest.fixture
async def model() -> AsyncIterator[ModelServer]:
    async with ModelServer(lambda _: say(REPLY)) as server:
        yield server


@pytest.fixture
async def service() -> AsyncIterator[SpeechServer]:
    async with SpeechServer(key="sk-mouth") as server:
        yield server


@pytest.fixture
async def speaking(database_url: str, model: ModelServer, tmp_path: Path, service: SpeechServer) -> AsyncIterator[Room]:
    """A channel of a platform in a house that speaks, where nobody has switched it on."""
    origin = new_origin()
    speech = SpeechConfig(url=service.url, key=SecretStr("sk-mouth"))
    config = config_for(database_url, tmp_path, model).model_copy(update={"speech": speech})
    async with opened(config, origin.platform, limit=PartLimit(2_000)) as engine:
        yield await enter(engine, model, origin)


async def tune(room: Room, mode: str) -> None:
    await settings.put(room.ctx, room.here, SettingScope.CHANNEL, "voice", mode)


def spoken(room: Room) -> list[Spoken]:
    return room.shown.of(Spoken)


def told(room: Room) -> list[str]:
    return [it.notice.message for it in room.shown.of(Noticed)]


async def test_it_is_off_until_somebody_wants_it(speaking: Room, service: SpeechServer) -> None:
    """Every reply is paid for twice, or read aloud in an office."""
    await speaking.say("Hello.")
    with pytest.raises(SpeechOff):
        await aloud.say(speaking.ctx, speaking.here, "")
    assert service.asked == []


async def test_always_says_each_reply_behind_its_text(speaking: Room, service: SpeechServer) -> None:
    """Who cannot read the screen hears nothing, or the marks and addresses of a text."""
    await tune(speaking, "always")
    await speaking.say("Hello.")
    await speaking.shown.until(lambda it: bool(it.of(Spoken)))
    [asked] = service.asked_for
    assert asked == {"model": "tts-1", "input": WORDS, "voice": "alloy", "response_format": "opus"}
    kinds = [type(it) for it in speaking.shown.events]
    assert kinds.index(Ended) < kinds.index(Spoken)
    [it] = spoken(speaking)
    assert it.clip.data == opus(2.0)
    assert (it.clip.seconds, len(it.clip.waveform), max(it.clip.waveform)) == (2.0, 20, 255)


async def test_the_text_waits_for_nobody(speaking: Room, service: SpeechServer) -> None:
    """A slow service that speaks holds up what is written."""
    await tune(speaking, "always")
    service.gate = asyncio.Event()
    await speaking.say("Hello.", "And again.")
    assert len(speaking.ended) == 2
    assert spoken(speaking) == []
    service.gate.set()
    await speaking.shown.until(lambda it: len(it.of(Spoken)) == 2)


async def test_what_fails_is_told_once(speaking: Room, service: SpeechServer) -> None:
    """A service that is down costs people their reply, or adds the same line to each one."""
    await tune(speaking, "always")
    service.answer = lambda: wrong(500, "", "no")
    await speaking.say("Hello.")
    await speaking.shown.until(lambda it: bool(it.of(Noticed)))
    await speaking.say("Hello?")
    await service.arrived(2)
    service.answer = lambda: sound(opus(1.0))
    await speaking.say("And now?")
    await speaking.shown.until(lambda it: bool(it.of(Spoken)))
    assert told(speaking) == ["error-voice-failed"]
    assert len([it for it in speaking.ended if it.text]) == 3


async def test_on_request_the_newest_reply_or_the_one_that_is_meant(speaking: Room, service: SpeechServer) -> None:
    """Somebody asks to hear a reply and hears another one, or their own words."""
    await tune(speaking, "request")
    await speaking.say("Hello.")
    speaking.model.answer = lambda _: say("The second.")
    await speaking.say("More?")
    assert service.asked == []
    assert await aloud.say(speaking.ctx, speaking.here, "") is None
    [first] = [it for it in await speaking.log() if it["text"].startswith("*smiles*")]
    [session] = await speaking.sql("SELECT session_id FROM entry WHERE space_id = $1 LIMIT 1", speaking.here.space)
    at = f"@{session['session_id']}.{first['branch_id']}.{first['seq']}"
    await aloud.say(speaking.ctx, speaking.here, at)
    assert [it["input"] for it in service.asked_for] == ["The second.", WORDS]
    assert len(spoken(speaking)) == 2
    with pytest.raises(NotOnTheLine):
        await aloud.say(speaking.ctx, speaking.here, "nothing")
    with pytest.raises(NothingToSay):
        await aloud.say(
            speaking.ctx, speaking.here, f"@{session['session_id']}.{first['branch_id']}.{first['seq'] - 1}"
        )
    service.answer = lambda: wrong(401, "invalid_api_key", "no")
    with pytest.raises(VoiceKeyRefused):
        await aloud.say(speaking.ctx, speaking.here, "")


async def test_where_nothing_is_delivered_it_is_given_back(
    database_url: str, model: ModelServer, tmp_path: Path, service: SpeechServer
) -> None:
    """In the terminal nothing comes of it."""
    origin = new_origin()
    speech = SpeechConfig(url=service.url, key=SecretStr("sk-mouth"))
    config = config_for(database_url, tmp_path, model).model_copy(update={"speech": speech})
    async with opened(config, origin.platform) as engine:
        room = await enter(engine, model, origin)
        await tune(room, "always")
        await room.say("Hello.")
        clip = await aloud.say(room.ctx, room.here, "")
        assert clip is not None
        assert (clip.filename, clip.data) == ("voice.ogg", opus(2.0))
        assert len(service.asked_for) == 1, "nobody hears what is said by itself"


async def test_nobody_speaks_and_nobody_is_asked(room: Room) -> None:
    """Where nobody is configured, a setting that was carried along breaks replies."""
    await tune(room, "always")
    await room.say("Hello.")
    assert room.ended[-1].text
    with pytest.raises(SpeechMissing):
        await aloud.say(room.ctx, room.here, "")


async def test_what_it_takes_is_counted(speaking: Room, service: SpeechServer) -> None:
    """Speech uses up what a day allows, and nobody sees it; or goes on when nothing is left."""
    await tune(speaking, "always")
    await speaking.say("Hello.")
    await speaking.shown.until(lambda it: bool(it.of(Spoken)))
    await speaking.ctx.spending.store(speaking.db)
    [used] = await speaking.sql(
        "SELECT role, prompt_tokens FROM usage WHERE space_id = $1 AND kind = 'voice'", speaking.here.space
    )
    assert used["role"] == "speech"
    assert used["prompt_tokens"] > 0
