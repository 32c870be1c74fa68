"""What a character that writes by itself is told: that it is to write, and about what."""

from collections.abc import Mapping
from typing import Final

from engine.rules.acts import newest
from engine.rules.recall.telling.quoting import harmless, mark_of
from engine.turns.load import TurnScene
from engine.values.chats.bodies import OccasionBody
from engine.values.chats.entries import EntryStatus
from engine.values.chats.occasions import Occasion, OccasionKind
from engine.values.chats.turns import Claimed, TurnKind
from engine.values.models.prompts import PromptMessage, PromptPart, PromptSlot, PromptTexts, Role

ORIGIN: Final = "occasion"


def occasion_of(scene: TurnScene, claimed: Claimed) -> Occasion | None:
    """Why the character writes by itself; None where it answers what somebody said.

    Another reply in the place of one that nobody asked for has the same occasion.
    """
    act = newest(scene.loaded.around.acts, OccasionBody)
    if claimed.turn.kind is TurnKind.IMPERSONATE or act.occasion is None:
        return None
    said = [it.place.seq for it in scene.loaded.history if it.status is not EntryStatus.ERASED]
    return act.occasion if act.behind >= max(said, default=0) else None


def occasions(scene: TurnScene, claimed: Claimed, texts: PromptTexts, unlike: str = "") -> tuple[PromptPart, ...]:
    """The last words of the prompt of such a turn; nothing in any other. ``unlike``: what it must not say again."""
    found = occasion_of(scene, claimed)
    if found is None:
        return ()
    mark = mark_of(str(scene.loaded.seed))
    about = found.about or _commented_on(scene, found.target)
    text = "\n\n".join((_texts(texts)[found.why].replace("{mark}", mark).strip(), *_quoted(about, mark)))
    if unlike:
        text = "\n\n".join((text, texts.occasion_again.strip(), *_quoted(unlike, mark)))
    return (PromptPart(PromptSlot.OCCASION, ORIGIN, (PromptMessage(Role.SYSTEM, text),), required=True),)


def _quoted(text: str, mark: str) -> tuple[str, ...]:
    """Somebody's words between marks; nothing where there are none."""
    lines = [harmless(it, mark) for it in text.splitlines() if it.strip()]
    return ("\n".join((f"<{mark}>", *lines, f"</{mark}>")),) if lines else ()


def _commented_on(scene: TurnScene, target: int) -> str:
    """Who said what at seq ``target``; "" where that is no longer there."""
    found = next((it for it in scene.loaded.history if it.place.seq == target), None)
    if found is None:
        return ""
    playing = {**scene.others, **scene.gone, scene.speaker: scene.card}
    card = None if found.character is None else playing.get(found.character)
    return f"{card.called if card else found.person_name}: {found.text}"


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
