"""The about-me card: what is known about a real person, seen and changed by that person alone."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from engine.actions.chats.heads import head_line_if_any
from engine.context import EngineContext
from engine.db.characters import adults
from engine.db.house import work
from engine.db.memory import facts, garden
from engine.db.people import consents, dates
from engine.db.postgres.pool import Statements
from engine.errors import FactKnown, MemoryEmpty, NoSuchFact
from engine.rules.recall.remembering.sources import EMBED
from engine.rules.text.clean import clean_text
from engine.turns.load import settings_here
from engine.utility.storage import check_room
from engine.values.chats.incoming import Here
from engine.values.house.storage import StorageKind
from engine.values.ids import SessionKey
from engine.values.memory.garden import AboutMe, KnownFact, MemoryVersion, UnfoldedFact
from engine.values.memory.memories import Consent, NewPersonFact, PersonFact
from engine.values.people.dates import FactDate

LONGEST: Final = 500
OF_PEOPLE: Final = SessionKey(0, 0)
"""Where vectors of facts are due: facts belong to no chat."""


async def confirm_adult(ctx: EngineContext, here: Here, adult: bool | None) -> bool:
    """Say that one is an adult, or take it back (None: neither), under all names; what holds then."""
    if adult is not None:
        await adults.confirm(ctx.db, here.person, adult)
    return await adults.confirmed(ctx.db, here.person)


async def card(ctx: EngineContext, here: Here) -> AboutMe:
    """Everything that is known about the person, newest first, and what they allow."""
    known = await facts.facts_of(ctx.db, here.person, private_too=True)
    return AboutMe(await _named(ctx, known[::-1]), await consents.get(ctx.db, here.person))


async def show(ctx: EngineContext, here: Here, number: int) -> UnfoldedFact:
    """A fact with what it said before. Raises NoSuchFact."""
    fact = await _find(ctx.db, here, number)
    chain = await facts.history(ctx.db, here.person, fact.id)
    past = [MemoryVersion(it.text, it.ended_at, it.ended_why or "") for it in chain if it.ended_at is not None]
    [known] = await _named(ctx, [fact])
    return UnfoldedFact(known, past)


async def add(ctx: EngineContext, here: Here, text: str, day: FactDate | None = None) -> KnownFact:
    """Write a fact about oneself, with its ``day``; who plays here knows it.

    Raises MemoryEmpty, TextTooLong, FactKnown, StorageFull.
    """
    words = _worded(text)
    at = await head_line_if_any(ctx, here)
    new = NewPersonFact(here.person, words, ctx.clock.now(), at.character if at else None)
    async with ctx.db.transaction() as on:
        known = await facts.facts_of(on, here.person, private_too=True)
        if any(it.text == words and it.character in (None, new.character) for it in known):
            raise FactKnown
        await check_room(on, here, await settings_here(on, ctx.defaults, here), StorageKind.MEMORIES)
        made = await facts.add(on, new)
        if made is None:
            raise FactKnown
        if day is not None:
            await dates.put(on, here.person, made, day)
        await work.mark_due(on, OF_PEOPLE, EMBED)
    ctx.due_bell.set()
    return await _one(ctx, here, made)


async def edit(ctx: EngineContext, here: Here, number: int, text: str) -> KnownFact:
    """Give a fact another text. Raises NoSuchFact, MemoryEmpty, TextTooLong, FactKnown."""
    words = _worded(text)
    old = await _find(ctx.db, here, number)
    if old.text == words:
        return await _one(ctx, here, old.id)
    new = NewPersonFact(here.person, words, old.occurred_at, old.character, private=old.private)
    return await _instead(ctx, here, old, new, "edited")


async def delete(ctx: EngineContext, here: Here, number: int) -> None:
    """End a fact: nobody is told it any more. Raises NoSuchFact."""
    fact = await _find(ctx.db, here, number)
    if not await facts.end(ctx.db, here.person, fact.id, "deleted"):
        raise NoSuchFact(number=str(number))


async def share(ctx: EngineContext, here: Here, number: int, *, on: bool) -> KnownFact:
    """Let every character know a fact, or only the one that plays here. Raises NoSuchFact, FactKnown."""
    old = await _find(ctx.db, here, number)
    at = await head_line_if_any(ctx, here)
    knower = None if on else (at.character if at else None)
    if (old.character is None) is (knower is None):
        return await _one(ctx, here, old.id)
    new = NewPersonFact(
        here.person, old.text, old.occurred_at, knower, private=old.private, session=old.session, place=old.place
    )
    return await _instead(ctx, here, old, new, "shared" if on else "unshared")


async def tell(ctx: EngineContext, here: Here, number: int, *, in_groups: bool) -> KnownFact:
    """Let a fact be told where others read along, or in private alone. Raises NoSuchFact."""
    fact = await _find(ctx.db, here, number)
    if not await facts.share(ctx.db, here.person, fact.id, private=not in_groups):
        raise NoSuchFact(number=str(number))
    return await _one(ctx, here, fact.id)


async def allow(
    ctx: EngineContext,
    here: Here,
    *,
    elsewhere: bool | None = None,
    remember: bool | None = None,
    opted_out: bool | None = None,
) -> Consent:
    """Change what the person allows, under all their names; None leaves it as it is."""
    async with ctx.db.transaction() as on:
        now = await consents.get(on, here.person)
        new = replace(
            now,
            elsewhere=now.elsewhere if elsewhere is None else elsewhere,
            facts=now.facts if remember is None else remember,
            opted_out=now.opted_out if opted_out is None else opted_out,
        )
        await consents.put(on, here.person, new)
        if elsewhere is not None:
            await consents.ask_once(on, here.person)  # they have said it: nobody needs to ask
    ctx.doors.forget()
    return new


def _worded(text: str) -> str:
    words = " ".join(clean_text(text, LONGEST).split())
    if not words:
        raise MemoryEmpty
    return words


async def _find(on: Statements, here: Here, number: int) -> PersonFact:
    """The fact that ``number`` means now: the newest of those that took its place."""
    chain = await facts.history(on, here.person, number)
    live = [it for it in chain if it.ended_at is None]
    if not live:
        raise NoSuchFact(number=str(number))
    return live[-1]


async def _instead(ctx: EngineContext, here: Here, old: PersonFact, new: NewPersonFact, why: str) -> KnownFact:
    async with ctx.db.transaction() as on:
        made = await facts.supersede(on, old.id, new, why)
        if made is None:  # it ended meanwhile, or another says exactly that
            raise FactKnown
        await dates.hand_on(on, here.person, old.id, made)
        await work.mark_due(on, OF_PEOPLE, EMBED)
    ctx.due_bell.set()
    return await _one(ctx, here, made)


async def _one(ctx: EngineContext, here: Here, number: int) -> KnownFact:
    [known] = await _named(ctx, [await _find(ctx.db, here, number)])
    return known


async def _named(ctx: EngineContext, found: Sequence[PersonFact]) -> list[KnownFact]:
    wanted = {it.character for it in found if it.character is not None}
    names = await garden.names(ctx.db, sorted(wanted)) if wanted else {}
    return [KnownFact(it, "" if it.character is None else names.get(it.character, "?")) for it in found]
