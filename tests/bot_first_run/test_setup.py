"""The wizard: every answer is tried, mistakes can be put right, nothing is lost or shown that should not be."""

import os
import stat
from pathlib import Path

import pytest
from dotenv import dotenv_values
from pydantic import SecretStr

from bot.console import Console
from bot.platform_questions import KnownBot, Trial
from bot.platforms import trials
from bot.setup import env_file, wizard
from bot.setup.endpoint_questions import ask_price, matching
from engine.config.reading import read_config
from engine.errors import PlatformUnreachable
from engine.values.house.allowances import Price
from engine.values.models.models import Endpoint, Format
from tests.bot_first_run.conftest import NOBODY, SPEECH, MakeHouse, Person, person
from tests.conftest import NewDatabase
from tests.servers.discord import DiscordServer, discord_server
from tests.servers.model import ModelServer, fail, say
from tests.servers.telegram import TelegramServer, telegram_server

OTHER, GEMINI = "7", "4"
KEEP = ("", "", "", "", "", "")
"""No utility model, no embedding model, no web search, nobody who listens or speaks, no database of one's own."""
YES = ""
SWITCH = "Switch it on under “Privileged Gateway Intents”: https://discord.com/developers/applications"


async def _run(house_of: MakeHouse, env: Path, answers: Person, language: str = "en") -> int:
    return await wizard.run(answers.console(language), house_of(), {}, env)


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
    assert wizard.shown("DATABASE_URL", "postgresql://me:pw@host:5432/db") == "postgresql://me:••••••@host:5432/db"


async def test_a_wrong_key_can_be_put_right(models: ModelServer, make_house: MakeHouse, tmp_path: Path) -> None:
    """A typing mistake in the key would mean to begin again, or to be told nothing but that it failed."""
    models.script(fail(401), say("Hello"))
    someone = person("", OTHER, models.url, "wrong", "m", "2", "right", *KEEP, YES)
    assert await _run(make_house, tmp_path / ".env", someone) == 0
    assert "doesn't accept the key" in someone.heard
    assert dotenv_values(tmp_path / ".env")["OMOIDE_CHAT__KEY"] == "right"
    assert "Its answer: Hello" in someone.heard


async def test_a_wrong_address_is_told_before_the_model_is_asked_for(
    models: ModelServer, make_house: MakeHouse, tmp_path: Path
) -> None:
    """Somebody would look for a model's name that no list can show."""
    models.script(say("Hello"))
    someone = person("", OTHER, "nonsense nonsense", f"{NOBODY}/v1", "", "1", models.url, "m", *KEEP, YES)
    assert await _run(make_house, tmp_path / ".env", someone) == 0
    assert "isn't a web address" in someone.heard
    assert "can't be reached" in someone.heard


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
    someone = person("", OTHER, models.url, "", "m", "1", OTHER, models.url, "", "m", "", "", "", "", "", YES)
    assert await _run(make_house, tmp_path / ".env", someone) == 0
    assert dotenv_values(tmp_path / ".env")["OMOIDE_UTILITY__MODEL"] == "m"


async def test_the_price_is_what_the_service_says(models: ModelServer, make_house: MakeHouse, tmp_path: Path) -> None:
    """Somebody would have to look up the price of each model, and budgets in cents would count nothing."""
    prices = {"m": ("0.00000027", "0.0000011"), "auto": ("-1", "-1"), "odd": (None, "x")}
    listed = [{"id": it, "pricing": {"prompt": read, "completion": said}} for it, (read, said) in prices.items()]
    listed[0]["pricing"]["input_cache_read"] = "0.00000007"
    models.others["/v1/models"] = {"data": listed}
    models.script(say("Hello"))
    env = tmp_path / ".env"
    someone = person("", OTHER, models.url, "", "1", *KEEP, YES)
    assert await _run(make_house, env, someone) == 0
    assert "charges $0.27 per million tokens read, $1.1 per million tokens written" in someone.heard
    assert "100 messages cost about US$" in someone.heard
    config, _ = read_config(env)
    assert config.chat is not None
    assert (config.chat.price_in, config.chat.price_cached, config.chat.price_out) == (0.27, 0.07, 1.1)
    offered = await make_house().offers(Endpoint("x", Format.OPENAI, models.url, "*"))
    assert offered == {"m": Price(0.27, 1.1, 0.07), "auto": None, "odd": None}


async def test_a_price_that_nobody_tells_is_asked_for() -> None:
    """Who knows the price could not say it, or a slip would make every message free."""
    someone = person("much", "1", "-1 2", "nan 1", "0.27 / 1.10")
    assert await ask_price(someone.console()) == Price(0.27, 1.1)
    assert someone.heard.count("Please type two numbers") == 4
    assert await ask_price(person("").console("zh")) is None


