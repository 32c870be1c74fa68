"""A chat of another program becomes a session: its lines, their other versions as branches, what was added to it."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from secrets import randbits

from engine.actions.chats.views import view_of
from engine.actions.transfers import uploads
from engine.actions.transfers.keeping import Bringing
from engine.actions.transfers.left_stages import ChatStage
from engine.db.characters import characters, worlds
from engine.db.chats import audiences, log, sessions
from engine.db.chats.log import ImportedSwipe
from engine.db.house import work
from engine.db.postgres.pool import Statements
from engine.db.transfers.uploads import drop_file
from engine.rules.acts import injected, note_body, variables_body
from engine.rules.casting import member_body
from engine.rules.formats.chats.chat_lines import speaks_as
from engine.rules.formats.chats.chats import read_chat
from engine.rules.macros.expand import expand, with_card
from engine.rules.text.titles import title_from
from engine.turns import opening
from engine.turns.assemble import greeting_scene
from engine.turns.inputs.cast import who_plays
from engine.turns.opening import Player
from engine.values.characters.casts import CastMemberVersion, Ways
from engine.values.characters.characters import CharacterInfo
from engine.values.characters.lore_timers import LoreTimers
from engine.values.chats.bodies import BooksBody, CardWords, HideBody, ImportBody, MessageBody, PresetBody, TimersBody
from engine.values.chats.entries import Line, NewEntry
from engine.values.chats.notices import Notice
from engine.values.chats.sessions import ChannelHead
from engine.values.documents import JsonObject
from engine.values.models.prompts import Role
from engine.values.models.stage import Variables
from engine.values.transfers.chats import ChatFile, ChatLine
from engine.values.transfers.transfers import Brought, FileKind

AT_ONCE = 2_000
MOST_SWIPES = 5_000
"""So many other versions become branches, the newest first; all of them stay in the lines for an export."""


@dataclass(frozen=True, slots=True)
class ImportedCast:
    """Who plays in a chat: the one it is with, and by name (in lower case) everybody who speaks in it.

    ``muted`` only listen. ``ways``: how a group was played; None where it is none.
    """

    player: Player
    speakers: Mapping[str, CharacterInfo]
    muted: frozenset[int] = frozenset()
    ways: Ways | None = None

    def of(self, line: ChatLine) -> int:
        """Who said a line; what an unknown character said is the player's."""
        return self.speakers.get(line.name.casefold(), self.player.info).id


async def bring_chat(bringing: Bringing) -> Brought:
    """A new session from a chat file, played here from now on."""
    chat = await asyncio.to_thread(read_chat, bringing.upload.data, bringing.upload.filename)
    cast = await cast_of(bringing, chat)
    ctx = bringing.ctx
    async with ctx.db.transaction() as on:
        await uploads.claim(on, bringing.here, bringing.token)
        await drop_file(on, bringing.upload.sha256)  # its lines are kept one by one
        channel_head, head = await add_chat(on, bringing, chat, cast)
        line = await ctx.lines.line(on, channel_head.session_key, channel_head.branch, head)
        view = await view_of(ctx, on, channel_head, line)
    ctx.due_bell.set()
    played = cast.player.card.called
    same = cast.player.info.name.casefold() == chat.character_name.casefold()
    facts = () if same else (Notice("brought-chat-other", {"wanted": chat.character_name or "?", "name": played}),)
    return Brought(FileKind.CHAT, channel_head.session, view.title or played, facts, view)


async def cast_of(bringing: Bringing, chat: ChatFile) -> ImportedCast:
    """Who plays: the character of the chat's name, or one who speaks in it; else who plays here, or the usual one."""
    known = await characters.listed(bringing.ctx.db, bringing.here.space, bringing.here.person)
    usable = {info.name.casefold(): info for info in known}
    names = dict.fromkeys(line.name.casefold() for line in chat.lines if not line.by_person)
    found = next((usable[name] for name in (chat.character_name.casefold(), *names) if name in usable), None)
    chosen = await opening.choose(bringing.ctx, bringing.here, found.id if found else await _plays_here(bringing))
    return ImportedCast(chosen, {name: usable[name] for name in names if name in usable})


async def add_chat(
    on: Statements, bringing: Bringing, chat: ChatFile, cast: ImportedCast, stage: ChatStage | None = None
) -> tuple[ChannelHead, int]:
    """The session of a chat, standing in this channel: its channel head, and its last seq.

    ``stage``: what it is played with; None: what its file says, as far as that is here.
    """
    stage = stage or ChatStage(chat.note, book=await _book_called(on, bringing, chat.world))
    title = next((title_from(line.text) for line in chat.lines if line.by_person and line.text.strip()), "")
    channel_head = await sessions.create(
        on, bringing.here.key, seed=randbits(62), person=bringing.here.person, title=title
    )
    now = bringing.ctx.clock.now()
    first = [*_members(cast, now), _import(chat, cast.ways, now), *_acts(bringing, chat, stage, now)]
    lines = _lines(bringing, chat, cast, now)
    told, seqs = _with_hides(bringing, chat, lines, len(first))
    entries = [*first, *told]
    head = 0
    for at in range(0, len(entries), AT_ONCE):
        head = await log.append(on, channel_head.session_key, channel_head.branch, head, entries[at : at + AT_ONCE])
    swipes = _swipes(chat, lines, seqs)[-MOST_SWIPES:]
    for at in range(0, len(swipes), AT_ONCE):
        await log.import_swipes(on, channel_head.session_key, swipes[at : at + AT_ONCE], already=at)
    await audiences.read_there(on, channel_head.session_key, bringing.here.channel, whole=True)
    await work.mark_said(on, channel_head.session_key)
    return channel_head, head


