"""Voice messages: what was said in them is said, and where it cannot be heard, people are told what to do."""

import asyncio
import itertools
from collections.abc import AsyncIterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from pydantic import SecretStr

from engine.actions.house import blocking, settings
from engine.actions.people import forgetting
from engine.config.config import Config
from engine.config.voice import VoiceConfig
from engine.turns.intake import listening
from engine.values.chats.incoming import Attached, Heard, Incoming
from engine.values.chats.outgoing import Ended, Noticed
from engine.values.chats.speech import SpokenKind
from engine.values.house.setting_scopes import SettingScope
from tests import calendar
from tests.servers.model import ModelServer, say
from tests.servers.voice import HTML, Answer, TranscriptionServer, answers, heard, refuses
from tests.turns.room import Room, config_for, enter, new_origin, opened

_numbers = itertools.count(1)
SAID = "Good morning, the ferry is late again."


def recording(seconds: int = 4, speech: SpokenKind | None = SpokenKind.VOICE, name: str = "voice-7.ogg") -> Attached:
    """A recording of its own, also to the tests behind: what was heard is known by the file's hash."""
    media_type = "video/mp4" if speech is SpokenKind.ROUND else "audio/ogg"
    return Attached(name, media_type, b"OggS%d" % next(_numbers), speech, seconds)


async def send(room: Room, text: str, *files: Attached, wait: bool = True) -> Heard:
    """Somebody sends recordings with a text, and has an answer."""
    room.position += 1
    now = calendar.now()
    became = await room.engine.turns.accept(
        Incoming(room.origin, f"v{room.position}", text, now, room.position, files=files)
    )
    if wait:
        await room.idle()
    return became


def said(room: Room) -> str:
    """What people said last, as the newest prompt has it."""
    return [text for role, text in room.prompt() if role == "user"][-1]


def told(room: Room) -> list[str]:
    return [it.notice.message for it in room.shown.of(Noticed)]


@pytest.fixture
async def model() -> AsyncIterator[ModelServer]:
    async with ModelServer(lambda _: say("Well.")) as server:
        yield server


@pytest.fixture
async def service() -> AsyncIterator[TranscriptionServer]:
    async with TranscriptionServer(key="sk-ears") as server:
        server.answer = heard(SAID)
        yield server


def listens(config: Config, service: TranscriptionServer) -> Config:
    """The same house with somebody who listens."""
    return config.model_copy(update={"transcription": VoiceConfig(url=f"{service.url}/v1", key=SecretStr("sk-ears"))})


@pytest.fixture
async def hearing(
    database_url: str, model: ModelServer, tmp_path: Path, service: TranscriptionServer
) -> AsyncIterator[Room]:
    """A channel of a house that listens."""
    origin = new_origin()
    async with opened(listens(config_for(database_url, tmp_path, model), service), origin.platform) as engine:
        yield await enter(engine, model, origin)


async def test_what_was_said_aloud_is_what_was_said(hearing: Room, service: TranscriptionServer) -> None:
    """A voice message reaches the character as the name of a file."""
    voice = recording()
    await send(hearing, "", voice)
    [asked] = service.heard
    assert (asked.filename, asked.media_type, asked.data) == ("audio.ogg", "audio/ogg", voice.data)
    assert asked.fields == {"model": "whisper-1", "response_format": "json"}
    assert said(hearing) == f"[voice message] {SAID}"
    [entry] = [it for it in await hearing.log() if it["person_id"] is not None]
    assert entry["text"] == f"[voice message] {SAID}", "it would be in no export and no memory"
    assert told(hearing) == []
    await hearing.drain()
    memories = await hearing.sql("SELECT text FROM derived WHERE space_id = $1", hearing.here.space)
    assert any(SAID in it["text"] for it in memories)


@pytest.mark.parametrize(
    ("speech", "language", "name", "mark"),
    [
        (SpokenKind.ROUND, "en", "audio.mp4", "[video message]"),
        (None, "en", "audio.ogg", "[audio]"),
        (SpokenKind.VOICE, "zh", "audio.ogg", "[语音消息]"),
        (SpokenKind.ROUND, "zh", "audio.mp4", "[视频消息]"),
    ],
)
async def test_every_kind_of_recording_has_its_mark(
    speech: SpokenKind | None, language: str, name: str, mark: str, hearing: Room, service: TranscriptionServer
) -> None:
    """The character cannot tell what was said from what was written, or is told so in another language."""
    await settings.put(hearing.ctx, hearing.here, SettingScope.SPACE, "language", language)
    await send(hearing, "Listen:", recording(speech=speech))
    assert service.heard[0].filename == name
    assert said(hearing) == f"Listen:\n{mark} {SAID}"


