"""A platform in memory, as the delivery sees one: ids, limits, faults, and a history of what people could see.

``ScriptedTurns`` stands beside it where a test decides itself what the engine shows, and when.
"""

import asyncio
import itertools
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

from bot.commands.framework.reply import Reply
from bot.delivery.delivery import Delivery
from bot.delivery.surface import Gone, LostMessage, NotAllowed, SurfaceMessage, Unsure
from bot.delivery.waiting import DeliveryClock
from bot.words.localise import Speech
from engine.service.parts import split
from engine.values.chats.entries import Place
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Ended, Open, PartLimit, Sending, SendingState, ShownAgain, TurnEvent
from engine.values.chats.places import Address, KnownChannel
from engine.values.chats.speech import SpokenClip
from engine.values.chats.swipes import Swipe
from engine.values.chats.turns import TurnState
from engine.values.house.setting_choices import Language
from engine.values.house.settings import Settings
from engine.values.ids import ChannelKey
from engine.work.clock import HandClock

PATIENCE = 60.0
START = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Done:
    """One call that had an effect: what, where, on which message, when by the clock."""

    kind: str
    at: Address
    message: str
    part: SurfaceMessage | None
    when: float


@dataclass(frozen=True, slots=True)
class Fault:
    """What a call meets: ``error`` is raised, after the call took effect if ``effect``."""

    error: Exception
    effect: bool = False


