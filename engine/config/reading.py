"""Reads the configuration from the environment, ``.env`` and ``omoide.toml``, and finds names that nothing reads."""

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, cast

import platformdirs
from dotenv import dotenv_values
from pydantic import BaseModel, ValidationError

from engine.actions.house.tries import new_code, plain_code
from engine.config.config import PREFIX, AllowanceConfig, BackupConfig, Config, GivenDefaults, LogLevel
from engine.config.endpoints import RoleConfig, WireFormat
from engine.config.platforms import DiscordConfig, TelegramConfig
from engine.config.searching import McpConfig, SearchConfig
from engine.config.voice import SpeechConfig, VoiceConfig
from engine.errors import ConfigInvalid, OwnerCodeWeak
from engine.rules.config_examples import EXAMPLES
from engine.rules.guessing import ENOUGH_BITS, bits_of
from engine.values.house.setting_choices import Language
from engine.values.house.setting_fields import FIELDS, ValueKind

_ADDED: Final = f"{PREFIX}PLATFORMS__"


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
        raise OwnerCodeWeak(name=f"{PREFIX}OWNER_CODE", example=new_code())
    return config, (*_unknown_in_environment(named), *_unknown_in_toml(toml, toml_path.name))


def known_names() -> tuple[str, ...]:
    """Every name that is read from the environment."""
    return tuple(_names(Config, PREFIX))


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
    chosen = named.get(f"{PREFIX}CONFIG")
    data_dir = named.get(f"{PREFIX}DATA_DIR") or platformdirs.user_data_path("omoide", appauthor=False)
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
            [f"{PREFIX}CONFIG: {_EXPECTED['config']} (UTF-8)" if chosen else f"{path.name}: UTF-8"]
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
    return f"{'' if name == 'DATABASE_URL' else PREFIX}{name}: {expected}"


def _expected_setting(name: str) -> str:
    field = FIELDS[name]
    if field.kind is ValueKind.SWITCH:
        return "true | false"
    if field.low is not None and field.high is not None:
        return f"{field.low:,} … {field.high:,}"
    return " | ".join(field.choices) or field.about.example or str(field.default)


def _unknown_in_environment(named: Mapping[str, object]) -> Iterator[UnknownName]:
    known = (*known_names(), *(f"{PREFIX}{name.upper()}" for name in Config.model_fields))
    for name in sorted(named):
        if name.startswith(PREFIX) and not name.startswith(_ADDED) and name not in known:
            yield UnknownName(name, next(iter(get_close_matches(name, known, n=1)), ""))


def _unknown_in_toml(values: Mapping[str, Any], where: str, path: str = "") -> Iterator[UnknownName]:
    known = {name.removeprefix(PREFIX).replace("__", ".").lower() for name in known_names()}
    for key, value in values.items():
        name = f"{path}{key}"
        if name == "platforms":
            continue
        if isinstance(value, dict):
            yield from _unknown_in_toml(cast("dict[str, Any]", value), where, f"{name}.")
        elif name not in known:
            yield UnknownName(f"{where}: {name}", next(iter(get_close_matches(name, known, n=1)), ""))
