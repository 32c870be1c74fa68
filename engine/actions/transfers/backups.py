"""A backup of another program, brought in one go. A member that cannot be read never stops the others, and is told."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import PurePosixPath

from engine.actions.chats.views import view_of
from engine.actions.people import personas
from engine.actions.transfers import uploads
from engine.actions.transfers.bringing_chats import ImportedCast, add_chat
from engine.actions.transfers.keeping import Bringing, keep_book, keep_card, keep_preset, keep_scripts
from engine.actions.transfers.left_stages import (
    Setting,
    choose_persona,
    choose_preset,
    dress,
    keep_settings,
    open_chat,
    stage_for,
    with_group,
)
from engine.actions.transfers.uploads import keep_file
from engine.db.characters import characters, quick_sets
from engine.db.chats import sessions
from engine.db.postgres.pool import Statements
from engine.db.transfers.uploads import drop_file
from engine.errors import InputError
from engine.rules.asked_scripts import any_allowed
from engine.rules.formats.archives.backup_settings import left_stage
from engine.rules.formats.archives.backups import (
    BackupMember,
    ForeignBackup,
    list_backup,
    read_member,
    scripts_in_settings,
)
from engine.rules.formats.books.book_files import read_book_file
from engine.rules.formats.bounded_json import read_json
from engine.rules.formats.cards.card_files import read_card_file
from engine.rules.formats.cards.expressions import with_emotions
from engine.rules.formats.cards.personas import personas_from_settings
from engine.rules.formats.chats.chats import read_chat
from engine.rules.formats.chats.groups import GroupFile, group_from_json, ways_of_group
from engine.rules.formats.json_fields import one_line
from engine.rules.formats.presets.presets import read_preset
from engine.rules.formats.presets.quick_replies import read_quick_replies
from engine.rules.formats.presets.regex_scripts import scripts_from_json
from engine.rules.quick.telling import quick_facts
from engine.turns import opening
from engine.turns.opening import Player
from engine.values.characters.characters import CharacterInfo
from engine.values.characters.quick_replies import QuickReplySet
from engine.values.characters.scripts import RegexScript
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import View
from engine.values.chats.sessions import ChannelHead
from engine.values.documents import Json
from engine.values.story.notes import UserPersona
from engine.values.transfers.transfers import Brought, FileKind

LARGEST_MEMBER = 100 << 20
_KINDS = ("characters", "worlds", "presets", "personas", "groups", "chats", "scripts", "quick")
_OLDEST = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class _Played:
    """A chat that is here now: when something was last said in it, where it stands, its last seq."""

    last: datetime
    channel_head: ChannelHead
    head: int


@dataclass(slots=True)
class _Move:
    """A moving day on its way: what is there by now, by file name without ending, and what failed."""

    it: Bringing
    on: Statements
    backup: ForeignBackup
    stage: Setting
    settings: Json = None
    players: dict[str, Player] = field(default_factory=dict[str, Player])
    groups: dict[str, GroupFile] = field(default_factory=dict[str, GroupFile])
    opened: dict[str, str] = field(default_factory=dict[str, str])
    played_heads: dict[tuple[str, str], _Played] = field(default_factory=dict[tuple[str, str], "_Played"])
    counts: dict[str, int] = field(default_factory=dict[str, int])
    quick: list[QuickReplySet] = field(default_factory=list[QuickReplySet])
    problems: list[Notice] = field(default_factory=list[Notice])

    async def keep(self, data: bytes) -> str:
        """Keep a file for whoever moves: its hash. Raises StorageFull."""
        return await keep_file(self.it.ctx, self.on, self.it.here, data)

    async def each(
        self, kind: str, members: tuple[BackupMember, ...], bring: Callable[[BackupMember], Awaitable[None]]
    ) -> None:
        """Bring every member that can be read; the others are told."""
        for member in members:
            if member.problem is not None:
                self._failed(member, member.problem)
                continue
            try:
                await bring(member)
            except InputError as error:
                self._failed(member, Notice(error.message, error.data))
            else:
                self.counts[kind] = self.counts.get(kind, 0) + 1

    async def read(self, member: BackupMember) -> bytes:
        """The bytes of a member."""
        return await self.read_path(member.path)

    async def read_path(self, path: str) -> bytes:
        """The bytes of a file of the backup."""
        return await asyncio.to_thread(read_member, self.backup, path, LARGEST_MEMBER)

    def _failed(self, member: BackupMember, why: Notice) -> None:
        self.problems += [Notice("brought-backup-problem", {"name": member.name, "path": member.path}), why]


async def bring_backup(it: Bringing) -> Brought:
    """Everything in a backup, on the stage that was left; the chat that was open there is played here afterwards."""
    backup = await asyncio.to_thread(list_backup, it.upload.data)
    view: View | None = None
    async with it.ctx.db.transaction() as on:
        await uploads.claim(on, it.here, it.token)
        await drop_file(on, it.upload.sha256)  # its members are kept one by one
        move = _Move(it, on, backup, Setting(it, on))
        await _read_settings(move)
        await move.each("worlds", backup.worlds, lambda member: _world(move, member))
        await move.each("characters", backup.characters, lambda member: _character(move, member))
        await move.each("presets", backup.presets, lambda member: _preset(move, member))
        await move.each("quick", backup.quick, lambda member: _quick_replies(move, member))
        await _of_settings(move)
        await move.each("groups", backup.groups, lambda member: _group(move, member))
        await move.each("chats", backup.chats, lambda member: _chat(move, member))
        played = _open_chat(move)
        if played is not None:
            await sessions.turn_to(on, it.here.key, played.channel_head.session)
            line = await it.ctx.lines.line(on, played.channel_head.session_key, played.channel_head.branch, played.head)
            view = await view_of(it.ctx, on, played.channel_head, line)
    it.ctx.doors.forget()
    return Brought(FileKind.BACKUP, 0, it.upload.filename, await _told(move), view)


async def _told(move: _Move) -> tuple[Notice, ...]:
    counts = [Notice(f"brought-backup-{it}", {"count": move.counts[it]}) for it in _KINDS if it in move.counts]
    lacking = (*move.stage.lacking.values(), *move.stage.left.lacking)
    of_scripts = await asyncio.to_thread(lambda: list(quick_facts(*move.quick)))
    return (*counts, *of_scripts, *move.problems, *lacking)


async def _read_settings(move: _Move) -> None:
    """What the person had chosen; the first settings are those of the person."""
    members = (*move.backup.personas, *move.backup.scripts, *move.backup.settings)
    path = next((member.path for member in members if member.problem is None), None)
    if path is not None:
        move.settings = read_json(await move.read_path(path))
        move.stage.left = left_stage(move.settings)


async def _world(move: _Move, member: BackupMember) -> None:
    data = await move.read(member)
    book = await asyncio.to_thread(read_book_file, data, PurePosixPath(member.path).name)
    digest = await move.keep(data)
    move.stage.books[member.name] = await keep_book(move.on, move.it, book, digest, member.name)


async def _character(move: _Move, member: BackupMember) -> None:
    data = await move.read(member)
    file = await asyncio.to_thread(read_card_file, data)
    if sprites := [(path, await move.read_path(path)) for path in member.sprites]:
        data = await asyncio.to_thread(with_emotions, file.card, data, sprites, file.picture)
        file = await asyncio.to_thread(read_card_file, data)
    number = await keep_card(move.on, move.it, file, await move.keep(data))
    info = CharacterInfo(number, file.card.name, builtin=False, version=1)
    stem = _stem(member)
    move.players[stem], move.opened[stem] = Player(info, file.card), open_chat(file.card.raw)
    own = file.card.world if file.card.world in move.stage.books or not file.card.character_book else ""
    left = move.stage.left
    await move.stage.bind((own, *left.books_of.get(stem, ()), *left.books), character=number)


async def _preset(move: _Move, member: BackupMember) -> None:
    data = await move.read(member)
    preset = await asyncio.to_thread(read_preset, data, PurePosixPath(member.path).name)
    number = await keep_preset(move.on, move.it, preset, await move.keep(data))
    move.stage.presets[member.name] = number, preset


async def _quick_replies(move: _Move, member: BackupMember) -> None:
    data = await move.read(member)
    found = await asyncio.to_thread(read_quick_replies, data, PurePosixPath(member.path).name)
    await quick_sets.add(move.on, move.it.here.space, found)
    move.quick.append(found)


async def _of_settings(move: _Move) -> None:
    """Personas and scripts lie in one file; each persona is a member, in the order of the file."""
    members = (*move.backup.personas, *move.backup.scripts)
    for path in dict.fromkeys(member.path for member in members):
        of_personas = tuple(member for member in move.backup.personas if member.path == path)
        readable = all(member.problem is None for member in members if member.path == path)
        raw = read_json(await move.read_path(path)) if readable else None
        await move.each("personas", of_personas, _persona_of(move, iter(personas_from_settings(raw))))
        await _scripts(move, scripts_from_json(scripts_in_settings(raw)))
    await choose_preset(move.stage, move.settings)
    await choose_persona(move.stage)
    await keep_settings(move.stage)


async def _scripts(move: _Move, scripts: Sequence[RegexScript]) -> None:
    """What ran in every chat there runs in every chat here, if it may."""
    if not any_allowed(scripts, move.it.allowed):
        return
    await keep_scripts(move.on, move.it, "settings.json", scripts)
    move.counts["scripts"] = sum(any_allowed([it], move.it.allowed) for it in scripts)


def _persona_of(move: _Move, found: Iterator[UserPersona]) -> Callable[[BackupMember], Awaitable[None]]:
    async def bring(_member: BackupMember) -> None:
        persona = next(found)
        number = await personas.keep(move.on, move.it.here, persona)
        move.stage.personas[PurePosixPath(str(persona.raw.get("avatar") or "")).stem] = number
        await move.stage.bind((one_line(persona.raw.get("lorebook")),), persona=number)

    return bring


async def _group(move: _Move, member: BackupMember) -> None:
    group = group_from_json(read_json(await move.read(member)))
    move.groups |= dict.fromkeys((*group.chats, group.chat), group)
    move.opened[group.id] = group.chat


async def _chat(move: _Move, member: BackupMember) -> None:
    chat = await asyncio.to_thread(read_chat, await move.read(member), PurePosixPath(member.path).name)
    stem, group = _stem(member), move.groups.get(_stem(member)) if member.in_group else None
    owner = group.id if group is not None else member.owner
    chat = with_group(chat, group, stem)
    stage = stage_for(move.stage, chat, owner)
    channel_head, head = await add_chat(move.on, move.it, chat, await _cast(move, member), stage)
    await dress(move.stage, channel_head, chat, owner)
    last = max((line.said_at for line in chat.lines if line.said_at is not None), default=_OLDEST)
    move.played_heads[owner, stem] = _Played(last, channel_head, head)


def _open_chat(move: _Move) -> _Played | None:
    """The chat that was open last; else the newest with who was chosen, else the newest of all."""
    left = move.stage.left
    owner = left.group or left.character
    played = move.played_heads.get((owner, move.opened.get(owner, "")))
    if played is not None:
        return played
    theirs = [it for (whose, _), it in move.played_heads.items() if whose == owner]
    if owner and not theirs:
        move.stage.lacks("left-no-chat", owner)
    return max(theirs or move.played_heads.values(), key=lambda it: it.last, default=None)


async def _cast(move: _Move, member: BackupMember) -> ImportedCast:
    """A chat is its folder's character's; one of a group is its members'."""
    group = move.groups.get(_stem(member)) if member.in_group else None
    if group is not None:
        return _group_cast(move, group) or await _alone(move, member)
    return await _alone(move, member)


