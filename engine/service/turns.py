"""Talking: what arrives, what is shown, stop, again, go on."""

from collections.abc import AsyncIterable, Sequence
from contextlib import AbstractContextManager

from engine.actions import replies
from engine.turns.accept import accept
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here, Incoming
from engine.values.outgoing import Sending, SendingState, Show, View


class Turns:
    """What a platform does with messages and replies."""

    def __init__(self, needs: Needs, runner: Runner) -> None:
        self._needs = needs
        self._runner = runner

    async def accept(self, incoming: Incoming) -> bool:
        """Store what arrived and see to its answer; False when it had arrived before. Raises TextTooLong."""
        return await accept(self._needs, self._runner, incoming)

    async def stop(self, here: Here) -> bool:
        """End the reply that grows here; False when none does."""
        return await replies.stop(self._needs, here)

    async def again(self, here: Here) -> View | None:
        """Another reply beside the last one; the next greeting is returned, since no turn shows it.

        Raises NothingSaid, OnlyOneGreeting.
        """
        return await replies.again(self._needs, self._runner, here)

    async def go_on(self, here: Here) -> None:
        """The character says more. Raises NothingSaid."""
        await replies.go_on(self._needs, self._runner, here)

    def watch(self, here: Here) -> AbstractContextManager[AsyncIterable[Show]]:
        """What is shown in this channel from now on."""
        return self._needs.shows.watch(here.key)

    async def idle(self, here: Here) -> None:
        """Return when nothing is being answered here."""
        await self._runner.wait_idle(here.key)

    def delivered(self, sendings: Sequence[Sending], platform_ids: Sequence[str | None] = ()) -> None:
        """These parts have arrived, as messages with these ids of the platform; written down with the next save."""
        ids = [*platform_ids, *([None] * (len(sendings) - len(platform_ids)))]
        for sending, platform_id in zip(sendings, ids, strict=True):
            self._needs.saver.delivered(sending, SendingState.SENT, platform_id)
