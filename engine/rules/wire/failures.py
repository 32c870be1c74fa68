"""What an endpoint's error means. Endpoints agree on little, so status, code and wording are read together.

The wording is read here and goes no further: endpoints quote the prompt in it, and with it what people wrote.
"""

import json
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from engine.rules.wire.chunks import error_of
from engine.values.models.failures import Failure, FailureKind
from engine.values.models.models import WireError

_LONGEST_READ = 4000
_CONTEXT = re.compile(
    r"context.?(length|window|size)|maximum context|too many tokens|prompt is too long|token count.{0,40}exceed"
    r"|exceed.{0,40}(tokens|context)|input is too long",
    re.IGNORECASE,
)
_SIZES = re.compile(
    r"(?:context.?(?:length|window|size)|maximum)[^0-9]{0,60}([0-9]{3,8})\b|[0-9]{3,8} tokens > ([0-9]{3,8}) maximum"
    r"|n_ctx[^0-9]{1,8}([0-9]{3,8})\b",
    re.IGNORECASE,
)
_KEY = re.compile(r"api.?key.{0,20}(invalid|not valid|incorrect)|(invalid|incorrect).{0,10}api.?key", re.IGNORECASE)
_CREDIT = re.compile(r"insufficient.?(quota|balance|credit)|payment required", re.IGNORECASE)
_MODEL = re.compile(
    r"model_not_found|model\b.{0,160}(not.?found|does.?n.t exist|does not exist|not a valid)"
    r"|(unknown|invalid|not a valid|no such) model",
    re.IGNORECASE | re.DOTALL,
)
_RATE = re.compile(r"rate.?limit|too many requests|resource_exhausted", re.IGNORECASE)
_DELAY = re.compile(r'"retryDelay"\s*:\s*"([0-9]{1,6}(?:\.[0-9]{1,9})?)s"')
_CODE = re.compile(r"[a-z_]{1,40}", re.IGNORECASE)


def from_status(status: int, body: str, retry_after: str | None = None, now: datetime | None = None) -> Failure:
    """What an answer with an error status means. ``now`` is needed for a ``Retry-After`` that is a date."""
    try:
        error = error_of(json.loads(body), status)
    except (ValueError, RecursionError):
        error = WireError(status, "", "" if body.lstrip()[:1] == "<" else body)
    delay = _DELAY.search(body)
    wait = parse_retry_after(retry_after, now) if retry_after else float(delay[1]) if delay else None
    return _failure(_kind(status, _wording(error)), error, wait)


def from_wire(error: WireError) -> Failure:
    """What an error inside a stream means."""
    if error.code in ("line_too_long", "garbled"):
        return Failure(FailureKind.BROKEN, code=error.code)
    kind = _kind(error.status, _wording(error))
    return _failure(FailureKind.BUSY if not error.status and kind is FailureKind.REFUSED else kind, error)


def context_told(message: str) -> int:
    """How many tokens a server says that it takes in, in its refusal of a longer prompt; 0 where it does not say."""
    found = _SIZES.search(message[:_LONGEST_READ].replace(",", ""))
    return int(next(it for it in found.groups() if it)) if found else 0


def parse_retry_after(value: str, now: datetime | None = None) -> float | None:
    """Seconds from a ``Retry-After`` header: a number or an HTTP date; None when it is neither."""
    value = value.strip()
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value):
        return float(value)
    if now is None:
        return None
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (date.replace(tzinfo=date.tzinfo or UTC) - now).total_seconds())


def code_told(code: str) -> str:
    """The first of an endpoint's error codes that has the form of one, in small letters; "" where none has.

    Anything else in its place may be words of the prompt.
    """
    return next((it.lower() for it in code.split() if _CODE.fullmatch(it)), "")


def _failure(kind: FailureKind, error: WireError, wait: float | None = None) -> Failure:
    context = context_told(error.message) if kind is FailureKind.CONTEXT else 0
    return Failure(kind, error.status, code_told(error.code), wait, context=context)


def _wording(error: WireError) -> str:
    return f"{error.code} {error.message}"[:_LONGEST_READ]


def _kind(status: int, text: str) -> FailureKind:
    if status == 402 or _CREDIT.search(text):
        return FailureKind.CREDIT
    if status in (401, 403) or _KEY.search(text):
        return FailureKind.KEY
    if status == 429 or (not status and _RATE.search(text)):
        return FailureKind.RATE
    if status in (408, 409, 425) or status >= 500:
        return FailureKind.BUSY
    if status == 413 or _CONTEXT.search(text):
        return FailureKind.CONTEXT
    if _MODEL.search(text):
        return FailureKind.MODEL
    if status in (404, 405) or 300 <= status < 400:
        return FailureKind.URL
    return FailureKind.REFUSED
