"""One turn while it runs: where it is shown, what it has taken, what is seen of it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from engine.context import EngineContext
from engine.db.house.spending import Account
from engine.rules.framework.ledger import late_lines
from engine.rules.text.joining import attached
from engine.turns.commit import Traces
from engine.turns.inputs.directing import directed
from engine.turns.inputs.searching import facts_of
from engine.turns.prepare import PreparedPrompt, rows_of
from engine.utility.affording import prompts_of, taken
from engine.values.chats.entries import Entry
from engine.values.chats.outgoing import Ended, Grew, PartLimit, TurnEvent
from engine.values.chats.steps import TurnStep
from engine.values.chats.turns import Claimed, ModelReply, TurnKind
from engine.values.house.allowances import Spent
from engine.values.ids import ChannelHeadKey, ChannelKey
from engine.work.saver import GrowingDraft

Settle = Callable[[], Awaitable[bool]]
"""Waits until a burst of messages is all there; False when nothing may be taken up now."""


@dataclass(frozen=True, slots=True)
class ServedHead:
    """The channel head that is served, and where it is shown."""

    channel_head: ChannelHeadKey
    channel: ChannelKey
    platform: str


@dataclass(slots=True)
class TurnRun:
    """One turn on its way. ``claimed`` changes when something joins it before anything of it is seen.

    ``shown_texts`` are the texts of the messages that show it already; so many as ``unmoved`` stay as they are.
    ``unlike``: the post that its first reply said again, "" where it did not; of posts nothing is seen before that.
    """

    ctx: EngineContext
    place: ServedHead
    claimed: Claimed
    settle: Settle
    account: Account
    prepared: PreparedPrompt | None = None
    wasted: int = 0
    shorter: int = 0
    shown_texts: tuple[str, ...] = ()
    unmoved: int = 0
    unlike: str = ""

    def traces(self, reply: ModelReply) -> tuple[ModelReply, Traces]:
        """The reply as it is told, and what the turn leaves besides it."""
        prepared = self.prepared
        if prepared is None:
            return reply, Traces()
        used, dollars = taken(self.ctx.roles, reply, prepared.prompt.tokens, self.wasted)
        scene = prepared.scene
        said = (scene.said.from_people, scene.said.from_characters, scene.said.tokens)
        acts = scene.loaded.around.acts
        facts = {**prepared.facts, **facts_of(reply.looked_up), "ms": self.times(reply)}
        facts["prompt"] = [*facts["prompt"], *rows_of(late_lines(prepared.request.late))]
        after = directed(scene.settings, scene.background, acts, scene.plot, self.claimed, reply)
        shown = (scene.settings.bubbles, self.shown_texts)
        return after.reply, Traces(facts, prepared.acts, said, after.act, used, dollars, *shown)

    def times(self, reply: ModelReply) -> dict[TurnStep, float]:
        """How long each step took, as far as is known now."""
        turn = self.claimed.turn.key.turn
        prepared: Mapping[TurnStep, float] = self.prepared.facts["ms"] if self.prepared else {}
        known: Mapping[TurnStep, float] = {**self.ctx.afterwards.of(turn), **prepared, **reply.ms}
        return {step: known[step] for step in TurnStep if step in known}

    def settled(self, reply: ModelReply, traces: Traces) -> None:
        """What the turn has taken is stored."""
        if any(traces.used):
            took = Spent(sum(traces.used), 100 * (traces.cost or 0.0), 1)
            self.ctx.spending.settle(self.account, took)
            key = self.claimed.turn.session_key
            self.ctx.prompts_lately.sent(key, prompts_of(self.ctx.roles, reply, traces.used[0]))

    def tell(self, show: TurnEvent) -> None:
        """Show an event of the turn in its channel."""
        self.ctx.shows.tell(self.place.channel, show)
        # Where nobody delivers it, this is when it is seen.
        if self.limit is None and isinstance(show, Grew | Ended) and show.text:
            self.ctx.afterwards.shown(show.turn, self.ctx.clock.monotonic())

    def grew(self, growing: GrowingDraft, text: str) -> None:
        """The reply has grown to ``text``. What goes on with another one is shown behind it, where it is delivered."""
        if self.claimed.turn.shown_whole:
            return
        before = self.going_on
        whole = attached(before.text, text, growing.raw()) if before and text.strip() else text
        self.tell(Grew(self.claimed.turn.key.turn, whole, growing.emotion))

    @property
    def going_on(self) -> Entry | None:
        """The reply that this one goes on with, where people see both in one message."""
        if self.claimed.turn.kind is not TurnKind.CONTINUE or self.prepared is None or not self.limit:
            return None
        return next(reversed(self.prepared.scene.loaded.history), None)

    @property
    def limit(self) -> PartLimit | None:
        """How long a message may be on the platform; None where nobody delivers."""
        return self.ctx.limits.get(self.place.platform)


def milliseconds(seconds: float) -> float:
    """As times are logged and kept."""
    return round(seconds * 1_000, 2)
