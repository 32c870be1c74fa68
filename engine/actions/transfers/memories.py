"""What is remembered of a story, out as a file and in from one."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.heads import HeadLine, head_line, head_line_if_any
from engine.actions.chats.savepoints import keep_before
from engine.actions.transfers import uploads
from engine.actions.transfers.keeping import Bringing
from engine.context import EngineContext
from engine.db.chats import audiences, sessions
from engine.db.house import work
from engine.db.memory import derivations, job_rows, memories
from engine.db.postgres.pool import Statements
from engine.db.story import chronicle, settled
from engine.db.transfers.uploads import drop_file
from engine.errors import NobodyPlays, NothingRemembered
from engine.rules.chronicle.evolution import as_text, fields_of
from engine.rules.chronicle.growing import next_number
from engine.rules.chronicle.import_changes import ImportChange, changes, joined_fields
from engine.rules.chronicle.imported import IMPORT
from engine.rules.chronicle.memory_rows import KINDS, file_of, file_rows, span
from engine.rules.chronicle.named import name_of
from engine.rules.chronicle.wording import fitted
from engine.rules.formats.stories.memory_files import MOST_MEMORIES, read_memory_file
from engine.rules.recall.remembering.embedded import embedded_text
from engine.rules.recall.remembering.sources import CHRONICLE, EMBED
from engine.rules.recall.words.words import terms
from engine.turns.inputs.cast import who_plays
from engine.turns.load import settings_here
from engine.utility.storage import check_room
from engine.values.chats.bodies import ChronicleBody
from engine.values.chats.entries import Derived, Line, NewDerived, NewEntry, Place, Range, Retirement
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.chats.row_bodies import RowMarks
from engine.values.house.settings import Settings
from engine.values.house.storage import StorageKind
from engine.values.ids import SessionKey
from engine.values.memory.memories import Memory, MemoryKind, NewMemory, RecallScope, Sight, Tag
from engine.values.memory.memory_bodies import MemoryBody
from engine.values.story.chronicle import ChronicleKind
from engine.values.story.chronicle_bodies import EvolutionBody
from engine.values.transfers.memory_files import FileMemory, MemoryFile
from engine.values.transfers.transfers import Brought, FileKind

EVERYTHING: Final = 1_000_000
BEFORE_IMPORT: Final = "before_import"
UPDATED: Final = "updated"
MOST_SHOWN: Final = 8
LONGEST_SHOWN: Final = 200
_NAMED: Final = (ChronicleKind.ITEM, ChronicleKind.DOSSIER)
_NOTES: Final = (MemoryKind.CORE, MemoryKind.MANUAL)


async def memory_file(ctx: EngineContext, here: Here) -> tuple[str, MemoryFile]:
    """The title of the chat that is played here, and what is remembered of it.

    Raises NothingRemembered, SessionMissing, NobodyPlays.
    """
    at = await head_line(ctx, here)
    if at.character is None:
        raise NobodyPlays
    key = at.channel_head.session_key
    said = await job_rows.spoken(ctx.db, key, at.line, (1, at.line.head), EVERYTHING)
    seqs = [it.seq for it in said]
    live = await derivations.live(ctx.db, key, at.line, [*KINDS, ChronicleKind.EVOLUTION])
    file = replace(
        file_of(live, seqs),
        name=await sessions.title(ctx.db, key),
        memories=await _notes(ctx, here, at, seqs),
        persona=tuple(_persona(live, at.character).items()),
    )
    if file == MemoryFile(name=file.name):
        raise NothingRemembered
    return file.name, file


async def bring_memories(it: Bringing) -> Brought:
    """Add what a file remembers to the chat that is played here, after naming the place where it stands.

    What the chat knows in the same words already is not added again; what is known of a thing, a figure or the
    character itself stays, and what the file says besides is put behind it. Raises SessionMissing, NobodyPlays.
    """
    file = await asyncio.to_thread(read_memory_file, it.upload.data)
    ctx, here = it.ctx, it.here

    async def act(move: HeadMove) -> Brought:
        await uploads.claim(move.on, here, it.token)
        await drop_file(move.on, it.upload.sha256)  # it is kept row by row
        character = await who_plays(move.on, move.key, move.line)
        settings = await settings_here(move.on, ctx.defaults, here, character)
        await keep_before(move, here, BEFORE_IMPORT)
        plan = await _plan(move.on, here, (move.key, move.line, character), file)
        await move.append(NewEntry(ChronicleBody(act=IMPORT), ctx.clock.now(), person=here.person))
        await check_room(move.on, here, settings, StorageKind.MEMORIES, len(plan.memories))
        adding = _Adding(move, here, character)
        await adding.chronicle(plan.at(Place(move.line.segments[-1].branch, move.head)))
        await adding.persona(plan.persona, settings)
        await adding.memories(plan.memories)
        await settled.unsettle(move.on, move.key, move.head)
        await work.mark_due(move.on, move.key, CHRONICLE)
        await work.mark_due(move.on, move.key, EMBED)
        return Brought(FileKind.MEMORIES, plan.new, file.name or it.upload.filename, _facts(plan))

    return await move_head(ctx, it.runner, here, await current_head(ctx, here), act)


async def preview(ctx: EngineContext, here: Here, file: MemoryFile) -> tuple[Notice, ...]:
    """What an import would change in the chat that is played here; nothing where none is, or nobody plays in it."""
    at = await head_line_if_any(ctx, here)
    if at is None or at.character is None:
        return ()
    plan = await _plan(ctx.db, here, (at.channel_head.session_key, at.line, at.character), file)
    joined = [it.row for it in plan.changes if it.ends and it.row.kind in _NAMED]
    shown = tuple(
        Notice("file-memories-joined", {"name": name_of(message), "text": fitted(message.text, LONGEST_SHOWN)})
        for message in joined[:MOST_SHOWN]
    )
    further = len(joined) - len(shown)
    return (
        *(shown if further <= 0 else (*shown, Notice("file-memories-joined-more", {"count": further}))),
        *((Notice("file-memories-grows"),) if plan.persona else ()),
        *((Notice("file-memories-known", {"count": plan.known}),) if plan.known else ()),
    )


@dataclass(frozen=True, slots=True)
class _Plan:
    """What of a file of ``size`` parts is written: rows, fields of the persona if they change, memories."""

    changes: tuple[ImportChange, ...]
    persona: Mapping[str, str]
    memories: tuple[FileMemory, ...]
    size: int

    @property
    def joined(self) -> int:
        """How much is put behind what the chat knows."""
        return sum(bool(it.ends) for it in self.changes)

    @property
    def new(self) -> int:
        """How much of it the chat does not know."""
        return len(self.changes) + bool(self.persona) + len(self.memories)

    @property
    def known(self) -> int:
        """How much of it the chat knows in the same words."""
        return max(0, self.size - self.new)

    def at(self, place: Place) -> list[ImportChange]:
        """The rows, written at a place."""
        source = (Range(place.branch, place.seq, place.seq),)
        return [replace(it, row=replace(it.row, place=place, sources=source)) for it in self.changes]


async def _plan(on: Statements, here: Here, at: tuple[SessionKey, Line, int], file: MemoryFile) -> _Plan:
    """What ``file`` changes for a character on a line of a session."""
    key, line, character = at
    live = await derivations.live(on, key, line, [*KINDS, ChronicleKind.EVOLUTION])
    rows = file_rows(file, Place(line.segments[-1].branch, line.head), character, live)
    before = _persona(live, character)
    persona = joined_fields(before, dict(file.persona))
    known = {one.text for one in await _noted(on, here, key, line, character)}
    return _Plan(
        tuple(changes(rows, live)),
        persona if persona != before else {},
        tuple(one for one in file.memories if one.text not in known),
        _size(file),
    )


class _Adding:
    """Adds the parts of a file at the act that stands at the head."""

    def __init__(self, move: HeadMove, here: Here, character: int) -> None:
        self._move = move
        self._here = here
        self._character = character
        self._place = Place(move.line.segments[-1].branch, move.head)

    async def chronicle(self, found: Sequence[ImportChange]) -> None:
        """Pages, timeline, things, figures, summaries. What says more of something has its sources too."""
        on, key = self._move.on, self._move.key
        made_from = await chronicle.sources_of(on, key, [old.id for it in found for old in it.ends])
        for memory in found:
            kept = [source for old in memory.ends for source in made_from.get(old.id, ())]
            made = await derivations.derive(on, key, replace(memory.row, sources=(*memory.row.sources, *kept)))
            for old in memory.ends:
                await derivations.retire(on, key, Retirement(old.id, self._place, UPDATED, by=made))

    async def persona(self, fields: Mapping[str, str], settings: Settings) -> None:
        """Who the character has become, as a version written by hand."""
        if not fields:
            return
        on, key, place = self._move.on, self._move.key, self._place
        versions = await chronicle.history(on, key, self._move.line, [ChronicleKind.EVOLUTION])
        number = next_number([it for it in versions if it.row.holder == self._character])
        source = (Range(place.branch, place.seq, place.seq),)
        text = as_text(fields, settings.language)
        body = EvolutionBody(number=number, fields=fields, at=place.seq, hand=True)
        row = NewDerived(ChronicleKind.EVOLUTION, place, self._character, source, text, body, n=place.seq)
        await derivations.derive(on, key, row)

    async def memories(self, new: Sequence[FileMemory]) -> None:
        """What people noted and what was drawn from the talk."""
        await memories.remember(self._move.on, self._move.key, [self._memory(at, it) for at, it in enumerate(new)])

    def _memory(self, at: int, memory: FileMemory) -> NewMemory:
        place, when = self._place, memory.at or self._move.ctx.clock.now()
        return NewMemory(
            kind=memory.kind,
            tag=memory.tag,
            place=place,
            holder=self._character,
            sources=(Range(place.branch, place.seq, place.seq),),
            text=memory.text,
            occurred_at=when,
            until=when,
            terms=terms(embedded_text(memory.text)),
            person=self._here.person if memory.kind is MemoryKind.MANUAL and memory.tag is not Tag.AI_OUTPUT else None,
            character=self._character if memory.tag is Tag.AI_OUTPUT else None,
            people=(self._here.person,),
            characters=(self._character,),
            body=MemoryBody(undated=memory.at is None, marks=RowMarks(imported=True, messages=memory.messages)),
            n=at,
        )


async def _notes(ctx: EngineContext, here: Here, at: HeadLine, seqs: Sequence[int]) -> tuple[FileMemory, ...]:
    assert at.character is not None  # asked before
    found = await _noted(ctx.db, here, at.channel_head.session_key, at.line, at.character)
    told = sorted(found, key=lambda it: (it.occurred_at, it.id))
    return tuple(
        FileMemory(
            text=memory.text,
            kind=memory.kind,
            tag=memory.tag,
            at=None if memory.body.undated else memory.occurred_at,
            messages=span(memory, seqs),
        )
        for memory in told
    )


async def _noted(on: Statements, here: Here, key: SessionKey, line: Line, character: int) -> list[Memory]:
    scope = RecallScope(here.space, character, (Sight(key, line),), covered=await audiences.covered(on, here.key))
    found, _ = await memories.listing(on, scope, offset=0, limit=MOST_MEMORIES, kinds=_NOTES)
    return found


def _persona(live: Sequence[Derived], character: int) -> dict[str, str]:
    """The fields of the version that holds."""
    versions = [it for it in live if it.kind == ChronicleKind.EVOLUTION and it.holder == character]
    newest = max(versions, key=lambda it: (it.place.seq, it.id), default=None)
    return fields_of(newest) if newest and newest.text else {}


def _size(file: MemoryFile) -> int:
    parts = (file.pages, file.timeline, file.items, file.dossiers, file.summaries, file.memories)
    return sum(len(it) for it in parts) + bool(file.persona)


def _facts(plan: _Plan) -> tuple[Notice, ...]:
    told = {"": plan.new, "-joined": plan.joined, "-known": plan.known}
    return tuple(Notice(f"brought-memories{what}", {"count": count}) for what, count in told.items() if count)
