"""Steps three to five of a turn: load, retrieve, assemble. What comes of them is ready to be asked of the model."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.recall.fan_out import retrieve
from engine.rules.acts import timers_body, timers_of, variables_body, variables_of
from engine.rules.framework.scripts import block_scripts, run_scripts, without_open_block
from engine.rules.framework.warnings import Thresholds, warn
from engine.rules.macros.expand import expand, with_card
from engine.turns.asking import ask_of
from engine.turns.assemble import assemble, limits_of, line_of, macros_of, moment_of, sampling_of, stage_of
from engine.turns.directing import parts
from engine.turns.generate import Order, Speakers
from engine.turns.going_on import begun_of, onward
from engine.turns.load import Scene, load, other_names
from engine.turns.needs import Needs
from engine.turns.sight import UNSEEN, look, unseen
from engine.turns.tags import patterns
from engine.turns.utility import Errand
from engine.values.documents import JsonObject
from engine.values.entries import EntryKind
from engine.values.prompts import Generation, Limits, Prompt
from engine.values.scripts import Placement, RegexScript
from engine.values.stage import Built, Moment, Stage
from engine.values.steps import Step
from engine.values.turns import Claimed, Notice, TurnKind
from engine.work.crashpoints import maybe_crash


@dataclass(frozen=True, slots=True)
class Prepared:
    """A prompt that is ready, what is asked with it, and what it leaves once it is answered.

    ``facts`` are for the turn's row and hold no text of the prompt. ``warnings`` are told once the reply is there;
    then ``unasked`` are asked whether private facts about them may be told in groups.
    """

    scene: Scene
    prompt: Prompt
    order: Order
    acts: tuple[tuple[EntryKind, JsonObject], ...]
    facts: dict[str, Any]
    warnings: tuple[Notice, ...]
    unasked: frozenset[int] = frozenset()


async def prepare(needs: Needs, claimed: Claimed, platform: str) -> Prepared:
    """Read the scene, ask the retrievers, build the prompt. Raises StateError, PromptRefused, LeaseLost."""
    started = needs.clock.monotonic()
    scene = await load(needs, claimed, platform)
    maybe_crash("after_load")
    loaded = needs.clock.monotonic()
    now = needs.clock.now()
    ask = await ask_of(needs, scene, claimed, now)
    try:
        retrieved, seen = await asyncio.gather(
            retrieve(needs.retrievers, ask), look(needs, _errand(scene, claimed), scene.loaded.history)
        )
    finally:
        ask.close()
    scene = replace(scene, seen=seen)
    recalled = needs.clock.monotonic()
    moment, limits = moment_of(scene, claimed, now), limits_of(needs, scene)
    texts = needs.texts[scene.settings.language]
    own = parts(scene, claimed, texts)
    stage = stage_of(scene, claimed, moment, replace(retrieved, parts=(*own, *retrieved.parts)), limits, texts)
    begun = begun_of(claimed.begun, patterns(scene.settings))
    stage = onward(stage, begun, line_of(scene, claimed)) if begun else stage
    built = assemble(stage, retrieved)
    prompt = built.prompt
    active, warnings = _warned(scene, prompt, limits)
    ms = {
        Step.LOAD: _ms(loaded - started),
        Step.RETRIEVE: _ms(recalled - loaded),
        Step.ASSEMBLE: _ms(needs.clock.monotonic() - recalled),
    }
    warnings += built.notices
    order = _order(scene, claimed, stage, prompt, begun)
    facts = {**_facts(stage, prompt), "character": claimed.turn.character, "ms": ms, "warnings": sorted(active)}
    return Prepared(scene, prompt, order, tuple(_acts(scene, built)), facts, warnings, retrieved.unasked)


def _order(scene: Scene, claimed: Claimed, stage: Stage, prompt: Prompt, begun: str) -> Order:
    display, growth = _display(scene, claimed, stage.moment)
    goes_on = stage.generation is Generation.CONTINUE and bool(stage.talk.history)
    behind = stage.talk.history[-1].text if goes_on else None
    return Order(
        prompt.messages,
        sampling_of(scene, stage.limits),
        patterns(scene.settings),
        display,
        growth,
        _speakers(scene, claimed),
        begun=begun,
        behind=behind if behind is None or begun else behind.rstrip(),
        exact=stage.preset.continue_prefill,
    )


def _warned(scene: Scene, prompt: Prompt, limits: Limits) -> tuple[frozenset[str], tuple[Notice, ...]]:
    """What holds now that people should know, and of it what they are told: what they do not know yet."""
    known = scene.loaded.around.warnings
    long = Thresholds(scene.settings.middle_warning, scene.settings.conversation_warning)
    active, warnings = warn(prompt, scene.said.tokens, limits, long, known)
    if unseen(scene.settings, scene.loaded.history, scene.seen):
        active |= {UNSEEN}
        warnings += (Notice("picture-unseen"),) if UNSEEN not in known else ()
    missing = {
        f"absent:{it}": Notice("cast-absent", {"name": name, "why": why.value})
        for it, (name, why) in scene.absent.items()
    }
    active |= missing.keys()
    warnings += tuple(told for key, told in missing.items() if key not in known)
    return active, warnings


def _errand(scene: Scene, claimed: Claimed) -> Errand:
    """On whose behalf pictures are looked at: the person waits for it."""
    return Errand(claimed.turn.session_key, claimed.turn.character, scene.settings, waited_for=True)


def _facts(stage: Stage, prompt: Prompt) -> dict[str, Any]:
    """What the inspector tells of a prompt, without a word of it."""
    return {
        "prompt": [[it.origin, it.tokens, it.verdict, it.reason, int(it.slot), it.detail] for it in prompt.ledger],
        "estimated": prompt.tokens,
        "recalled": [[it.store, it.id, *it.scores] for it in prompt.quotes],
        "path": {
            "generation": stage.generation,
            "preset": stage.preset.name,
            "budget": stage.limits.budget_tokens,
            "context": stage.limits.context,
            "whole": stage.talk.whole,
        },
    }


def _acts(scene: Scene, built: Built) -> Iterator[tuple[EntryKind, JsonObject]]:
    """The state that building the prompt has changed: it enters the log right behind the reply."""
    acts = scene.loaded.around.acts
    if built.variables != variables_of(acts):
        yield EntryKind.VARIABLES, variables_body(built.variables)
    if built.timers != timers_of(acts):
        yield EntryKind.TIMERS, timers_body(built.timers)


def _display(
    scene: Scene, claimed: Claimed, moment: Moment
) -> tuple[Callable[[str], str], Callable[[str], str] | None]:
    """How the reply is shown: as the scripts for people's eyes make it, whole and while it grows."""
    context = with_card(macros_of(moment), scene.card)
    as_person = claimed.turn.kind is TurnKind.IMPERSONATE
    placement = Placement.USER_INPUT if as_person else Placement.AI_OUTPUT

    blocks = block_scripts(scene.scripts, placement, depth=0)

    def run(scripts: Sequence[RegexScript], text: str) -> str:
        return run_scripts(scripts, text, placement, depth=0, for_display=True, expand=lambda it: expand(it, context))

    def growth(text: str) -> str:
        return without_open_block(run(blocks, text), blocks).lstrip()

    return lambda text: run(scene.scripts, text), growth if blocks else None


def _speakers(scene: Scene, claimed: Claimed) -> Speakers | None:
    others = other_names(scene)
    if not others or claimed.turn.kind is TurnKind.IMPERSONATE:
        return None
    return Speakers((scene.card.called, scene.card.name), others)


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)
