"""Everything that an operator can set: one field for each section or plain value."""

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated, ClassVar, Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import platformdirs
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from engine.config.endpoints import RoleConfig, WireFormat
from engine.config.platforms import AddedPlatform, DiscordConfig, TelegramConfig
from engine.config.searching import SearchConfig
from engine.config.voice import SpeechConfig, VoiceConfig
from engine.values.house.setting_choices import Language
from engine.values.house.setting_scopes import SettingValue
from engine.values.house.setting_types import TimezoneName
from engine.values.house.settings import Settings

PREFIX: Final = "OMOIDE_"
"""How the names of our variables in the environment begin."""
_ZONEINFO: Final = "zoneinfo/"


class LogLevel(StrEnum):
    """How much goes to the log."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class AllowanceConfig(BaseModel):
    """What the whole house may use in a day while nobody has set it by a command; None leaves it to what models cost.

    ``messages_a_minute`` is how fast one person may write; 0 switches that off. ``first_percent``: how much of it
    characters may take that write first; 0: none does. ``circle_percent``: the same for circles.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    tokens: Annotated[int, Field(ge=0, le=10**12)] | None = None
    cents: Annotated[int, Field(ge=0, le=10**9)] | None = None
    messages_a_minute: Annotated[int, Field(ge=0, le=10_000)] = 60
    first_percent: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] = 3.0
    circle_percent: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] = 3.0


class BackupConfig(BaseModel):
    """Backups of the database: where they lie (None: in the data folder), and whether they are made unasked."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    folder: Annotated[Path, AfterValidator(Path.expanduser)] | None = None
    nightly: bool = True


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
        env_prefix=PREFIX,
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