async def _plays_here(bringing: Bringing) -> int | None:
    channel_head = await sessions.current(bringing.ctx.db, bringing.here.key)
    if channel_head is None:
        return None
    line: Line = await bringing.ctx.lines.current(bringing.ctx.db, channel_head.session_key, channel_head.branch)
    usable = {info.id for info in await characters.listed(bringing.ctx.db, bringing.here.space, bringing.here.person)}
    played = await who_plays(bringing.ctx.db, channel_head.session_key, line)
    return played if played in usable else None


def _members(cast: ImportedCast, now: datetime) -> list[NewEntry]:
    everybody = {cast.player.info.id: cast.player.info, **{info.id: info for info in cast.speakers.values()}}
    return [
        NewEntry(member_body(version), now, character=version.character)
        for version in (
            CastMemberVersion(info.id, info.version, muted=info.id in cast.muted) for info in everybody.values()
        )
    ]


def _import(chat: ChatFile, ways: Ways | None, now: datetime) -> NewEntry:
    """What the chat was as a file, beside its lines."""
    raw: JsonObject = {"header": chat.header, "user": chat.user_name, "character": chat.character_name}
    body = ImportBody(group=ways, injects=injected(chat.injects), scenario=chat.scenario, raw=raw)
    return NewEntry(body, now)


def _lines(bringing: Bringing, chat: ChatFile, cast: ImportedCast, now: datetime) -> list[NewEntry]:
    said_at = next((line.said_at for line in chat.lines if line.said_at is not None), now)
    entries: list[NewEntry] = []
    for number, line in enumerate(chat.lines):
        said_at = line.said_at or said_at
        body = MessageBody(
            card=_greeting(bringing, chat, cast) if number == 0 else None,
            narrator=speaks_as(line) is Role.SYSTEM,
            swipe=line.chosen if len(line.swipes) > 1 else None,
            raw=line.raw or {"name": line.name},
        )
        person, character = (bringing.here.person, None) if line.by_person else (None, cast.of(line))
        entries.append(NewEntry(body, said_at, line.text, person=person, character=character))
    return entries


def _greeting(bringing: Bringing, chat: ChatFile, cast: ImportedCast) -> CardWords | None:
    """Which of the card's greetings the chat began with, as an entry tells it."""
    first, player = chat.lines[0], cast.player
    if first.by_person:
        return None
    user = chat.user_name or bringing.name
    scene = with_card(greeting_scene(bringing.ctx, user), player.card)
    number = next((n for n, text in enumerate(player.card.greetings) if expand(text, scene) == first.text), None)
    if number is None:
        return None
    return CardWords(player.info.version, user, number, len(player.card.greetings))


def _with_hides(
    bringing: Bringing, chat: ChatFile, lines: Sequence[NewEntry], before: int
) -> tuple[list[NewEntry], list[int]]:
    """The lines behind ``before`` entries, and the seq of each; what hides a run of them stands right behind it.

    So what goes back to any place between two runs keeps what is hidden there, and hides nothing that comes after.
    """
    ends = {last: first for first, last in _hidden_runs(chat.lines)}
    entries: list[NewEntry] = []
    seqs: list[int] = []
    for number, line in enumerate(lines, start=1):
        entries.append(line)
        seqs.append(before + len(entries))
        if number in ends:
            target, body = seqs[ends[number] - 1], HideBody(hidden=True, upto=seqs[-1])
            entries.append(NewEntry(body, bringing.ctx.clock.now(), person=bringing.here.person, target_seq=target))
    return entries, seqs


def _acts(bringing: Bringing, chat: ChatFile, stage: ChatStage, now: datetime) -> list[NewEntry]:
    """What was added to the chat as a whole. It stands before the lines, so that no going back among them loses it."""
    person = bringing.here.person
    acts: list[NewEntry] = []
    if stage.note is not None:
        acts.append(NewEntry(note_body(stage.note), now, person=person))
    if chat.variables or stage.shared:
        variables = Variables(dict(chat.variables), stage.shared)
        acts.append(NewEntry(variables_body(variables), now))
    if chat.timers != LoreTimers():
        acts.append(NewEntry(TimersBody(timers=chat.timers), now))
    if stage.book is not None:
        acts.append(NewEntry(BooksBody(books=(stage.book,)), now, person=person))
    if stage.preset is not None:
        acts.append(NewEntry(PresetBody(preset=stage.preset, version=1), now, person=person))
    return acts


async def _book_called(on: Statements, bringing: Bringing, name: str) -> int | None:
    """The book of a name that was imported last."""
    usable = await worlds.listed(on, bringing.here.space, bringing.here.person, None, None) if name else []
    return next((row.id for row in reversed(usable) if row.name == name), None)


def _hidden_runs(lines: Sequence[ChatLine]) -> list[tuple[int, int]]:
    """The numbers, from 1, of the first and the last line of each run of hidden ones."""
    runs: list[tuple[int, int]] = []
    for number, line in enumerate(lines, start=1):
        if line.hidden and runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        elif line.hidden:
            runs.append((number, number))
    return runs


def _swipes(chat: ChatFile, entries: Sequence[NewEntry], seqs: Sequence[int]) -> list[ImportedSwipe]:
    """The versions that were not chosen of what characters said."""
    return [
        ImportedSwipe(seq, entry.character, text, MessageBody(swipe=n), entry.said_at)
        for seq, line, entry in zip(seqs, chat.lines, entries, strict=True)
        if entry.character is not None
        for n, text in enumerate(line.swipes)
        if n != line.chosen
    ]
