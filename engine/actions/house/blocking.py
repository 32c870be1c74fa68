"""Who is not heard, and which words are refused, in a space or in the whole house."""

from collections.abc import Callable
from typing import Final

from engine.context import EngineContext
from engine.db.house import moderation
from engine.errors import NoSuchPerson, NotOwner, OwnersStay, WordBlocked, WordsFull, WordUnusable
from engine.rules.text.screening import LONGEST_WORD, plain_word, screen
from engine.values.chats.incoming import Here
from engine.values.chats.places import Admission
from engine.values.house.moderation import BlockedPerson, BlockedWord, SomebodyThere

MOST_WORDS: Final = 200
"""In one space, and besides in the house."""
EVERYWHERE: Final = 0


async def block(ctx: EngineContext, here: Here, named: str, *, everywhere: bool) -> SomebodyThere:
    """Let nobody hear ``named`` (the platform's number, or a name) here, or anywhere.

    Raises NotOwner, NoSuchPerson, OwnersStay.
    """
    where = await _where(ctx, here, everywhere=everywhere)
    found = await _meant(ctx, here, named)
    if found.owner or found.id == here.person:
        raise OwnersStay
    await moderation.block_person(ctx.db, where, here.space, found.id, here.person)
    ctx.doors.forget()
    return found


async def unblock(ctx: EngineContext, here: Here, named: str, *, everywhere: bool) -> bool:
    """Let them be heard again; False where nobody had blocked them. Raises NotOwner."""
    where = await _where(ctx, here, everywhere=everywhere)
    known = [(it.platform, it.external) for it in await people(ctx, here) if named in (it.name, it.external)]
    done = [await moderation.unblock_person(ctx.db, where, here.space, it, here.person) for it in known]
    ctx.doors.forget()
    return any(done)


async def who_said(ctx: EngineContext, here: Here, message: str) -> str:
    """Who sent a message here, as the platform calls them; "" where nobody knows."""
    return await moderation.who_said(ctx.db, here.key, message)


async def people(ctx: EngineContext, here: Here) -> list[BlockedPerson]:
    """Who is not heard here."""
    owner = (await ctx.doors.door(ctx.db, here)).admission.owner
    return await moderation.blocked_people(ctx.db, here.space, here.platform, all_platforms=owner)


async def block_word(ctx: EngineContext, here: Here, typed: str, *, everywhere: bool) -> bool:
    """Refuse a word here, or anywhere; False where that is so already. Raises NotOwner, WordUnusable, WordsFull."""
    where = await _where(ctx, here, everywhere=everywhere)
    word = plain_word(typed)
    if not word:
        raise WordUnusable(limit=LONGEST_WORD)
    done = await moderation.block_word(ctx.db, where, here.space, word, here.person, MOST_WORDS)
    ctx.doors.forget()
    if not done and not any(it.word == word for it in await words(ctx, here)):
        raise WordsFull(most=MOST_WORDS)
    return done


async def unblock_word(ctx: EngineContext, here: Here, typed: str, *, everywhere: bool) -> bool:
    """Let a word be said again; False where it was not refused. Raises NotOwner."""
    where = await _where(ctx, here, everywhere=everywhere)
    done = await moderation.unblock_word(ctx.db, where, here.space, " ".join(typed.split()), here.person)
    ctx.doors.forget()
    return done


async def words(ctx: EngineContext, here: Here) -> list[BlockedWord]:
    """Which words are refused here."""
    return await moderation.words_listed(ctx.db, here.space)


def check(admission: Admission, *texts: str) -> None:
    """Raises WordBlocked where one of ``texts`` has a word that is refused there."""
    refused = screen(admission.words)
    if any(refused.finds(it) for it in texts):
        raise WordBlocked


def cover(admission: Admission) -> Callable[[str], str] | None:
    """What covers the words that are refused there; None where none are."""
    refused = screen(admission.words)
    return refused.covered if refused else None


async def _meant(ctx: EngineContext, here: Here, named: str) -> SomebodyThere:
    """Who is meant: by number, or by a name that one person alone has. Raises NoSuchPerson."""
    found = await moderation.people_meant(ctx.db, here.platform, named, here.space)
    if not found or (found[0].external != named and len(found) > 1):
        raise NoSuchPerson(name=named)
    return found[0]


async def _where(ctx: EngineContext, here: Here, *, everywhere: bool) -> int:
    if everywhere and not (await ctx.doors.door(ctx.db, here)).admission.owner:
        raise NotOwner
    return EVERYWHERE if everywhere else here.space