async def test_one_question_back(models: ModelServer, make_house: MakeHouse, tmp_path: Path) -> None:
    """A slip would mean to begin again; or what works would be tried once more for each step back."""
    models.script(say("Hello"), say("Hello"))
    env = tmp_path / ".env"
    language = ("back", "", "back", "2", "nine", "返回", "1")  # back from the first question; from the service, twice
    service = (OTHER, "nonsense nonsense", "back", OTHER, models.url)
    key = ("typo", "back", "sk-right")
    model = ("m", "上一步", "m")  # both times it is asked: the way back is to choose another
    others = ("", "back", "", "", "BACK", "", "", "", "", "", "back", "")  # utility … web search, voice, database
    someone = person(*language, *service, *key, *model, *others, YES)
    assert await _run(make_house, env, someone) == 0
    assert not someone.answers
    written = dotenv_values(env)
    assert (written["OMOIDE_CHAT__KEY"], written["OMOIDE_LANGUAGE"]) == ("sk-right", "en")
    assert len(models.generations) == 2, "what was tried is not tried again for a step back behind it"
    assert "to return to the previous question" in someone.heard
    assert "输入“返回”" in someone.heard


async def test_a_database_is_tried(
    models: ModelServer, make_house: MakeHouse, tmp_path: Path, new_database: NewDatabase
) -> None:
    """A wrong database address would only show at the next start; an empty database is a right one."""
    models.script(say("Hello"))
    url = await new_database()
    wrong = "postgresql://nobody@127.0.0.1:9/x"
    someone = person("", OTHER, models.url, "", "m", "", "", "", "", "", "mysql://x", wrong, "", url, YES)
    assert await _run(make_house, tmp_path / ".env", someone) == 0
    assert "isn't a Postgres address" in someone.heard
    assert "doesn't answer" in someone.heard
    assert dotenv_values(tmp_path / ".env")["DATABASE_URL"] == url


@pytest.mark.parametrize("answers", [(), (OTHER,), ("1", "x", "9")])
async def test_leaving_writes_nothing(make_house: MakeHouse, tmp_path: Path, answers: tuple[str, ...]) -> None:
    """Half an answer would replace a configuration that worked."""
    env = tmp_path / ".env"
    env.write_text("A=1\n")
    someone = person(*answers)
    assert await _run(make_house, env, someone) == 1
    assert env.read_text() == "A=1\n"
    assert "Nothing was saved." in someone.heard


async def test_no_can_be_said_at_the_end(models: ModelServer, make_house: MakeHouse, tmp_path: Path) -> None:
    """Who sees a mistake in the summary could only watch it being written."""
    models.script(say("Hello"))
    assert await _run(make_house, tmp_path / ".env", person("", OTHER, models.url, "", "m", *KEEP, "n")) == 1
    assert not (tmp_path / ".env").exists()


async def test_without_a_terminal_the_names_are_told(make_house: MakeHouse, tmp_path: Path) -> None:
    """In a container the wizard would wait for ever, or die without a word."""
    said: list[str] = []
    console = Console(SPEECH.speaker("en"), said.append, None)
    assert await wizard.run(console, make_house(), {}, tmp_path / ".env") == 2
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


def _trials(
    monkeypatch: pytest.MonkeyPatch, discord: DiscordServer, telegram: TelegramServer, env: Path
) -> dict[str, Trial]:
    """Asks these servers, as a house does that is told to."""
    with monkeypatch.context() as told:
        for name, value in {
            "OMOIDE_DISCORD__TOKEN": "unset",
            "OMOIDE_DISCORD__API_URL": discord.api_url,
            "OMOIDE_TELEGRAM__TOKEN": "unset",
            "OMOIDE_TELEGRAM__API_URL": telegram.api_url,
        }.items():
            told.setenv(name, value)
        return trials(read_config(env)[0])


