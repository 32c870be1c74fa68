"""The settings of the process, read once at start: environment, then ``.env``, then ``omoide.toml``, then defaults.

Only the composition root reads them and passes on what each part needs. ``.env.example`` explains every name.
"""

import json
import os
import re
import shlex
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, cast
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import platformdirs
from dotenv import dotenv_values
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from engine.actions.house.tries import new_code, plain_code
from engine.errors import ConfigInvalid, OwnerCodeWeak
from engine.rules.config_examples import EXAMPLES
from engine.rules.guessing import ENOUGH_BITS, bits_of
from engine.values.house.setting_choices import Language
from engine.values.house.setting_fields import FIELDS, ValueKind
from engine.values.house.setting_scopes import SettingValue
from engine.values.house.setting_types import TimezoneName
from engine.values.house.settings import Settings
from engine.values.search import McpServer, ToolNames

_PREFIX: Final = "OMOIDE_"
_ADDED: Final = f"{_PREFIX}PLATFORMS__"
_GEMINI: Final = "https://generativelanguage.googleapis.com/v1beta"
_ZONEINFO: Final = "zoneinfo/"


class WireFormat(StrEnum):
    """Which protocol an endpoint speaks."""

    OPENAI = "openai"
    GEMINI = "gemini"
    FASTEMBED = "fastembed"
    """No endpoint: an embedding model on this machine, by the package of that name."""


class LogLevel(StrEnum):
    """How much goes to the log."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class EndpointConfig(BaseModel):
    """One model at one address. ``context`` is its size in tokens; None means ask the endpoint.

    ``sees``: whether it takes pictures; None: its name tells. ``price_in`` and ``price_out`` are US dollars
    for a million tokens, read and written; None: nobody has said.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    format: WireFormat = WireFormat.OPENAI
    url: Annotated[str, Field(validate_default=True, repr=False)] = ""
    model: Annotated[str, Field(min_length=1, max_length=256)]
    key: SecretStr | None = None
    context: Annotated[int, Field(ge=512, le=10_000_000)] | None = None
    price_in: Annotated[float, Field(ge=0.0, le=100_000.0, allow_inf_nan=False)] | None = None
    price_out: Annotated[float, Field(ge=0.0, le=100_000.0, allow_inf_nan=False)] | None = None
    sees: bool | None = None

    @field_validator("url")
    @classmethod
    def _web_address(cls, url: str, info: ValidationInfo) -> str:
        if not url and info.data.get("format") is WireFormat.GEMINI:
            return _GEMINI
        if info.data.get("format") is WireFormat.FASTEMBED:
            return ""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or re.search(r"\s", url):
            raise ValueError("not a web address")
        return url.rstrip("/")


def _from_json(value: object) -> object:
    return json.loads(value) if isinstance(value, str) else value


class RoleConfig(EndpointConfig):
    """The models of one role: the first choice, and what is asked when it fails, in order."""

    fallbacks: Annotated[tuple[EndpointConfig, ...], BeforeValidator(_from_json)] = ()


