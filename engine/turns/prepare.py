"""Steps three to five of a turn: load, retrieve, assemble. What comes of them is ready to be asked of the model."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.context import EngineContext
from engine.recall.fan_out import Ask, Retrieved, retrieve
from engine.rules.acts import injects_body, injects_of, timers_of, variables_body, variables_of
from engine.rules.framework.scripts.scripts import at_work, block_scripts, run_scripts, without_open_block
from engine.rules.framework.warnings import Thresholds, warn
from engine.rules.macros.expand import expand, with_card
from engine.rules.regexes.search_time import GROWING, SearchTime
from engine.rules.sent_files import UNHEARD, unheard
from engine.rules.text.screening import screen
from engine.turns.assemble import assemble, limits_of, line_of, macros_of, moment_of, sampling_of, stage_of
from engine.turns.generate import GenerationRequest, TurnSpeakers
from engine.turns.going_on import begun_of, onward
from engine.turns.inputs.asking import ask_of
from engine.turns.inputs.bounds import asked_first
from engine.turns.inputs.calling_search import Looking
from engine.turns.inputs.directing import parts
from engine.turns.inputs.occasions import occasions, told_for
from engine.turns.inputs.reactions import reactions
from engine.turns.inputs.searching import as_built, facts_of, guidelines, looking_of, offer, told_of
from engine.turns.inputs.sight import UNSEEN, look, unseen
from engine.turns.inputs.tags import patterns
from engine.turns.load import TurnScene, load, other_names
from engine.utility.asking import Errand
from engine.values.characters.scripts import Placement, RegexScript
from engine.values.chats.bodies import EntryBody, TimersBody
from engine.values.chats.notices import Notice
from engine.values.chats.steps import TurnStep
from engine.values.chats.turns import Claimed, TurnKind
from engine.values.models.pictures import SeenPictures
from engine.values.models.prompts import Generation, LedgerLine, Prompt, PromptLimits, PromptSlot
from engine.values.models.stage import Built, PromptMoment, PromptStage
from engine.values.search import LookedUp
from engine.work.crashpoints import maybe_crash


@dataclass(frozen=True, slots=True)
class PreparedPrompt:
    """A prompt that is ready, what is asked with it, and what it leaves once it is answered.

    ``facts`` are for the turn's row and hold no text of the prompt. ``warnings`` are told once the reply is there;
    then ``unasked`` are asked whether private facts about them may be told in groups. ``looked_up``: what was done
    about the web, as the prompt tells it.
    """

    scene: TurnScene
    prompt: Prompt
    request: GenerationRequest
    acts: tuple[EntryBody, ...]
    facts: dict[str, Any]
    warnings: tuple[Notice, ...]
    unasked: Mapping[int, tuple[str, ...]] = field(default_factory=dict[int, tuple[str, ...]])
    looked_up: LookedUp | None = None


async def prepare(ctx: EngineContext, claimed: Claimed, platform: str, unlike: str = "") -> PreparedPrompt:
    """The prompt of a turn; ``unlike``: what a post must not say again. Raises StateError, PromptRefused, LeaseLost."""
    started = ctx.clock.monotonic()
    scene = await load(ctx, claimed, platform)
    maybe_crash("after_load")
    loaded = ctx.clock.monotonic()
    now = ctx.clock.now()
    ask = await ask_of(ctx, scene, claimed, now)
    retrieved, seen, told = await _retrieved(ctx, scene, claimed, ask)
    scene = replace(scene, seen=seen)
    recalled = ctx.clock.monotonic()
    texts = ctx.texts[scene.settings.language]
    looking = looking_of(ask.look_up, scene, retrieved.looked_up, texts)
    moment, limits = moment_of(scene, claimed, now, asked_first(ctx)), _limits(ctx, scene, looking)
    own = parts(scene, claimed, texts)
    recalled_any = any(it.quotes or it.messages for it in retrieved.parts if it.slot is PromptSlot.RECALLED)
    calls = looking is not None
    guide = guidelines(scene.settings, retrieved.looked_up, texts, recalled=recalled_any, calls=calls)
    felt = (*reactions(scene, claimed, texts), *occasions(scene, claimed, texts, unlike, told))
    proposed = replace(retrieved, parts=(*own, *retrieved.parts, *felt, *guide))
    stage = stage_of(scene, claimed, moment, proposed, limits, texts)
    begun = begun_of(claimed.begun, patterns(scene.settings))
    stage = onward(stage, begun, line_of(scene, claimed)) if begun else stage
    built = assemble(stage, retrieved)
    prompt = built.prompt
    active, warnings = _warned(ctx, scene, prompt, limits)
    ms = {
        TurnStep.LOAD: _ms(loaded - started),
        TurnStep.RETRIEVE: _ms(recalled - loaded),
        TurnStep.ASSEMBLE: _ms(ctx.clock.monotonic() - recalled),
    }
    looked = as_built(retrieved.looked_up, prompt)
    warnings += (*built.notices, *told_of(looked, scene.loaded.words))
    offer(ctx, claimed, looked)
    request = _request(scene, claimed, stage, prompt, begun, looking)
    facts = {
        **_facts(stage, prompt),
        **facts_of(looked),
        "character": claimed.turn.character,
        "ms": ms,
        "warnings": sorted(active),
    }
    return PreparedPrompt(
        scene, prompt, request, tuple(_acts(scene, built)), facts, warnings, retrieved.unasked, looked
    )


async def _retrieved(
    ctx: EngineContext, scene: TurnScene, claimed: Claimed, ask: Ask
) -> tuple[Retrieved, SeenPictures, str]:
    """What was proposed, what is seen of pictures, and what a post tells of, all at once. It closes ``ask``."""
    try:
        ask.begin()
        return await asyncio.gather(
            retrieve(ctx.retrievers, ask),
            look(ctx, _errand(scene, claimed), scene.loaded.history),
            told_for(ctx, scene, claimed, ask),
        )
    finally:
        ask.close()


def _limits(ctx: EngineContext, scene: TurnScene, looking: Looking | None) -> PromptLimits:
    """How much may be sent; for pages that come while the model answers room is kept."""
    limits = limits_of(ctx, scene)
    if looking is None:
        return limits
    kept = min(scene.settings.search_tokens, limits.budget_tokens // 2)
    context = None if limits.context is None else max(1, limits.context - kept)
    return replace(limits, budget_tokens=limits.budget_tokens - kept, context=context)


def _request(
    scene: TurnScene, claimed: Claimed, stage: PromptStage, prompt: Prompt, begun: str, looking: Looking | None
) -> GenerationRequest:
    goes_on = stage.generation is Generation.CONTINUE and bool(stage.talk.history)
    behind = stage.talk.history[-1].text if goes_on else None
    late: dict[str, None] = {}
    display, growth = _screened(scene, behind or "", *_display(scene, claimed, stage.moment, late))
    return GenerationRequest(
        prompt.messages,
        sampling_of(scene, stage.limits),
        patterns(scene.settings),
        display,
        growth,
        _speakers(scene, claimed),
        begun=begun,
        behind=behind if behind is None or begun else behind.rstrip(),
        exact=stage.preset.continue_prefill,
        looking=looking,
        late=late,
    )


def _warned(
    ctx: EngineContext, scene: TurnScene, prompt: Prompt, limits: PromptLimits
) -> tuple[frozenset[str], tuple[Notice, ...]]:
    """What holds now that people should know, and of it what they are told: what they do not know yet."""
    known = scene.loaded.around.warnings
    long = Thresholds(scene.settings.middle_warning, scene.settings.conversation_warning)
    active, warnings = warn(prompt, scene.said.tokens, limits, long, known)
    if unseen(scene.settings, scene.loaded.history, scene.seen):
        active |= {UNSEEN}
        warnings += (Notice("picture-unseen"),) if UNSEEN not in known else ()
    if ctx.transcriber is None and (UNHEARD in known or unheard(scene.loaded.history)):
        active |= {UNHEARD}
        warnings += (Notice("voice-unheard"),) if UNHEARD not in known else ()
    missing = {
        f"absent:{character}": Notice("cast-absent", {"name": name, "why": why.value})
        for character, (name, why) in scene.absent.items()
    }
    active |= missing.keys()
    warnings += tuple(told for key, told in missing.items() if key not in known)
    return active, warnings


def _errand(scene: TurnScene, claimed: Claimed) -> Errand:
    """On whose behalf pictures are looked at: the person waits for it."""
    return Errand(claimed.turn.session_key, claimed.turn.character, scene.settings, waited_for=True)


def rows_of(ledger: Iterable[LedgerLine]) -> list[list[Any]]:
    """Lines of a ledger, as the row of a turn keeps them."""
    return [[it.origin, it.tokens, it.verdict, it.reason, int(it.slot), it.detail] for it in ledger]


def _facts(stage: PromptStage, prompt: Prompt) -> dict[str, Any]:
    """What the inspector tells of a prompt, without a word of it."""
    return {
        "prompt": rows_of(prompt.ledger),
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


def _acts(scene: TurnScene, built: Built) -> Iterator[EntryBody]:
    """The state that building the prompt has changed: it enters the log right behind the reply."""
    acts = scene.loaded.around.acts
    if built.variables != variables_of(acts):
        yield variables_body(built.variables)
    if built.timers != timers_of(acts):
        yield TimersBody(timers=built.timers)
    injects = injects_of(acts)
    if any(it.once for it in injects):
        yield injects_body(acts, (it for it in injects if not it.once))


def _display(
    scene: TurnScene, claimed: Claimed, moment: PromptMoment, late: dict[str, None]
) -> tuple[Callable[[str], str], Callable[[str], str] | None]:
    """How the reply is shown: as the scripts for people's eyes make it, whole and while it grows.

    ``late`` takes the names of those that took too long for the whole of it.
    """
    context = with_card(macros_of(moment), scene.card)
    as_person = claimed.turn.kind is TurnKind.IMPERSONATE
    placement = Placement.USER_INPUT if as_person else Placement.AI_OUTPUT

    blocks = block_scripts(scene.scripts, placement, depth=0)

    growing = SearchTime(GROWING)

    def run(scripts: Sequence[RegexScript], text: str, time: SearchTime) -> str:
        work = at_work(scripts, time)
        return run_scripts(work, text, placement, depth=0, for_display=True, expand=lambda it: expand(it, context))

    def growth(text: str) -> str:
        return without_open_block(run(blocks, text, growing), blocks).lstrip()

    return lambda text: run(scene.scripts, text, SearchTime(late=late)), growth if blocks else None


def _screened(
    scene: TurnScene, behind: str, display: Callable[[str], str], growth: Callable[[str], str] | None
) -> tuple[Callable[[str], str], Callable[[str], str] | None]:
    """The same with what is refused there covered, and never shown while it grows."""
    refused = screen(scene.loaded.words)
    if not refused:
        return display, growth
    return (
        lambda text: refused.covered(display(text), behind),
        lambda text: refused.readable(growth(text) if growth else text, behind),
    )


def _speakers(scene: TurnScene, claimed: Claimed) -> TurnSpeakers | None:
    others = other_names(scene)
    if not others or claimed.turn.kind is TurnKind.IMPERSONATE:
        return None
    return TurnSpeakers((scene.card.called, scene.card.name), others)


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)
