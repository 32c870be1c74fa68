"""Talking: what arrives, and what is shown."""

from collections.abc import AsyncIterable, Iterable, Sequence
from contextlib import AbstractContextManager, suppress

from engine.actions.chats import deliveries, leaving
from engine.context import EngineContext
from engine.errors import DatabaseError
from engine.turns.intake.accept import accept, first_time, listens
from engine.turns.intake.reacting import channel_of, react
from engine.turns.runner import Runner
from engine.values.chats.incoming import Heard, Here, Incoming, Origin
from engine.values.chats.outgoing import Open, Sending, SendingState, TurnEvent
from engine.values.chats.places import Address
from engine.values.ids import ChannelKey


class TurnsService:
    """What a platform does with messages and replies."""

    def __init__(self, ctx: EngineContext, runner: Runner) -> None:
        self._ctx = ctx
        self._runner = runner

    async def accept(self, incoming: Incoming) -> Heard:
        """Store a message, an edit or a deletion, and see to what it asks for. Raises TextTooLong."""
        return await accept(self._ctx, self._runner, incoming)

    async def react(self, incoming: Incoming) -> Heard:
        """Store what somebody did to their reactions on a message; no turn begins with it."""
        return await react(self._ctx, self._runner, incoming)

    async def reacted_in(self, at: Address, message: str) -> str | None:
        """The channel of a message on which somebody has reacted; None where it can be of no session."""
        return await channel_of(self._ctx, at, message)

    async def listens(self, incoming: Incoming) -> bool:
        """Whether a message would be kept: nothing that comes with it has to be fetched else."""
        return await listens(self._ctx, incoming)

    async def first_time(self, incoming: Incoming) -> bool:
        """Note that a command or a button arrived; False when it had arrived before: then nothing is to be done."""
        return await first_time(self._ctx, incoming)

    def typing(self, origin: Origin) -> None:
        """A person types: what is being waited for in this channel waits a little longer."""
        if (channel := self._ctx.shows.addresses.key(origin)) is not None:
            self._runner.typing(channel)

    def catching_up(self, channels: Iterable[ChannelKey]) -> AbstractContextManager[None]:
        """What arrives in these channels meanwhile is answered when this ends, together."""
        return self._runner.holding(channels)

    async def leave(self, at: Address) -> None:
        """A channel is gone, or (without a channel's name) a space: what runs there ends, and nothing waits there.

        Nothing more is written or shown there until something arrives.
        """
        await leaving.leave(self._ctx, at)

    def watch(self, here: Here) -> AbstractContextManager[AsyncIterable[TurnEvent]]:
        """What is shown in this channel from now on."""
        return self._ctx.shows.watch(here.key)

    def shows(self, platform: str) -> AbstractContextManager[AsyncIterable[tuple[Address, TurnEvent]]]:
        """What is shown in every channel of a platform, from now on. For one reader, who delivers it.

        The first reader also gets what was shown since the process began. Of a growing text it gets the newest.
        """
        return self._ctx.shows.platform(platform)

    async def idle(self, here: Here) -> None:
        """Return when nothing is being answered here."""
        await self._runner.wait_idle(here.key)

    async def sending(self, turn: int, part: int) -> None:
        """A part is about to be sent for the first time; returns once that is written down.

        The first part of a reply (0) is marked already when its first text is shown.
        """
        await self._ctx.outbox.sending(turn, part)

    async def line_goes_out(self, sending: Sending) -> None:
        """A part of a line is about to be sent anew; returns once that is written down."""
        await deliveries.line_goes_out(self._ctx, sending)

    def placed(self, at: Address, turn: int, part: int, platform_id: str) -> None:
        """A part of a growing reply is shown by this message of the platform; written down at once."""
        self._ctx.afterwards.shown(turn, self._ctx.clock.monotonic())
        self._ctx.outbox.placed(at, turn, part, platform_id)

    async def written(self) -> None:
        """Return once what was placed and delivered so far is written down, or the database is away."""
        with suppress(DatabaseError):
            await self._ctx.saver.flush()

    def delivered(self, sendings: Sequence[Sending], platform_ids: Sequence[str | None] = ()) -> None:
        """These parts have arrived, as messages with these ids of the platform; written down with the next save.

        The same again tells whether buttons stand there still.
        """
        ids = [*platform_ids, *([None] * (len(sendings) - len(platform_ids)))]
        for sending, platform_id in zip(sendings, ids, strict=True):
            if sending.turn is not None and sending.text:
                self._ctx.afterwards.shown(sending.turn, self._ctx.clock.monotonic())
            self._ctx.saver.delivered(sending, SendingState.SENT, platform_id)

    def unknown(self, sendings: Sequence[Sending]) -> None:
        """Nobody can tell whether these parts have arrived; they are not offered for delivery again."""
        for sending in sendings:
            self._ctx.saver.delivered(sending, SendingState.UNKNOWN)

    async def with_controls(self, at: Address) -> list[Sending]:
        """The parts under whose messages the buttons of a reply stand here, the newest first."""
        return await deliveries.with_controls(self._ctx, at)

    async def planned_lately(self, at: Address) -> list[Sending]:
        """The newest parts that were planned for this channel, delivered or not, the newest first."""
        return await deliveries.planned_lately(self._ctx, at)

    async def left_controls(self, platform: str) -> list[Address]:
        """Where on a platform buttons stand under more than one reply."""
        return await deliveries.left_controls(self._ctx, platform)

    async def open_sendings(self, platform: str) -> list[Open]:
        """What a crash left to be delivered on a platform, in order."""
        return await deliveries.open_sendings(self._ctx, platform)
