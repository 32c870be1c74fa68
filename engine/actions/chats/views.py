"""What a channel shows of its session."""

from collections.abc import Collection, Sequence

from engine.context import EngineContext
from engine.db.chats import log, sessions
from engine.db.postgres.pool import Statements
from engine.errors import InputError
from engine.turns.inputs.adult import unseen
from engine.values.characters.characters import Card
from engine.values.chats.bodies import MemberBody
from engine.values.chats.entries import Entry, EntryKind, Line, said_by
from engine.values.chats.outgoing import ReadMessage, View
from engine.values.chats.sessions import ChannelHead
from engine.values.ids import SessionKey

LAST_MESSAGES = 6


async def view_of(
    ctx: EngineContext,
    on: Statements,
    channel_head: ChannelHead,
    line: Line,
    *,
    limit: int = LAST_MESSAGES,
    fresh: bool = False,
    said: Sequence[Entry] | None = None,
) -> View:
    """Messages of ``line`` that all may read who can read there now, and who plays there.

    They are of the last ``limit``, or of those that are ``said``.
    """
    cards = await cards_of(ctx, on, channel_head.session_key, line)
    names = {it: card.called if card else "?" for it, card in cards.items()}
    hidden = await unseen(on, channel_head.channel_key, {it: card for it, card in cards.items() if card is not None})
    title, covered = await sessions.titled(on, channel_head)
    found = await log.messages(on, channel_head.session_key, line, limit) if said is None else said
    return View(
        session=channel_head.session,
        title=title,
        character=", ".join(names.values()),
        branch=channel_head.branch,
        spoken=tuple(_spoken(it, names) for it in found if _is_seen(it, hidden, covered)),
        fresh=fresh,
        several=len(names) > 1,
        hidden=next(iter(names.values())) if hidden and hidden == names.keys() else "",
    )


async def cards_of(ctx: EngineContext, on: Statements, key: SessionKey, line: Line) -> dict[int, Card | None]:
    """The cards of all who play or have played on ``line``, by character; None for one that cannot be read."""
    members = await log.acts(on, key, line, [EntryKind.MEMBER])
    cards: dict[int, Card | None] = {}
    for member, said in said_by(members, MemberBody):
        if member.character is None:
            continue
        try:
            cards[member.character] = await ctx.cards.card(on, member.character, said.version)
        except InputError:  # the chat is shown all the same; the scene says whose card cannot be read
            cards[member.character] = None
    return cards


def _is_seen(entry: Entry, hidden: Collection[int], covered: frozenset[int]) -> bool:
    return entry.character not in hidden and covered.issuperset(entry.audience)


def _spoken(entry: Entry, names: dict[int, str]) -> ReadMessage:
    by_character = names.get(entry.character, "?") if entry.character is not None else None
    return ReadMessage(
        seq=entry.place.seq,
        speaker=by_character or entry.person_name or "?",
        character=entry.character,
        text=entry.text,
        status=entry.status,
        said_at=entry.said_at,
        revised=entry.revised,
    )
