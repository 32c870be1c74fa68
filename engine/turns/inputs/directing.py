"""The director's share of a turn: what it puts into the prompt, and what a reply of any kind does to the plot."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.rules.acts import Acts, plot_in
from engine.rules.director.marks import mark_in
from engine.rules.director.outline import goal, outline_text
from engine.rules.director.plot import after_reply, as_seen
from engine.rules.recall.telling.quoting import harmless, mark_of
from engine.turns.load import TurnScene
from engine.values.chats.notices import Notice
from engine.values.chats.turns import WITHDRAWN, Claimed, ModelReply, TurnKind
from engine.values.house.settings import Settings
from engine.values.models.prompts import PromptMessage, PromptPart, PromptSlot, PromptTexts, Role
from engine.values.story.director import Background, Plot, Point

ENDED = "plot-ended"


@dataclass(frozen=True, slots=True)
class Directed:
    """A reply as it is told, and how far the story has come behind it."""

    reply: ModelReply
    act: Plot | None = None


def outline_of(settings: Settings, background: Background | None) -> tuple[str, ...]:
    """The outline that the director follows; none while it is off."""
    return background.outline if settings.director and background is not None else ()


def parts(scene: TurnScene, claimed: Claimed, texts: PromptTexts) -> tuple[PromptPart, ...]:
    """What the chronicle and the background say of persona and world, and what the director has to say."""
    return tuple(_parts(scene, claimed, texts))


def overdue(scene: TurnScene, claimed: Claimed) -> Point | None:
    """The point that the character is reminded of, after so many replies without a mark; None while it is not."""
    settings, plot = scene.settings, scene.plot
    if not _speaks(claimed) or plot.ended or plot.silent < settings.director_after:
        return None
    return goal(outline_of(settings, scene.background), plot)


def directed(
    settings: Settings, background: Background | None, acts: Acts, seen: Plot, claimed: Claimed, reply: ModelReply
) -> Directed:
    """What a reply does to the plot, ``seen`` so far. Only a reply of the character counts, however it ended.

    One that fails and is tried again by itself counts once. That the story has ended is told with the first reply that
    has nothing else to tell.
    """
    points = len(outline_of(settings, background))
    if not points or not _counts(claimed, reply):
        return Directed(reply)
    mark = mark_in(reply.raw, points)
    behind = after_reply(plot_in(acts), mark)
    ended = as_seen(behind, None, points).ended if mark else seen.ended
    if ended and not behind.told and reply.notice is None:
        reply, behind = replace(reply, notice=Notice(ENDED)), replace(behind, told=True)
    return Directed(reply, behind if ended else replace(behind, told=False))


def _counts(claimed: Claimed, reply: ModelReply) -> bool:
    tried_again = claimed.quiet and reply.later and not reply.text
    return _speaks(claimed) and reply.outcome != WITHDRAWN and not tried_again


def _speaks(claimed: Claimed) -> bool:
    return claimed.turn.kind is not TurnKind.IMPERSONATE


def _parts(scene: TurnScene, claimed: Claimed, texts: PromptTexts) -> Iterator[PromptPart]:
    persona, background = scene.chronicle.persona, scene.background
    if persona is not None and persona.text.strip():
        mark = mark_of(str(scene.loaded.seed))
        lines = "\n".join([f"<{mark}>", *(harmless(it, mark) for it in persona.text.splitlines()), f"</{mark}>"])
        yield _part(PromptSlot.EVOLVED_PERSONA, "evolution", texts.evolved, lines)
    if background is not None and background.setting.strip():
        yield _part(PromptSlot.WORLD_SETTING, "background", texts.setting, background.setting.strip())
    outline = outline_of(scene.settings, background)
    if not outline or not _speaks(claimed) or background is None:
        return
    yield _part(PromptSlot.OUTLINE, "director:outline", texts.outline, outline_text(outline, scene.plot))
    instruction = "\n".join((texts.ending.strip(), background.ending.strip())) if scene.plot.ended else texts.progress
    yield _part(PromptSlot.INSTRUCTION, "director", "", instruction.strip())
    point = overdue(scene, claimed)
    if point is not None:
        told = texts.reminder.strip().format(number=point.number, text=" ".join(point.text.split()))
        yield _part(PromptSlot.REMINDER, "reminder", "", told)


def _part(slot: PromptSlot, origin: str, heading: str, text: str) -> PromptPart:
    return PromptPart(slot, origin, (PromptMessage(Role.SYSTEM, text),), heading=heading.strip())
