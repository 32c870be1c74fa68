"""What a story is set in before anything is said: the world books that are in use, and the character's card."""

from collections.abc import Sequence
from typing import Final

from engine.context import EngineContext
from engine.db.characters import worlds
from engine.db.chats import log
from engine.errors import InputError
from engine.jobs.context import JobContext, acts_of
from engine.jobs.story.telling import data
from engine.rules.acts import books_of
from engine.rules.casting import version_at
from engine.values.characters.characters import Card
from engine.values.characters.worlds import WorldBook
from engine.values.chats.entries import EntryKind

MOST_CHARACTERS: Final = 32_000
LEAST_AN_ENTRY: Final = 80


async def lore_of(ctx: EngineContext, job: JobContext, person: int) -> list[str]:
    """Card and entries as a model reads them, a JSON object a line, all in all about MOST_CHARACTERS.

    ``person``: who asks, for the books that only some may use.
    """
    card = await _card(ctx, job)
    texts = (
        [(card.called, text) for text in (card.description, card.personality, card.scenario) if text] if card else []
    )
    books = await _books(ctx, job, card, person)
    entries = [
        (entry.comment or ", ".join(entry.keys), entry.content)
        for book in books
        for entry in book.entries
        if entry.enabled and entry.content.strip()
    ]
    told = [*texts, *entries]
    longest = max(LEAST_AN_ENTRY, MOST_CHARACTERS // max(1, len(told)))
    name = card.called if card else ""
    return [
        data(job, name=title[:LEAST_AN_ENTRY], text=text.replace("{{char}}", name)[:longest])
        for title, text in told[: MOST_CHARACTERS // LEAST_AN_ENTRY]
    ]


async def _books(ctx: EngineContext, job: JobContext, card: Card | None, person: int) -> Sequence[WorldBook]:
    own = ctx.cards.book(card) if card else None
    bound = books_of(await log.newest_acts(ctx.db, job.key, job.line))
    found = [own] if own is not None else []
    for row in await worlds.listed(ctx.db, job.key.space, person, job.character, None):
        if row.of_character or row.id in bound:
            book = await _readable(ctx, row.id, row.version)
            found += [book] if book is not None else []
    return found


async def _readable(ctx: EngineContext, number: int, version: int) -> WorldBook | None:
    try:
        return await ctx.books.book(ctx.db, number, version)
    except InputError:  # a story is read in without it too
        return None


async def _card(ctx: EngineContext, job: JobContext) -> Card | None:
    acts = await acts_of(ctx.db, job, [EntryKind.MEMBER])
    version = version_at(acts, job.character)
    try:
        return await ctx.cards.card(ctx.db, job.character, version) if version else None
    except InputError:  # the same
        return None
