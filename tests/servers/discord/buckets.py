"""Rate limits as Discord keeps them: fixed windows by route and channel, and 50 requests a second overall."""

import hashlib
import math
import re
import time
from dataclasses import dataclass

from tests import calendar

RULES: list[tuple[str, str, int, float]] = [
    ("POST", r"/channels/(\d+)/messages$", 5, 5.0),
    ("PATCH", r"/channels/(\d+)/messages/\d+$", 5, 5.0),
    ("DELETE", r"/channels/(\d+)/messages/\d+$", 5, 1.0),
    ("GET", r"/channels/(\d+)/messages", 5, 5.0),
    ("POST", r"/channels/(\d+)/typing$", 5, 5.0),
    ("PUT", r"/channels/(\d+)/messages/\d+/reactions/", 1, 0.25),
    ("POST", r"/channels/(\d+)/threads$", 50, 300.0),
    ("POST", r"/channels/(\d+)/webhooks$", 5, 60.0),
    ("PUT", r"/applications/(\d+)/(?:guilds/\d+/)?commands$", 2, 20.0),
]
"""Method, path, requests, seconds; the group is what the window is counted for."""

WEBHOOK = re.compile(r"/webhooks/(\d+/[^/]+)(/messages/[^/]+)?$")
CALLBACK = re.compile(r"/interactions/\d+/[^/]+/callback$")
_COMPILED = [(method, re.compile(pattern), limit, seconds) for method, pattern, limit, seconds in RULES]


@dataclass(slots=True)
class Window:
    """Requests left in this window, and when it ends (monotonic)."""

    limit: int
    seconds: float
    left: int = 0
    ends: float = 0.0

    def take(self, now: float) -> bool:
        if now >= self.ends:
            self.ends, self.left = now + self.seconds, self.limit
        self.left -= 1
        return self.left >= 0

    def refund(self) -> None:
        self.left += 1


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the buckets say: whether the request may pass, the headers, and how long to wait."""

    passes: bool
    headers: dict[str, str]
    retry_after: float = 0.0
    everywhere: bool = False


class Buckets:
    """Off until ``on`` is set. ``refused`` counts the 429s that were given. ``overall``: requests a second in all."""

    def __init__(self, on: bool = False) -> None:
        self.on = on
        self.overall = 50
        self.refused = 0
        self._windows: dict[str, Window] = {}

    def judge(self, method: str, path: str, webhook_channel: int = 0) -> Verdict:
        """Count one request. ``webhook_channel`` is where an executed webhook speaks."""
        if not self.on or CALLBACK.search(path):
            return Verdict(True, {})
        now = time.monotonic()
        overall = self._window("global", self.overall, 1.0)
        of_interaction = WEBHOOK.search(path) and not webhook_channel
        if not of_interaction and not overall.take(now):
            self.refused += 1
            return Verdict(False, _headers("global", overall, now, "global"), overall.ends - now, True)
        kept = [
            (name, self._window(name, limit, seconds)) for name, limit, seconds in _named(method, path, webhook_channel)
        ]
        for name, window in kept:
            if not window.take(now):
                self.refused += 1
                window.refund()
                return Verdict(False, _headers(name, window, now, "user"), window.ends - now)
        if not kept:
            return Verdict(True, {})
        return Verdict(True, _headers(kept[0][0], kept[0][1], now))

    def _window(self, name: str, limit: int, seconds: float) -> Window:
        window = self._windows.setdefault(name, Window(limit, seconds))
        window.limit = limit
        return window


def _named(method: str, path: str, webhook_channel: int) -> list[tuple[str, int, float]]:
    if found := WEBHOOK.search(path):
        if method == "POST" and webhook_channel:
            return [(f"webhook {webhook_channel}", 5, 2.0), (f"webhook minute {webhook_channel}", 30, 60.0)]
        return [(f"{method} webhook {found[1]}", 5, 2.0)]
    for number, (wanted, pattern, limit, seconds) in enumerate(_COMPILED):
        if method == wanted and (match := pattern.search(path)):
            return [(f"{number} {match[1]}", limit, seconds)]
    return []


def _headers(name: str, window: Window, now: float, scope: str = "") -> dict[str, str]:
    wait = max(window.ends - now, 0.0)
    kind = name.split(maxsplit=1)[0] if name[0].isdigit() else " ".join(name.split()[:2])
    headers = {
        "X-RateLimit-Limit": str(window.limit),
        "X-RateLimit-Remaining": str(max(window.left, 0)),
        "X-RateLimit-Reset": f"{calendar.seconds() + wait:.3f}",
        "X-RateLimit-Reset-After": f"{math.ceil(wait * 1000) / 1000:.3f}",
        "X-RateLimit-Bucket": hashlib.sha1(kind.encode(), usedforsecurity=False).hexdigest(),
    }
    if scope:
        headers |= {"X-RateLimit-Scope": scope, "Retry-After": str(math.ceil(wait))}
    if scope == "global":
        headers["X-RateLimit-Global"] = "true"
    return headers
