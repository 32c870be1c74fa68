"""``doctor``: each part a line, the problems with what to do, an exit code for scripts."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot import doctor
from bot.doctor import Manner
from bot.platforms import examinations
from engine.config.config import Config
from engine.config.platforms import DiscordConfig, TelegramConfig
from engine.config.reading import read_config
from engine.errors import ModelKeyRefused
from engine.llm.context import ContextFinding, Proof
from engine.llm.examine import OWN_PROBE, PAID_PROBE, finding_from
from engine.llm.http import Http
from engine.values.house.house import DoctorPart
from engine.values.models.models import Endpoint, Format, RoleName
from engine.voice.speaking import SpeechMaker
from engine.voice.transcribing import Transcriber
from engine.web.providers import Brave, SearXng
from tests.bot_first_run.conftest import NOBODY, SPEECH, MakeHouse, person
from tests.conftest import NewDatabase
from tests.servers.discord import discord_server
from tests.servers.model import ModelServer, Script, Seen, fail, say
from tests.servers.search import BraveServer, SearXngServer, found, row
from tests.servers.telegram import telegram_server
from tests.servers.voice import SpeechServer, TranscriptionServer, sound

WORKER = Endpoint("here", Format.OPENAI, "http://127.0.0.1/v1", "m")


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Config:
    monkeypatch.setenv("OMOIDE_DATA_DIR", str(tmp_path / "not" / "yet"))
    monkeypatch.chdir(tmp_path)
    return read_config()[0]


def _endpoint(models: ModelServer, key: str | None = None) -> Endpoint:
    return Endpoint("here", Format.OPENAI, models.url, "m", SecretStr(key) if key else None, 8_000)


def _remembers(seen: Seen) -> Script:
    """Answers the long probe as a model does that read all of it."""
    word = seen.prompt.partition("secret word is ")[2].partition(".")[0]
    return say(word, usage=(7_200, 5))


async def test_a_whole_house_is_well(
    config: Config, make_house: MakeHouse, models: ModelServer, database_url: str
) -> None:
    """Somebody with a sound installation would be sent looking for faults, or a script would stop."""
    models.answer = _remembers
    endpoints = {RoleName.CHAT: (_endpoint(models),), RoleName.EMBEDDING: (_endpoint(models),)}
    someone = person()
    house = make_house(endpoints=endpoints, database_url=database_url)
    assert await doctor.run(config, someone.console(), house, {}, Manner()) == 0, someone.heard
    for part in ("Program", "Data folder", "Database", "Chat model", "Utility model", "Embedding model", "Clock"):
        assert f"ok       {part}: " in someone.heard
    assert re.search(r"Database: (Nobody lets|\d+ \w+ lets?) characters write first", someone.heard)
    assert "m at here answers and takes 8,000 tokens" in someone.heard
    assert "PROBLEM" not in someone.heard
    assert not config.data_dir.exists()


async def test_each_problem_says_what_to_do(config: Config, make_house: MakeHouse, models: ModelServer) -> None:
    """Who asks the doctor would only hear that something is wrong; or one problem would hide the next."""
    models.answer = lambda _: fail(401)
    endpoints = {RoleName.CHAT: (_endpoint(models, "sk-secret"),)}
    someone = person()
    house = make_house(endpoints=endpoints, database_url="postgresql://nobody@127.0.0.1:9/x")
    assert await doctor.run(config, someone.console(), house, {}, Manner()) == 1
    assert "PROBLEM  Database: The database doesn't answer" in someone.heard
    assert "PROBLEM  Chat model: here doesn't accept the key for m." in someone.heard
    assert "sk-secret" not in someone.heard


async def test_a_database_that_is_not_there_yet_is_no_problem(config: Config, make_house: MakeHouse) -> None:
    """Before the first run, everything would seem broken; and asking would already make a database."""
    someone = person()
    house = make_house()
    assert await doctor.run(config, someone.console("zh"), house, {}, Manner()) == 0, someone.heard
    assert "首次启动时会自动创建" in someone.heard
    assert not house.database_folder.exists()


async def test_tables_of_an_older_version_are_a_problem(
    config: Config, make_house: MakeHouse, new_database: NewDatabase
) -> None:
    """After an upgrade of the code alone, nobody would know that the migration is missing."""
    someone = person()
    assert await doctor.run(config, someone.console(), make_house(database_url=await new_database()), {}, Manner()) == 1
    assert "bot migrate" in someone.heard


async def test_quiet_says_problems_only_and_costs_nothing(
    config: Config, make_house: MakeHouse, models: ModelServer, database_url: str
) -> None:
    """A container's health check would pay for a model's reply every half minute, and fill the log."""
    endpoints = {RoleName.CHAT: (_endpoint(models),)}
    someone = person()
    house = make_house(endpoints=endpoints, database_url=database_url)
    assert await doctor.run(config, someone.console(), house, {}, Manner(quiet=True)) == 0
    assert someone.heard == ""
    assert models.generations == []
    house = make_house(
        endpoints={RoleName.CHAT: (Endpoint("x", Format.OPENAI, NOBODY, "m"),)}, database_url=database_url
    )
    assert await doctor.run(config, someone.console(), house, {}, Manner(quiet=True)) == 1
    assert someone.heard.startswith("PROBLEM  Chat model: x can't be reached")


def test_a_silent_cut_is_a_problem() -> None:
    """Characters would forget the beginning of every prompt, and nothing would say why."""
    cut = finding_from(DoctorPart.CHAT, ContextFinding(WORKER, 32_768, Proof.CUT, 4_000), OWN_PROBE)
    assert (cut.ok, cut.message) == (False, "doctor-model-cuts")
    assert cut.data["name"] == "OMOIDE_CHAT__CONTEXT"
    refused = finding_from(DoctorPart.CHAT, ContextFinding(WORKER, 32_768, Proof.REFUSED), OWN_PROBE)
    assert (refused.ok, refused.message) == (False, "doctor-model-refuses")
    problem = ModelKeyRefused(endpoint="here", model="m")
    assert (
        finding_from(DoctorPart.CHAT, ContextFinding(WORKER, problem=problem), PAID_PROBE).message == "error-model-key"
    )


@pytest.mark.parametrize("proof", list(Proof))
@pytest.mark.parametrize("context", [None, 8_000])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_outcome_of_a_check_has_words(proof: Proof, context: int | None, language: str) -> None:
    """The line about the model would be an identifier, or have a hole."""
    found = finding_from(DoctorPart.UTILITY, ContextFinding(WORKER, context, proof), PAID_PROBE)
    speaker = SPEECH.speaker(language)
    assert speaker.knows(found.message)
    assert "{" not in speaker.say(found.message, **found.data)


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """The first start would fail with a database's error instead of the folder's name."""
    (tmp_path / "file").write_text("")
    problem, *_ = doctor.data_folder(tmp_path / "file" / "data")
    assert not problem.ok
    assert problem.data["folder"] == str(tmp_path / "file" / "data")


def test_a_missing_package_is_named(tmp_path: Path) -> None:
    """A half installation would only show as a traceback later."""
    lock = tmp_path / "lock"
    lock.write_text("aiohttp==3.0 \\\n    --hash=x\nno-such-package==1.0 \\\n    --hash=x\nother==1 ; win32 \\\n")
    assert doctor.packages(lock).data == {"names": "no-such-package"}


def test_a_terminal_without_unicode_and_a_wrong_clock_are_told() -> None:
    """Chinese would come out as question marks, and every connection would fail, without a reason."""
    assert not doctor.terminal("ascii").ok
    assert doctor.terminal("UTF-8").ok
    assert not doctor.clock(datetime(1970, 1, 2, tzinfo=UTC), "UTC").ok


async def test_the_bots_are_asked_for(
    config: Config, make_house: MakeHouse, models: ModelServer, database_url: str
) -> None:
    """A token that was copied wrongly would be noticed only by people whom nobody answers."""
    models.answer = _remembers
    house = make_house(endpoints={RoleName.CHAT: (_endpoint(models),)}, database_url=database_url)
    async with discord_server() as discord, telegram_server() as telegram:
        given = config.model_copy(
            update={
                "discord": DiscordConfig(token=SecretStr(discord.token), api_url=discord.api_url),
                "telegram": TelegramConfig(
                    token=SecretStr("12345:wrong"), api_url=telegram.api_url, file_url=telegram.file_url
                ),
            }
        )
        someone = person()
        assert await doctor.run(given, someone.console(), house, examinations(given), Manner(quick=True)) == 1
    assert "ok       Discord: omoide can log in." in someone.heard
    assert "PROBLEM  Telegram: Telegram doesn't accept the bot" in someone.heard
    assert "OMOIDE_TELEGRAM__TOKEN" in someone.heard
    assert "12345:wrong" not in someone.heard


async def test_web_search_is_off_until_somebody_sets_it_up(config: Config, make_house: MakeHouse) -> None:
    """Who needs no search would see a problem; who wants one would not learn how."""
    someone = person()
    await doctor.run(config, someone.console(), make_house(), {}, Manner())
    assert (
        "ok       Web search: It is off; OMOIDE_SEARCH__URL, OMOIDE_SEARCH__KEY or OMOIDE_SEARCH__MCP__COMMAND"
        in someone.heard
    )


async def test_a_service_that_listens_is_tried(config: Config, make_house: MakeHouse) -> None:
    """Who set up voice messages would learn in a chat that nobody listens, or what to mend only from a log."""
    someone = person()
    assert await doctor.run(config, someone.console(), make_house(), {}, Manner(quick=True)) == 0
    assert "ok       Voice messages: Nobody listens to them; OMOIDE_TRANSCRIPTION__URL" in someone.heard
    http = Http()
    async with TranscriptionServer(key="sk-ears") as service:
        for key, told in (
            ("sk-ears", "ok       Voice messages: 127.0.0.1 listens, with whisper-1."),
            ("sk-nose", "PROBLEM  Voice messages: 127.0.0.1 doesn't accept the key"),
        ):
            listening = Transcriber(service.url, "whisper-1", SecretStr(key), http)
            house = replace(make_house(), listening=listening)
            await doctor.run(config, someone.console(), house, {}, Manner())
            assert told in someone.heard
        assert service.heard[0].data.startswith(b"RIFF")
        asked = len(service.heard)
        assert [it.message for it in await house.hearing(quick=True)] == ["doctor-voice-set"]
        assert len(service.heard) == asked
    await http.aclose()


async def test_a_service_that_speaks_is_tried(config: Config, make_house: MakeHouse) -> None:
    """Who set up speech would learn in a chat that nothing is said, or that files come instead of voice messages."""
    someone = person()
    await doctor.run(config, someone.console(), make_house(), {}, Manner(quick=True))
    assert "ok       Read aloud: Nobody reads replies aloud; OMOIDE_SPEECH__URL" in someone.heard
    http = Http()
    async with SpeechServer() as service:
        speaking = SpeechMaker(service.url, "tts-1", "alloy", None, http)
        house = replace(make_house(), speaking=speaking)
        await doctor.run(config, someone.console(), house, {}, Manner())
        assert "ok       Read aloud: 127.0.0.1 speaks, with tts-1." in someone.heard
        service.answer = lambda: sound(b"ID3 song")
        await doctor.run(config, someone.console(), house, {}, Manner())
        assert "but not as Opus in Ogg" in someone.heard
        house = replace(house, speaking=SpeechMaker(service.url, "gone", "alloy", None, http))
        await doctor.run(config, someone.console(), house, {}, Manner())
        assert "PROBLEM  Read aloud: 127.0.0.1 has no model called gone. Check OMOIDE_SPEECH__MODEL." in someone.heard
        asked = len(service.asked_for)
        assert [it.message for it in await house.speech(quick=True)] == ["doctor-voice-set"]
        assert len(service.asked_for) == asked
    await http.aclose()


async def test_each_provider_of_web_search_is_asked(config: Config, make_house: MakeHouse) -> None:
    """A SearXNG as it is installed answers no program; characters would find nothing, and nobody would know why."""
    http = Http()
    async with SearXngServer() as good, SearXngServer(formats=["html"]) as bare, BraveServer() as brave:
        good.answer = found(row("Rain", "https://rain.example/"))
        key = SecretStr("BSA-canary")
        searching = (SearXng(good.url, http), SearXng(bare.url, http), Brave(key, http, brave.url))
        house = replace(make_house(), searching=searching)
        someone = person()
        assert await doctor.run(config, someone.console(), house, {}, Manner()) == 1
        assert "ok       Web search: SearXNG answers; it found one page about the weather." in someone.heard
        assert "PROBLEM  Web search: SearXNG doesn't give out JSON. In its settings.yml" in someone.heard
        assert "PROBLEM  Web search: Brave doesn't accept the key. Check OMOIDE_SEARCH__KEY." in someone.heard
        assert "canary" not in someone.heard
        good.answer = found()
        assert (await house.searches(quick=False))[0].message == "doctor-search-empty"
        asked = len(brave.asked)
        assert [it.message for it in await house.searches(quick=True)] == ["doctor-search-set"] * 3
        assert len(brave.asked) == asked, "it is paid for"
    await http.aclose()