def _group_cast(move: _Move, group: GroupFile) -> ImportedCast | None:
    """The members that could be read, in their order; the first who is not muted is the one it is with."""
    stems = {PurePosixPath(name).stem: name in group.disabled for name in group.members}
    present = {stem: move.players[stem] for stem in stems if stem in move.players}
    if not present:
        return None
    muted = frozenset(player.info.id for stem, player in present.items() if stems[stem])
    first = next((it for it in present.values() if it.info.id not in muted), next(iter(present.values())))
    return ImportedCast(
        first, {it.info.name.casefold(): it.info for it in present.values()}, muted, ways_of_group(group)
    )


async def _alone(move: _Move, member: BackupMember) -> ImportedCast:
    """The folder's character; else one who is called so; else the usual one."""
    player = move.players.get(member.owner)
    if player is None:
        ctx, here = move.it.ctx, move.it.here
        by_name = {info.name.casefold(): info for info in await characters.listed(move.on, here.space, here.person)}
        known = by_name.get(member.owner.casefold())
        player = await opening.choose(ctx, here, None) if known is None else await _known(move, known)
    return ImportedCast(player, {player.info.name.casefold(): player.info})


async def _known(move: _Move, info: CharacterInfo) -> Player:
    card = await move.it.ctx.cards.card(move.on, info.id, info.version)
    return Player(info, card) if card is not None else await opening.choose(move.it.ctx, move.it.here, None)


def _stem(member: BackupMember) -> str:
    return PurePosixPath(member.path).stem
