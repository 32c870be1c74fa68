"""The log: structured lines without secrets and without people's words, to standard error or to a file.

Of a library's line its own words and numbers are told, not what it fills in: libraries fill in whole messages.
"""

import json
import logging
import logging.handlers
import re
import sys
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import quote, quote_plus, unquote, urlsplit

import structlog
from pydantic import BaseModel, SecretStr

from bot.tracebacks import in_a_line

_HIDDEN: Final = "[hidden]"
_SHORTEST_SECRET: Final = 4
_SHORTEST_BASE64: Final = 6
_ESCAPE: Final = re.compile("%[0-9A-F]{2}")
_URLSAFE: Final = str.maketrans("+/", "-_")
_LOOP: Final = "asyncio"
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_FILE_SIZE: Final = 5 * 1024 * 1024
_OLD_FILES: Final = 2
_QUIET: Final = ("aiohttp", "apscheduler", "asyncio", "asyncpg", "discord", "httpcore", "httpx", "PIL", "telegram")
_SHAPES: Final = (
    re.compile(r"\b\d{6,12}:[A-Za-z0-9_-]{30,}"),  # Telegram
    re.compile(r"\b[A-Za-z0-9_-]{23,28}\.[A-Za-z0-9_-]{6,7}\.[A-Za-z0-9_-]{27,}"),  # Discord
    re.compile(r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}"),
    re.compile(r"\bAIza[A-Za-z0-9_-]{30,}"),
    re.compile(r"(?i)(?<=bearer )[^\s\"',;]+"),
    re.compile(r"(?i)(?<=basic )[a-z0-9+/_-]{8,}=*"),
    re.compile(r"(?i)(?<=\bkey=)[^\s&\"',;]+"),
    re.compile(r"(?i)(?<=\btoken=)[^\s&\"',;]+"),
    re.compile(r"(?i)(?<=\bpassword=)[^\s&\"',;]+"),
    re.compile(r"(?<=://)[^/\s@]+(?=@)"),
)


class Redactor:
    """Takes out of log values every configured secret, however it is written, and all that has a secret's shape.

    What a terminal would obey instead of showing it stands as an escape.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        forms = {form for it in secrets if len(it) >= _SHORTEST_SECRET for form in _forms(it)}
        # The longest first, so that a secret inside another leaves nothing of the longer one.
        self._secrets = sorted(forms, key=len, reverse=True)

    def clean(self, text: str) -> str:
        """``text`` with every secret hidden, and printable but for line breaks and tabs."""
        for secret in self._secrets:
            text = text.replace(secret, _HIDDEN)
        for shape in _SHAPES:
            text = shape.sub(_HIDDEN, text)
        return _CONTROLS.sub(_escaped, text)

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


def _forms(secret: str) -> Iterator[str]:
    """``secret`` as it is, in an address, in JSON, in Python's quotes, and inside base64 wherever it begins there."""
    data = secret.encode("utf-8", "replace")
    yield secret
    for told in (quote(data, safe=""), quote(data), quote_plus(data)):
        yield from (told, _ESCAPE.sub(lambda found: found[0].lower(), told))
    yield from (json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1], repr(secret)[1:-1])
    for before in range(3):
        whole = b64encode(bytes(before) + data).decode().rstrip("=")
        inner = whole[(0, 2, 3)[before] : len(whole) - ((before + len(data)) % 3 != 0)]
        if len(inner) >= _SHORTEST_BASE64:
            yield from (inner, inner.translate(_URLSAFE))


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _words_of_libraries(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """A line of a library with its numbers filled in, and in the place of anything else what kind of thing it was."""
    record: logging.LogRecord = event["_record"]
    filled = event.pop("positional_args", None) or ()
    text = str(record.msg)
    if record.name == _LOOP:  # it writes out the calls and errors that it speaks of
        event["event"] = re.split(r"[\n(<]", text, maxsplit=1)[0].rstrip()
    elif filled:
        try:
            event["event"] = text % _kinds(filled)
        except (TypeError, ValueError, KeyError):
            event["event"] = text
    return event


def _kinds(filled: object) -> Any:
    if isinstance(filled, Mapping):
        return {name: _kind(it) for name, it in cast("Mapping[Any, object]", filled).items()}
    return tuple(_kind(it) for it in cast("tuple[object, ...]", filled))


def _kind(value: object) -> object:
    return value if isinstance(value, int | float) else f"<{type(value).__name__}>"


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
            foreign_pre_chain=[_words_of_libraries, *shared],
            pass_foreign_args=True,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.ExceptionRenderer(in_a_line),
                redactor,
                _line_maker(as_json=as_json),
            ],
        )
    )
    logging.raiseExceptions = False  # else a line that does not fit its arguments is printed with them
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
