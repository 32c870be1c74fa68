"""What people do with a reply: have it again, let it go on, stop it."""

from engine.actions.head_moves import Move, current_stand, move_head
from engine.actions.views import view_of
from engine.db import log, turns
from engine.errors import NothingSaid, OnlyOneGreeting
from engine.rules.macros.expand import expand, with_card
from engine.turns.assemble import greeting_scene
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.entries import Entry, EntryKind, NewEntry
from engine.values.incoming import Here
from engine.values.outgoing import View
from engine.values.sessions import ForkReason
from engine.values.turns import TurnKind
from engine.work.saver import Interruption


async def stop(needs: Needs, here: Here) -> bool:
    """End the reply that grows in this channel; what is there of it stays. False when none grows."""
    stand = await current_stand(needs, here)
    if needs.saver.interrupt(stand.key, Interruption.STOPPED):
        return True
    return await turns.ask_to_stop(needs.db, stand.key)


async def again(needs: Needs, runner: Runner, here: Here) -> View | None:
    """Another reply beside the last one, or an answer to what was left without one: its turn shows it.

    A greeting is followed by the next one, without a turn, so it is returned. Raises NothingSaid, OnlyOneGreeting.
    """
    stand = await current_stand(needs, here)

    async def act(move: Move) -> View | None:
        *before, last = await _last(move, 2)
        if "greeting" in last.body:
            await _next_greeting(move, last)
            return await view_of(needs, move.on, move.found.stand, move.line)
        if last.person is not None:
            await _retry(move, last, here)
        else:
            went_on = any(it.person is None for it in before)
            shown = await turns.showing(move.on, move.key, [last.turn], ["reply"]) if last.turn is not None else ()
            await move.fork(last.place.seq - 1, ForkReason.AGAIN)
            await move.answer(TurnKind.CONTINUE if went_on else TurnKind.AGAIN, here.person, shown=shown)
        return None

    return await move_head(needs, runner, here, stand, act)


async def go_on(needs: Needs, runner: Runner, here: Here) -> None:
    """The character says more, behind its own last words. Raises NothingSaid."""
    stand = await current_stand(needs, here)

    async def act(move: Move) -> None:
        (last,) = await _last(move, 1)
        if last.person is not None:
            await _retry(move, last, here)
        else:
            await move.answer(TurnKind.CONTINUE, here.person)

    await move_head(needs, runner, here, stand, act)


async def impersonate(needs: Needs, runner: Runner, here: Here) -> None:
    """The model writes what the person might say next. Raises SessionMissing."""
    stand = await current_stand(needs, here)

    async def act(move: Move) -> None:
        await move.answer(TurnKind.IMPERSONATE, here.person)

    await move_head(needs, runner, here, stand, act)


async def _retry(move: Move, last: Entry, here: Here) -> None:
    """Answer what was left without an answer."""
    answers = await turns.external_of(move.on, move.found.stand, last.place)
    await move.answer(TurnKind.RETRY, here.person, answers=answers)


async def _last(move: Move, count: int) -> list[Entry]:
    """The last messages, at most ``count`` and at least one. Raises NothingSaid."""
    said = await log.messages(move.on, move.key, move.line, count)
    if not said:
        raise NothingSaid
    return said


async def _next_greeting(move: Move, last: Entry) -> None:
    needs = move.needs
    assert last.character is not None
    card = await needs.cards.card(move.on, last.character, last.body["version"])
    greetings = card.greetings if card else ()
    if card is None or len(greetings) < 2:
        raise OnlyOneGreeting
    number: int = (int(last.body["greeting"]) + 1) % len(greetings)
    scene = with_card(greeting_scene(needs, last.body["user"]), card)
    await move.fork(last.place.seq - 1, ForkReason.AGAIN)
    await move.append(
        NewEntry(
            EntryKind.MESSAGE,
            needs.clock.now(),
            expand(greetings[number], scene),
            character=last.character,
            body={**last.body, "greeting": number},
        )
    )
