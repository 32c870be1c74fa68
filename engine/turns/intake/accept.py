"""First step: what arrives is stored before anybody is told that it arrived, and its channel head is woken.

What was last read of the channel's door decides; the statement that stores proves that it is still so. A message of a
known person in a channel that plays something is one round trip.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import token_hex
from typing import Any

from engine.context import EngineContext
from engine.db.characters import characters
from engine.db.chats import inbox
from engine.db.chats.inbox import Received
from engine.db.house.access import ChannelDoor
from engine.db.postgres.pool import Statements
from engine.db.postgres.repeat import repeat
from engine.errors import DatabaseError, WordBlocked
from engine.rules.allowance import full
from engine.rules.attention import Attention, attention, draw_of, is_called, is_heard
from engine.rules.bodies.messages import FORWARD, UNHEARD, files_in, forward_json, speech_json, with_files_kept
from engine.rules.sent_files import unread_files, with_files, written_in
from engine.rules.text.clean import clean_text
from engine.rules.text.forwards import with_forward
from engine.rules.text.screening import screen
from engine.turns import opening
from engine.turns.inputs.bounds import check_length
from engine.turns.intake.burst import whole
from engine.turns.intake.holding import LONGEST as LONGEST_HELD
from engine.turns.runner import FRESH, Runner
from engine.utility import storage
from engine.values.chats.incoming import Attached, Heard, Here, Incoming, IncomingKind, Origin
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import Noticed
from engine.values.chats.places import Address
from engine.values.chats.sessions import ChannelHead
from engine.values.chats.speech import SpokenKind
from engine.values.house.setting_choices import Speaks
from engine.values.house.settings import Settings
from engine.values.house.storage import StorageKind
from engine.work.crashpoints import maybe_crash

LONGEST_MESSAGE = 100_000
LONGEST_FILE_NAME = 200
MOST_FILES = 10
LARGEST_FILE = 10 * 1024 * 1024

_HEARD = {Attention.ANSWER: Heard.TAKEN, Attention.OVERHEAR: Heard.QUIET, Attention.IGNORE: Heard.IGNORED}
_ROUNDS = 10
_SKEW = timedelta(minutes=5)
"""By so much the clocks of platforms and ours may differ before ours counts."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """A file that is kept, and its hash."""

    sha256: str
    name: str
    file: Attached


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What became of something, the channel head that has to look at it now, and what of it was not kept."""

    heard: Heard
    channel_head: ChannelHead | None = None
    settle: float = 0.0
    left_out: tuple[Notice, ...] = ()
    unheard: bool = False


async def accept(ctx: EngineContext, runner: Runner, incoming: Incoming) -> Heard:
    """Store a message, an edit or a deletion in the inbox, and see to what it asks for.

    Raises TextTooLong, MessageTooLong, WordBlocked; the person still has the text then, and nothing of it was kept.
    What of its files is not read is told in the channel.
    """
    cleaned = _by_our_clock(_cleaned(incoming), ctx.clock.now())
    kept: Sequence[_Kept] = ()
    if incoming.files:
        cleaned, kept = await _with_files(cleaned)
    if incoming.kind is IncomingKind.MESSAGE and not (cleaned.text.strip() or incoming.files or incoming.forward):
        return Heard.IGNORED
    tried = False

    async def store() -> tuple[Here, _Outcome]:
        nonlocal tried
        again, tried = tried, True
        here = await _resolved(ctx, cleaned)
        if cleaned.kind is IncomingKind.EDIT:
            return here, await _edit(ctx, here, cleaned)
        if cleaned.kind is IncomingKind.DELETE:
            return here, await _deletion(ctx, here, cleaned)
        return here, await _message(ctx, here, cleaned, kept, again=again)

    here, outcome = await repeat(store, key=f"inbox:{incoming.external}", clock=ctx.clock)
    maybe_crash("after_inbox_commit")
    if outcome.channel_head is not None:
        is_message = cleaned.kind is IncomingKind.MESSAGE
        said = cleaned.forward.text if cleaned.forward else cleaned.text
        pause = runner.heard(here, said, outcome.settle) if is_message else whole(outcome.settle)
        if not outcome.unheard:
            runner.wake(outcome.channel_head, here.platform, pause=pause)
        for notice in (*outcome.left_out, *unread_files(files_in(cleaned.body))):
            ctx.shows.tell(here.key, Noticed(notice, person=here.person))
    if outcome.unheard:
        runner.listen(here.key)
    return outcome.heard


