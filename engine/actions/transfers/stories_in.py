"""A whole story from a file: stored in one transaction, and read again to see that it is what was exported."""

import asyncio
from collections.abc import Mapping
from secrets import token_hex
from typing import Final, cast

from engine.actions.transfers import uploads
from engine.actions.transfers.keeping import Bringing
from engine.actions.transfers.stories_out import read_rows
from engine.actions.transfers.uploads import keep_file
from engine.actions.views import view_of
from engine.db import consents, facts, sessions, stories, work
from engine.db import settings as settings_store
from engine.db.pool import Transaction
from engine.db.repeat import take_effect
from engine.db.uploads import drop_file
from engine.errors import DatabaseError, InputError, StoryFileBroken, StoryFileUnequal
from engine.rules.formats.story_files import read_story_file
from engine.rules.recall.embedded import embedded_text
from engine.rules.recall.sources import CHRONICLE, EMBED
from engine.rules.recall.words import terms
from engine.rules.scopes import check, field_of
from engine.rules.story.hashing import story_hash
from engine.rules.story.names import Named, What, renumbered
from engine.rules.story.numbering import numbered
from engine.values.memories import NewPersonFact
from engine.values.outgoing import View
from engine.values.sessions import Stand
from engine.values.settings import Scope, SettingValue
from engine.values.story_files import Shelf, StoryFile, StoryRow, StoryTable
from engine.values.transfers import Brought, FileKind, Offer
from engine.values.turns import Notice

Numbers = Mapping[What, list[int]]
"""What the numbers of a file became here, by kind, in their order."""

_NOT_STORABLE: Final = ("22", "23", "54")
"""Classes of the server's answers: values of a wrong kind, against the schema's rules, beyond its limits."""


async def bring_story(it: Bringing) -> Brought:
    """A new session from a file of a story, played here from now on.

    Raises StoryFileBroken, StoryFileNewer, StoryFileUnequal; nothing is stored then.
    """
    file = await asyncio.to_thread(read_story_file, it.upload.data)
    needs = it.needs

    async def once(on: Transaction) -> tuple[Stand, View]:
        await uploads.claim(on, it.here, it.token)
        await drop_file(on, it.upload.sha256)  # it is kept row by row
        stand = await _store(on, it, file)
        await _verify(on, stand, file)
        await _marks(on, stand)
        line = await needs.lines.current(on, stand.session_key, stand.branch)
        return stand, await view_of(needs, on, stand, line)

    try:
        stand, view = await take_effect(needs.db, once, key=f"story:{it.token}", clock=needs.clock)
    except DatabaseError as error:
        if str(error.data.get("code", ""))[:2] not in _NOT_STORABLE:
            raise
        raise StoryFileBroken(what=str(error.data.get("query", "-"))) from error
    needs.doors.forget()
    needs.due_bell.set()
    counts = {"entries": len(file.rows[StoryTable.ENTRY]), "branches": len(file.rows[StoryTable.BRANCH])}
    facts_told = (Notice("brought-story-equal", {"hash": file.digest[:12], **counts}),)
    return Brought(FileKind.STORY, stand.session, file.title or view.character, facts_told, view)


async def _store(on: Transaction, it: Bringing, file: StoryFile) -> Stand:
    stand = await sessions.create(on, it.here.key, seed=file.seed, person=it.here.person)
    key = stand.session_key
    derived, turns = await stories.numbers(on, len(file.rows[StoryTable.DERIVED]), len(file.rows[StoryTable.TURN]))
    numbers: dict[What, list[int]] = {
        Named.PERSON: await _people(on, it, file),
        **{shelf: await _shelf(on, it, shelf, file) for shelf in Shelf},
        Named.ROW: derived,
        Named.TURN: turns,
    }
    rows = {table: await asyncio.to_thread(_here, table, file, numbers) for table in StoryTable}
    await stories.begin(on, key, file.title, file.seed, rows[StoryTable.BRANCH])
    await stories.keep(on, key, StoryTable.TURN, rows[StoryTable.TURN], stand.key.stand)
    for table in (StoryTable.ENTRY, StoryTable.DERIVED, StoryTable.SOURCE, StoryTable.RETIRED):
        await stories.keep(on, key, table, rows[table])
    said = await asyncio.to_thread(_words, rows[StoryTable.DERIVED], rows[StoryTable.MEMORY])
    counted = {row: sum(words.values()) for row, words in said}
    memories = [{**memory, "words": counted[memory["row"]]} for memory in rows[StoryTable.MEMORY]]
    await stories.keep(on, key, StoryTable.MEMORY, memories)
    await stories.keep_words(on, key, said)
    for table in (StoryTable.REMEMBERED, StoryTable.SAVEPOINT):
        await stories.keep(on, key, table, rows[table])
    await sessions.move(on, stand.key, file.branch)
    await _settings(on, it, file)
    await _facts(on, it, file, numbers[Shelf.CHARACTER])
    return Stand(stand.key, stand.session, stand.channel, file.branch)


