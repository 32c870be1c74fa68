"""What people have felt about messages since the character spoke last: told once, in brief, as data about them."""

from collections.abc import Mapping
from typing import Final

from engine.rules.casting import is_missed
from engine.rules.recall.telling.quoting import mark_of
from engine.rules.text.reactions import ReactedTo, newly_felt, told
from engine.turns.load import TurnScene, is_said, speaker_of
from engine.values.chats.entries import Entry
from engine.values.chats.reactions import Felt
from engine.values.chats.turns import Claimed, TurnKind
from engine.values.models.prompts import PromptMessage, PromptPart, PromptSlot, PromptTexts, Role

ORIGIN: Final = "reactions"


def reactions(scene: TurnScene, claimed: Claimed, texts: PromptTexts) -> tuple[PromptPart, ...]:
    """The reactions since the last reply of the character that speaks; nothing where there are none.

    They are reckoned from what lies before the reply, so another reply at the same place is told the same.
    """
    if not scene.loaded.felt or claimed.turn.kind is TurnKind.IMPERSONATE:
        return ()
    shown = {it.place.seq: it for it in scene.loaded.history if is_said(it)}
    own = (seq for seq, it in shown.items() if it.character == claimed.turn.character)
    felt = newly_felt([it for it in scene.loaded.felt if _is_known(scene, it, shown)], max(own, default=0))
    mark = mark_of(str(scene.loaded.seed))
    lines = tuple(told(((it, _about(scene, shown[it.target])) for it in felt), mark))
    if not lines:
        return ()
    text = "\n".join((f"<{mark}>", *lines, f"</{mark}>"))
    return (
        PromptPart(PromptSlot.REACTIONS, ORIGIN, (PromptMessage(Role.SYSTEM, text),), heading=texts.reactions.strip()),
    )


def _is_known(scene: TurnScene, it: Felt, shown: Mapping[int, Entry]) -> bool:
    """Whether the character may know of a reaction: it was there, reads the message, and all who read here might."""
    if it.target not in shown or not scene.loaded.covered.issuperset(it.audience):
        return False
    hides = [act.hidden for act in scene.loaded.around.hides if act.first <= it.target <= act.last]
    return not (any(hides[-1:]) or is_missed(scene.loaded.missed, it.seq, it.seq))


def _about(scene: TurnScene, entry: Entry) -> ReactedTo:
    return ReactedTo(entry.person_name or "" if entry.person is not None else speaker_of(scene, entry), entry.text)
