"""What everything that delivers shares on one platform."""

from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import structlog

from bot.commands.framework.reply import Reply, told
from bot.delivery.channel_preferences import ChannelPreferencesLookup
from bot.delivery.growing import LINE
from bot.delivery.pacing import EditPace
from bot.delivery.surface import Later, LostMessage, NotAllowed, Surface, SurfaceMessage
from bot.delivery.troubles import what_it_was
from bot.delivery.waiting import DeliveryClock, pauses, until_through
from bot.words.localise import Speaker
from engine.app import Engine
from engine.errors import OmoideError
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Sending
from engine.values.chats.places import Address

T = TypeVar("T")

_AN_HOUR: Final = 3_600.0

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class DeliveryContext:
    """The engine, the platform, the time, and the budget that all channels share. ``start`` runs something beside.

    ``feelings``: the picture that each character showed last, by its hash, where pictures of emotions are wanted.
    """

    engine: Engine
    surface: Surface
    clock: DeliveryClock
    pace: EditPace
    places: ChannelPreferencesLookup
    start: Callable[[Coroutine[Any, Any, None]], object]
    tell_owners: Callable[[Reply], Awaitable[object]]
    refused: set[Address] = field(default_factory=set[Address])
    troubles: dict[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])
    feelings: dict[tuple[Address, int], str] = field(default_factory=dict[tuple[Address, int], str])

    async def at_last(self, call: Callable[[], Awaitable[T]]) -> T:
        """A call of the platform for an end: before those for what grows, and repeated until it is through."""

        async def first() -> T:
            with self._ahead():
                return await call()

        return await until_through(self.clock, first)

    async def send_first(self, call: Callable[[], Awaitable[T]]) -> T:
        """The same once. Raises what the platform does."""
        with self._ahead():
            return await call()

    async def find(self, at: Address, part: SurfaceMessage, after: str, *, reworded: bool = False) -> str | None:
        """The message that a lost call made, as the surface finds it among those that show nothing else."""
        try:
            others = await self.engine.turns.planned_lately(at)
        except OmoideError as error:
            raise Later(1.0) from error
        return await self.surface.find(at, LostMessage(part, after, others, reworded))

    async def write_down(self, sending: Sending) -> None:
        """Make it durable that a part is about to be sent, however long the database takes to come back."""
        for pause in pauses():
            try:
                if sending.kind == LINE or sending.turn is None:
                    await self.engine.turns.line_goes_out(sending)
                else:
                    await self.engine.turns.sending(sending.turn, sending.part)
                break
            except OmoideError as error:
                _log.warning(
                    "not written down", part=sending.id, error=str(error), action="check that the database runs"
                )
                await self.clock.sleep(pause)

    def give_up(self, sendings: tuple[Sending, ...], why: str) -> None:
        """Nobody can tell whether these have arrived, or they never will."""
        if sendings:
            _log.warning("not delivered", turn=sendings[0].turn, why=why, action="people can ask to see it again")
            self.engine.turns.unknown(sendings)

    async def refuse(self, at: Address, error: NotAllowed) -> None:
        """Tell the owners, once a place, that the platform does not let us speak there."""
        _log.warning("not allowed", channel=at.channel, reason=str(error), action="give the bot this permission")
        if at in self.refused:
            return
        self.refused.add(at)
        await self._tell(lambda speak: speak.say("delivery-not-allowed", channel=at.channel, reason=str(error)))

    def confide(self, notice: Notice) -> None:
        """Tell the owners, once an hour each, what people are not told of trouble with a model."""
        kind, now = (notice.message, str(notice.data.get("endpoint"))), self.clock.monotonic()
        if now < self.troubles.get(kind, now):
            return
        self.troubles[kind] = now + _AN_HOUR
        self.start(self._tell(lambda speak: speak.say("trouble-owners", what=what_it_was(notice, speak))))

    async def _tell(self, said: Callable[[Speaker], str]) -> None:
        await self.tell_owners(told(said(await self.places.to_owners())))

    @contextmanager
    def _ahead(self) -> Generator[None]:
        self.pace.ends += 1
        try:
            yield
        finally:
            self.pace.ends -= 1
