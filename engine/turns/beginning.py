"""A turn begins: whose it is, what it answers, who speaks after it."""

from dataclasses import dataclass, replace

from engine.context import EngineContext
from engine.db.chats import turns
from engine.db.postgres.pool import Transaction
from engine.turns.inputs.cast import who_answers
from engine.values.characters.casts import Upcoming
from engine.values.chats.entries import Line
from engine.values.chats.turns import Claimed, HeadState, Turn, TurnKind
from engine.values.ids import TurnKey


@dataclass(frozen=True, slots=True)
class Beginning:
    """A turn that is to begin: who asks for which kind, and what it alone answers (rows of the inbox, their seqs).

    ``shown`` are the messages that the reply takes the place of. ``speaker`` is who is to speak, None where that
    follows from what was said; ``round`` is as in Upcoming. ``answers`` is the external name of the message that it
    answers, where that is none of ``consumed``.
    """

    kind: TurnKind
    person: int | None
    fence: int
    consumed: tuple[tuple[int, int], ...] = ()
    shown: tuple[str, ...] = ()
    speaker: int | None = None
    round: int = 0
    answers: str = ""


async def begin(ctx: EngineContext, on: Transaction, found: HeadState, line: Line, asked: Beginning) -> Turn:
    """Begin a turn on the channel head by somebody, also where nobody was called. Raises NobodyPlays."""
    turn = await begin_if_called(ctx, on, found, line, asked, anybody=True)
    assert turn is not None
    return turn


async def begin_if_called(
    ctx: EngineContext, on: Transaction, found: HeadState, line: Line, asked: Beginning, *, anybody: bool = False
) -> Turn | None:
    """Begin a turn on the channel head that answers what lies at the end of ``line``; None where nobody is to speak.

    Raises NobodyPlays.
    """
    upcoming = (
        Upcoming(asked.speaker)
        if asked.speaker is not None
        else await who_answers(ctx, on, found, line, asked.kind, anybody=anybody)
    )
    if upcoming is None:
        return None
    channel_head = found.channel_head
    turn = Turn(
        key=TurnKey(channel_head.key.space, channel_head.session, 0),
        channel_head=channel_head.key,
        channel=channel_head.channel,
        branch=channel_head.branch,
        after_seq=line.head,
        kind=asked.kind,
        character=upcoming.character,
        fence=asked.fence,
        person=asked.person,
        then=upcoming.then,
        round=asked.round,
    )
    return await _open(ctx, on, turn, found.address.platform, asked)


async def begin_next(
    ctx: EngineContext, on: Transaction, before: Claimed, line: Line, nxt: Upcoming, platform: str
) -> Claimed:
    """Begin, under the same fence, the turn of the character that speaks behind the one of ``before``."""
    turn = replace(
        before.turn,
        key=replace(before.turn.key, turn=0),
        after_seq=line.head,
        kind=TurnKind.NEXT,
        character=nxt.character,
        then=nxt.then,
        round=nxt.round,
    )
    asked = Beginning(turn.kind, turn.person, turn.fence)
    return Claimed(await _open(ctx, on, turn, platform, asked), line, line.head)


async def _open(ctx: EngineContext, on: Transaction, turn: Turn, platform: str, asked: Beginning) -> Turn:
    delivered = ctx.limits.get(platform) is not None
    parts = (asked.shown or (None,)) if delivered else ()
    number, free = await turns.begin(on, turn, asked.consumed, parts, asked.answers)
    if free != len(asked.consumed):
        raise RuntimeError("an inbox row was consumed twice")
    return replace(turn, key=replace(turn.key, turn=number))
