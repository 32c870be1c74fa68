"""Who plays in a session, who of them answers, and who speaks after that."""

from collections.abc import Sequence

from engine.context import EngineContext
from engine.db.characters import adults, card_versions
from engine.db.characters.card_versions import UNKNOWN
from engine.db.chats import log
from engine.db.postgres.pool import Statements
from engine.errors import InputError, NobodyPlays
from engine.rules.acts import ways_of
from engine.rules.adult import is_adult
from engine.rules.casting import members_at, voice_of
from engine.rules.recall.ranking.presence import cast_at
from engine.rules.speaking import NewestWords, answering
from engine.turns.inputs.adult import elsewhere
from engine.turns.load import TurnScene, cannot_play, settings_here
from engine.values.characters.casts import Absence, CastMemberVersion, SceneStrategy, Upcoming
from engine.values.characters.characters import Card
from engine.values.chats.entries import Entry, EntryKind, Line, as_message
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead
from engine.values.chats.turns import Claimed, HeadState, ModelReply, Turn, TurnKind, TurnState
from engine.values.ids import ChannelKey, SessionKey

LOOK_BACK = 24
"""Messages by which it is decided who answers."""

_ANSWERS = frozenset({TurnKind.REPLY, TurnKind.RETRY, TurnKind.NEXT, TurnKind.PRESSED})
_WENT_WELL = frozenset({TurnState.COMPLETE, TurnState.EMPTY})


async def who_plays(on: Statements, key: SessionKey, line: Line) -> int:
    """The character that came first of those who play on ``line``. Raises NobodyPlays when the cast is empty."""
    cast = cast_at(await log.acts(on, key, line, [EntryKind.MEMBER]), line.head)
    if not cast:
        raise NobodyPlays
    return cast[0]


async def cast_of(on: Statements, key: SessionKey, line: Line) -> tuple[CastMemberVersion, ...]:
    """Who plays on ``line``, in the order in which they came."""
    acts = await log.acts(on, key, line, [EntryKind.MEMBER])
    return tuple(it for it in members_at(acts, line.head) if it.here)


async def absent(
    ctx: EngineContext, on: Statements, members: Sequence[CastMemberVersion], where: ChannelKey | None = None
) -> tuple[dict[int, Card], dict[int, tuple[str, Absence]]]:
    """The cards of those who can play (in ``where``); of the others what they are called, and why they cannot."""
    known = await card_versions.known(on, [it.character for it in members], where)
    cards: dict[int, Card] = {}
    lost: dict[int, tuple[str, Absence]] = {}
    for member in members:
        found = known.get(member.character, UNKNOWN)
        card = None if found.thrown_away else await _card(ctx, on, member)
        if card is None:
            lost[member.character] = (found.name, Absence.TRASH if found.thrown_away else Absence.CARD)
        elif not found.for_adults and is_adult(card.tags, found.adult):
            lost[member.character] = (card.called, Absence.ADULT)
        else:
            cards[member.character] = card
    return cards, lost


async def may_speak(ctx: EngineContext, on: Statements, channel_head: ChannelHead, line: Line) -> frozenset[int]:
    """Who plays on ``line`` and can.

    Raises NobodyPlays; AdultElsewhere, CharacterThrownAway or CardMissing where one plays and cannot, NobodyCanPlay
    where none can.
    """
    members = await cast_of(on, channel_head.session_key, line)
    if not members:
        raise NobodyPlays
    cards, lost = await absent(ctx, on, members, channel_head.channel_key)
    if not cards:
        first = members[0].character
        if lost[first][1] is Absence.ADULT:
            raise elsewhere(lost[first][0], private=(await adults.place(on, channel_head.channel_key, ())).private)
        raise cannot_play(members[0].character, lost[members[0].character][1], nobody=len(members) > 1)
    return frozenset(cards)


async def still_able(ctx: EngineContext, on: Statements, turn: Turn, line: Line, nxt: Upcoming) -> Upcoming | None:
    """``nxt`` without those who cannot play any more; None for nobody."""
    where = ChannelKey(turn.key.space, turn.channel)
    cards, _ = await absent(ctx, on, await cast_of(on, turn.session_key, line), where)
    rest = [it for it in (nxt.character, *nxt.then) if it in cards]
    return Upcoming(rest[0], tuple(rest[1:]), nxt.round) if rest else None


