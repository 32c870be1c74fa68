"""The settings of the process."""

import os
import re
from pathlib import Path

import pytest

from bot.words.localise import Speech
from engine.config.config import LogLevel
from engine.config.endpoints import WireFormat
from engine.config.reading import known_names, read_config
from engine.errors import ConfigInvalid, OwnerCodeWeak
from engine.values.house.setting_choices import Language

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.upper().startswith("OMOIDE_") or name in ("DATABASE_URL", "LC_ALL", "LC_MESSAGES", "LANG", "TZ"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.chdir(tmp_path)


def set_names(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    for name, value in values.items():
        monkeypatch.setenv(name, value)


def test_with_nothing_set_everything_has_a_default(tmp_path: Path) -> None:
    """The first start on a fresh machine would ask for settings instead of talking."""
    config, unknown = read_config()
    assert config.data_dir == tmp_path / "share" / "omoide"
    assert (config.database_url, config.chat, config.utility, config.embedding) == (None, None, None, None)
    assert config.log_level(daemon=True) is LogLevel.INFO
    assert config.log_level(daemon=False) is LogLevel.WARNING
    assert config.language is Language.EN
    assert unknown == ()


def test_environment_over_env_file_over_toml(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An operator's override for one start would be ignored."""
    (tmp_path / "own.toml").write_text(
        'language = "zh"\nlog = "error"\ndatabase_url = "postgresql://toml/x"\n'
        '[chat]\nurl = "http://toml/v1"\nmodel = "toml"\ncontext = 4096\n',
        encoding="utf-8",
    )
    Path(".env").write_text("OMOIDE_CONFIG=own.toml\nOMOIDE_LOG=info\nOMOIDE_CHAT__MODEL=env-file\n", encoding="utf-8")
    set_names(monkeypatch, OMOIDE_LOG="debug", OMOIDE_CHAT__URL="http://environment/v1/")
    config, unknown = read_config()
    assert config.chat is not None
    assert (config.chat.url, config.chat.model, config.chat.context) == ("http://environment/v1", "env-file", 4_096)
    assert (config.log, config.language) == (LogLevel.DEBUG, Language.ZH)
    assert config.database_url is not None
    assert config.database_url.get_secret_value() == "postgresql://toml/x"
    assert unknown == ()


def test_the_toml_file_is_found_in_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A file beside the data would be passed over without a word."""
    (tmp_path / "omoide.toml").write_text('timezone = "Asia/Shanghai"\n', encoding="utf-8")
    set_names(monkeypatch, OMOIDE_DATA_DIR=str(tmp_path))
    assert read_config()[0].timezone == "Asia/Shanghai"


def test_fallbacks_are_a_list_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the first model fails, nobody would answer."""
    set_names(
        monkeypatch,
        OMOIDE_CHAT__URL="https://a/v1",
        OMOIDE_CHAT__MODEL="a",
        OMOIDE_CHAT__KEY="sk-canary",
        OMOIDE_CHAT__FALLBACKS='[{"format": "gemini", "model": "b", "key": "k"}, {"url": "http://c/v1", "model": "c"}]',
    )
    chat = read_config()[0].chat
    assert chat is not None
    assert [(each.format, each.model) for each in chat.fallbacks] == [
        (WireFormat.GEMINI, "b"),
        (WireFormat.OPENAI, "c"),
    ]
    assert chat.fallbacks[0].url.startswith("https://generativelanguage")
    assert chat.key is not None
    assert chat.key.get_secret_value() == "sk-canary"
    assert "sk-canary" not in repr(chat)


def test_an_embedding_model_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who wants another embedding model without a server has to invent an address, or gets a chat that fails."""
    set_names(monkeypatch, OMOIDE_EMBEDDING__FORMAT="fastembed", OMOIDE_EMBEDDING__MODEL="small")
    embedding = read_config()[0].embedding
    assert embedding is not None
    assert (embedding.format, embedding.url, embedding.model) == (WireFormat.FASTEMBED, "", "small")
    set_names(monkeypatch, OMOIDE_CHAT__FORMAT="fastembed", OMOIDE_CHAT__MODEL="small")
    with pytest.raises(ConfigInvalid):
        read_config()


def test_every_mistake_is_named_at_once_and_no_value_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """An operator would fix one name after another, or find a password in the log."""
    set_names(
        monkeypatch,
        DATABASE_URL="mysql://user:canary@host/db",
        OMOIDE_CHAT__URL="canary",
        OMOIDE_CHAT__KEY="canary",
        OMOIDE_CHAT__CONTEXT="canary",
        OMOIDE_UTILITY__FORMAT="canary",
        OMOIDE_UTILITY__FALLBACKS='[{"url": "canary"',
        OMOIDE_EMBEDDING="canary",
        OMOIDE_LOG="canary",
        OMOIDE_LANGUAGE="canary",
        OMOIDE_TIMEZONE="canary",
    )
    with pytest.raises(ConfigInvalid) as refused:
        read_config()
    problems = dict(line.split(": ", 1) for line in str(refused.value.data["problems"]).splitlines())
    assert set(problems) == {
        "DATABASE_URL",
        "OMOIDE_CHAT__URL",
        "OMOIDE_CHAT__MODEL",
        "OMOIDE_CHAT__CONTEXT",
        "OMOIDE_UTILITY__FORMAT",
        "OMOIDE_UTILITY__URL",
        "OMOIDE_UTILITY__MODEL",
        "OMOIDE_UTILITY__FALLBACKS",
        "OMOIDE_EMBEDDING",
        "OMOIDE_LOG",
        "OMOIDE_LANGUAGE",
        "OMOIDE_TIMEZONE",
    }
    assert all(problems.values())
    assert refused.value.data["count"] == len(problems)
    assert "canary" not in str(refused.value)
    assert refused.value.__suppress_context__


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("own.toml", b"[chat\nkey = 'canary'", "own.toml: TOML, line 1"),
        ("own.toml", b"\xff\xfe", "OMOIDE_CONFIG"),
        ("other.toml", b"", "OMOIDE_CONFIG"),
        (".env", b"OMOIDE_LOG=\xff\xfe", ".env: UTF-8"),
    ],
)
def test_a_broken_file_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, content: bytes, problem: str
) -> None:
    """A start would end in a traceback."""
    (tmp_path / name).write_bytes(content)
    set_names(monkeypatch, OMOIDE_CONFIG=str(tmp_path / "own.toml"))
    if name == ".env":
        monkeypatch.delenv("OMOIDE_CONFIG")
    with pytest.raises(ConfigInvalid) as refused:
        read_config()
    assert str(refused.value.data["problems"]).startswith(problem)


def test_names_that_nothing_reads_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A typing mistake would be ignored, and the operator wonder why nothing changes."""
    (tmp_path / "own.toml").write_text(
        'langauge = "zh"\n[chat]\nmodle = "x"\nurl = "http://a"\nmodel = "b"\n', encoding="utf-8"
    )
    Path(".env").write_text("OMOIDE_LOGG=info\n", encoding="utf-8")
    set_names(monkeypatch, OMOIDE_CONFIG="own.toml", OMOIDE_CHAT__UR="http://x")
    names = [(unknown.name, unknown.near) for unknown in read_config()[1]]
    assert names == [
        ("OMOIDE_CHAT__UR", "OMOIDE_CHAT__URL"),
        ("OMOIDE_LOGG", "OMOIDE_LOG"),
        ("own.toml: langauge", "language"),
        ("own.toml: chat.modle", "chat.model"),
    ]


@pytest.mark.parametrize(
    ("spoken", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_CN", "LC_ALL": "de_DE"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_follows_the_machine(
    monkeypatch: pytest.MonkeyPatch, spoken: dict[str, str], language: str
) -> None:
    """Somebody with a Chinese system would be greeted in English."""
    set_names(monkeypatch, **spoken)
    assert read_config()[0].language == language


def test_the_time_zone_follows_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """ "Last night" would be another day, or an odd TZ stop the start."""
    set_names(monkeypatch, TZ=":Asia/Tokyo")
    assert read_config()[0].timezone == "Asia/Tokyo"
    set_names(monkeypatch, TZ="EST5EDT4,M3.2.0,M11.1.0")
    assert read_config()[0].timezone == "UTC"


def test_the_example_file_explains_exactly_what_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An operator would copy names that do nothing, or not find the one they need."""
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    assert set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE)) == {
        name for name in known_names() if not name.startswith("OMOIDE_DEFAULTS__")
    }
    (tmp_path / ".env").write_text(example, encoding="utf-8")
    config, unknown = read_config()
    assert (config.chat, unknown) == (None, ())


def test_platforms_take_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot would talk to the wrong server, or its token stand in the log."""
    set_names(
        monkeypatch,
        OMOIDE_DISCORD__TOKEN=" canary-discord ",
        OMOIDE_DISCORD__API_URL="http://127.0.0.1:9/api/v10/",
        OMOIDE_DISCORD__GATEWAY_URL="ws://127.0.0.1:9/gateway",
        OMOIDE_DISCORD__CDN_URL="http://127.0.0.1:9",
        OMOIDE_DISCORD__GUILD_READY_TIMEOUT="0.2",
        OMOIDE_DISCORD__SHARD_COUNT="2",
        OMOIDE_TELEGRAM__TOKEN="1:canary",
        OMOIDE_TELEGRAM__API_URL="http://127.0.0.1:8",
        OMOIDE_TELEGRAM__FILE_URL="http://127.0.0.1:8/file/bot",
        OMOIDE_OWNER_CODE="canary-lamp-91",
    )
    config, unknown = read_config()
    assert unknown == ()
    assert config.discord is not None
    assert config.telegram is not None
    assert config.owner_code is not None
    assert config.discord.token.get_secret_value() == "canary-discord"
    assert (config.discord.api_url, config.discord.cdn_url) == ("http://127.0.0.1:9/api/v10", "http://127.0.0.1:9")
    assert config.discord.gateway_url == "ws://127.0.0.1:9/gateway"
    assert (config.discord.guild_ready_timeout, config.discord.shard_count) == (0.2, 2)
    assert config.telegram.api_url == "http://127.0.0.1:8/bot"
    assert config.telegram.file_url == "http://127.0.0.1:8/file/bot"
    assert config.owner_code.get_secret_value() == "canary-lamp-91"
    assert "canary" not in repr(config)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_code_that_is_soon_guessed_is_refused(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    """Somebody who chooses six characters gives their bot to whoever tries for two seconds."""
    set_names(monkeypatch, OMOIDE_OWNER_CODE="K7QPM3")
    with pytest.raises(OwnerCodeWeak) as refused:
        read_config()
    told = Speech().speaker(language).error(refused.value)
    assert "OMOIDE_OWNER_CODE" in told
    assert str(refused.value.data["example"]) in told
    assert "K7QPM3" not in f"{told}{refused.value!r}"
    set_names(monkeypatch, OMOIDE_OWNER_CODE=str(refused.value.data["example"]))
    assert read_config()[0].owner_code is not None


def test_platforms_need_a_token_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who follows the steps would be asked for addresses."""
    assert (read_config()[0].discord, read_config()[0].telegram) == (None, None)
    set_names(monkeypatch, OMOIDE_DISCORD__TOKEN="a", OMOIDE_TELEGRAM__TOKEN="b")
    config = read_config()[0]
    assert config.discord is not None
    assert config.telegram is not None
    assert (config.discord.api_url, config.discord.gateway_url) == ("https://discord.com/api/v10", "")
    assert (config.discord.cdn_url, config.discord.shard_count) == ("https://cdn.discordapp.com", None)
    assert config.telegram.api_url == "https://api.telegram.org/bot"
    assert config.telegram.file_url == "https://api.telegram.org/file/bot"


def test_an_operator_gives_defaults_of_their_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every new channel would have to be set by hand, or a mistake be found in the middle of a chat."""
    (tmp_path / "own.toml").write_text('[defaults]\nspeaks = "always"\ndebounce = 3.5\n', encoding="utf-8")
    set_names(monkeypatch, OMOIDE_CONFIG="own.toml", OMOIDE_DEFAULTS__DEBOUNCE="0", OMOIDE_DEFAULTS__LISTEN="true")
    config, unknown = read_config()
    assert unknown == ()
    assert config.defaults.given() == {"speaks": "always", "debounce": 0.0, "listen": True}
    set_names(
        monkeypatch,
        OMOIDE_DEFAULTS__DEBOUNCE="canary",
        OMOIDE_DEFAULTS__MODE="canary",
        OMOIDE_DEFAULTS__LISTEN="canary",
        OMOIDE_DISCORD__API_URL="canary",
        OMOIDE_DISCORD__GATEWAY_URL="http://canary",
        OMOIDE_TELEGRAM__TOKEN="can ary",
        OMOIDE_OWNER_CODE="c",
    )
    with pytest.raises(ConfigInvalid) as refused:
        read_config()
    problems = dict(line.split(": ", 1) for line in str(refused.value.data["problems"]).splitlines())
    assert set(problems) == {
        "OMOIDE_DEFAULTS__DEBOUNCE",
        "OMOIDE_DEFAULTS__MODE",
        "OMOIDE_DEFAULTS__LISTEN",
        "OMOIDE_DISCORD__API_URL",
        "OMOIDE_DISCORD__GATEWAY_URL",
        "OMOIDE_DISCORD__TOKEN",
        "OMOIDE_TELEGRAM__TOKEN",
        "OMOIDE_OWNER_CODE",
    }
    assert all(problems.values())
    assert problems["OMOIDE_DEFAULTS__MODE"] == "chat | story | lounge | circle"
    assert "canary" not in str(refused.value)


def test_a_misspelt_default_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A typing mistake in a default would be ignored."""
    set_names(monkeypatch, OMOIDE_DEFAULTS__DEBOUNC="0")
    names = [(unknown.name, unknown.near) for unknown in read_config()[1]]
    assert ("OMOIDE_DEFAULTS__DEBOUNC", "OMOIDE_DEFAULTS__DEBOUNCE") in names


def test_an_added_platform_takes_its_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A platform of one's own could not be switched on, or its settings be called typing mistakes."""
    set_names(monkeypatch, OMOIDE_PLATFORMS__IRC__ENTRY="my_irc.entry", OMOIDE_PLATFORMS__IRC__PORT="6697")
    config, unknown = read_config()
    assert unknown == ()
    assert config.platforms["irc"].entry == "my_irc.entry"
    assert config.platforms["irc"].model_extra == {"port": 6697}


def test_an_added_platform_is_a_module(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake in the name of the module would be a traceback."""
    set_names(monkeypatch, OMOIDE_PLATFORMS__IRC__ENTRY="../my irc", OMOIDE_PLATFORMS__IRC__PORT="6697")
    with pytest.raises(ConfigInvalid) as invalid:
        read_config()
    assert "OMOIDE_PLATFORMS__IRC__ENTRY: my_adapter.entry" in str(invalid.value.data["problems"])


def test_who_searches_the_web_is_read_and_kept_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that was set up would be off, or its key lie in a log."""
    assert (read_config()[0].search.url, read_config()[0].search.key) == ("", None)
    set_names(monkeypatch, OMOIDE_SEARCH__URL="http://me:canary@localhost:8080/", OMOIDE_SEARCH__KEY=" BSA-canary ")
    config, unknown = read_config()
    assert config.search.url == "http://me:canary@localhost:8080"
    assert config.search.key is not None
    assert config.search.key.get_secret_value() == "BSA-canary"
    assert "canary" not in repr(config)
    assert unknown == ()


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [("URL", "localhost:8080", "http://localhost:8080"), ("KEY", "two words", "BSA…")],
)
def test_what_cannot_be_searched_with_is_told(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, expected: str
) -> None:
    """Somebody would be shown the address of a model."""
    monkeypatch.setenv(f"OMOIDE_SEARCH__{name}", value)
    with pytest.raises(ConfigInvalid) as refused:
        read_config()
    assert refused.value.data["problems"] == f"OMOIDE_SEARCH__{name}: {expected}"
