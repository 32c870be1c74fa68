"""What people do with a reply: have it again, let it go on, stop it."""

from contextlib import suppress

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.turning import last_message, see, shown_in, turn_to
from engine.context import EngineContext
from engine.db.chats import log, turns
from engine.errors import DatabaseError, NothingSaid, OnlyOneGreeting
from engine.rules.macros.expand import expand, with_card
from engine.turns.assemble import greeting_scene
from engine.turns.inputs.cast import may_speak
from engine.turns.runner import Runner
from engine.values.characters.casts import MOST_ROUNDS
from engine.values.chats.bodies import CardWords, MessageBody
from engine.values.chats.entries import Entry, NewEntry, as_message
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View
from engine.values.chats.sessions import ForkReason
from engine.values.chats.turns import TurnKind
from engine.work.saver import Interruption


async def stop(ctx: EngineContext, here: Here) -> bool:
    """End the reply that grows in this channel; what is there of it stays. False when none grows."""
    channel_head = await current_head(ctx, here)
    if ctx.saver.interrupt(channel_head.key, Interruption.STOPPED):
        return True
    return await turns.ask_to_stop(ctx.db, channel_head.key)


async def again(ctx: EngineContext, runner: Runner, here: Here) -> View | None:
    """Another reply beside the last one, or an answer to what was left without one: its turn shows it.

    A greeting is followed by the next one, without a turn; where nobody delivers, it is returned.
    Raises NothingSaid, OnlyOneGreeting.
    """
    channel_head = await current_head(ctx, here)

    with suppress(DatabaseError):
        await ctx.saver.flush()  # which messages show the reply may be known and not written down yet

    async def act(move: HeadMove) -> View | None:
        return await another(move, here)

    return await move_head(ctx, runner, here, channel_head, act)


async def another(move: HeadMove, here: Here) -> View | None:
    """The same within a head move; the caller shows what it returns. Raises NothingSaid, OnlyOneGreeting."""
    *before, last = await _last(move, 2)
    if as_message(last).greeting is not None:
        return await _next_greeting(move, last)
    if last.person is not None:
        await _retry(move, last, here)
        return None
    able = await may_speak(move.ctx, move.on, move.found.channel_head, move.line)
    await move.fork(last.place.seq - 1, ForkReason.AGAIN)
    kind = TurnKind.NEXT if any(it.person is None for it in before) else TurnKind.AGAIN
    speaker = last.character if last.character in able else None
    await move.answer(kind, here.person, instead=last, speaker=speaker, rounds=MOST_ROUNDS)
    return None


async def go_on(ctx: EngineContext, runner: Runner, here: Here) -> None:
    """The last reply says more, in the same message. Raises NothingSaid, NobodyPlays.

    What was left without an answer, or got none, is answered; for a character that has left or cannot play the next one
    speaks.
    """
    channel_head = await current_head(ctx, here)
    with suppress(DatabaseError):
        await ctx.saver.flush()  # which messages show the reply may be known and not written down yet

    async def act(move: HeadMove) -> None:
        await carry_on(move, here)

    await move_head(ctx, runner, here, channel_head, act)


async def carry_on(move: HeadMove, here: Here) -> None:
    """The same within a head move. Raises NothingSaid, NobodyPlays."""
    (last,) = await _last(move, 1)
    if last.person is not None:
        await _retry(move, last, here)
    elif not last.text.strip():
        await another(move, here)
    elif last.character in await may_speak(move.ctx, move.on, move.found.channel_head, move.line):
        await move.answer(TurnKind.CONTINUE, here.person, instead=last, speaker=last.character)
    else:
        await move.answer(TurnKind.NEXT, here.person, rounds=MOST_ROUNDS)


async def impersonate(ctx: EngineContext, runner: Runner, here: Here) -> None:
    """The model writes what the person might say next; it stands as their words and asks for no answer.

    Raises SessionMissing.
    """
    channel_head = await current_head(ctx, here)

    async def act(move: HeadMove) -> None:
        await move.answer(TurnKind.IMPERSONATE, here.person)

    await move_head(ctx, runner, here, channel_head, act)


async def _retry(move: HeadMove, last: Entry, here: Here) -> None:
    """Answer what was left without an answer."""
    await move.answer(TurnKind.RETRY, here.person, unanswered=last)


async def _last(move: HeadMove, count: int) -> list[Entry]:
    """The last messages, at most ``count`` and at least one. Raises NothingSaid."""
    said = await log.messages(move.on, move.key, move.line, count)
    if not said:
        raise NothingSaid
    return said


async def _next_greeting(move: HeadMove, last: Entry) -> View | None:
    """The greeting behind the one that stands there: the one that was said already, or a new one."""
    ctx = move.ctx
    words = as_message(last).card
    assert last.character is not None
    assert words is not None
    assert words.number is not None
    card = await ctx.cards.card(move.on, last.character, words.version)
    greetings = card.greetings if card else ()
    if card is None or len(greetings) < 2:
        raise OnlyOneGreeting
    number = (words.number + 1) % len(greetings)
    at = await last_message(move.on, move.key, move.line)
    said = next((it for it in at.slot.replies if it.greeting == number and it.character == last.character), None)
    if said is not None:
        return await turn_to(move, at, said)
    instead = await shown_in(move, at)
    scene = with_card(greeting_scene(ctx, words.user), card)
    await move.fork(last.place.seq - 1, ForkReason.AGAIN)
    await move.append(
        NewEntry(
            MessageBody(card=CardWords(words.version, words.user, number, len(greetings))),
            ctx.clock.now(),
            expand(greetings[number], scene),
            character=last.character,
        )
    )
    return await see(move, last.character, instead)