def _here(table: StoryTable, file: StoryFile, numbers: Numbers) -> list[StoryRow]:
    def of(what: What, number: int) -> int:
        return numbers[what][number - 1] if number else 0

    return [renumbered(table, row, of) for row in file.rows[table]]


def _words(derived: list[StoryRow], memories: list[StoryRow]) -> list[tuple[int, Mapping[int, int]]]:
    texts = {it["id"]: it["text"] for it in derived}
    return [(it["row"], terms(embedded_text(texts[it["row"]]))) for it in memories]


async def _people(on: Transaction, it: Bringing, file: StoryFile) -> list[int]:
    """People as persons of this place, whom nobody else is; who says that they exported the story are themselves."""
    mark = token_hex(8)
    return [
        it.here.person
        if person.is_self and it.offer is Offer.MINE
        else await stories.keep_person(on, f"{mark}:{number}", person.name)
        for number, person in enumerate(file.people, start=1)
    ]


async def _shelf(on: Transaction, it: Bringing, shelf: Shelf, file: StoryFile) -> list[int]:
    """Everything of a kind: what is here with the same versions is used, the rest is new and belongs to this space."""
    numbers: list[int] = []
    for volume in file.shelves[shelf]:
        alike = await stories.usable(on, shelf, it.here.space, volume.name)
        here = await stories.volumes(on, shelf, [number for number in alike if number not in numbers])
        same = next((number for number, known in here.items() if dict(known.versions) == dict(volume.versions)), None)
        if same is None:
            pictures = {version: await keep_file(on, data) for version, data in volume.pictures.items()}
            same = await stories.keep_volume(on, shelf, it.here.space, volume, pictures)
        numbers.append(same)
    return numbers


async def _verify(on: Transaction, stand: Stand, file: StoryFile) -> None:
    """What was stored is what was exported, to the hash. Raises StoryFileUnequal."""
    title, _ = await stories.title_and_seed(on, stand.session_key)
    rows, _ = await asyncio.to_thread(numbered, await read_rows(on, stand.session_key))
    if await asyncio.to_thread(story_hash, title, rows) != file.digest:
        raise StoryFileUnequal


async def _settings(on: Transaction, it: Bringing, file: StoryFile) -> None:
    """Settings of the chat, where this channel has none of its own."""
    known = await stories.settings(on, it.here.space, it.here.channel)
    for name, value in file.settings.items():
        if name in known:
            continue
        try:
            kept = check(field_of(name).name, cast("SettingValue", value), Scope.CHANNEL, ())
        except InputError:  # of another version, or nothing that may be set here
            continue
        await settings_store.put(on, it.here.space, Scope.CHANNEL, it.here.channel, name, kept, it.here.person)


async def _facts(on: Transaction, it: Bringing, file: StoryFile, characters: list[int]) -> None:
    """What is known about who imports their own story, if they let that be kept."""
    if it.offer is not Offer.MINE or not (await consents.get(on, it.here.person)).facts:
        return
    for fact in file.facts:
        character = characters[fact.character - 1] if fact.character else None
        new = NewPersonFact(it.here.person, fact.text, fact.occurred_at, character, private=fact.private)
        await facts.add(on, new)


async def _marks(on: Transaction, stand: Stand) -> None:
    """Vectors are made anew; what the story had not read yet is read."""
    await work.mark_said(on, stand.session_key)
    for kind in (EMBED, CHRONICLE):
        await work.mark_due(on, stand.session_key, kind)
