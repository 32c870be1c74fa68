"""Mending what was said: a new text for an old message, where it stands."""

from engine.actions.head_moves import Move, current_stand, move_head
from engine.actions.views import view_of
from engine.db import log
from engine.errors import EditEmpty, NothingOfYours
from engine.rules.text.clean import clean_text
from engine.turns.accept import LONGEST_MESSAGE
from engine.turns.bounds import check_length
from engine.turns.load import settings_here
from engine.turns.needs import Needs
from engine.turns.runner import Runner
from engine.values.incoming import Here
from engine.values.outgoing import View

LOOK_BACK = 400


async def worded(needs: Needs, here: Here, text: str) -> str:
    """A new text for a message as it is stored. Raises EditEmpty, TextTooLong, MessageTooLong."""
    cleaned = clean_text(text, LONGEST_MESSAGE)
    if not cleaned.strip():
        raise EditEmpty
    check_length(needs, await settings_here(needs.db, needs.defaults, here), cleaned)
    return cleaned


async def own_words(needs: Needs, here: Here) -> str:
    """The person's newest message as it stands; "" without one. Raises SessionMissing."""
    stand = await current_stand(needs, here)
    line = await needs.lines.current(needs.db, stand.session_key, stand.branch)
    said = await log.messages(needs.db, stand.session_key, line, LOOK_BACK)
    return next((it.text for it in reversed(said) if it.person == here.person), "")


async def edit(needs: Needs, runner: Runner, here: Here, text: str) -> View:
    """Revise the person's newest message where it stands; what follows stays. A reply that grows begins anew with it.

    Raises NothingOfYours, EditEmpty, TextTooLong, MessageTooLong.
    """
    stand = await current_stand(needs, here)
    text = await worded(needs, here, text)

    async def act(move: Move) -> View:
        said = await log.messages(move.on, move.key, move.line, LOOK_BACK)
        mine = next((it for it in reversed(said) if it.person == here.person), None)
        if mine is None:
            raise NothingOfYours
        await move.revise(mine.place.seq, text, here.person)
        return await view_of(needs, move.on, move.found.stand, move.line)

    return await move_head(needs, runner, here, stand, act, stays=True)
