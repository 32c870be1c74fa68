"""A whole story from a file: stored in one transaction, and read again to see that it is what was exported."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from secrets import token_hex
from typing import Final, cast

from engine.actions.chats.views import view_of
from engine.actions.transfers import staging, uploads
from engine.actions.transfers.keeping import Bringing
from engine.actions.transfers.stories_out import read_rows, read_story
from engine.actions.transfers.uploads import keep_file
from engine.db.chats import audiences, sessions
from engine.db.house import settings as settings_store
from engine.db.house import work
from engine.db.memory import facts
from engine.db.people import consents, dates
from engine.db.postgres.pool import Statements, Transaction
from engine.db.postgres.repeat import take_effect
from engine.db.transfers import stories
from engine.db.transfers.uploads import drop_file
from engine.errors import DatabaseError, InputError, StoryFileBroken, StoryFileUnequal
from engine.rules.asked_scripts import story_as_allowed
from engine.rules.formats.stories.story_files import read_story_file
from engine.rules.recall.remembering.embedded import embedded_text
from engine.rules.recall.remembering.sources import CHRONICLE, EMBED
from engine.rules.recall.words.words import terms
from engine.rules.scopes import check, field_of
from engine.rules.story.hashing import file_hash, story_hash
from engine.rules.story.names import StoryNames, What, renumbered
from engine.values.chats.notices import Notice
from engine.values.chats.outgoing import View
from engine.values.chats.sessions import ChannelHead
from engine.values.house.setting_scopes import SettingScope, SettingValue
from engine.values.ids import SessionKey
from engine.values.memory.memories import NewPersonFact
from engine.values.transfers.story_files import StoryFile, StoryRow, StoryShelf, StoryStage, StoryTable, Volume
from engine.values.transfers.transfers import Brought, FileKind, Offer

Numbers = Mapping[What, list[int]]
"""What the numbers of a file became here, by kind, in their order."""

_NOT_STORABLE: Final = ("22", "23", "54")
"""Classes of the server's answers: values of a wrong kind, against the schema's rules, beyond its limits."""


async def bring_story(it: Bringing) -> Brought:
    """A new session from a file of a story, played here from now on.

    Raises StoryFileBroken, StoryFileNewer, StoryFileUnequal; nothing is stored then.
    """
    whole = await asyncio.to_thread(read_story_file, it.upload.data)
    file = await asyncio.to_thread(story_as_allowed, _taken(it, whole), it.allowed)
    ctx = it.ctx

    async def once(on: Transaction) -> tuple[ChannelHead, View, tuple[Notice, ...]]:
        await uploads.claim(on, it.here, it.token)
        await drop_file(on, it.upload.sha256)  # it is kept row by row
        channel_head, told = await _store(on, it, file)
        otherwise = await _verify(on, it, channel_head, file)
        await _marks(on, channel_head)
        line = await ctx.lines.current(on, channel_head.session_key, channel_head.branch)
        return channel_head, await view_of(ctx, on, channel_head, line), (*told, *otherwise)

    try:
        channel_head, view, told = await take_effect(ctx.db, once, key=f"story:{it.token}", clock=ctx.clock)
    except DatabaseError as error:
        if str(error.data.get("code", ""))[:2] not in _NOT_STORABLE:
            raise
        raise StoryFileBroken(what=str(error.data.get("query", "-"))) from error
    ctx.doors.forget()
    ctx.due_bell.set()
    counts = {"entries": len(file.rows[StoryTable.ENTRY]), "branches": len(file.rows[StoryTable.BRANCH])}
    equal = Notice("brought-story-equal", {"hash": whole.digest[:12], **counts})
    return Brought(FileKind.STORY, channel_head.session, file.title or view.character, (equal, *told), view)


def _taken(bringing: Bringing, file: StoryFile) -> StoryFile:
    """What of a file is imported: what is about the person who exported it is theirs, so nobody else gets it."""
    if bringing.offer is Offer.MINE:
        return file
    people = [replace(one, is_self=False) for one in file.people]
    stage = replace(file.stage, person=None) if file.stage is not None else None
    return replace(file, people=people, facts=[], stage=stage)


async def _store(on: Transaction, bringing: Bringing, file: StoryFile) -> tuple[ChannelHead, tuple[Notice, ...]]:
    channel_head = await sessions.create(on, bringing.here.key, seed=file.seed, person=bringing.here.person)
    key = channel_head.session_key
    derived, turns = await stories.numbers(on, len(file.rows[StoryTable.DERIVED]), len(file.rows[StoryTable.TURN]))
    books = await _shelf(on, bringing, StoryShelf.BOOK, file)
    numbers: dict[What, list[int]] = {
        StoryNames.PERSON: await _people(on, bringing, file),
        StoryShelf.BOOK: books,
        StoryShelf.CHARACTER: await _characters(on, bringing, file, books),
        StoryShelf.PRESET: await _shelf(on, bringing, StoryShelf.PRESET, file),
        StoryShelf.BACKGROUND: await _shelf(on, bringing, StoryShelf.BACKGROUND, file),
        StoryNames.ROW: derived,
        StoryNames.TURN: turns,
    }
    rows = {table: await asyncio.to_thread(_here, table, file, numbers) for table in StoryTable}
    await stories.begin(on, key, file.title, file.seed, rows[StoryTable.BRANCH])
    await stories.keep(on, key, StoryTable.TURN, rows[StoryTable.TURN], channel_head.key.channel_head)
    for table in (StoryTable.ENTRY, StoryTable.DERIVED, StoryTable.SOURCE, StoryTable.RETIRED):
        await stories.keep(on, key, table, rows[table])
    said = await asyncio.to_thread(_words, rows[StoryTable.DERIVED], rows[StoryTable.MEMORY])
    counted = {row: sum(words.values()) for row, words in said}
    memories = [{**memory, "words": counted[memory["row"]]} for memory in rows[StoryTable.MEMORY]]
    await stories.keep(on, key, StoryTable.MEMORY, memories)
    await stories.keep_words(on, key, said)
    for table in (StoryTable.REMEMBERED, StoryTable.SAVEPOINT):
        await stories.keep(on, key, table, rows[table])
    await sessions.move(on, channel_head.key, file.branch)
    await audiences.read_there(on, key, bringing.here.channel, whole=True)
    told = await _stage(on, bringing, key, file, numbers)
    await _facts(on, bringing, file, numbers[StoryShelf.CHARACTER])
    return ChannelHead(channel_head.key, channel_head.session, channel_head.channel, file.branch), told


async def _stage(
    on: Statements, bringing: Bringing, key: SessionKey, file: StoryFile, numbers: Numbers
) -> tuple[Notice, ...]:
    """What of the stage belongs to this channel and to the person."""
    if file.stage is None:
        await _settings(on, bringing, file)
        return ()
    told: list[Notice] = []
    if file.stage.person is not None:
        told += await staging.keep_person(on, bringing, key, file.stage.person, numbers[StoryShelf.BOOK])
    await staging.keep_settings(on, bringing, file.stage, numbers[StoryShelf.CHARACTER])
    return tuple(told)


def _here(table: StoryTable, file: StoryFile, numbers: Numbers) -> list[StoryRow]:
    def of(what: What, number: int) -> int:
        return numbers[what][number - 1] if number else 0

    return [renumbered(table, row, of) for row in file.rows[table]]


def _words(derived: list[StoryRow], memories: list[StoryRow]) -> list[tuple[int, Mapping[int, int]]]:
    texts = {it["id"]: it["text"] for it in derived}
    return [(it["row"], terms(embedded_text(texts[it["row"]]))) for it in memories]


async def _people(on: Transaction, bringing: Bringing, file: StoryFile) -> list[int]:
    """People as persons of this place, whom nobody else is; who says that they exported the story are themselves."""
    mark = token_hex(8)
    return [
        bringing.here.person
        if person.is_self and bringing.offer is Offer.MINE
        else await stories.keep_person(on, f"{mark}:{number}", person.name)
        for number, person in enumerate(file.people, start=1)
    ]


async def _shelf(on: Transaction, bringing: Bringing, shelf: StoryShelf, file: StoryFile) -> list[int]:
    """Everything of a kind: what is here with the same versions is used, the rest is new and belongs to this space."""
    numbers: list[int] = []
    for volume in file.shelves[shelf]:
        alike = [one async for one in _alike(on, bringing, shelf, volume) if one not in numbers]
        numbers.append(alike[0] if alike else await _keep_volume(on, bringing, shelf, volume))
    return numbers


async def _characters(on: Transaction, bringing: Bringing, file: StoryFile, books: list[int]) -> list[int]:
    """The same of characters, of whom those are used that are played with the same here too."""
    space, numbers = bringing.here.space, list[int]()
    stages = file.stage.characters if file.stage is not None else [None] * len(file.shelves[StoryShelf.CHARACTER])
    for volume, stage in zip(file.shelves[StoryShelf.CHARACTER], stages, strict=True):
        same = None
        async for one in _alike(on, bringing, StoryShelf.CHARACTER, volume):
            fits = stage is None or await staging.is_played_alike(on, space, one, stage, books)
            if fits and same is None and one not in numbers:
                same = one
        if same is None:
            same = await _keep_volume(on, bringing, StoryShelf.CHARACTER, volume)
            if stage is not None:
                await staging.keep_played(on, space, same, stage, books)
        numbers.append(same)
    return numbers


async def _alike(on: Statements, bringing: Bringing, shelf: StoryShelf, volume: Volume) -> AsyncIterator[int]:
    """What is here already: of the same name, with the same versions and pictures, and allowed the same."""
    usable = await stories.usable(on, shelf, bringing.here.space, volume.name)
    for number, known in (await stories.volumes(on, shelf, usable)).items():
        pictures = dict(known.pictures) == dict(volume.pictures)
        if dict(known.versions) == dict(volume.versions) and pictures and known.runs is volume.runs:
            yield number


async def _keep_volume(on: Transaction, bringing: Bringing, shelf: StoryShelf, volume: Volume) -> int:
    ctx, here = bringing.ctx, bringing.here
    pictures = {version: await keep_file(ctx, on, here, data) for version, data in volume.pictures.items()}
    return await stories.keep_volume(on, shelf, bringing.here.space, volume, pictures)


async def _verify(
    on: Transaction, bringing: Bringing, channel_head: ChannelHead, file: StoryFile
) -> tuple[Notice, ...]:
    """What was stored is what was exported, to the hash; what is played otherwise here. Raises StoryFileUnequal."""
    read = await read_story(
        bringing.ctx, on, bringing.here, channel_head, await read_rows(on, channel_head.session_key)
    )
    if file.stage is None or read.stage is None:
        if await asyncio.to_thread(story_hash, read.title, read.rows) != file.digest:
            raise StoryFileUnequal
        return ()
    if await asyncio.to_thread(file_hash, _kept(read, file.stage)) != await asyncio.to_thread(
        file_hash, _kept(file, file.stage)
    ):
        raise StoryFileUnequal
    return tuple(staging.differences(file.stage, read.stage))


def _kept(file: StoryFile, told: StoryStage) -> StoryFile:
    """What of a story must be here as it is in the file: all but what the place and the person have of their own."""
    assert file.stage is not None
    characters = [
        replace(one, settings={}, scripts=[it for it in one.scripts if it in other.scripts])
        for one, other in zip(file.stage.characters, told.characters, strict=True)
    ]
    person = replace(file.stage.person, settings={}) if file.stage.person is not None else None
    return replace(file, facts=[], stage=StoryStage(characters, person))


async def _settings(on: Statements, bringing: Bringing, file: StoryFile) -> None:
    """Settings of the chat, where this channel has none of its own."""
    known = await stories.settings(on, bringing.here.space, bringing.here.channel)
    for name, value in file.settings.items():
        if name in known:
            continue
        try:
            kept = check(field_of(name).name, cast("SettingValue", value), SettingScope.CHANNEL, ())
        except InputError:  # of another version, or nothing that may be set here
            continue
        await settings_store.put(
            on, bringing.here.space, SettingScope.CHANNEL, bringing.here.channel, name, kept, bringing.here.person
        )


async def _facts(on: Transaction, bringing: Bringing, file: StoryFile, characters: list[int]) -> None:
    """What is known about who imports their own story, if they let that be kept."""
    if bringing.offer is not Offer.MINE or not (await consents.get(on, bringing.here.person)).facts:
        return
    for fact in file.facts:
        character = characters[fact.character - 1] if fact.character else None
        new = NewPersonFact(bringing.here.person, fact.text, fact.occurred_at, character, private=fact.private)
        made = await facts.add(on, new)
        if made is not None and fact.date is not None:
            await dates.put(on, bringing.here.person, made, fact.date)


async def _marks(on: Transaction, channel_head: ChannelHead) -> None:
    """Vectors are made anew; what the story had not read yet is read."""
    await work.mark_said(on, channel_head.session_key)
    for kind in (EMBED, CHRONICLE):
        await work.mark_due(on, channel_head.session_key, kind)
