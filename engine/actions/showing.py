"""What was said before is seen again: in the messages that are there for it, or anew below, and always silently."""

from collections.abc import Sequence
from typing import Final

from engine.actions.head_moves import Move
from engine.db import swipes
from engine.db.pool import Statements
from engine.rules.lines import place_at
from engine.rules.text.bubbles import messages
from engine.rules.text.splitting import Counting
from engine.turns.load import settings_here
from engine.values.entries import Place, Status
from engine.values.incoming import Here
from engine.values.outgoing import Noticed, PartLimit, Shown, View
from engine.values.sessions import Stand
from engine.values.swipes import Slot, Swipe, swipe_at
from engine.values.turns import Notice

COUNTINGS: Final = {True: Counting.UTF16, False: Counting.CODE_POINTS}


def is_delivered(move: Move) -> bool:
    """Whether somebody delivers what is shown where ``move`` stands."""
    return move.needs.limits.get(move.found.address.platform) is not None


async def repeat_last(move: Move, view: View, divider: Notice | None) -> None:
    """Say where the story stands now: a line that divides, and the last words once more."""
    if not is_delivered(move):
        return
    if divider is not None:
        move.shows.append(Noticed(divider))
    if view.spoken:
        await show_last(move, view, await slot_behind(move.on, move.found.stand, view, move))


async def show_newest(move: Move, view: View) -> None:
    """Let the controls stand under the last reply again, where it is to be seen still."""
    if not is_delivered(move) or not view.spoken or view.spoken[-1].character is None:
        return
    place = place_at(move.line, view.spoken[-1].seq)
    slot = await slot_behind(move.on, move.found.stand, view, move)
    reply = slot.reply(place)
    messages = await swipes.showing(move.on, move.found.stand, (reply.place, reply.turn)) if reply else ()
    if messages:
        await show_last(move, view, slot, instead=messages)


async def show_last(
    move: Move,
    view: View,
    slot: Slot,
    *,
    instead: Sequence[str] = (),
    removed: Sequence[str] = (),
    turned: bool = False,
) -> None:
    """Plan that the last message of ``view`` is seen in the messages ``instead``, or below where there are none.

    ``removed`` are messages that go. ``turned``: it takes the place of what was shown last.
    """
    limit = move.needs.limits.get(move.found.address.platform)
    said = view.spoken[-1]
    place = place_at(move.line, said.seq)
    if limit is None or place is None or not said.text.strip():
        return
    by_character = said.character is not None
    text = said.text if by_character else f"{said.speaker}: {said.text}"
    reply = slot.reply(place)
    parts = [*_parts(text, limit, await _bubbles(move, said.character), instead), *(("", it) for it in removed)]
    sendings = await swipes.plan_line(move.on, move.found.stand, (place, reply.turn if reply else None), parts)
    move.shows.append(
        Shown(
            sendings,
            said.speaker if by_character else "",
            said.character or 0,
            swipe_at(view.session, slot, place if by_character else None) or Swipe(view.session, place),
            turned,
            said.status is Status.INTERRUPTED,
            named=view.several and by_character,
        )
    )


async def slot_behind(on: Statements, stand: Stand, view: View, move: Move) -> Slot:
    """The place of the last reply of ``view``; where people spoke last, the one behind their words."""
    said = view.spoken[-1]
    place = place_at(move.line, said.seq)
    if said.character is None or place is None:
        return await swipes.slot(on, stand.session_key, Place(stand.branch, move.head))
    return await swipes.slot(on, stand.session_key, Place(place.branch, place.seq - 1))


async def _bubbles(move: Move, character: int | None) -> int:
    """The most messages that a reply is shown in where ``move`` stands; 0 for what people said."""
    if character is None:
        return 0
    stand, at = move.found.stand, move.found.address
    here = Here(stand.key.space, stand.channel, 0, at.platform, at.private)
    return (await settings_here(move.on, move.needs.defaults, here, character)).bubbles


def _parts(text: str, limit: PartLimit, bubbles: int, instead: Sequence[str]) -> list[tuple[str, str | None]]:
    """The texts of the messages that show ``text``, each in one that is there or a new one; what is over goes."""
    texts = messages(text, bubbles, limit.size, COUNTINGS[limit.utf16])
    return [
        (texts[n] if n < len(texts) else "", instead[n] if n < len(instead) else None)
        for n in range(max(len(texts), len(instead)))
    ]