def _cleaned(incoming: Incoming) -> Incoming:
    """The message with its texts cleaned, and in its body where what it forwards comes from."""
    cleaned = replace(incoming, text=clean_text(incoming.text, LONGEST_MESSAGE))
    if incoming.forward is None:
        return cleaned
    forward = replace(incoming.forward, text=clean_text(incoming.forward.text, LONGEST_MESSAGE))
    return replace(cleaned, forward=forward, body={**cleaned.body, FORWARD: forward_json(forward.origin)})


def _by_our_clock(incoming: Incoming, now: datetime) -> Incoming:
    """The message; one that came as it was said was said now, also where our clock or the platform's is wrong."""
    if incoming.live and abs(now - incoming.sent_at) > _SKEW:
        return replace(incoming, sent_at=now)
    return incoming


async def listens(ctx: EngineContext, incoming: Incoming) -> bool:
    """Whether a message would be kept as things are: of one that would not, nobody has to fetch the files."""
    dated = _by_our_clock(incoming, ctx.clock.now())
    _, heard = await _decide(ctx, await resolve(ctx, incoming.origin), dated)
    return heard in (Heard.TAKEN, Heard.QUIET)


async def first_time(
    ctx: EngineContext, incoming: Incoming, then: Callable[[Statements, Here], Awaitable[None]] | None = None
) -> bool:
    """Store a command or a button, without its words; False when it had arrived before.

    ``then`` is stored with it or not at all, and not for what had arrived before.
    """
    call = token_hex(8)

    async def store() -> bool:
        here = await _resolved(ctx, incoming)
        if then is None:
            return await inbox.first_time(ctx.db, here, incoming, call)
        async with ctx.db.transaction() as on:
            new = await inbox.first_time(on, here, incoming, call)
            if new:
                await then(on, here)
        return new

    return await repeat(store, key=f"inbox:{incoming.external}", clock=ctx.clock)


async def _resolved(ctx: EngineContext, incoming: Incoming) -> Here:
    """Where something that is to be stored comes from: which message it replies to may have been shown just now."""
    if incoming.replied:
        with suppress(DatabaseError):  # it is worth less than what arrived
            await ctx.saver.flush()
    return await resolve(ctx, incoming.origin)


async def resolve(ctx: EngineContext, origin: Origin) -> Here:
    """Where something comes from, in our numbers."""
    here = await ctx.places.resolve(ctx.db, origin)
    if origin.through:
        ctx.spending.speaks(here.person, origin.through)
    ctx.shows.addresses.learn(here.key, Address(origin.platform, origin.space, origin.channel, origin.private))
    return here


async def _message(
    ctx: EngineContext, here: Here, incoming: Incoming, kept: Sequence[_Kept], *, again: bool
) -> _Outcome:
    """``again``: an earlier try, whose answer was lost, may have stored it and woken nobody."""
    for _ in range(_ROUNDS):
        door, heard = await _decide(ctx, here, incoming)
        if heard not in (Heard.TAKEN, Heard.QUIET):
            return _Outcome(heard)
        told = replace(incoming, text=with_forward(incoming, door.settings.language))
        written = with_files(told.text, files_in(told.body))
        if _is_refused(door, heard, written):
            return _Outcome(Heard.IGNORED)
        if heard is Heard.TAKEN:
            check_length(ctx, door.settings, written)
        generation = ctx.doors.generation
        told, fitting, left_out = await _with_room(ctx, here, door.settings, told, kept)
        told, unheard = _to_be_heard(ctx, told)
        received = await _store(ctx, here, told, door, heard, fitting)
        door = ctx.doors.learn(here, received.door, generation)
        if received.id is not None or (received.again and again):
            return replace(_stored(received, door), left_out=left_out, unheard=unheard)
        if received.again:
            return _Outcome(Heard.AGAIN)
        if received.channel_head is None and not received.quiet:
            await opening.begin_first(ctx, here, incoming.origin.person_name)
    return _Outcome(Heard.AGAIN)


