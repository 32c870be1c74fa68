"""No two posts of a circle are alike: the earlier one that a new post says again, by meaning, else by words."""

from typing import Final

from engine.context import EngineContext
from engine.db.chats import log
from engine.rules.circle.novelty import TOO_ALIKE, is_comment, nearest_in_words, shared_words
from engine.rules.recall.words.words import terms
from engine.turns.assemble import is_kept_from_model
from engine.turns.inputs.occasions import occasion_of
from engine.turns.load import TurnScene
from engine.utility.embedding import likeness
from engine.values.chats.entries import Entry
from engine.values.chats.occasions import OccasionKind
from engine.values.chats.turns import Claimed, TurnKind

LOOKED_BACK: Final = 1_000
"""Messages of the circle that are looked through for earlier posts."""


async def said_before(ctx: EngineContext, scene: TurnScene, claimed: Claimed, text: str) -> str:
    """The earlier post that ``text``, the post of a turn, is too like; "" where there is none, or it is no post."""
    why = occasion_of(scene, claimed) if claimed.turn.kind is TurnKind.UNASKED else None
    if why is None or why.why is not OccasionKind.POST or not text:
        return ""
    said = await log.messages(ctx.db, claimed.turn.session_key, claimed.line, LOOKED_BACK)
    posts = [it.text for it in said if it.text and not is_comment(it.text) and _may_be_shown(scene, it)]
    near = nearest_in_words(text, posts)
    alike = await likeness(ctx.embedder, text, near)
    if alike is None:
        words = terms(text)
        alike = [float(it == text) or shared_words(words, terms(it)) for it in near]
    most, nearest = max(zip(alike, near, strict=True), default=(0.0, ""))
    return nearest if most >= TOO_ALIKE else ""


def _may_be_shown(scene: TurnScene, it: Entry) -> bool:
    """Whether the model may be told what an earlier post says."""
    return scene.loaded.covered.issuperset(it.audience) and not is_kept_from_model(
        scene.loaded.around.hides, it.place.seq
    )
