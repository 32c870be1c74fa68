"""Replies beside one another at the same place: turning to another, which asks no model.

Where more was said behind a reply, the others stay beside it, and it can be given the words of one of them.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.pointed import Meant, message_meant
from engine.actions.chats.replies import another
from engine.actions.chats.revisions import reword
from engine.actions.chats.turning import LastMessage, last_message, turn_to
from engine.context import EngineContext
from engine.db.chats import controls, log, sessions
from engine.db.chats import swipes as store
from engine.errors import DatabaseError, FirstSwipe, NothingSaid, NotOnTheLine, ReplyMoved
from engine.rules.lines import lies_on
from engine.turns.runner import Runner
from engine.values.chats.entries import Place
from engine.values.chats.incoming import Here
from engine.values.chats.outgoing import View
from engine.values.chats.swipes import Swipe, swipe_at
from engine.values.ids import SessionKey

NEXT = 1
BACK = -1


async def newest(ctx: EngineContext, here: Here) -> Swipe | None:
    """The last reply of the story that is played here, or where one would follow; None before anything was said."""
    channel_head = await sessions.current(ctx.db, here.key)
    if channel_head is None:
        return None
    line = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    try:
        at = await last_message(ctx.db, channel_head.session_key, line)
    except NothingSaid:
        return None
    return swipe_at(channel_head.session, at.slot, at.shown.place if at.shown else None)


async def newest_in(ctx: EngineContext, here: Here, message: str) -> Swipe | None:
    """The same where the platform's ``message`` shows it; None where a newer one shows, or is to show, the story."""
    found = await newest(ctx, here)
    if found is None or not message:
        return found
    with suppress(DatabaseError):
        await ctx.saver.flush()  # which messages show the reply may be known and not written down yet
    return None if await controls.shown_below(ctx.db, here.key, message) else found


async def swipe(
    ctx: EngineContext, runner: Runner, here: Here, step: int, pressed: tuple[int, Place] | None = None
) -> View | None:
    """Turn to the reply that was made before the last one shown (``BACK``) or after it (``NEXT``).

    Behind the last comes another, which its turn shows. Where replies are delivered what is shown is told there, and
    where not it is returned. ``pressed`` is the reply (session, place) that is meant; None is the one shown now.
    Raises SessionMissing, NothingSaid, FirstSwipe, OnlyOneGreeting, ReplyMoved.
    """
    channel_head = await current_head(ctx, here)
    with suppress(DatabaseError):
        await ctx.saver.flush()  # which messages show the reply may be known and not written down yet

    async def act(move: HeadMove) -> View | None:
        at = await last_message(move.on, move.key, move.line)
        _must_be(at, move.key, pressed)
        replies = at.slot.among(at.shown.place if at.shown else None)
        number = replies.index(at.shown) if at.shown in replies else len(replies)
        if number + step < 0:
            raise FirstSwipe
        if number + step >= len(replies):
            return await another(move, here)
        return await turn_to(move, at, replies[number + step])

    return await move_head(ctx, runner, here, channel_head, act)


@dataclass(frozen=True, slots=True)
class ReplyBeside:
    """One of the replies at a place, and what it says; ``shown``: it is the one on the line."""

    place: Place
    text: str
    shown: bool


@dataclass(frozen=True, slots=True)
class Beside:
    """The replies at one place of a session, in their order. ``place`` is that of the one on the line."""

    session: int
    place: Place
    replies: Sequence[ReplyBeside]


async def beside(ctx: EngineContext, here: Here, meant: Meant) -> Beside:
    """The replies beside a message, as far as all may read them who can read here; no two of them say the same.

    Raises SessionMissing, NotOnTheLine, TooFarBack.
    """
    channel_head = await current_head(ctx, here)
    key = channel_head.session_key
    line = await ctx.lines.current(ctx.db, key, channel_head.branch)
    said = await message_meant(ctx.db, here, key, line, meant)
    _, covered = await sessions.titled(ctx.db, channel_head)
    if not covered.issuperset(said.audience):
        raise NotOnTheLine
    if said.character is None:
        return Beside(key.session, said.place, [ReplyBeside(said.place, said.text, shown=True)])
    slot = await store.slot(ctx.db, key, Place(said.place.branch, said.place.seq - 1))
    places = [it.place for it in slot.among(said.place)]
    found = await store.wordings(ctx.db, key, places)
    texts = {it: found[it].text for it in places if covered >= found[it].audience} | {said.place: said.text}
    first = {text: place for place, text in reversed(texts.items())} | {said.text: said.place}
    replies = [ReplyBeside(it, text, it == said.place) for it, text in texts.items() if first[text] == it]
    return Beside(key.session, said.place, replies)


async def choose(ctx: EngineContext, runner: Runner, here: Here, lies: tuple[int, Place], wanted: Place) -> View | None:
    """Let the reply that lies there (session, place) be as the one at ``wanted`` beside it.

    The last one of the story is turned to it; one that more was said behind gets its words. Where replies are delivered
    the last one is shown there, and where not it is returned. Raises SessionMissing, NotOnTheLine, ReplyMoved.
    """
    channel_head = await current_head(ctx, here)
    session, place = lies
    there = await ctx.lines.current(ctx.db, channel_head.session_key, channel_head.branch)
    if session != channel_head.session or not lies_on(there, place):
        raise NotOnTheLine
    said_last = (await log.messages(ctx.db, channel_head.session_key, there, 1))[-1].place == place
    with suppress(DatabaseError):
        await ctx.saver.flush()  # which messages show the reply may be known and not written down yet

    async def act(move: HeadMove) -> View | None:
        said = await log.entry_at(move.on, move.key, move.line, place.seq)
        slot = await store.slot(move.on, move.key, Place(place.branch, place.seq - 1))
        reply = slot.reply(wanted)
        if said is None or said.place != place or reply is None:
            raise NotOnTheLine
        if said_last:
            at = await last_message(move.on, move.key, move.line)
            _must_be(at, move.key, lies)
            return await turn_to(move, at, reply)
        words = (await store.wordings(move.on, move.key, [wanted]))[wanted]
        if not words.audience <= (await sessions.titled(move.on, channel_head))[1]:
            raise NotOnTheLine
        return (await reword(move, said, words.text, here.person)).view

    return await move_head(ctx, runner, here, channel_head, act, stays=not said_last)


def _must_be(at: LastMessage, key: SessionKey, pressed: tuple[int, Place] | None) -> None:
    if pressed is None:
        return
    session, place = pressed
    if session == key.session and place == (at.shown.place if at.shown else at.slot.before):
        return
    turned = session == key.session and at.slot.reply(place) is not None
    raise ReplyMoved(turned="yes" if turned else "no")