async def _with_room(
    ctx: EngineContext, here: Here, settings: Settings, incoming: Incoming, kept: Sequence[_Kept]
) -> tuple[Incoming, Sequence[_Kept], tuple[Notice, ...]]:
    """The message, its files that there is room for, and what is told of the others: it is taken in without them."""
    if not kept:
        return incoming, kept, ()
    found, taken, over = await storage.quotas_of(ctx.db, here, settings), 0, None
    fitting: list[_Kept] = []
    for fresh in kept:
        if (lacks := full(found, StorageKind.FILES, taken + len(fresh.file.data))) is None:
            fitting.append(fresh)
            taken += len(fresh.file.data)
        else:
            over = lacks
    if over is None:
        return incoming, kept, ()
    left_out = Notice("file-no-room", {**storage.told(over), "count": len(kept) - len(fitting)})
    body = with_files_kept(incoming.body, {it.sha256 for it in fitting})
    return replace(incoming, body=body), fitting, (left_out,)


def _to_be_heard(ctx: EngineContext, incoming: Incoming) -> tuple[Incoming, bool]:
    """The message, and whether it waits until somebody has listened to it; nobody does where nobody is configured."""
    if ctx.transcriber is None or not any(it.speech and it.sha256 for it in files_in(incoming.body)):
        return incoming, False
    return replace(incoming, body={**incoming.body, UNHEARD: True}), True


def _stored(received: Received, door: ChannelDoor) -> _Outcome:
    if received.quiet:
        return _Outcome(Heard.QUIET)
    return _Outcome(Heard.TAKEN, received.channel_head, door.settings.debounce)


async def _store(
    ctx: EngineContext, here: Here, incoming: Incoming, door: ChannelDoor, heard: Heard, kept: Sequence[_Kept]
) -> Received:
    quiet = heard is Heard.QUIET
    if not kept:
        return await inbox.receive(ctx.db, here, incoming, door.digest, quiet=quiet, answered_within=FRESH)
    async with ctx.db.transaction() as on:
        received = await inbox.receive(on, here, incoming, door.digest, quiet=quiet, answered_within=FRESH)
        if received.id is not None:
            for it in kept:
                await characters.keep_file(on, it.sha256, it.file.media_type, it.file.data)
                await storage.note(on, here, it.sha256, len(it.file.data))
            await inbox.attach(on, here.space, received.id, [(it.sha256, it.name) for it in kept])
    return received


async def _decide(ctx: EngineContext, here: Here, incoming: Incoming) -> tuple[ChannelDoor, Heard]:
    """How something is heard. No statement proves a door that stays shut, so it must not be an old one."""
    door = ctx.doors.known(here) or await ctx.doors.door(ctx.db, here)
    heard = await _heard(ctx, here, incoming, door)
    if heard in (Heard.CLOSED, Heard.IGNORED):
        fresh = await ctx.doors.door(ctx.db, here)
        if fresh is not door:
            return fresh, await _heard(ctx, here, incoming, fresh)
    return door, heard


async def _heard(ctx: EngineContext, here: Here, incoming: Incoming, door: ChannelDoor) -> Heard:
    if not door.admission.was_open(incoming.sent_at) and not (
        door.admission.may_talk and incoming.addressed and _is_fresh(ctx, incoming)
    ):
        return Heard.CLOSED
    settings = door.settings
    if not is_heard(settings, incoming.origin.person) or _opted_out(door, here) or door.admission.blocked:
        return Heard.IGNORED
    addressed = incoming.addressed or (
        settings.speaks is not Speaks.ALWAYS and is_called(incoming.text, await _names(ctx, here))
    )
    draw = draw_of(here.space, here.channel, incoming.external)
    return _HEARD[attention(settings, addressed=addressed, draw=draw)]


