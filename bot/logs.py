"""The log: structured lines without secrets, to standard error or to a file beside the data."""

import logging
import logging.handlers
import re
import sys
from collections.abc import Iterable, Iterator, MutableMapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import structlog
from pydantic import BaseModel, SecretStr

_HIDDEN: Final = "[hidden]"
_SHORTEST_SECRET: Final = 4
_FILE_SIZE: Final = 5 * 1024 * 1024
_OLD_FILES: Final = 2
_QUIET: Final = ("aiohttp", "apscheduler", "asyncio", "asyncpg", "discord", "httpcore", "httpx", "PIL", "telegram")
_SHAPES: Final = (
    re.compile(r"\b\d{6,12}:[A-Za-z0-9_-]{30,}"),  # Telegram
    re.compile(r"\b[A-Za-z0-9_-]{23,28}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}"),  # Discord
    re.compile(r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}"),
    re.compile(r"\bAIza[A-Za-z0-9_-]{30,}"),
    re.compile(r"(?i)(?<=bearer )[^\s\"',;]+"),
    re.compile(r"(?i)(?<=\bkey=)[^\s&\"',;]+"),
    re.compile(r"(?i)(?<=\btoken=)[^\s&\"',;]+"),
    re.compile(r"(?i)(?<=\bpassword=)[^\s&\"',;]+"),
    re.compile(r"(?<=://)[^/\s@]+(?=@)"),
)


class Redactor:
    """Takes out of log values every configured secret and all that has a secret's shape."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        # The longest first, so that a secret inside another leaves nothing of the longer one.
        self._secrets = sorted({it for it in secrets if len(it) >= _SHORTEST_SECRET}, key=len, reverse=True)

    def clean(self, text: str) -> str:
        """``text`` with every secret hidden."""
        for secret in self._secrets:
            text = text.replace(secret, _HIDDEN)
        for shape in _SHAPES:
            text = shape.sub(_HIDDEN, text)
        return text

    def __call__(self, _logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        """The structlog processor. It comes after tracebacks became text and before the line is made."""
        return {self.clean(name): self._clean(value) for name, value in event.items()}

    def _clean(self, value: object) -> object:
        if value is None or isinstance(value, bool | int | float):
            return value
        if isinstance(value, dict):
            return {self.clean(str(name)): self._clean(part) for name, part in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [self._clean(part) for part in value]
        return self.clean(str(value))


def start_logging(level: str, secrets: Iterable[str], *, file: Path | None = None, as_json: bool = False) -> None:
    """Send every log line, ours and the libraries', through the redactor to ``file`` or to standard error."""
    redactor = Redactor(secrets)
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = _handler(file)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.ExtraAdder(), *shared],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                redactor,
                _line_maker(as_json=as_json),
            ],
        )
    )
    root = logging.getLogger()
    for old in root.handlers[:]:
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)
    root.setLevel(level.upper())
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


def _handler(file: Path | None) -> logging.Handler:
    if file is None:
        return logging.StreamHandler(sys.stderr)
    file.parent.mkdir(parents=True, exist_ok=True)
    return logging.handlers.RotatingFileHandler(file, maxBytes=_FILE_SIZE, backupCount=_OLD_FILES, encoding="utf-8")


def _line_maker(*, as_json: bool) -> structlog.typing.Processor:
    if as_json:
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    return structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event", "logger"], drop_missing=True)


def secrets_in(config: BaseModel) -> tuple[str, ...]:
    """Every secret value of a configuration, and the password inside an address."""
    found: list[str] = []
    for value in _values(config):
        secret = value.get_secret_value()
        found.append(secret)
        if "://" in secret and (password := urlsplit(secret).password):
            found += [password, unquote(password)]
    return tuple(found)


def _values(part: object) -> Iterator[SecretStr]:
    if isinstance(part, SecretStr):
        yield part
    elif isinstance(part, BaseModel):
        for name in type(part).model_fields:
            yield from _values(getattr(part, name))
    elif isinstance(part, tuple | list):
        for one in part:
            yield from _values(one)