async def test_it_is_there_before_somebody_has_listened(hearing: Room, service: TranscriptionServer) -> None:
    """A message is lost when the process ends while a slow service listens, or answered without its words."""
    service.gate = asyncio.Event()
    assert await send(hearing, "", recording(), wait=False) is Heard.TAKEN
    await service.arrived()
    [row] = await hearing.sql("SELECT outcome, body FROM inbox WHERE space_id = $1", hearing.here.space)
    assert row["outcome"] is None
    await hearing.accept("Did you hear it?")
    await asyncio.wait([it.task for it in hearing.runner._serving.values()])
    assert hearing.model.generations == [], "what was said behind it is answered without it"
    service.gate.set()
    await hearing.idle()
    people = [text for role, text in hearing.prompt() if role == "user"]
    assert people[-2:] == [f"[voice message] {SAID}", "Did you hear it?"]


async def test_others_are_not_kept_waiting(hearing: Room, service: TranscriptionServer) -> None:
    """Nobody in a group is answered while one person's voice message is listened to."""
    service.gate = asyncio.Event()
    await send(hearing, "", recording(), wait=False)
    await service.arrived()
    bob = replace(hearing.origin, person="bob", person_name="Bob")
    await hearing.engine.turns.accept(Incoming(bob, "b1", "And me?", calendar.now(), 50))
    await hearing.shown.until(lambda it: bool(it.of(Ended)))
    assert said(hearing).endswith("And me?")
    service.gate.set()
    await hearing.idle()
    assert SAID in said(hearing)


async def test_the_next_process_listens_to_what_was_left(
    database_url: str, model: ModelServer, tmp_path: Path, service: TranscriptionServer
) -> None:
    """A voice message that came right before a crash is never answered."""
    origin = new_origin()
    config = listens(config_for(database_url, tmp_path, model), service)
    service.gate = asyncio.Event()
    async with opened(config, origin.platform) as engine:
        room = await enter(engine, model, origin)
        await send(room, "", recording(), wait=False)
        await service.arrived()
    assert model.generations == []
    service.gate.set()
    async with opened(config, origin.platform) as engine:
        await engine.turns.idle(room.here)
    assert f"[voice message] {SAID}" in model.generations[-1].prompt
    assert len(model.generations) == 1


async def test_the_same_file_is_listened_to_once(hearing: Room, service: TranscriptionServer) -> None:
    """Whoever sends a recording again pays for it again."""
    voice = recording()
    await send(hearing, "", voice)
    await send(hearing, "Again:", voice)
    assert len(service.heard) == 1
    assert said(hearing) == f"Again:\n[voice message] {SAID}"


FAILURES = [
    (refuses(401, "invalid_api_key"), "error-voice-key"),
    (refuses(429, "rate_limit_exceeded", "Rate limit reached"), "error-voice-rate"),
    (refuses(429, "insufficient_quota", "You exceeded your current quota"), "error-voice-key"),
    (refuses(413), "error-voice-too-much"),
    (refuses(404, "model_not_found", "The model `whisper-1` does not exist"), "error-voice-model"),
    (refuses(400, "", "Invalid file format."), "error-voice-refused"),
    (refuses(500), "error-voice-failed"),
    (answers(404, HTML, "text/html"), "error-voice-unreadable"),
    (answers(200, HTML, "text/html"), "error-voice-unreadable"),
    (answers(200, {"error": "failed to read audio data"}), "error-voice-refused"),
    (answers(200, {"text": None}), "error-voice-unreadable"),
    (answers(200, {"text": "x" * (1 << 20)}), "error-voice-unreadable"),
    (heard(" \n "), "voice-empty"),
]


@pytest.mark.parametrize(("answer", "message"), FAILURES)
async def test_what_goes_wrong_costs_its_words_alone(
    answer: Answer, message: str, hearing: Room, service: TranscriptionServer
) -> None:
    """A service that fails costs people their message, or they wonder why nobody knows what they said."""
    service.answer = answer
    await send(hearing, "Listen:", recording())
    assert told(hearing) == [message]
    assert said(hearing) == "Listen:\n[voice message, not heard]"
    assert hearing.ended[-1].text
    service.answer = heard(SAID)
    await send(hearing, "", recording())
    assert SAID in said(hearing)


async def test_a_service_that_is_away(hearing: Room, service: TranscriptionServer) -> None:
    """Nobody is answered any more once the machine that listens is switched off."""
    await service.__aexit__()
    await send(hearing, "", recording())
    assert told(hearing) == ["error-voice-unreachable"]
    assert hearing.ended[-1].text