def _is_fresh(ctx: EngineContext, incoming: Incoming) -> bool:
    """Whether something was said so lately that it is answered although nobody might talk then."""
    return ctx.clock.now() - incoming.sent_at < FRESH


def _is_refused(door: ChannelDoor, heard: Heard, text: str) -> bool:
    """Whether a text that is overheard has a word that is refused there; to who speaks to us that is told.

    Raises WordBlocked.
    """
    if not door.admission.words or not screen(door.admission.words).finds(text):
        return False
    if heard is Heard.TAKEN:
        raise WordBlocked
    return True


def _opted_out(door: ChannelDoor, here: Here) -> bool:
    """Whether somebody does not want to be heard among others."""
    return door.admission.opted_out and not here.private


async def _names(ctx: EngineContext, here: Here) -> frozenset[str]:
    """What the characters are called that play here; or the one that would."""
    names = await ctx.cards.names_here(ctx.db, here.key, ctx.clock.monotonic())
    if names:
        return names
    player = await opening.choose(ctx, here, None)
    return frozenset({player.info.name, player.card.called})


async def _edit(ctx: EngineContext, here: Here, incoming: Incoming) -> _Outcome:
    door = await ctx.doors.door(ctx.db, here)
    incoming = replace(incoming, text=with_forward(incoming, door.settings.language))
    if not door.admission.may_talk:
        held = len(incoming.text) <= LONGEST_HELD and await inbox.edit_held(ctx.db, here, incoming)
        return _Outcome(Heard.HELD if held else Heard.CLOSED)
    if _opted_out(door, here) or _is_refused(door, Heard.TAKEN, incoming.text):
        return _Outcome(Heard.IGNORED)
    check_length(ctx, door.settings, incoming.text)
    for _ in range(_ROUNDS):
        changed = await inbox.receive_edit(ctx.db, here, incoming)
        if changed is None:
            break
        if changed.done and changed.waiting and changed.quiet:
            return _Outcome(Heard.QUIET)
        if changed.done:
            settle = (await ctx.doors.door(ctx.db, here)).settings.debounce if changed.waiting else 0.0
            return _Outcome(Heard.TAKEN, changed.channel_head, settle)
    return _Outcome(Heard.IGNORED)


async def _deletion(ctx: EngineContext, here: Here, incoming: Incoming) -> _Outcome:
    """Whoever deletes may: the platform has seen to that. Nobody has to be let in to take something back."""
    for _ in range(_ROUNDS):
        gone = await inbox.receive_deletion(ctx.db, here, incoming.external, incoming.target, incoming.sent_at)
        if gone is None:
            break
        if gone.done or not gone.waiting:
            heard = Heard.TAKEN if gone.done else Heard.AGAIN
            return _Outcome(heard, None if gone.waiting else gone.channel_head)
    return _Outcome(Heard.IGNORED)


async def _with_files(incoming: Incoming) -> tuple[Incoming, Sequence[_Kept]]:
    """The message with its files named in the body, and those that are kept: ten, of ten MiB each."""
    kept: list[_Kept] = []
    told: list[dict[str, Any]] = []
    for sent in incoming.files:
        name = clean_text(sent.filename).strip()[-LONGEST_FILE_NAME:] or "file"
        media_type = clean_text(sent.media_type)[:LONGEST_FILE_NAME]
        digest = None
        if len(kept) < MOST_FILES and len(sent.data) <= LARGEST_FILE:
            digest = (await asyncio.to_thread(sha256, sent.data)).hexdigest()
            kept.append(_Kept(digest, name, replace(sent, media_type=media_type)))
        file = {"sha256": digest, "name": name, "media_type": media_type, "size": len(sent.data)}
        speech = sent.speech or (SpokenKind.AUDIO if media_type.casefold().startswith("audio/") else "")
        told.append(file | written_in(name, media_type, sent.data) | speech_json(speech, max(0, sent.seconds)))
    return replace(incoming, body={**incoming.body, "files": told}), kept
