"""Fifth step: values in, a prompt out. Nothing here waits or asks anybody."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from engine.context import EngineContext
from engine.recall.fan_out import Retrieved
from engine.rules.acts import injects_of, note_of, scenario_of, timers_of, variables_of
from engine.rules.framework.budget import reply_tokens
from engine.rules.framework.groups import joined_card
from engine.rules.framework.lighter import bearable
from engine.rules.framework.world_rules import world_rules
from engine.rules.macros.expand import MacroContext
from engine.rules.recall.telling.quoting import mark_of
from engine.rules.sent_files import files_of, with_files
from engine.turns.inputs.bounds import house_limits
from engine.turns.inputs.chronicle import story_rules
from engine.turns.load import TurnScene, cast_cards, other_names, speaker_of
from engine.values.chats.entries import Entry, as_message
from engine.values.chats.turns import Claimed, Hidden, TurnKind
from engine.values.models.models import Sampling
from engine.values.models.pictures import Picture
from engine.values.models.prompts import Generation, HistoryLine, PromptLimits, PromptTexts, Role, Talk
from engine.values.models.stage import Built, PromptMoment, PromptStage, StoryWords

MOST_STOPS = 4
"""More than so many texts that end a reply some services refuse."""

_GENERATIONS = {
    TurnKind.AGAIN: Generation.SWIPE,
    TurnKind.CONTINUE: Generation.CONTINUE,
    TurnKind.IMPERSONATE: Generation.IMPERSONATE,
    TurnKind.RETRY: Generation.REGENERATE,
}


def moment_of(scene: TurnScene, claimed: Claimed, now: datetime, model: str = "") -> PromptMoment:
    """Who asks, when, and what decides chance in this turn; ``model`` is asked first."""
    history = scene.loaded.history
    asker = scene.loaded.around.asker
    speaker = next((it.person_name for it in reversed(history) if it.person_name), None)
    return PromptMoment(
        user=(asker.called if asker else None) or speaker or "User",
        now=now.astimezone(ZoneInfo(scene.settings.timezone)),
        language=scene.settings.language,
        seed=f"{scene.loaded.seed}:{claimed.turn.branch}:{claimed.head}",
        stable_seed=str(scene.loaded.seed),
        idle=now - history[-1].said_at if history else None,
        model=model,
    )


def macros_of(moment: PromptMoment) -> MacroContext:
    """The values of macros that depend on the moment alone."""
    return MacroContext(
        user=moment.user,
        now=moment.now,
        language=moment.language,
        seed=moment.seed,
        stable_seed=moment.stable_seed,
    )


def limits_of(ctx: EngineContext, scene: TurnScene) -> PromptLimits:
    """How much may be sent to the chat model that is asked first, and how long its reply may be.

    What a preset wants is honoured where it wants less than the chat's settings allow.
    """
    preset = scene.preset
    limits = house_limits(ctx, scene.settings)
    if preset.max_tokens:
        limits = replace(limits, reply_max_tokens=min(limits.reply_max_tokens, preset.max_tokens))
    if preset.max_context is None:
        return limits
    room = max(1, preset.max_context - reply_tokens(limits))
    return replace(limits, budget_tokens=min(limits.budget_tokens, room))


def sampling_of(scene: TurnScene, limits: PromptLimits) -> Sampling:
    """How to generate: as the preset says; what the chat itself has set goes first."""
    settings, wanted = scene.settings, scene.preset.sampling
    temperature = wanted.temperature if settings.temperature is None else settings.temperature
    stop = tuple(dict.fromkeys((*wanted.stop, *(f"\n{name}:" for name in other_names(scene)))))
    return replace(wanted, temperature=temperature, max_tokens=reply_tokens(limits), stop=stop[:MOST_STOPS])


def stage_of(
    scene: TurnScene,
    claimed: Claimed,
    moment: PromptMoment,
    retrieved: Retrieved,
    limits: PromptLimits,
    texts: PromptTexts,
) -> PromptStage:
    """Everything that the prompt of the turn is made of."""
    around, settings = scene.loaded.around, scene.settings
    return PromptStage(
        card=joined_card(scene.card, cast_cards(scene), scene.ways, scenario_of(around.acts)),
        preset=scene.preset,
        moment=moment,
        talk=talk_of(scene),
        limits=limits,
        generation=_GENERATIONS.get(claimed.turn.kind, Generation.NORMAL),
        persona=around.asker.persona if around.asker else None,
        note=note_of(around.acts),
        injects=injects_of(around.acts),
        books=scene.books,
        scripts=scene.scripts,
        others=tuple(scene.others.values()),
        before=next((at for at, it in enumerate(scene.voices) if it.character == scene.speaker), 0),
        parts=retrieved.parts,
        variables=variables_of(around.acts),
        timers=timers_of(around.acts),
        world=world_rules(settings),
        depth_counting=settings.depth_counting,
        strict_order=settings.strict_order,
        chronicle=scene.chronicle,
        story=story_rules(settings),
        words=_words(texts, str(scene.loaded.seed)),
    )


def assemble(stage: PromptStage, retrieved: Retrieved) -> Built:
    """The prompt of the turn, and the state that it leaves. Raises PromptRefused."""
    built = bearable(stage)
    return replace(built, prompt=replace(built.prompt, ledger=(*built.prompt.ledger, *retrieved.ledger)))


def _words(texts: PromptTexts, seed: str) -> StoryWords:
    return StoryWords(mark_of(seed), texts.summary, texts.chapter, texts.index, texts.timeline, texts.items)


def talk_of(scene: TurnScene) -> Talk:
    """What people said since the character's last word is answered now; the rest is history."""
    hides = scene.loaded.around.hides
    lines = [_line(it, scene, hides) for it in (*scene.opening, *scene.loaded.history)]
    first = len(lines)
    while first and lines[first - 1].role is Role.USER:
        first -= 1
    return Talk(
        tuple(lines[:first]),
        tuple(lines[first:]),
        scene.whole,
        from_people=scene.said.from_people,
        from_characters=scene.said.from_characters,
        hidden=sum(line.hidden for line in lines),
        greeting=_greeting(scene),
    )


