"""Which entries a sentence would call here: the next prompt is made as a turn makes it, and nothing of it is kept.

No model is asked for a reply, nothing is said, and no timer moves.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final

from engine.actions.chats.heads import HeadLine, head_line
from engine.context import EngineContext
from engine.errors import NobodyPlays
from engine.recall.fan_out import Retrieved, retrieve
from engine.turns.assemble import assemble, limits_of, moment_of, stage_of
from engine.turns.inputs.asking import ask_of
from engine.turns.load import TurnScene, look
from engine.values.characters.worlds import WorldTrial
from engine.values.chats.bodies import MessageBody
from engine.values.chats.entries import Entry, Place
from engine.values.chats.incoming import Here
from engine.values.chats.turns import Claimed, Turn, TurnKind
from engine.values.ids import TurnKey

_NOBODYS: Final = 0
"""The number and the fence of a turn that is not there."""
_WORLD: Final = "world"


async def tried(ctx: EngineContext, here: Here, name: str, sentence: str) -> WorldTrial:
    """What the world books in use tell if ``name``, who asks, says ``sentence`` next.

    Raises SessionMissing, NobodyPlays, StateError, PromptRefused.
    """
    claimed = imagined(here, await head_line(ctx, here))
    now = ctx.clock.now()
    place = Place(claimed.turn.branch, claimed.head)
    said = Entry(place, MessageBody(), now, sentence, person=here.person, person_name=name)
    scene = _with(await look(ctx, claimed, here.platform), said)
    retrieved = await _meant(ctx, scene, claimed, now)
    moment, limits = moment_of(scene, claimed, now), limits_of(ctx, scene)
    stage = stage_of(scene, claimed, moment, retrieved, limits, ctx.texts[scene.settings.language])
    built = assemble(stage, retrieved)
    lines = tuple(it for it in built.prompt.ledger if it.origin.partition(":")[0] == _WORLD)
    return WorldTrial(claimed.head, lines, sum(len(it.book.entries) for it in scene.books))


def imagined(here: Here, at: HeadLine) -> Claimed:
    """A turn that would answer one more message at the head, for whoever only looks. Raises NobodyPlays."""
    head, line = at.channel_head, at.line
    if at.character is None:
        raise NobodyPlays
    turn = Turn(
        key=TurnKey(head.session_key.space, head.session_key.session, _NOBODYS),
        channel_head=head.key,
        channel=here.channel,
        branch=head.branch,
        after_seq=line.head,
        kind=TurnKind.REPLY,
        character=at.character,
        fence=_NOBODYS,
        person=here.person,
    )
    return Claimed(turn, line, line.head + 1)


def _with(scene: TurnScene, said: Entry) -> TurnScene:
    """The scene once somebody has said that."""
    loaded, length = scene.loaded, scene.said
    return replace(
        scene,
        loaded=replace(loaded, history=(*loaded.history, said)),
        said=replace(length, from_people=length.from_people + 1),
    )


async def _meant(ctx: EngineContext, scene: TurnScene, claimed: Claimed, now: datetime) -> Retrieved:
    """The entries that the sentence is about, as the one retriever that asks for them proposes them."""
    ask = await ask_of(replace(ctx, leftovers=None), scene, claimed, now)
    try:
        return await retrieve([it for it in ctx.retrievers if it.name == _WORLD], ask)
    finally:
        ask.close()
