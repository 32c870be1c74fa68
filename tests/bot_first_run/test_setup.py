"""The wizard: every answer is tried, mistakes can be put right, nothing is lost or shown that should not be."""

import os
import stat
from pathlib import Path

import pytest
from dotenv import dotenv_values

from bot import setup
from bot.console import Console
from bot.endpoint_questions import matching
from bot.platforms import trials
from engine.config import read_config
from tests.bot_first_run.conftest import NOBODY, SPEECH, MakeHouse, Person, person
from tests.conftest import NewDatabase
from tests.servers.discord import discord_server
from tests.servers.model import ModelServer, fail, say
from tests.servers.telegram import telegram_server

OTHER, GEMINI = "7", "4"
KEEP = ("", "", "")
"""No utility model, no embedding model, no database of one's own."""
YES = ""


async def _run(house_of: MakeHouse, env: Path, answers: Person, language: str = "en") -> int:
    return await setup.run(answers.console(language), house_of(), {}, env)


async def test_answers_that_work_are_written(models: ModelServer, make_house: MakeHouse, tmp_path: Path) -> None:
    """Somebody would answer every question and still have no model."""
    models.script(say("Hello"))
    env = tmp_path / ".env"
    someone = person("2", OTHER, models.url, "sk-secret", "m", *KEEP, YES)
    assert await _run(make_house, env, someone) == 0
    config, unknown = read_config(env)
    assert config.chat is not None
    assert (config.chat.url, config.chat.model, config.language, unknown) == (models.url, "m", "zh", ())
    assert config.chat.key is not None
    assert config.chat.key.get_secret_value() == "sk-secret"
    assert stat.S_IMODE(env.stat().st_mode) == 0o600
    assert models.generations[0].headers["Authorization"] == "Bearer sk-secret"


async def test_a_secret_is_hidden_while_it_is_typed_and_shown(
    models: ModelServer, make_house: MakeHouse, tmp_path: Path
) -> None:
    """Who looks over the shoulder, or reads the scrolled terminal, would have the key."""
    models.script(say("Hello"))
    someone = person("", OTHER, models.url, "sk-secret", "m", *KEEP, YES)
    await _run(make_house, tmp_path / ".env", someone)
    assert "sk-secret" not in someone.heard
    assert any("Key" in question for question in someone.hidden)
    assert "OMOIDE_CHAT__KEY=••••••" in someone.heard
    assert setup.shown("DATABASE_URL", "postgresql://me:pw@host:5432/db") == "postgresql://me:••••••@host:5432/db"


async def test_a_wrong_key_can_be_put_right(models: ModelServer, make_house: MakeHouse, tmp_path: Path) -> None:
    """A typing mistake in the key would mean to begin again, or to be told nothing but that it failed."""
    models.script(fail(401), say("Hello"))
    someone = person("", OTHER, models.url, "wrong", "m", "2", "right", *KEEP, YES)
    assert await _run(make_house, tmp_path / ".env", someone) == 0
    assert "does not accept the key" in someone.heard
    assert dotenv_values(tmp_path / ".env")["OMOIDE_CHAT__KEY"] == "right"
    assert "It says: Hello" in someone.heard


async def test_a_wrong_address_is_told_before_the_model_is_asked_for(
    models: ModelServer, make_house: MakeHouse, tmp_path: Path
) -> None:
    """Somebody would look for a model's name that no list can show."""
    models.script(say("Hello"))
    someone = person("", OTHER, "nonsense nonsense", f"{NOBODY}/v1", "", "1", models.url, "m", *KEEP, YES)
    assert await _run(make_house, tmp_path / ".env", someone) == 0
    assert "no web address" in someone.heard
    assert "cannot be reached" in someone.heard


async def test_a_missing_model_can_be_put_right(models: ModelServer, make_house: MakeHouse, tmp_path: Path) -> None:
    """A misspelt model would be stored, and every reply would fail."""
    models.others["/v1/models"] = {"data": [{"id": "gpt-large"}, {"id": "gpt-small"}, {"id": "other"}]}
    models.script(fail(404, "The model `mini` does not exist", "model_not_found"), say("Hello"))
    someone = person("", OTHER, models.url, "", "mini", "3", "gpt", "2", *KEEP, YES)
    assert await _run(make_house, tmp_path / ".env", someone) == 0
    assert "has no model called mini" in someone.heard
    assert dotenv_values(tmp_path / ".env")["OMOIDE_CHAT__MODEL"] == "gpt-small"


async def test_what_fails_can_be_kept_all_the_same(models: ModelServer, make_house: MakeHouse, tmp_path: Path) -> None:
    """Who sets up before the model server is started could not finish."""
    someone = person("", OTHER, f"{NOBODY}/v1", "", "4", "later", *KEEP, YES)
    assert await _run(make_house, tmp_path / ".env", someone) == 0
    assert dotenv_values(tmp_path / ".env")["OMOIDE_CHAT__MODEL"] == "later"


async def test_a_change_of_service_leaves_nothing_of_the_old_one(
    models: ModelServer, make_house: MakeHouse, tmp_path: Path
) -> None:
    """The new model would be asked in the old format, with the old key, within the old context."""
    env = tmp_path / ".env"
    env.write_text("# mine\nOMOIDE_CHAT__FORMAT=gemini\nOMOIDE_CHAT__KEY=old\nOMOIDE_CHAT__CONTEXT=4096\nX=1\n")
    models.script(say("Hello"))
    await _run(make_house, env, person("", OTHER, models.url, "", "m", *KEEP, YES))
    assert dotenv_values(env) == {
        "X": "1",
        "OMOIDE_LANGUAGE": "en",
        "OMOIDE_CHAT__URL": models.url,
        "OMOIDE_CHAT__MODEL": "m",
    }
    assert env.read_text().startswith("# mine\n")