async def who_answers(
    ctx: EngineContext, on: Statements, found: HeadState, line: Line, kind: TurnKind, *, anybody: bool
) -> Upcoming | None:
    """Who speaks now and after that; None where nobody is to, unless ``anybody`` will do. Raises NobodyPlays.

    Who cannot play is not chosen; where nobody can, the first is, and its turn says why. Where one character plays,
    nothing but the cast is read.
    """
    key = found.channel_head.session_key
    acts = await log.acts(on, key, line, [EntryKind.MEMBER, EntryKind.IMPORT])
    here = members = [it for it in members_at(acts, line.head) if it.here]
    if not members:
        raise NobodyPlays
    if len(members) == 1:
        return Upcoming(members[0].character)
    cards, _ = await absent(ctx, on, members, found.channel_head.channel_key)
    members = [it for it in members if it.character in cards]
    if not members:
        return Upcoming(here[0].character)
    first = next((it.character for it in members if not it.muted), members[0].character)
    if kind is TurnKind.IMPERSONATE:
        return Upcoming(first)
    said = await log.messages(on, key, line, LOOK_BACK)
    if kind is TurnKind.CONTINUE:
        return Upcoming(_last_speaker(said, members) or first)
    strategy = await _strategy(ctx, on, found, acts)
    seed = f"{found.seed}:{found.channel_head.branch}:{line.head}"
    chosen = answering([voice_of(it, cards[it.character]) for it in members], strategy, _heard(said, seed))
    if chosen:
        return Upcoming(chosen[0], chosen[1:])
    return Upcoming(_last_speaker(said, members) or first) if anybody else None


def upcoming(scene: TurnScene, claimed: Claimed, reply: ModelReply) -> Upcoming | None:
    """Who speaks behind ``reply``: those who were called with it; then, a few times at most, one another."""
    turn, settings = claimed.turn, scene.settings
    if turn.kind not in _ANSWERS or reply.state not in _WENT_WELL or not scene.others or scene.loaded.paused:
        return None
    present = {it.character for it in scene.voices}
    rest = [it for it in turn.then if it in present and it != turn.character]
    if rest:
        return Upcoming(rest[0], tuple(rest[1:]), turn.round)
    if turn.round >= settings.scene_rounds or not reply.text:
        return None
    spoken = [it.character for it in _behind_people(scene.loaded.history) if it.character is not None]
    heard = NewestWords(
        (reply.text,),
        by_person=False,
        last=turn.character,
        since=(*spoken, turn.character),
        seed=f"{scene.loaded.seed}:{turn.branch}:{claimed.head}",
    )
    chosen = answering(scene.voices, scene.ways.strategy, heard)
    return Upcoming(chosen[0], round=turn.round + 1) if chosen else None


async def _strategy(ctx: EngineContext, on: Statements, found: HeadState, acts: Sequence[Entry]) -> SceneStrategy:
    at = found.address
    here = Here(found.channel_head.key.space, found.channel_head.channel, 0, at.platform, at.private)
    newest = {it.kind: it.body for it in acts}
    return ways_of(newest, await settings_here(on, ctx.defaults, here)).strategy


async def _card(ctx: EngineContext, on: Statements, member: CastMemberVersion) -> Card | None:
    try:
        return await ctx.cards.card(on, member.character, member.version)
    except InputError:
        return None


def _heard(said: Sequence[Entry], seed: str) -> NewestWords:
    """The newest words: of people, as many as wrote one after another, or of a character."""
    burst = [it for it in said[len(said) - len(_tail(said)) :] if it.text.strip()]
    if not burst:
        last = said[-1] if said else None
        return NewestWords(
            (last.text,) if last else (), by_person=False, last=last.character if last else None, seed=seed
        )
    replied = [_replied(it) for it in burst]
    return NewestWords(tuple(it.text for it in burst), replied=tuple(it for it in replied if it is not None), seed=seed)


def _tail(said: Sequence[Entry]) -> Sequence[Entry]:
    """What people wrote last."""
    start = len(said)
    while start and said[start - 1].person is not None:
        start -= 1
    return said[start:]


def _behind_people(said: Sequence[Entry]) -> Sequence[Entry]:
    """What characters have said since."""
    start = len(said)
    while start and said[start - 1].person is None:
        start -= 1
    return said[start:]


def _replied(entry: Entry) -> int | None:
    """The character to whose words a message replies."""
    replied = as_message(entry).quote
    return replied.character if replied else None


def _last_speaker(said: Sequence[Entry], members: Sequence[CastMemberVersion]) -> int | None:
    here = {it.character for it in members}
    return next((it.character for it in reversed(said) if it.person is None and it.character in here), None)