def _address(value: str, *schemes: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in schemes or not parts.hostname or re.search(r"\s", value):
        raise ValueError("not a web address")
    return value.rstrip("/")


def _web_address(value: str) -> str:
    return _address(value, "http", "https")


def _gateway_address(value: str) -> str:
    return _address(value, "ws", "wss") if value else ""


def _maybe_address(value: str) -> str:
    return _web_address(value) if value else ""


def _behind_bot(value: str) -> str:
    """Telegram's token follows the path right away; an address without it is what people copy."""
    address = _web_address(value)
    return address if urlsplit(address).path.endswith("/bot") else f"{address}/bot"


def _token(value: SecretStr) -> SecretStr:
    plain = value.get_secret_value().strip()
    if not plain or re.search(r"\s", plain):
        raise ValueError("not a token")
    return SecretStr(plain)


WebAddress = Annotated[str, AfterValidator(_web_address), Field(repr=False)]
Token = Annotated[SecretStr, AfterValidator(_token)]


class DiscordConfig(BaseModel):
    """A Discord bot, and where Discord is. An empty ``gateway_url`` is asked for; ``shard_count`` None too."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    token: Token
    api_url: WebAddress = "https://discord.com/api/v10"
    gateway_url: Annotated[str, AfterValidator(_gateway_address), Field(repr=False)] = ""
    cdn_url: WebAddress = "https://cdn.discordapp.com"
    guild_ready_timeout: Annotated[float, Field(ge=0.0, le=60.0)] = 2.0
    shard_count: Annotated[int, Field(ge=1, le=10_000)] | None = None


class TelegramConfig(BaseModel):
    """A Telegram bot, and where its Bot API is; both addresses are what stands before the token."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    token: Token
    api_url: Annotated[str, AfterValidator(_behind_bot), Field(repr=False)] = "https://api.telegram.org/bot"
    file_url: Annotated[str, AfterValidator(_behind_bot), Field(repr=False)] = "https://api.telegram.org/file/bot"


class AddedPlatform(BaseModel):
    """A platform that does not come with Omoide: the Python module that talks there, and its settings."""

    model_config = ConfigDict(frozen=True, extra="allow", hide_input_in_errors=True)

    entry: Annotated[str, Field(pattern=r"^[A-Za-z_][\w.]*$")]


class AllowanceConfig(BaseModel):
    """What the whole house may use in a day while nobody has set it by a command; None leaves it to what models cost.

    ``messages_a_minute`` is how fast one person may write; 0 switches that off.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    tokens: Annotated[int, Field(ge=0, le=10**12)] | None = None
    cents: Annotated[int, Field(ge=0, le=10**9)] | None = None
    messages_a_minute: Annotated[int, Field(ge=0, le=10_000)] = 60


class BackupConfig(BaseModel):
    """Backups of the database: where they lie (None: in the data folder), and whether they are made unasked."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    folder: Annotated[Path, AfterValidator(Path.expanduser)] | None = None
    nightly: bool = True


def _command_line(value: str) -> str:
    if value.strip() and not shlex.split(value):
        raise ValueError("not a command")
    return value.strip()


class McpConfig(BaseModel):
    """An MCP server that has a search tool: a ``command`` that is started here, with ``env`` besides, or a ``url``.

    ``key`` is sent to a ``url`` as a bearer token. ``tool``, and its arguments ``query`` and ``count``, are found by
    what the server says of them where they are not named.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    command: Annotated[str, AfterValidator(_command_line), Field(repr=False)] = ""
    env: Annotated[dict[str, SecretStr], BeforeValidator(_from_json)] = Field(default_factory=dict[str, SecretStr])
    url: Annotated[str, AfterValidator(_maybe_address), Field(repr=False)] = ""
    key: Token | None = None
    tool: str = ""
    query: str = ""
    count: str = ""

    @property
    def server(self) -> McpServer | None:
        """The server; None where none is configured. A command counts before an address."""
        names = ToolNames(self.tool, self.query, self.count)
        if self.command:
            env = {name: value.get_secret_value() for name, value in self.env.items()}
            return McpServer(tuple(shlex.split(self.command)), env, names=names)
        headers = {"Authorization": f"Bearer {self.key.get_secret_value()}"} if self.key else {}
        return McpServer(url=self.url, headers=headers, names=names) if self.url else None


class SearchConfig(BaseModel):
    """Who searches the web: a SearXNG at ``url``, Brave with ``key``, a tool of an ``mcp`` server, or nobody.

    Of several each is asked where the one before it fails, in this order.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    url: Annotated[str, AfterValidator(_maybe_address), Field(repr=False)] = ""
    key: Token | None = None
    mcp: McpConfig = McpConfig()


class VoiceConfig(BaseModel):
    """A service that listens to recordings, with OpenAI's interface: nobody without ``url``."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    url: Annotated[str, AfterValidator(_maybe_address), Field(repr=False)] = ""
    key: Token | None = None
    model: Annotated[str, Field(min_length=1, max_length=256)] = "whisper-1"


class SpeechConfig(VoiceConfig):
    """A service that says replies aloud, the same way, and in which voice."""

    model: Annotated[str, Field(min_length=1, max_length=256)] = "tts-1"
    voice: Annotated[str, Field(min_length=1, max_length=256)] = "alloy"


class GivenDefaults(Settings):
    """What an operator gives in place of the house's own defaults; the rest counts for nothing."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True, allow_inf_nan=False)

    def given(self) -> dict[str, SettingValue]:
        """Only what was given, as it is stored."""
        return self.model_dump(mode="json", exclude_unset=True)


def _postgres_address(url: SecretStr) -> SecretStr:
    if urlsplit(url.get_secret_value()).scheme not in ("postgresql", "postgres"):
        raise ValueError("not a Postgres address")
    return url


def _machine_language() -> Language:
    spoken = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    return Language.ZH if spoken.lower().startswith("zh") else Language.EN


def _machine_timezone() -> str:
    linked = Path("/etc/localtime")
    named = os.environ.get("TZ", "").lstrip(":") or str(linked.resolve()).partition(_ZONEINFO)[2]
    try:
        return ZoneInfo(named).key
    except (OSError, ValueError, KeyError):
        return "UTC"


class Config(BaseSettings):
    """Everything an operator can say. A role that is None was not configured: no chat model, the built-in embedding."""

    model_config: ClassVar[SettingsConfigDict] = SettingsConfigDict(
        env_prefix=_PREFIX,
        env_nested_delimiter="__",
        env_ignore_empty=True,
        env_file_encoding="utf-8",
        enable_decoding=False,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    config: Path | None = None
    data_dir: Annotated[Path, AfterValidator(Path.expanduser)] = Field(
        default_factory=lambda: platformdirs.user_data_path("omoide", appauthor=False)
    )
    database_url: Annotated[SecretStr, AfterValidator(_postgres_address)] | None = Field(
        default=None, validation_alias="database_url"
    )
    chat: RoleConfig | None = None
    utility: RoleConfig | None = None
    embedding: RoleConfig | None = None
    discord: DiscordConfig | None = None
    telegram: TelegramConfig | None = None
    platforms: dict[str, AddedPlatform] = Field(default_factory=dict[str, AddedPlatform])
    owner_code: Annotated[SecretStr, Field(min_length=6, max_length=64)] | None = None
    defaults: GivenDefaults = Field(default_factory=GivenDefaults)
    backup: BackupConfig = Field(default_factory=BackupConfig)
    allowance: AllowanceConfig = Field(default_factory=AllowanceConfig)
    search: SearchConfig = Field(default_factory=SearchConfig)
    transcription: VoiceConfig = Field(default_factory=VoiceConfig)
    speech: SpeechConfig = Field(default_factory=SpeechConfig)
    log: LogLevel | None = None
    language: Language = Field(default_factory=_machine_language)
    timezone: TimezoneName = Field(default_factory=_machine_timezone, validate_default=True)

    @field_validator("chat", "utility", "embedding")
    @classmethod
    def _has_endpoints(cls, role: RoleConfig | None, info: ValidationInfo) -> RoleConfig | None:
        """Only the first choice for embeddings may be no endpoint."""
        others = role.fallbacks if role is not None else ()
        asked = others if role is None or info.field_name == "embedding" else (role, *others)
        if any(it.format is WireFormat.FASTEMBED for it in asked):
            raise ValueError("makes vectors only")
        return role

    def log_level(self, *, daemon: bool) -> LogLevel:
        """The level to use: what was asked for, else info for the daemon and warning where somebody chats."""
        return self.log or (LogLevel.INFO if daemon else LogLevel.WARNING)

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003 — the library's signature
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 — the same
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """What the TOML file says comes in as arguments, so arguments are weakest."""
        return env_settings, dotenv_settings, init_settings


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name that nothing reads, most likely a typing mistake. ``near`` is the nearest known name, or empty.

    Told with ``config-unknown-name-near``, or ``config-unknown-name`` when none is near.
    """

    name: str
    near: str


_SECTIONS: Final[Mapping[object, type[BaseModel]]] = {
    RoleConfig | None: RoleConfig,
    DiscordConfig | None: DiscordConfig,
    TelegramConfig | None: TelegramConfig,
    GivenDefaults: GivenDefaults,
    BackupConfig: BackupConfig,
    AllowanceConfig: AllowanceConfig,
    SearchConfig: SearchConfig,
    McpConfig: McpConfig,
    VoiceConfig: VoiceConfig,
    SpeechConfig: SpeechConfig,
}
_EXPECTED: Final[Mapping[str, str]] = {
    **EXAMPLES,
    "format": " | ".join(WireFormat),
    "log": " | ".join(LogLevel),
    "language": " | ".join(Language),
}


def read_config(env_file: Path = Path(".env")) -> tuple[Config, tuple[UnknownName, ...]]:
    """The configuration, and the names in it that nothing reads.

    Raises ConfigInvalid with a line for each name that cannot be used and what it should look like, never with a value;
    OwnerCodeWeak.
    """
    named = {name.upper(): value for name, value in (*_read_env_file(env_file).items(), *os.environ.items())}
    toml_path, toml = _read_toml(named)
    try:
        config = cast("Callable[..., Config]", Config)(_env_file=env_file, **toml)  # the path is the library's argument
    except ValidationError as error:
        problems = [_problem(detail["loc"]) for detail in error.errors(include_input=False, include_context=False)]
        raise _invalid(problems) from None
    if config.owner_code is not None and bits_of(plain_code(config.owner_code.get_secret_value())) < ENOUGH_BITS:
        raise OwnerCodeWeak(name=f"{_PREFIX}OWNER_CODE", example=new_code())
    return config, (*_unknown_in_environment(named), *_unknown_in_toml(toml, toml_path.name))


def known_names() -> tuple[str, ...]:
    """Every name that is read from the environment."""
    return tuple(_names(Config, _PREFIX))


def _names(model: type[BaseModel], prefix: str) -> Iterator[str]:
    for name, info in model.model_fields.items():
        if (section := _SECTIONS.get(info.annotation)) is not None:
            yield from _names(section, f"{prefix}{name.upper()}__")
        elif name != "platforms":  # the settings of an added platform are its own
            yield info.validation_alias.upper() if isinstance(info.validation_alias, str) else prefix + name.upper()


def _read_env_file(path: Path) -> dict[str, str | None]:
    try:
        return dict(dotenv_values(path, encoding="utf-8")) if path.is_file() else {}
    except (OSError, UnicodeDecodeError):
        raise _invalid([f"{path.name}: UTF-8"]) from None


def _read_toml(named: Mapping[str, str | None]) -> tuple[Path, dict[str, Any]]:
    chosen = named.get(f"{_PREFIX}CONFIG")
    data_dir = named.get(f"{_PREFIX}DATA_DIR") or platformdirs.user_data_path("omoide", appauthor=False)
    path = Path(chosen or Path(data_dir) / "omoide.toml").expanduser()
    if not chosen and not path.is_file():
        return path, {}
    try:
        return path, tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"line \d+", str(error))
        raise _invalid([f"{path.name}: TOML{f', {where.group()}' if where else ''}"]) from None
    except (OSError, UnicodeDecodeError):
        raise _invalid(
            [f"{_PREFIX}CONFIG: {_EXPECTED['config']} (UTF-8)" if chosen else f"{path.name}: UTF-8"]
        ) from None


def _invalid(problems: list[str]) -> ConfigInvalid:
    return ConfigInvalid(problems="\n".join(dict.fromkeys(problems)), count=len(set(problems)))


def _problem(location: tuple[int | str, ...]) -> str:
    """``OMOIDE_CHAT__FORMAT: openai | gemini``; what is wrong inside the list of fallbacks is wrong with the list."""
    path = [part for part in location if isinstance(part, str)]
    path = path[: path.index("fallbacks") + 1] if "fallbacks" in path else path
    name = "__".join(path).upper()
    own = _EXPECTED.get(name.lower(), _EXPECTED.get(path[-1], ""))
    expected = _expected_setting(path[-1]) if path[0] == "defaults" and path[1:] else own
    return f"{'' if name == 'DATABASE_URL' else _PREFIX}{name}: {expected}"


def _expected_setting(name: str) -> str:
    field = FIELDS[name]
    if field.kind is ValueKind.SWITCH:
        return "true | false"
    if field.low is not None and field.high is not None:
        return f"{field.low:,} … {field.high:,}"
    return " | ".join(field.choices) or field.about.example or str(field.default)


def _unknown_in_environment(named: Mapping[str, object]) -> Iterator[UnknownName]:
    known = (*known_names(), *(f"{_PREFIX}{name.upper()}" for name in Config.model_fields))
    for name in sorted(named):
        if name.startswith(_PREFIX) and not name.startswith(_ADDED) and name not in known:
            yield UnknownName(name, next(iter(get_close_matches(name, known, n=1)), ""))


def _unknown_in_toml(values: Mapping[str, Any], where: str, path: str = "") -> Iterator[UnknownName]:
    known = {name.removeprefix(_PREFIX).replace("__", ".").lower() for name in known_names()}
    for key, value in values.items():
        name = f"{path}{key}"
        if name == "platforms":
            continue
        if isinstance(value, dict):
            yield from _unknown_in_toml(cast("dict[str, Any]", value), where, f"{name}.")
        elif name not in known:
            yield UnknownName(f"{where}: {name}", next(iter(get_close_matches(name, known, n=1)), ""))