async def test_a_utility_model_is_set_up_too(models: ModelServer, make_house: MakeHouse, tmp_path: Path) -> None:
    """Background work would run on the dear model although a cheap one was named."""
    models.script(say("Hello"), say("Hello"))
    someone = person("", OTHER, models.url, "", "m", "1", OTHER, models.url, "", "m", "", "", YES)
    assert await _run(make_house, tmp_path / ".env", someone) == 0
    assert dotenv_values(tmp_path / ".env")["OMOIDE_UTILITY__MODEL"] == "m"


async def test_a_database_is_tried(
    models: ModelServer, make_house: MakeHouse, tmp_path: Path, new_database: NewDatabase
) -> None:
    """A wrong database address would only show at the next start; an empty database is a right one."""
    models.script(say("Hello"))
    url = await new_database()
    wrong = "postgresql://nobody@127.0.0.1:9/x"
    someone = person("", OTHER, models.url, "", "m", "", "", "mysql://x", wrong, "", url, YES)
    assert await _run(make_house, tmp_path / ".env", someone) == 0
    assert "no Postgres address" in someone.heard
    assert "does not answer" in someone.heard
    assert dotenv_values(tmp_path / ".env")["DATABASE_URL"] == url


@pytest.mark.parametrize("answers", [(), (OTHER,), ("1", "x", "9")])
async def test_leaving_writes_nothing(make_house: MakeHouse, tmp_path: Path, answers: tuple[str, ...]) -> None:
    """Half an answer would replace a configuration that worked."""
    env = tmp_path / ".env"
    env.write_text("A=1\n")
    someone = person(*answers)
    assert await _run(make_house, env, someone) == 1
    assert env.read_text() == "A=1\n"
    assert "Nothing was written." in someone.heard


async def test_no_can_be_said_at_the_end(models: ModelServer, make_house: MakeHouse, tmp_path: Path) -> None:
    """Who sees a mistake in the summary could only watch it being written."""
    models.script(say("Hello"))
    assert await _run(make_house, tmp_path / ".env", person("", OTHER, models.url, "", "m", *KEEP, "n")) == 1
    assert not (tmp_path / ".env").exists()


async def test_without_a_terminal_the_names_are_told(make_house: MakeHouse, tmp_path: Path) -> None:
    """In a container the wizard would wait for ever, or die without a word."""
    said: list[str] = []
    console = Console(SPEECH.speaker("en"), said.append, None)
    assert await setup.run(console, make_house(), {}, tmp_path / ".env") == 2
    assert "OMOIDE_CHAT__URL" in "".join(said)


async def test_what_the_environment_overrides_is_told(
    models: ModelServer, make_house: MakeHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new model in the file would have no effect, and nobody would see why."""
    monkeypatch.setitem(os.environ, "OMOIDE_CHAT__MODEL", "older")
    models.script(say("Hello"))
    someone = person("", OTHER, models.url, "", "m", *KEEP, YES)
    await _run(make_house, tmp_path / ".env", someone)
    assert "OMOIDE_CHAT__MODEL." in someone.heard


async def test_tokens_are_tried_and_the_bots_links_are_told(
    models: ModelServer, make_house: MakeHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody would copy a token wrongly, or hold a good one and not know how to bring the bot to a server."""
    models.script(say("Hello"))
    env = tmp_path / ".env"
    async with discord_server() as discord, telegram_server() as telegram:
        for name, value in {
            "OMOIDE_DISCORD__TOKEN": "unset",
            "OMOIDE_DISCORD__API_URL": discord.api_url,
            "OMOIDE_TELEGRAM__TOKEN": "unset",
            "OMOIDE_TELEGRAM__API_URL": telegram.api_url,
        }.items():
            monkeypatch.setenv(name, value)
        asked = trials(read_config(env)[0])
        monkeypatch.delenv("OMOIDE_DISCORD__TOKEN")
        monkeypatch.delenv("OMOIDE_TELEGRAM__TOKEN")
        models_answers = ("", OTHER, models.url, "", "m", "", "")
        tokens = ("1234567:ABCdefGHIjklMNOpqrsTUVwxyz", "wrong", "", discord.token, telegram.token)
        someone = person(*models_answers, *tokens, "", YES)
        assert await setup.run(someone.console(), make_house(), asked, env) == 0
    written = dotenv_values(env)
    assert (written["OMOIDE_DISCORD__TOKEN"], written["OMOIDE_TELEGRAM__TOKEN"]) == (discord.token, telegram.token)
    assert "That looks like a token of Telegram." in someone.heard
    assert "Discord does not accept the bot" in someone.heard
    assert f"client_id={discord.bot.id}" in someone.heard
    assert f"https://t.me/{telegram.bot.username}" in someone.heard
    assert discord.token not in someone.heard
    assert telegram.token not in someone.heard


def test_a_model_is_meant_by_number_name_or_part() -> None:
    """A number would pick another model than the one beside it."""
    names = ("gpt-4", "gpt-4-mini", "x")
    assert matching("2", names, ("x", "gpt-4")) == ("gpt-4",)
    assert matching("gpt-4", names, names) == ("gpt-4",)
    assert matching("GPT", names, names) == ("gpt-4", "gpt-4-mini")
    assert matching("9", names, names) == ()
