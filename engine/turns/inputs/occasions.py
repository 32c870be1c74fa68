"""What a character that writes by itself is told: that it is to write, and about what."""

from collections.abc import Mapping
from typing import Final

from engine.context import EngineContext
from engine.db.memory import memories
from engine.recall.fan_out import Ask
from engine.rules.acts import newest
from engine.rules.circle.subjects import beginning_of, sought_for
from engine.rules.recall.telling.quoting import harmless, mark_of, shortened
from engine.turns.assemble import is_kept_from_model
from engine.turns.load import TurnScene
from engine.values.chats.bodies import OccasionBody
from engine.values.chats.entries import EntryStatus
from engine.values.chats.occasions import Occasion, OccasionKind
from engine.values.chats.turns import Claimed, TurnKind
from engine.values.models.prompts import PromptMessage, PromptPart, PromptSlot, PromptTexts, Role

ORIGIN: Final = "occasion"
LONGEST_TOLD: Final = 1_200
"""Characters of what a post tells of besides its occasion."""


def occasion_of(scene: TurnScene, claimed: Claimed) -> Occasion | None:
    """Why the character writes by itself; None where it answers what somebody said.

    Another reply in the place of one that nobody asked for has the same occasion.
    """
    act = newest(scene.loaded.around.acts, OccasionBody)
    if claimed.turn.kind is TurnKind.IMPERSONATE or act.occasion is None:
        return None
    said = [it.place.seq for it in scene.loaded.history if it.status is not EntryStatus.ERASED]
    return act.occasion if act.behind >= max(said, default=0) else None


async def told_for(ctx: EngineContext, scene: TurnScene, claimed: Claimed, ask: Ask) -> str:
    """What a post tells of besides its occasion: what somebody wrote there, or memories as far as they may be told now.

    "" for anything but such a post, and where it is gone since.
    """
    found = occasion_of(scene, claimed)
    if found is None or found.why is not OccasionKind.POST:
        return ""
    lines = [written] if found.target and (written := _taken_up(scene, found.target)) else []
    reach = await ask.reach() if found.memories else None
    if reach is not None and reach.scope is not None:
        known = await memories.read(ctx.db, reach.scope, found.memories)
        lines += [f"{it.speaker}: {it.text}" if it.speaker else it.text for it in known]
    longest = LONGEST_TOLD // max(1, len(lines))
    short = [shortened(" ".join(it.split()), longest) for it in lines]
    return "\n".join([beginning_of(found.subject, scene.settings.language), *short]) if short else ""


def sought_of(scene: TurnScene, occasion: Occasion) -> str:
    """What is looked for in memory where a character writes by itself."""
    if occasion.why is OccasionKind.POST and occasion.target:
        return _taken_up(scene, occasion.target)
    return sought_for(occasion.subject, occasion.about)


def occasions(
    scene: TurnScene, claimed: Claimed, texts: PromptTexts, unlike: str = "", told: str = ""
) -> tuple[PromptPart, ...]:
    """The last words of the prompt of such a turn; nothing in any other.

    ``unlike``: what it must not say again; ``told``: what a post tells of besides, as ``told_for`` gives it.
    """
    found = occasion_of(scene, claimed)
    if found is None:
        return ()
    mark = mark_of(str(scene.loaded.seed))
    about = "\n".join(it for it in (found.about, told) if it)
    if found.why is OccasionKind.COMMENT:
        about = about or _written(scene, found.target)
    text = "\n\n".join((_texts(texts)[found.why].replace("{mark}", mark).strip(), *_quoted(about, mark)))
    if unlike:
        text = "\n\n".join((text, texts.occasion_again.strip(), *_quoted(unlike, mark)))
    return (PromptPart(PromptSlot.OCCASION, ORIGIN, (PromptMessage(Role.SYSTEM, text),), required=True),)


def _quoted(text: str, mark: str) -> tuple[str, ...]:
    """Somebody's words between marks; nothing where there are none."""
    lines = [harmless(it, mark) for it in text.splitlines() if it.strip()]
    return ("\n".join((f"<{mark}>", *lines, f"</{mark}>")),) if lines else ()


def _written(scene: TurnScene, target: int) -> str:
    """Who said what at seq ``target``; "" where that is no longer there."""
    found = next((it for it in scene.loaded.history if it.place.seq == target), None)
    if found is None:
        return ""
    playing = {**scene.others, **scene.gone, scene.speaker: scene.card}
    card = None if found.character is None else playing.get(found.character)
    return f"{card.called if card else found.person_name}: {found.text}"


def _taken_up(scene: TurnScene, target: int) -> str:
    """The same, but for what people keep from the model."""
    return "" if is_kept_from_model(scene.loaded.around.hides, target) else _written(scene, target)


def _texts(texts: PromptTexts) -> Mapping[OccasionKind, str]:
    return {
        OccasionKind.DUE: texts.occasion_due,
        OccasionKind.PROMISE: texts.occasion_promise,
        OccasionKind.THREAD: texts.occasion_thread,
        OccasionKind.SILENCE: texts.occasion_silence,
        OccasionKind.POST: texts.occasion_post,
        OccasionKind.COMMENT: texts.occasion_comment,
        OccasionKind.MOMENT: texts.occasion_moment,
    }
