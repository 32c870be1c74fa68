"""Fifth step: values in, a prompt out. Nothing here waits or asks anybody."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from engine.recall.fan_out import Ask, Retrieved
from engine.rules.framework.assemble import assemble as put_together
from engine.rules.framework.macros import MacroContext, expand, with_card
from engine.rules.framework.persona import persona_parts
from engine.turns.load import Scene
from engine.turns.needs import Needs
from engine.values.entries import Entry
from engine.values.models import RoleName
from engine.values.prompts import HistoryLine, Limits, Message, Part, Prompt, Role, Slot, Talk
from engine.values.settings import Settings
from engine.values.turns import Claimed, TurnKind


def scene_of(scene: Scene, claimed: Claimed, now: datetime) -> MacroContext:
    """What macros stand for in this turn."""
    place = f"{scene.loaded.seed}:{claimed.turn.branch}:{claimed.head}"
    speaker = next((it.person_name for it in reversed(scene.loaded.history) if it.person_name), None)
    return MacroContext(
        user=speaker or "User",
        now=now.astimezone(ZoneInfo(scene.settings.timezone)),
        language=scene.settings.language,
        seed=place,
        stable_seed=str(scene.loaded.seed),
    )


def ask_of(needs: Needs, scene: Scene, claimed: Claimed, now: datetime) -> Ask:
    """What retrievers may look at in this turn."""
    history = scene.loaded.history
    spoken = [it for it in history if it.person is not None]
    return Ask(
        session=claimed.turn.session_key,
        line=claimed.line,
        character=claimed.turn.character,
        person=claimed.turn.person,
        text=spoken[-1].text if spoken else "",
        now=now,
        last_spoken=history[-1].said_at if history else None,
        settings=scene.settings,
        scene=scene_of(scene, claimed, now),
        texts=needs.texts[scene.settings.language],
    )


def limits_of(needs: Needs, settings: Settings) -> Limits:
    """How much may be sent to the chat model that is asked first, and how long its reply may be."""
    endpoint = next(iter(needs.roles.endpoints(RoleName.CHAT)), None)
    return Limits(
        budget_tokens=settings.budget_tokens,
        reply_max_tokens=settings.reply_max_tokens,
        context=needs.gauges.context(endpoint) if endpoint else None,
        history_limit=settings.history_limit,
        memory_position=settings.memory_position,
        factor=needs.gauges.factor(endpoint.model) if endpoint else 1.0,
    )


def assemble(ask: Ask, scene: Scene, claimed: Claimed, retrieved: Retrieved, limits: Limits) -> Prompt:
    """The prompt of the turn. Raises PromptTooLong."""
    parts = [*persona_parts(scene.card, ask.scene, ask.texts), *retrieved.parts]
    if claimed.turn.kind is TurnKind.CONTINUE:
        go_on = Message(Role.SYSTEM, expand(ask.texts.go_on, with_card(ask.scene, scene.card)).strip())
        parts.append(Part(Slot.POST_HISTORY, "prompt:go_on", (go_on,), required=True))
    prompt = put_together(parts, _talk(scene), limits)
    return Prompt(prompt.messages, prompt.tokens, (*prompt.ledger, *retrieved.ledger))


def _talk(scene: Scene) -> Talk:
    """What people said since the character's last word is answered now; the rest is history."""
    lines = [_line(it, scene) for it in scene.loaded.history]
    first = len(lines)
    while first and lines[first - 1].role is Role.USER:
        first -= 1
    return Talk(tuple(lines[:first]), tuple(lines[first:]), scene.whole)


def _line(entry: Entry, scene: Scene) -> HistoryLine:
    spoken_by_person = entry.person is not None
    return HistoryLine(
        seq=entry.place.seq,
        role=Role.USER if spoken_by_person else Role.ASSISTANT,
        text=heard(entry) if spoken_by_person else entry.text if entry.raw is None else entry.raw,
        name=entry.person_name or "" if spoken_by_person else scene.card.called,
        speaker=f"p{entry.person}" if spoken_by_person else f"c{entry.character}",
        status=entry.status,
    )


def heard(entry: Entry) -> str:
    """What a person said as the model reads it: what it replies to before it, the names of its files behind it."""
    replied: Mapping[str, str] | None = entry.body.get("reply_to")
    quoted = " ".join(replied["text"].split()) if replied else ""
    files: Sequence[Mapping[str, str]] = entry.body.get("files", ())
    lines = [
        *([f"> {replied['speaker']}: {quoted}"] if replied and quoted else []),
        *([entry.text] if entry.text.strip() else []),
        *(f"[{it['name']}]" for it in files),
    ]
    return "\n".join(lines)


def greeting_scene(needs: Needs, user: str) -> MacroContext:
    """What macros stand for in a greeting, which belongs to no turn."""
    return MacroContext(user=user, now=needs.clock.now())
