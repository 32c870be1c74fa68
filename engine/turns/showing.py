"""How what was said comes to be seen: its parts are planned, in messages that are there or below, always silently."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from engine.context import EngineContext
from engine.db.characters import characters
from engine.db.chats import swipes
from engine.db.postgres.pool import Statements
from engine.rules.lines import place_at
from engine.rules.text.bubbles import messages
from engine.rules.text.further import further, within
from engine.rules.text.names import said_by
from engine.rules.text.screening import screen
from engine.rules.text.splitting import Counting
from engine.turns.inputs import adult
from engine.turns.load import settings_here
from engine.values.chats.entries import EntryStatus, Line, Place
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import PartLimit, ReadMessage, ShownAgain
from engine.values.chats.sessions import ChannelHead
from engine.values.chats.swipes import Swipe, SwipeSlot, swipe_at

COUNTINGS: Final = {True: Counting.UTF16, False: Counting.CODE_POINTS}


class Stand(StrEnum):
    """How what is seen stands to what was shown last: it is newer, it takes its place, or more was said behind it."""

    NEWEST = "newest"
    TURNED = "turned"
    PAST = "past"


@dataclass(frozen=True, slots=True)
class ShowingSpot:
    """Where something is to be seen: a channel head, the line played on it, and its place (the person counts not)."""

    ctx: EngineContext
    on: Statements
    channel_head: ChannelHead
    line: Line
    here: Here

    @property
    def limit(self) -> PartLimit | None:
        """How long a message may be there; None where nobody delivers."""
        return self.ctx.limits.get(self.here.platform)


async def plan_shown(
    spot: ShowingSpot,
    said: ReadMessage,
    slot: SwipeSlot,
    *,
    several: bool = False,
    instead: Sequence[str] = (),
    removed: Sequence[str] = (),
    stand: Stand = Stand.NEWEST,
) -> ShownAgain | None:
    """Plan that ``said`` is seen in the messages ``instead``, or below where there are none; None if it cannot be.

    ``slot`` is the place of the last reply. ``several``: more than one character plays. ``removed`` are messages that
    go. What is past is shown in messages that are there as far as they have room for it.
    """
    limit = spot.limit
    place = place_at(spot.line, said.seq)
    if limit is None or place is None or not said.text.strip():
        return None
    by_character = said.character is not None
    await _check(spot, said)
    words = (await spot.ctx.doors.door(spot.on, spot.here)).admission.words
    said = replace(said, text=screen(words).covered(said.text))
    text = said.text if by_character else said_by(said.speaker, said.text)
    reply = slot.reply(place)
    at = (place, reply.turn if reply else None)
    seen = instead and by_character
    shown_texts = (
        await swipes.shown_as(spot.on, spot.channel_head.session_key, spot.channel_head.channel, at) if seen else ()
    )
    size, counting = limit.size, COUNTINGS[limit.utf16]
    texts = further(text, shown_texts, await _bubbles(spot, said.character), size, counting)
    past = stand is Stand.PAST
    room = len(instead) if past and instead else len(texts)
    texts = _fewer(text, texts, room, size, counting)
    cut = len(texts) > room
    texts = within(texts, room, size, counting)
    sendings = await swipes.plan_line(
        spot.on, spot.channel_head, at, [*_parts(texts, instead), *(("", it) for it in removed)]
    )
    return ShownAgain(
        sendings,
        said.speaker if by_character else "",
        said.character or 0,
        None if past else _lies(spot, slot, place, by_character=by_character),
        stand is Stand.TURNED,
        said.status is EntryStatus.INTERRUPTED,
        named=several and by_character,
        cut=cut,
    )


def _fewer(text: str, texts: tuple[str, ...], room: int, size: int, counting: Counting) -> tuple[str, ...]:
    """``texts``, or others of ``text`` that need fewer messages, where there is room for ``room`` of them."""
    for most in (room, 0):  # fewer bubbles, then as much in each message as it holds
        if len(texts) > room:
            texts = messages(text, most, size, counting)
    return texts


def _lies(spot: ShowingSpot, slot: SwipeSlot, place: Place, *, by_character: bool) -> Swipe:
    """Where the last message of a story lies among those at its place; what people said has none beside it."""
    session = spot.channel_head.session
    return swipe_at(session, slot, place if by_character else None) or Swipe(session, place)


async def _check(spot: ShowingSpot, said: ReadMessage) -> None:
    """Raises AdultElsewhere for what a character for adults said, where it may not be seen."""
    known = await characters.newest(spot.on, said.character) if said.character is not None else None
    card = await spot.ctx.cards.card(spot.on, said.character, known.version) if known and said.character else None
    if card is not None and said.character is not None:
        await adult.check(spot.on, spot.here.key, said.character, card)


async def slot_behind(spot: ShowingSpot, said: ReadMessage) -> SwipeSlot:
    """The place of the last reply, ``said``; where people spoke last, the one behind their words."""
    place = place_at(spot.line, said.seq)
    if said.character is None or place is None:
        return await swipes.slot(
            spot.on, spot.channel_head.session_key, Place(spot.channel_head.branch, spot.line.head)
        )
    return await swipes.slot(spot.on, spot.channel_head.session_key, Place(place.branch, place.seq - 1))


async def _bubbles(spot: ShowingSpot, character: int | None) -> int:
    """The most messages that a reply is shown in there; 0 for what people said."""
    if character is None:
        return 0
    return (await settings_here(spot.on, spot.ctx.defaults, spot.here, character)).bubbles


def _parts(texts: Sequence[str], instead: Sequence[str]) -> list[tuple[str, str | None]]:
    """Texts, each with the message that it stands in, which is there or a new one; what is over goes."""
    return [
        (texts[n] if n < len(texts) else "", instead[n] if n < len(instead) else None)
        for n in range(max(len(texts), len(instead)))
    ]