async def test_a_service_that_never_answers(
    hearing: Room, service: TranscriptionServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person waits for ever for a service that hangs."""
    monkeypatch.setattr(listening, "WAIT", 0.05)
    service.gate = asyncio.Event()
    await send(hearing, "", recording(), recording())
    assert told(hearing) == ["error-voice-silent"] * 2
    assert said(hearing) == "[voice message, not heard]\n[voice message, not heard]"


async def test_what_is_too_long_is_not_sent(hearing: Room, service: TranscriptionServer) -> None:
    """An hour of a lecture goes to a service that takes money for each minute."""
    await send(hearing, "", recording(601), recording(600))
    [notice] = [it.notice for it in hearing.shown.of(Noticed)]
    assert (notice.message, dict(notice.data)) == ("voice-too-long", {"minutes": 11, "limit": 10})
    assert len(service.heard) == 1


async def test_words_that_nobody_may_say_there(hearing: Room, service: TranscriptionServer) -> None:
    """What a manager lets nobody write can be said."""
    await blocking.block_word(hearing.ctx, hearing.here, "ferry", everywhere=False)
    await send(hearing, "", recording())
    assert told(hearing) == ["error-word-blocked"]
    assert SAID not in said(hearing)


async def test_a_caption_can_be_edited(hearing: Room, service: TranscriptionServer) -> None:
    """What somebody said is gone once they mend the line below it."""
    await send(hearing, "Lisen", recording())
    await hearing.edit(f"v{hearing.position}", "Listen")
    await hearing.idle()
    await hearing.say("So?")
    assert f"Listen\n[voice message] {SAID}" in "\n".join(text for _, text in hearing.prompt())


async def test_what_was_said_aloud_is_quoted(hearing: Room, service: TranscriptionServer) -> None:
    """Who replies to a voice message replies to nothing."""
    await send(hearing, "", recording())
    await hearing.accept("What did I mean?", replied=f"v{hearing.position}")
    await hearing.idle()
    [row] = await hearing.sql("SELECT body FROM inbox WHERE space_id = $1 AND external = 'm2'", hearing.here.space)
    assert row["body"]["reply_to"]["text"] == f"[voice message] {SAID}"


async def test_a_deleted_message_is_not_answered(hearing: Room, service: TranscriptionServer) -> None:
    """Who deletes a voice message that is being listened to has it answered all the same."""
    service.gate = asyncio.Event()
    await send(hearing, "", recording(), wait=False)
    await service.arrived()
    await hearing.delete(f"v{hearing.position}")
    service.gate.set()
    await hearing.idle()
    assert hearing.model.generations == []
    assert not await hearing.sql("SELECT FROM transcript WHERE text = $1 AND made_at > now()", SAID)


async def test_nobody_listens_and_people_are_told_once(room: Room) -> None:
    """People wonder why the character ignores their voice messages, or hear at each one that it does."""
    await send(room, "", recording())
    assert said(room) == "[voice message, not heard]"
    await send(room, "And this", recording(speech=None, name="song.mp3"))
    assert said(room) == "And this\n[audio: song.mp3, not heard]"
    await room.say("Hm.")
    assert told(room) == ["voice-unheard"]


async def test_what_was_said_goes_with_its_speaker(hearing: Room, service: TranscriptionServer) -> None:
    """Somebody asks to be forgotten, and what they said aloud is still known."""
    voice = recording()
    kept = "SELECT text FROM transcript WHERE sha256 = $1"
    await send(hearing, "", voice)
    assert await hearing.sql(kept, sha256(voice.data).hexdigest())
    await forgetting.forget_me(hearing.ctx, hearing.engine.runner, hearing.here)
    await hearing.drain()
    assert not await hearing.sql(kept, sha256(voice.data).hexdigest())
    assert not await hearing.sql(
        "SELECT FROM inbox WHERE space_id = $1 AND body::text LIKE '%ferry%'", hearing.here.space
    )


async def test_what_it_takes_is_counted(hearing: Room, service: TranscriptionServer) -> None:
    """Voice messages use up what a day allows, and nobody sees it."""
    await send(hearing, "", recording(30))
    await hearing.ctx.spending.store(hearing.db)
    [used] = await hearing.sql(
        "SELECT role, prompt_tokens, person_id FROM usage WHERE space_id = $1 AND kind = 'voice'", hearing.here.space
    )
    assert used["role"] == "transcription"
    assert used["prompt_tokens"] > 300
    assert used["person_id"] == hearing.here.person
