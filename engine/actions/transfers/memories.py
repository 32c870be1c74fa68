"""What is remembered of a story, out as a file and in from one."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.actions.head_moves import Move, current_stand, move_head
from engine.actions.savepoints import keep_before
from engine.actions.standing import Standing, standing
from engine.actions.transfers import uploads
from engine.actions.transfers.keeping import Bringing
from engine.db import background, chronicle, derivations, memories, sessions, settled, work
from engine.db.pool import Statements
from engine.db.uploads import drop_file
from engine.errors import NobodyPlays, NothingRemembered
from engine.rules.chronicle.evolution import as_text, fields_of
from engine.rules.chronicle.growing import next_number, version_body
from engine.rules.chronicle.imported import IMPORT, imported_body
from engine.rules.chronicle.memory_rows import KINDS, file_of, file_rows, span, told_already
from engine.rules.chronicle.named import known_as
from engine.rules.formats.memory_files import MOST_MEMORIES, read_memory_file
from engine.rules.recall.embedded import embedded_text
from engine.rules.recall.sources import CHRONICLE, EMBED
from engine.rules.recall.words import terms
from engine.turns.cast import who_plays
from engine.turns.load import settings_here
from engine.turns.needs import Needs
from engine.values.chronicle import ChronicleKind
from engine.values.entries import Derived, EntryKind, Line, NewDerived, NewEntry, Place, Range, Retirement
from engine.values.ids import SessionKey
from engine.values.incoming import Here
from engine.values.memories import Memory, MemoryKind, NewMemory, Scope, Sight
from engine.values.memory_files import FileMemory, MemoryFile
from engine.values.settings import Settings
from engine.values.transfers import Brought, FileKind
from engine.values.turns import Notice

EVERYTHING: Final = 1_000_000
BEFORE_IMPORT: Final = "before_import"
UPDATED: Final = "updated"
_NOTES: Final = (MemoryKind.CORE, MemoryKind.MANUAL)


async def memory_file(needs: Needs, here: Here) -> tuple[str, MemoryFile]:
    """The title of the chat that is played here, and what is remembered of it.

    Raises NothingRemembered, SessionMissing, NobodyPlays.
    """
    at = await standing(needs, here)
    if at.character is None:
        raise NobodyPlays
    key = at.stand.session_key
    said = await background.spoken(needs.db, key, at.line, (1, at.line.head), EVERYTHING)
    seqs = [it.seq for it in said]
    live = await derivations.live(needs.db, key, at.line, [*KINDS, ChronicleKind.EVOLUTION])
    file = replace(
        file_of(live, seqs),
        name=await sessions.title(needs.db, key),
        memories=await _notes(needs, here, at, seqs),
        persona=tuple(_persona(live, at.character).items()),
    )
    if file == MemoryFile(name=file.name):
        raise NothingRemembered
    return file.name, file


async def bring_memories(it: Bringing) -> Brought:
    """Add what a file remembers to the chat that is played here, after naming the place where it stands.

    What the chat knows in the same words already is not added again. Raises SessionMissing, NobodyPlays.
    """
    file = await asyncio.to_thread(read_memory_file, it.upload.data)
    needs, here = it.needs, it.here

    async def act(move: Move) -> Brought:
        await uploads.claim(move.on, here, it.token)
        await drop_file(move.on, it.upload.sha256)  # it is kept row by row
        character = await who_plays(move.on, move.key, move.line)
        settings = await settings_here(move.on, needs.defaults, here, character)
        await keep_before(move, here, BEFORE_IMPORT)
        live = await derivations.live(move.on, move.key, move.line, [*KINDS, ChronicleKind.EVOLUTION])
        known = {one.text for one in await _noted(move.on, here, move.key, move.line, character)}
        await move.append(NewEntry(EntryKind.CHRONICLE, needs.clock.now(), person=here.person, body={"act": IMPORT}))
        adding = _Adding(move, here, character, live)
        rows = await adding.chronicle(file)
        rows += await adding.persona(file, settings)
        rows += await adding.memories([one for one in file.memories if one.text not in known])
        await settled.unsettle(move.on, move.key, move.head)
        await work.mark_due(move.on, move.key, CHRONICLE)
        await work.mark_due(move.on, move.key, EMBED)
        return Brought(FileKind.MEMORIES, rows, file.name or it.upload.filename, _facts(rows, _size(file) - rows))

    return await move_head(needs, it.runner, here, await current_stand(needs, here), act)


class _Adding:
    """Adds the parts of a file at the act that stands at the head."""

    def __init__(self, move: Move, here: Here, character: int, live: Sequence[Derived]) -> None:
        self._move = move
        self._here = here
        self._character = character
        self._live = live
        self._place = Place(move.line.segments[-1].branch, move.head)

    async def chronicle(self, file: MemoryFile) -> int:
        """Pages, timeline, things, figures, summaries; how many are new."""
        numbers = [it.body["number"] for it in self._live if it.kind == ChronicleKind.PAGE]
        wanted = file_rows(file, self._place, self._character, max(numbers, default=0))
        new = [it for it in wanted if not told_already(it, self._live)]
        for it in new:
            made = await derivations.derive(self._move.on, self._move.key, it)
            for old in self._replaced(it):
                await derivations.retire(
                    self._move.on, self._move.key, Retirement(old.id, self._place, UPDATED, by=made)
                )
        return len(new)

    async def persona(self, file: MemoryFile, settings: Settings) -> int:
        """Who the character has become, as a version written by hand."""
        fields = dict(file.persona)
        if not fields or fields == _persona(self._live, self._character):
            return 0
        on, key, place = self._move.on, self._move.key, self._place
        versions = await chronicle.history(on, key, self._move.line, [ChronicleKind.EVOLUTION])
        number = next_number([it for it in versions if it.row.holder == self._character])
        source = (Range(place.branch, place.seq, place.seq),)
        text, body = as_text(fields, settings.language), version_body(number, fields, hand=True, at=place.seq)
        row = NewDerived(ChronicleKind.EVOLUTION, place, self._character, source, text, body, n=place.seq)
        await derivations.derive(on, key, row)
        return 1

    async def memories(self, new: Sequence[FileMemory]) -> int:
        """What people noted and what was drawn from the talk."""
        rows = [self._memory(at, it) for at, it in enumerate(new)]
        return sum(it is not None for it in await memories.remember(self._move.on, self._move.key, rows))

    def _replaced(self, new: NewDerived) -> list[Derived]:
        """What is known so far of a thing or a figure of that name."""
        if new.kind not in (ChronicleKind.ITEM, ChronicleKind.DOSSIER):
            return []
        return known_as([it for it in self._live if it.kind == new.kind], [str(new.body["name"])])

    def _memory(self, at: int, it: FileMemory) -> NewMemory:
        place, when = self._place, it.at or self._move.needs.clock.now()
        return NewMemory(
            kind=it.kind,
            tag=it.tag,
            place=place,
            holder=self._character,
            sources=(Range(place.branch, place.seq, place.seq),),
            text=it.text,
            occurred_at=when,
            until=when,
            terms=terms(embedded_text(it.text)),
            person=self._here.person if it.kind is MemoryKind.MANUAL else None,
            people=(self._here.person,),
            characters=(self._character,),
            body=imported_body(it.messages) | ({"undated": True} if it.at is None else {}),
            n=at,
        )


async def _notes(needs: Needs, here: Here, at: Standing, seqs: Sequence[int]) -> tuple[FileMemory, ...]:
    assert at.character is not None  # asked before
    found = await _noted(needs.db, here, at.stand.session_key, at.line, at.character)
    told = sorted(found, key=lambda it: (it.occurred_at, it.id))
    return tuple(
        FileMemory(
            text=it.text,
            kind=it.kind,
            tag=it.tag,
            at=None if it.body.get("undated") else it.occurred_at,
            messages=span(it, seqs),
        )
        for it in told
    )


async def _noted(on: Statements, here: Here, key: SessionKey, line: Line, character: int) -> list[Memory]:
    scope = Scope(here.space, character, (Sight(key, line),), (here.person,))
    found, _ = await memories.listing(on, scope, offset=0, limit=MOST_MEMORIES, kinds=_NOTES)
    return found


def _persona(live: Sequence[Derived], character: int) -> dict[str, str]:
    """The fields of the version that holds."""
    versions = [it for it in live if it.kind == ChronicleKind.EVOLUTION and it.holder == character]
    newest = max(versions, key=lambda it: (it.place.seq, it.id), default=None)
    return fields_of(newest.body) if newest and newest.text else {}


def _size(file: MemoryFile) -> int:
    parts = (file.pages, file.timeline, file.items, file.dossiers, file.summaries, file.memories)
    return sum(len(it) for it in parts) + bool(file.persona)


def _facts(new: int, known: int) -> tuple[Notice, ...]:
    told = (Notice("brought-memories", {"count": new}),) if new else ()
    return (*told, *((Notice("brought-memories-known", {"count": known}),) if known else ()))
