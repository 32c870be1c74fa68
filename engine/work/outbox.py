"""What is on its way to people: parts are marked before the platform is called, and named once it has answered."""

from collections import OrderedDict
from dataclasses import dataclass

import structlog

from engine.db.house import work
from engine.db.postgres.pool import Database
from engine.db.postgres.repeat import repeat
from engine.ports import Clock
from engine.values.chats.places import Address
from engine.values.chats.turns import Turn
from engine.values.ids import ChannelKey, TurnKey
from engine.work.crashpoints import maybe_crash
from engine.work.saver import Saver

KEPT = 20_000

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Known:
    key: TurnKey
    channel: ChannelKey
    fence: int


class Outbox:
    """The parts of replies by turn and number, as those who deliver them speak of them."""

    def __init__(self, db: Database, saver: Saver, clock: Clock) -> None:
        self._db = db
        self._saver = saver
        self._clock = clock
        self._turns: OrderedDict[int, _Known] = OrderedDict()

    def learn(self, turn: Turn) -> None:
        """Parts of ``turn`` are going to be delivered here."""
        self.learn_key(turn.key, ChannelKey(turn.key.space, turn.channel), turn.fence)

    def learn_key(self, key: TurnKey, channel: ChannelKey, fence: int = 0) -> None:
        """The same of a turn that has ended."""
        self._turns[key.turn] = _Known(key, channel, fence)
        self._turns.move_to_end(key.turn)
        if len(self._turns) > KEPT:
            self._turns.popitem(last=False)

    async def sending(self, turn: int, part: int) -> None:
        """Write down, before it happens, that a part is sent. Returns once that is safe."""
        known = self._known(turn, part)
        if known is None:
            return

        async def mark() -> None:
            await work.mark_sending(self._db, known.key, known.channel, part, known.fence)

        await repeat(mark, key=f"sending:{turn}:{part}", clock=self._clock)
        maybe_crash("after_sending")

    def placed(self, at: Address, turn: int, part: int, platform_id: str) -> None:
        """A part of a reply that grows is shown by this message; written down with the next save, at once."""
        known = self._known(turn, part, at.platform)
        if known is not None:
            self._saver.placed(known.key, part, platform_id)

    def _known(self, turn: int, part: int, platform: str = "") -> _Known | None:
        known = self._turns.get(turn)
        if known is None:
            _log.warning("a part of an unknown turn", turn=turn, part=part, platform=platform, action="report this")
        return known