def _greeting(scene: TurnScene) -> int | None:
    """Which greeting the talk began with. A card may leave its first one empty; it keeps its number then."""
    number = scene.loaded.around.greeting
    return number if number is None or scene.card.first_greeting else number + 1


def is_kept_from_model(hides: Sequence[Hidden], seq: int) -> bool:
    """Whether people keep the message at ``seq`` from the model, by what they hid and showed again, in order."""
    return next((it.hidden for it in reversed(hides) if it.first <= seq <= it.last), False)


def _line(entry: Entry, scene: TurnScene, hides: Sequence[Hidden]) -> HistoryLine:
    by_person, seq = entry.person is not None, entry.place.seq
    return HistoryLine(
        seq=seq,
        role=_role(entry),
        text=_heard(entry, scene) if by_person else entry.text if entry.raw is None else entry.raw,
        name=entry.person_name or "" if by_person else speaker_of(scene, entry),
        speaker=f"p{entry.person}" if by_person else f"c{entry.character}",
        status=entry.status,
        quoted=_quoted(entry),
        hidden=is_kept_from_model(hides, seq),
        pictures=_shown(entry, scene) if by_person else (),
        imported=as_message(entry).raw is not None,
    )


def line_of(scene: TurnScene, claimed: Claimed) -> HistoryLine:
    """The line of history that the reply of this turn will be, without its words."""
    if claimed.turn.kind is TurnKind.IMPERSONATE:
        asker = scene.loaded.around.asker
        return HistoryLine(claimed.head + 1, Role.USER, "", asker.called if asker else "", f"p{claimed.turn.person}")
    return HistoryLine(claimed.head + 1, Role.ASSISTANT, "", scene.card.called, f"c{claimed.turn.character}")


def _role(entry: Entry) -> Role:
    """In which role the model reads an entry. A narrator's words come with imported chats only."""
    if as_message(entry).narrator:
        return Role.SYSTEM
    return Role.USER if entry.person is not None else Role.ASSISTANT


def _quoted(entry: Entry) -> str:
    """The message that a person replies to, as the model reads it."""
    replied = as_message(entry).quote
    quoted = " ".join(replied.text.split()) if replied else ""
    return f"> {replied.speaker}: {quoted}" if replied and quoted else ""


def _heard(entry: Entry, scene: TurnScene) -> str:
    """What a person said as the model reads it: its files behind it."""
    return with_files(entry.text, files_of(entry), scene.seen, scene.settings.language)


def _shown(entry: Entry, scene: TurnScene) -> tuple[Picture, ...]:
    """The pictures of a message that the model sees itself."""
    found = (scene.seen.picture(it.sha256) for it in files_of(entry) if it.sha256 is not None)
    return tuple(it for it in found if it is not None)


def greeting_scene(ctx: EngineContext, user: str) -> MacroContext:
    """What macros stand for in a greeting, which belongs to no turn."""
    return MacroContext(user=user, now=ctx.clock.now())
