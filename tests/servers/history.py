"""An append-only history of what a test server took and what people saw, with waits that need no polling.

    made = await history.until(lambda e: e.kind == "message" and e.client, seconds=5)
    await history.holds(lambda: len(server.messages(channel)) == 2)
    history.calls("PATCH", "/messages/")            # list of entries

Kinds: ``call`` (a REST call and its status), ``message`` (made), ``edit``, ``delete``, ``typing``, ``reaction``,
``draft`` (shown while it is written),
``answer`` (to a command or button: acknowledged, modal, choices, an alert), ``session`` (a connection's life).
"""

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")

SEEN_KINDS = ("message", "edit", "delete", "typing", "reaction", "answer", "draft")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened. ``number`` counts from 1, ``at`` is ``time.monotonic()``; ids are 0 where there is none.

    ``client`` is True when the client under test did it (also through its webhook or an interaction). ``silent``: sent
    without a notification. ``text`` is the text as it stands after the change. ``body`` is the raw JSON that came.
    """

    number: int
    at: float
    kind: str
    channel: int = 0
    message: int = 0
    author: int = 0
    text: str = ""
    client: bool = False
    nonce: str = ""
    silent: bool = False
    webhook: bool = False
    ephemeral: bool = False
    method: str = ""
    route: str = ""
    status: int = 0
    name: str = ""
    body: Any = field(default=None, repr=False)
    topic: int = 0

    def as_json(self) -> dict[str, Any]:
        """Shape for the control port: every field; bodies that JSON cannot carry become their repr."""
        return json.loads(json.dumps(asdict(self), default=repr))


class History:
    """Entries in order. Everything that waits is woken by ``add`` itself; ``listeners`` are told of each entry."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.listeners: list[Callable[[Entry], None]] = []
        self._watchers: dict[asyncio.Future[Any], Callable[[Entry], Any]] = {}

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def add(self, kind: str, **fields: Any) -> Entry:
        """Append; fields are those of ``Entry``."""
        entry = Entry(len(self.entries) + 1, time.monotonic(), kind, **fields)
        self.entries.append(entry)
        for listener in self.listeners:
            listener(entry)
        for future, look in list(self._watchers.items()):
            _look(future, look, entry)
        return entry

    def after(self, number: int = 0) -> list[Entry]:
        """Entries with a number above ``number``."""
        return self.entries[number:]

    def of(self, *kinds: str, channel: int = 0, client: bool | None = None, after: int = 0) -> list[Entry]:
        """Entries of these kinds (all when none is named), of one channel, by the client or by others."""
        return [
            entry
            for entry in self.entries[after:]
            if (not kinds or entry.kind in kinds)
            and (not channel or entry.channel == channel)
            and (client is None or entry.client == client)
        ]

    def calls(self, method: str = "", route: str = "", status: int = 0, after: int = 0) -> list[Entry]:
        """REST calls; ``route`` is a regular expression searched in the path, ``status`` 0 means any."""
        pattern = re.compile(route)
        return [
            entry
            for entry in self.entries[after:]
            if entry.kind == "call"
            and (not method or entry.method == method)
            and (not status or entry.status == status)
            and pattern.search(entry.route)
        ]

    async def until(self, predicate: Callable[[Entry], Any], seconds: float = 20, after: int = 0) -> Entry:
        """The first entry with a number above ``after`` that the predicate accepts, already there or still to come.

        Raises TimeoutError, which shows the last entries.
        """
        for entry in self.entries[after:]:
            if predicate(entry):
                return entry
        return await self._watch(lambda entry: entry if predicate(entry) else None, seconds)

    async def holds(self, condition: Callable[[], T], seconds: float = 20) -> T:
        """Wait until the condition is true; it is asked now and after each new entry. Its value."""
        if value := condition():
            return value
        return await self._watch(lambda _: condition(), seconds)

    async def wait(self, after: int, seconds: float = 20) -> list[Entry]:
        """Entries above ``after``; waits for one when there is none, and gives an empty list when none comes."""
        if len(self.entries) <= after:
            try:
                await self._watch(lambda entry: entry.number > after, seconds)
            except TimeoutError:
                return []
        return self.after(after)

    async def _watch(self, look: Callable[[Entry], Any], seconds: float) -> Any:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._watchers[future] = look
        try:
            async with asyncio.timeout(seconds):
                return await future
        except TimeoutError:
            last = "\n".join(map(repr, self.entries[-12:]))
            raise TimeoutError(f"not seen within {seconds} s; the last entries are:\n{last}") from None
        finally:
            del self._watchers[future]


def _look(future: asyncio.Future[Any], look: Callable[[Entry], Any], entry: Entry) -> None:
    if future.done():
        return
    try:
        value = look(entry)
    except Exception as error:
        future.set_exception(error)
        return
    if value:
        future.set_result(value)
