"""What an endpoint's error means. Endpoints agree on little, so status, code and wording are read together."""

import json
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from engine.rules.wire.chunks import error_of
from engine.values.models.failures import Failure, FailureKind
from engine.values.models.models import WireError

_REASON_LIMIT = 200
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
_KEY_LIKE = re.compile(r"(sk-|AIza|gsk_|xai-|Bearer\s+)[\w\-.*]{6,}")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]+")


def from_status(status: int, body: str, retry_after: str | None = None, now: datetime | None = None) -> Failure:
    """What an answer with an error status means. ``now`` is needed for a ``Retry-After`` that is a date."""
    try:
        error = error_of(json.loads(body), status)
    except (ValueError, RecursionError):
        error = WireError(status, "", "" if body.lstrip()[:1] == "<" else body)
    delay = _DELAY.search(body)
    wait = parse_retry_after(retry_after, now) if retry_after else float(delay[1]) if delay else None
    return Failure(_kind(status, f"{error.code} {error.message}"[:4000]), status, error.message, wait)


def from_wire(error: WireError) -> Failure:
    """What an error inside a stream means."""
    if error.code in ("line_too_long", "garbled"):
        return Failure(FailureKind.BROKEN, reason=error.code)
    kind = _kind(error.status, f"{error.code} {error.message}"[:4000])
    return Failure(
        FailureKind.BUSY if not error.status and kind is FailureKind.REFUSED else kind, error.status, error.message
    )


def context_told(reason: str) -> int:
    """How many tokens a server says that it takes in, in its refusal of a longer prompt; 0 where it does not say."""
    found = _SIZES.search(reason[:4000].replace(",", ""))
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


def clean_reason(reason: str, key: str = "") -> str:
    """The server's word, fit to be shown: one line, short, without the key or anything that looks like one."""
    if key:
        reason = reason.replace(key, "…")
    reason = _KEY_LIKE.sub("…", _UNSEEN.sub(" ", reason[: 20 * _REASON_LIMIT]))
    reason = " ".join(reason.split())
    return reason if len(reason) <= _REASON_LIMIT else reason[: _REASON_LIMIT - 1] + "…"


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