async def test_tokens_are_tried_and_the_bots_links_are_told(
    models: ModelServer, make_house: MakeHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody would copy a token wrongly, or hold a good one and not know how to bring the bot to a server."""
    models.script(say("Hello"))
    env = tmp_path / ".env"
    async with discord_server(message_content=False) as discord, telegram_server() as telegram:
        asked = _trials(monkeypatch, discord, telegram, env)
        models_answers = ("", OTHER, models.url, "", "m", "", "")
        tokens = ("1234567:ABCdefGHIjklMNOpqrsTUVwxyz", "wrong", "", discord.token, telegram.token)
        someone = person(*models_answers, *tokens, "", "", "", "", YES)
        assert await wizard.run(someone.console(), make_house(), asked, env) == 0
    written = dotenv_values(env)
    assert (written["OMOIDE_DISCORD__TOKEN"], written["OMOIDE_TELEGRAM__TOKEN"]) == (discord.token, telegram.token)
    assert "That looks like a token of Telegram." in someone.heard
    assert "Discord doesn't accept the bot" in someone.heard
    assert f"client_id={discord.bot.id}" in someone.heard
    assert f"https://t.me/{telegram.bot.username}" in someone.heard
    assert discord.token not in someone.heard
    assert telegram.token not in someone.heard
    assert (
        f"Intent is off: in servers the bot can read only mentions and replies to it. "
        f"{SWITCH}/{discord.world.application}/bot" in someone.heard
    )
    assert "Privacy mode is on" in someone.heard
    assert "“make serve” starts the bot on Discord and Telegram." in someone.heard


async def test_what_stands_in_the_file_is_kept_by_enter(
    make_house: MakeHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who only wants to see whether the bot may read would have to find every key and token once more."""
    env = tmp_path / ".env"
    async with discord_server() as discord, telegram_server(privacy=False) as telegram:
        stood = {
            "OMOIDE_LANGUAGE": "zh",
            "OMOIDE_CHAT__URL": "https://user:hidden@api.example.org/v1",
            "OMOIDE_CHAT__MODEL": "big",
            "OMOIDE_CHAT__KEY": "sk-secret",
            "OMOIDE_DISCORD__TOKEN": discord.token,
            "OMOIDE_TELEGRAM__TOKEN": telegram.token,
            "DATABASE_URL": "postgresql://me:hidden@host:5432/db",
        }
        env.write_text("".join(f"{name}={value}\n" for name, value in stood.items()))
        before = env.read_text()
        asked = _trials(monkeypatch, discord, telegram, env)
        someone = person(*[""] * 11)
        assert await wizard.run(someone.console("zh"), make_house(), asked, env) == 0
    assert env.read_text() == before
    assert "big（https://api.example.org/v1，密钥 ••••••）" in someone.heard
    assert "[回车：沿用 postgresql://me:••••••@host:5432/db]" in someone.heard
    assert someone.heard.count("机器人的令牌 [回车：沿用 ••••••]") == 1
    assert "Message Content Intent 已打开" in someone.heard
    assert "隐私模式已关闭" in someone.heard
    assert "启动 Discord 和 Telegram 上的机器人" in someone.heard
    assert not [it for it in (discord.token, telegram.token, "sk-secret", "hidden") if it in someone.heard]


async def test_one_answer_of_a_model_can_be_changed(models: ModelServer, make_house: MakeHouse, tmp_path: Path) -> None:
    """A new key, or another model of the same service, would mean to answer everything anew."""
    env = tmp_path / ".env"
    env.write_text(f"OMOIDE_CHAT__URL={models.url}\nOMOIDE_CHAT__MODEL=m\nOMOIDE_CHAT__CONTEXT=4096\n")
    models.script(say("Hello"), say("Hello"))
    assert await _run(make_house, env, person("", "2", "sk-new", *KEEP, YES)) == 0
    written = dotenv_values(env)
    assert (written["OMOIDE_CHAT__KEY"], written["OMOIDE_CHAT__CONTEXT"]) == ("sk-new", "4096")
    assert await _run(make_house, env, person("", "3", "1", *KEEP, YES)) == 0
    assert models.generations[-1].headers["Authorization"] == "Bearer sk-new"
    assert "OMOIDE_CHAT__CONTEXT" not in dotenv_values(env)


async def test_a_kept_token_that_fails_does_not_hold_anybody(make_house: MakeHouse, tmp_path: Path) -> None:
    """While a platform is down, or with a token in the wrong line, Enter would ask the same for ever."""

    async def down(token: SecretStr) -> KnownBot:
        raise PlatformUnreachable(platform="Discord", reason="down")

    env = tmp_path / ".env"
    misplaced = "1234567:ABCdefGHIjklMNOpqrsTUVwxyz"
    env.write_text("OMOIDE_CHAT__URL=http://127.0.0.1:9/v1\nOMOIDE_CHAT__MODEL=m\nOMOIDE_DISCORD__TOKEN=kept\n")
    someone = person("", "", "", "", "", "1", "", "", "", "", YES)
    assert await wizard.run(someone.console(), make_house(), {"discord": down}, env) == 0
    assert dotenv_values(env)["OMOIDE_DISCORD__TOKEN"] == "kept"
    env_file.save(env, {"OMOIDE_DISCORD__TOKEN": misplaced})
    someone = person("", "", "", "", "", "", "", "", "", "", YES)
    assert await wizard.run(someone.console(), make_house(), {"discord": down}, env) == 0
    assert "That looks like a token of Telegram." in someone.heard


def test_a_model_is_meant_by_number_name_or_part() -> None:
    """A number would pick another model than the one beside it."""
    names = ("gpt-4", "gpt-4-mini", "x")
    assert matching("2", names, ("x", "gpt-4")) == ("gpt-4",)
    assert matching("gpt-4", names, names) == ("gpt-4",)
    assert matching("GPT", names, names) == ("gpt-4", "gpt-4-mini")
    assert matching("9", names, names) == ()
