"""A turn from end to end: accept → claim → load → retrieve → assemble → generate → commit."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import structlog

from engine.errors import InputError, LeaseLost, StateError
from engine.recall.fan_out import retrieve
from engine.turns.assemble import ask_of, assemble, limits_of
from engine.turns.claim import claim
from engine.turns.commit import Committed, commit
from engine.turns.generate import generate
from engine.turns.load import Scene, load
from engine.turns.needs import Needs
from engine.values.ids import ChannelKey, StandKey
from engine.values.models import RoleName
from engine.values.outgoing import Began, Grew, Show
from engine.values.prompts import Prompt
from engine.values.turns import Claimed, Notice, Reply, TurnState
from engine.work.crashpoints import maybe_crash
from engine.work.saver import Growing

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Place:
    """The stand that is served, and where it is shown."""

    stand: StandKey
    channel: ChannelKey
    platform: str


async def serve(needs: Needs, place: Place, begun: Claimed | None, ending: Callable[[], bool]) -> None:
    """Run ``begun`` if it is given, then turns for what waits on the stand, until nothing does or the process ends."""
    fence = None
    while True:
        if begun is None:
            taken = await claim(needs, place.stand, fence)
            if taken.closed is not None:
                needs.shows.tell(place.channel, taken.closed)
            begun = taken.claimed
        if begun is None:
            return
        committed = await run(needs, place, begun)
        if committed is None or not committed.held or ending():
            return
        fence, begun = begun.turn.fence, None


async def run(needs: Needs, place: Place, claimed: Claimed) -> Committed | None:
    """Run one claimed turn to its end and show it; None when it was taken from us, which is no fault."""
    started = needs.clock.monotonic()
    facts: dict[str, Any] = {}
    try:
        reply = await _reply(needs, place, claimed, facts)
        if reply is None:
            return None
        if claimed.quiet and reply.later and not reply.text:
            reply = replace(reply, notice=None)
        committed = await commit(needs, claimed, reply, facts, place.platform)
    except LeaseLost:
        return None
    needs.shows.tell(place.channel, committed.ended)
    _log_turn(claimed, reply, facts, needs.clock.monotonic() - started)
    return committed


async def _reply(needs: Needs, place: Place, claimed: Claimed, facts: dict[str, Any]) -> Reply | None:
    """Everything between the claim and the commit. What people can mend becomes their notice, not an exception."""

    def tell(show: Show) -> None:
        needs.shows.tell(place.channel, show)

    watched = needs.shows.watched(place.channel)
    turn = claimed.turn
    growing = needs.saver.begin(turn, lambda text: tell(Grew(turn.key.turn, text)), watched=watched)
    try:
        scene, prompt = await _prepare(needs, place, claimed, facts)
        tell(Began(turn.key.turn, scene.card.called))
        reply = await generate(needs, claimed, scene, prompt, growing, tell)
        if reply is not None:
            _learn(needs, prompt, reply)
        return reply
    except LeaseLost:
        return None
    except (InputError, StateError) as error:
        return Reply(TurnState.ERROR, error.message, notice=Notice(error.message, error.data))
    finally:
        _finish(needs, growing)


async def _prepare(needs: Needs, place: Place, claimed: Claimed, facts: dict[str, Any]) -> tuple[Scene, Prompt]:
    started = needs.clock.monotonic()
    scene = await load(needs, claimed, place.platform)
    maybe_crash("after_load")
    loaded = needs.clock.monotonic()
    ask = ask_of(needs, scene, claimed, needs.clock.now())
    retrieved = await retrieve(needs.retrievers, ask)
    recalled = needs.clock.monotonic()
    prompt = assemble(ask, scene, claimed, retrieved, limits_of(needs, scene.settings))
    facts["ms"] = {
        "load": _ms(loaded - started),
        "retrieve": _ms(recalled - loaded),
        "assemble": _ms(needs.clock.monotonic() - recalled),
    }
    facts["prompt"] = [[it.origin, it.tokens, it.verdict, it.reason] for it in prompt.ledger]
    return scene, prompt


def _learn(needs: Needs, prompt: Prompt, reply: Reply) -> None:
    """What the model that the prompt was measured for says of its size; a fallback counts in its own way."""
    first = next(iter(needs.roles.endpoints(RoleName.CHAT)), None)
    if first is not None and reply.model == first.model and reply.prompt_tokens:
        needs.gauges.counted(first.model, prompt.tokens, reply.prompt_tokens)


def _finish(needs: Needs, growing: Growing) -> None:
    needs.saver.end(growing)
    if not growing.interrupted.done():
        growing.interrupted.cancel()


def _log_turn(claimed: Claimed, reply: Reply, facts: dict[str, Any], seconds: float) -> None:
    turn = claimed.turn
    _log.info(
        "turn",
        action="none" if reply.state is not TurnState.ERROR else "see outcome",
        space=turn.key.space,
        session=turn.key.session,
        branch=turn.branch,
        turn=turn.key.turn,
        kind=turn.kind,
        state=reply.state,
        outcome=reply.outcome,
        model=reply.model,
        prompt_tokens=reply.prompt_tokens,
        reply_tokens=reply.reply_tokens,
        ms={**facts.get("ms", {}), "all": _ms(seconds)},
    )


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)
