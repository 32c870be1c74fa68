"""A whole story on its way out: every branch, save and memory, and all that it takes to play it elsewhere."""

import asyncio
from dataclasses import dataclass, replace

from engine.actions.chats.head_moves import current_head
from engine.actions.transfers.story_stages import stage_of
from engine.context import EngineContext
from engine.db.people.dates import date_of
from engine.db.postgres.pool import Statements
from engine.db.transfers import stories
from engine.rules.bodies.personas import user_persona_of
from engine.rules.formats.stories.story_files import ENDING, write_story_file
from engine.rules.story.hashing import with_hash
from engine.rules.story.names import StoryNames
from engine.rules.story.numbering import Numbering, numbered, private_rows, without
from engine.values.chats.incoming import Here
from engine.values.chats.sessions import ChannelHead
from engine.values.ids import SessionKey
from engine.values.transfers.story_files import OwnFact, StoryFile, StoryRows, StoryShelf, StorySpeaker, StoryTable
from engine.values.transfers.transfers import Document


@dataclass(frozen=True, slots=True)
class StoryOut:
    """A story as a file, with its hash and what was left out (memories of others).

    ``person`` is who it is in the story that exported it, where the file tells more of them than a name.
    """

    document: Document
    digest: str
    left_out: int
    person: str = ""


async def story(ctx: EngineContext, here: Here, product: str) -> StoryOut:
    """The story that is played here, as it is at one moment, for another Omoide. ``product``: our version.

    Raises SessionMissing, FileTooBig.
    """
    channel_head = await current_head(ctx, here)
    async with ctx.db.transaction(isolation="repeatable_read", readonly=True) as on:
        rows = await read_rows(on, channel_head.session_key)
        names = await stories.people(on, channel_head.session_key, _people_in(rows))
        tells = {number for number, (_, elsewhere) in names.items() if elsewhere} | {here.person}
        gone = private_rows(rows, tells)
        file = await read_story(ctx, on, here, channel_head, without(rows, gone))
    left_out = {"memories": len(gone)} if gone else {}
    file = replace(file, left_out=left_out, product=product, made_at=ctx.clock.now().isoformat())
    data = await asyncio.to_thread(write_story_file, file)
    person = file.stage.person if file.stage is not None else None
    told = person.name if person is not None and user_persona_of(0, person.name, person.body).description else ""
    return StoryOut(Document(_filename(file.title), "application/zip", data), file.digest, len(gone), told)


async def read_story(
    ctx: EngineContext, on: Statements, here: Here, channel_head: ChannelHead, rows: StoryRows
) -> StoryFile:
    """The story that is played here with those of its rows that are told, and all that its turns are made of."""
    key = channel_head.session_key
    told, numbers = await asyncio.to_thread(numbered, rows)
    people = numbers.listed(StoryNames.PERSON)
    names = await stories.people(on, key, people)
    title, seed = await stories.title_and_seed(on, key)
    stage = await stage_of(ctx, on, here, key, numbers, speaks=here.person in people)
    characters = numbers.listed(StoryShelf.CHARACTER)
    file = StoryFile(
        title=title,
        seed=seed,
        branch=channel_head.branch,
        digest="",
        people=[StorySpeaker(names[it][0], is_self=it == here.person) for it in people],
        shelves={shelf: await _shelf(on, shelf, numbers) for shelf in StoryShelf},
        rows=told,
        facts=await _facts(on, here, characters) if here.person in people else [],
        stage=stage,
    )
    return await asyncio.to_thread(with_hash, file)


async def read_rows(on: Statements, key: SessionKey) -> StoryRows:
    """Every row of a story. Rows that only point to facts about people are no part of it, nor is what ended those."""
    rows = {table: await stories.rows(on, key, table) for table in StoryTable}
    return without(rows, ())


async def _shelf(on: Statements, shelf: StoryShelf, numbers: Numbering) -> list[stories.Volume]:
    ids = numbers.listed(shelf)
    found = await stories.volumes(on, shelf, ids)
    return [found[it] for it in ids]


async def _facts(on: Statements, here: Here, characters: list[int]) -> list[OwnFact]:
    """What is known about who exports, and about nobody else."""
    counted = {number: n for n, number in enumerate(characters, start=1)}
    return [
        OwnFact(
            fact["text"],
            counted.get(fact["character"], 0),
            fact["private"],
            fact["occurred_at"],
            date_of(fact) if fact["kind"] else None,
        )
        for fact in await stories.facts(on, here.person, characters)
    ]


def _people_in(rows: StoryRows) -> list[int]:
    _, numbers = numbered(rows)
    return numbers.listed(StoryNames.PERSON)


def _filename(title: str) -> str:
    plain = "".join(char if char.isalnum() or char in " -_" else "_" for char in title).strip(" ._")
    return f"{plain[:80] or 'omoide'}.{ENDING}"
