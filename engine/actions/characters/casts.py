"""Several characters in one story: who comes and goes, who listens, how readily each speaks."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.views import view_of
from engine.context import EngineContext
from engine.db.characters import characters
from engine.db.postgres.pool import Statements
from engine.errors import CardMissing, CastFull, LastOfCast, NoSuchCharacter, NotInCast, PlaysAlready
from engine.rules.attention import draw_of
from engine.rules.casting import listed_as, member_body
from engine.rules.macros.expand import expand, with_card
from engine.turns.assemble import greeting_scene
from engine.turns.inputs import adult
from engine.turns.inputs.cast import absent, cast_of
from engine.turns.load import cannot_play
from engine.turns.runner import Runner
from engine.values.characters.casts import MOST_IN_CAST, MOST_ROUNDS, CastMember, CastMemberVersion
from engine.values.characters.characters import Card
from engine.values.chats.bodies import CardWords, MessageBody
from engine.values.chats.entries import NewEntry
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View
from engine.values.chats.turns import TurnKind
from engine.values.ids import ChannelKey


async def cast(ctx: EngineContext, here: Here) -> list[CastMember]:
    """Who plays here, in the order in which they came. Raises SessionMissing."""
    channel_head = await current_head(ctx, here)
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    members = await cast_of(ctx.db, channel_head.session_key, line)
    return await _listed(ctx, ctx.db, members, here.key)


async def add(ctx: EngineContext, runner: Runner, here: Here, character: int, name: str) -> View:
    """A character joins the story; the view ends with its greeting, if its card has one for groups.

    ``name`` is what the person is called. Raises SessionMissing, NoSuchCharacter, CardMissing, AdultElsewhere,
    PlaysAlready, CastFull.
    """
    usable = await characters.listed(ctx.db, here.space, here.person)
    info = next((it for it in usable if it.id == character), None)
    if info is None:
        raise NoSuchCharacter(number=character)
    card = await ctx.cards.card(ctx.db, info.id, info.version)
    if card is None:
        raise CardMissing(character=character)
    await adult.check(ctx.db, here.key, character, card)

    async def act(move: HeadMove) -> View:
        members = await cast_of(move.on, move.key, move.line)
        if any(it.character == character for it in members):
            raise PlaysAlready(name=card.called)
        if len(members) >= MOST_IN_CAST:
            raise CastFull(most=MOST_IN_CAST)
        body = member_body(CastMemberVersion(character, info.version))
        joined = NewEntry(body, ctx.clock.now(), person=here.person, character=character)
        await move.append(joined, *_greeting(move, card, info.id, info.version, name))
        ctx.cards.forget_names(here.key)
        return await view_of(ctx, move.on, move.found.channel_head, move.line, limit=1)

    return await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def remove(ctx: EngineContext, runner: Runner, here: Here, character: int) -> CastMember:
    """A character leaves the story; what was said stays. Raises SessionMissing, NotInCast, LastOfCast."""

    async def act(move: HeadMove) -> CastMember:
        members = await cast_of(move.on, move.key, move.line)
        gone = _member(members, character)
        if len(members) == 1:
            raise LastOfCast
        await _put(move, here, replace(gone, here=False))
        return (await _listed(ctx, move.on, [gone], here.key))[0]

    return await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def mute(ctx: EngineContext, runner: Runner, here: Here, character: int, *, muted: bool = True) -> CastMember:
    """A character only listens from now on, or speaks again. Raises SessionMissing, NotInCast."""
    return await _change(ctx, runner, here, character, lambda it: replace(it, muted=muted))


async def talk(ctx: EngineContext, runner: Runner, here: Here, character: int, percent: int | None) -> CastMember:
    """How readily a character speaks uncalled; None: as its card says. Raises SessionMissing, NotInCast."""
    talk = None if percent is None else min(max(percent, 0), 100)
    return await _change(ctx, runner, here, character, lambda it: replace(it, talk=talk))


async def speak(ctx: EngineContext, runner: Runner, here: Here, character: int) -> None:
    """A character says something now, also a muted one.

    Raises SessionMissing, NotInCast, CharacterThrownAway, CardMissing.
    """

    async def act(move: HeadMove) -> None:
        member = _member(await cast_of(move.on, move.key, move.line), character)
        _, lost = await absent(ctx, move.on, [member])
        if character in lost:  # whether it may be seen here, its turn says
            raise cannot_play(character, lost[character][1], nobody=False)
        await move.answer(TurnKind.NEXT, here.person, speaker=character, rounds=MOST_ROUNDS)

    await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def _change(
    ctx: EngineContext,
    runner: Runner,
    here: Here,
    character: int,
    changed: Callable[[CastMemberVersion], CastMemberVersion],
) -> CastMember:
    async def act(move: HeadMove) -> CastMember:
        before = _member(await cast_of(move.on, move.key, move.line), character)
        after = changed(before)
        if after != before:
            await _put(move, here, after)
        return (await _listed(ctx, move.on, [after], here.key))[0]

    return await move_head(ctx, runner, here, await current_head(ctx, here), act)


async def _put(move: HeadMove, here: Here, member: CastMemberVersion) -> None:
    body, now = member_body(member), move.ctx.clock.now()
    await move.append(NewEntry(body, now, person=here.person, character=member.character))


def _member(members: tuple[CastMemberVersion, ...], character: int) -> CastMemberVersion:
    found = next((it for it in members if it.character == character), None)
    if found is None:
        raise NotInCast(number=character)
    return found


def _greeting(move: HeadMove, card: Card, character: int, version: int, name: str) -> list[NewEntry]:
    """One of the greetings that the card has for groups, by the place in the story."""
    greetings = [it for it in card.group_only_greetings if it.strip()]
    if not greetings:
        return []
    place = (move.found.seed, move.found.channel_head.branch, move.head, character)
    greeting = greetings[int(draw_of(*place) * len(greetings))]
    text = expand(greeting, with_card(greeting_scene(move.ctx, name), card))
    body = MessageBody(card=CardWords(version, name, joined=True))
    return [NewEntry(body, move.ctx.clock.now(), text, character=character)]


async def _listed(
    ctx: EngineContext, on: Statements, members: Sequence[CastMemberVersion], where: ChannelKey
) -> list[CastMember]:
    cards, lost = await absent(ctx, on, members, where)
    return [listed_as(it, cards.get(it.character), lost.get(it.character)) for it in members]