class RecordingSurface:
    """``readable``: the platform can be read after a crash. ``fail`` queues faults for calls of a kind.

    ``nonces``: a message that is sent again is the first one as it was, and reading finds nothing.
    """

    live_every = 1.2
    live_every_group = 1.2
    live_rate = 40.0
    typing_every = 8.0
    edits = True
    buttons = True
    hears_all = True

    def __init__(
        self,
        clock: DeliveryClock,
        *,
        limit: int = 2000,
        placeholder: bool = False,
        readable: bool = True,
        nonces: bool = False,
    ) -> None:
        self.nonces = nonces
        self.limit = PartLimit(limit)
        self.placeholder = placeholder
        self.readable = readable
        self.history: list[Done] = []
        self.messages: dict[str, tuple[Address, SurfaceMessage]] = {}
        self.held = asyncio.Event()
        self.held.set()
        self._clock = clock
        self._ids = itertools.count(1)
        self._faults: defaultdict[str, deque[Fault]] = defaultdict(deque)
        self._more = asyncio.Event()

    def fail(self, kind: str, *faults: Fault) -> None:
        """The next calls of ``kind`` meet these."""
        self._faults[kind] += faults

    def there(self, text: str, key: str, at: Address) -> str:
        """A message that an earlier process has made."""
        message = f"m{next(self._ids)}"
        self.messages[message] = (at, SurfaceMessage(text, key))
        return message

    def texts(self, at: Address | None = None) -> list[str]:
        """What stands there now, first to last."""
        return [part.text for where, part in self.messages.values() if at in (None, where)]

    def parts(self) -> list[SurfaceMessage]:
        """The messages that stand there now, first to last."""
        return [part for _, part in self.messages.values()]

    def of(self, *kinds: str) -> list[Done]:
        """The calls of these kinds."""
        return [it for it in self.history if it.kind in kinds]

    async def until(self, enough: Callable[["RecordingSurface"], bool]) -> None:
        """Wait until ``enough`` is true of what people see."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not enough(self):
                    self._more.clear()
                    await self._more.wait()
        except TimeoutError:
            raise TimeoutError(f"not seen within {PATIENCE} s; what stands there is: {self.parts()}") from None

    async def typing(self, at: Address) -> None:
        await self._call("typing", lambda: self._note("typing", at, "", None))

    async def send(self, at: Address, part: SurfaceMessage) -> str:
        assert part.text.strip(), "a platform takes no empty message"
        assert len(split(part.text, self.limit)) == 1, "too long"
        assert len(part.key) <= 25

        def make() -> str:
            if self.nonces and (before := self._called(at, part.key)):
                return before
            message = f"m{next(self._ids)}"
            self.messages[message] = (at, part)
            self._note("send", at, message, part)
            return message

        return await self._call("send", make)

    async def edit(self, at: Address, message: str, part: SurfaceMessage) -> None:
        assert part.text.strip()
        assert len(split(part.text, self.limit)) == 1, "too long"

        def change() -> None:
            if message not in self.messages:
                raise Gone
            self.messages[message] = (at, part)
            self._note("edit", at, message, part)

        await self._call("edit", change)

    async def strip(self, at: Address, message: str) -> None:
        def bare() -> None:
            if message not in self.messages:
                raise Gone
            where, part = self.messages[message]
            self.messages[message] = (where, replace(part, buttons=()))
            self._note("strip", at, message, self.messages[message][1])

        await self._call("strip", bare)

    async def delete(self, at: Address, message: str) -> None:
        def remove() -> None:
            self.messages.pop(message, None)
            self._note("delete", at, message, None)

        await self._call("delete", remove)

    async def find(self, at: Address, lost: LostMessage) -> str | None:
        if not self.readable:
            raise Unsure
        return await self._call("find", lambda: None if self.nonces else self._called(at, lost.part.key))

    async def speak(self, at: Address, clip: SpokenClip) -> None:
        raise NotAllowed("no files")

    async def open_thread(self, at: Address, title: str, person: str = "") -> Address:
        assert not person
        return replace(at, channel=f"{at.channel}/{title}")

    def _called(self, at: Address, key: str) -> str | None:
        return next((name for name, (where, there) in self.messages.items() if where == at and there.key == key), None)

    async def _call(self, kind: str, act: Callable[[], Any]) -> Any:
        await self.held.wait()
        fault = self._faults[kind].popleft() if self._faults[kind] else None
        if fault is None:
            return act()
        if fault.effect:
            act()
        raise fault.error

    def _note(self, kind: str, at: Address, message: str, part: SurfaceMessage | None) -> None:
        self.history.append(Done(kind, at, message, part, self._clock.monotonic()))
        self._more.set()


async def quiet() -> None:
    """Wait until nothing is left to do in this loop but for what waits for time or for others."""
    loop: Any = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready or getattr(loop, "late", 0):  # noqa: ASYNC110 - only the loop knows
        await asyncio.sleep(0)


class ScriptedTurns:
    """What a delivery asks of the engine; ``tell`` shows something in a channel."""

    def __init__(self, opened: Iterable[Open] = ()) -> None:
        self.opened = list(opened)
        self.calls: list[tuple[Any, ...]] = []
        self.arrived: dict[int, str | None] = {}
        self.lost: list[int] = []
        self.standing: list[Sending] = []
        self.bare: list[int] = []
        self._queue: asyncio.Queue[tuple[Address, TurnEvent]] = asyncio.Queue()

    def tell(self, at: Address, *shows: TurnEvent) -> None:
        for show in shows:
            self._queue.put_nowait((at, show))

    @contextmanager
    def shows(self, platform: str) -> Generator[AsyncIterator[tuple[Address, TurnEvent]]]:
        async def events() -> AsyncIterator[tuple[Address, TurnEvent]]:
            while True:
                yield await self._queue.get()

        yield events()

    async def sending(self, turn: int, part: int) -> None:
        self.calls.append(("sending", turn, part))

    async def line_goes_out(self, sending: Sending) -> None:
        self.calls.append(("line", sending.id))

    def placed(self, at: Address, turn: int, part: int, platform_id: str) -> None:
        self.calls.append(("placed", turn, part, platform_id))

    async def written(self) -> None:
        self.calls.append(("written",))

    async def planned_lately(self, at: Address) -> list[Sending]:
        return []

    def delivered(self, sendings: Sequence[Sending], platform_ids: Sequence[str | None] = ()) -> None:
        ids = [*platform_ids, *([None] * (len(sendings) - len(platform_ids)))]
        self.arrived |= {sending.id: name for sending, name in zip(sendings, ids, strict=True)}
        self.bare = [it for it in self.bare if it not in {one.id for one in sendings}]
        self.bare += [it.id for it in sendings if not it.controls]

    def unknown(self, sendings: Sequence[Sending]) -> None:
        self.lost += [it.id for it in sendings]

    async def with_controls(self, at: Address) -> list[Sending]:
        return self.standing

    async def left_controls(self, platform: str) -> list[Address]:
        return [GROUP] if len(self.standing) > 1 else []

    async def open_sendings(self, platform: str) -> list[Open]:
        return self.opened


@dataclass
class Stage:
    """A delivery that runs over scripted turns and a platform in memory, on a clock that tests move."""

    turns: ScriptedTurns
    surface: RecordingSurface
    clock: HandClock
    told: list[Reply] = field(default_factory=list)

    async def pass_by(self, seconds: float, step: float = 0.05) -> None:
        """Let time pass, in small steps."""
        for _ in range(round(seconds / step)):
            self.clock.advance(step)
            await self.settle()

    async def settle(self) -> None:
        """Let everything happen that waits for no time."""
        await quiet()

    def ended(self, turn: int, text: str, *, notice: Notice | None = None, **parts: Any) -> Ended:
        """The end of a turn with the rows that the engine would have planned."""
        state = parts.pop("state", TurnState.COMPLETE)
        texts = split(text, self.surface.limit)
        sendings = [
            Sending(
                100 * turn + n,
                1,
                "reply",
                one,
                n,
                1,
                turn,
                state=SendingState.SENDING if n == 0 else SendingState.PLANNED,
            )
            for n, one in enumerate(texts)
        ]
        if notice is not None:
            sendings.append(Sending(100 * turn + 99, 1, "notice", "", 0, 1, turn, notice))
        parts.setdefault("swipe", Swipe(7, Place(1, turn)) if text else None)
        return Ended(turn, text, state, notice, tuple(sendings), **parts)

    def shown(self, row: int, text: str, *messages: str, number: int = 1, count: int = 3, **parts: Any) -> ShownAgain:
        """A reply that is turned to, as the engine plans it: its rows from ``row`` on, in these messages."""
        texts = split(text, self.surface.limit)
        sendings = tuple(
            Sending(
                row + n,
                1,
                "line",
                texts[n] if n < len(texts) else "",
                n,
                7,
                platform_id=messages[n] if n < len(messages) else None,
            )
            for n in range(max(len(texts), len(messages)))
        )
        return ShownAgain(sendings, "Mira", 7, Swipe(7, Place(number, 5), number, count), turned=True, **parts)


@asynccontextmanager
async def staged(
    *,
    opened: Iterable[Open] = (),
    standing: Iterable[Sending] = (),
    there: Iterable[tuple[str, str]] = (),
    controls: bool = True,
    language: str = "en",
    **manner: Any,
) -> AsyncIterator[Stage]:
    """A delivery that runs. ``there``: texts and keys that stand in the group already; ``standing``: parts with
    buttons, the newest first; ``manner`` is the surface's.
    """
    clock = HandClock(START)
    turns, surface = ScriptedTurns(opened), RecordingSurface(clock, **manner)
    turns.standing = list(standing)
    stage = Stage(turns, surface, clock)
    for text, key in there:
        surface.there(text, key, GROUP)

    async def known(platform: str) -> list[KnownChannel]:
        return [KnownChannel(ChannelKey(1, n), at, open=True, newest=None) for n, at in enumerate((HERE, GROUP), 1)]

    async def current(here: Here) -> Settings:
        return Settings(controls=controls, language=language)  # type: ignore[arg-type] - the name of a language

    async def language_of_owners(platform: str) -> Language:
        return Language.EN

    async def tell_owners(reply: Reply) -> None:
        stage.told.append(reply)

    engine: Any = SimpleNamespace(
        turns=turns,
        places=SimpleNamespace(known=known, settings=current, language_of_owners=language_of_owners),
    )
    delivery = Delivery(engine, "test", surface, Speech(), language, tell_owners, clock)
    running = asyncio.ensure_future(delivery.run())
    await stage.settle()
    try:
        yield stage
    finally:
        running.cancel()
        await asyncio.wait({running})


HERE = Address("test", "space", "private", private=True)
GROUP = Address("test", "space", "group")
