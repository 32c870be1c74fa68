"""What a turn's model sees of the pictures that people sent: themselves, or what another model says of them."""

import asyncio
from collections.abc import Sequence
from typing import Final

import structlog

from engine.context import EngineContext
from engine.db.chats import pictures
from engine.errors import BackgroundSpent, DaySpent, ModelError
from engine.rules.sent_files import LONGEST_WORDS, newest_pictures
from engine.rules.text.clean import clean_text
from engine.rules.text.tokens import PER_PICTURE, estimate
from engine.utility.asking import CALM, Errand, accounted, utility_role
from engine.values.chats.entries import Entry
from engine.values.house.settings import Settings
from engine.values.models.models import RoleName, Sampling
from engine.values.models.pictures import BLIND, Picture, SeenPictures
from engine.values.models.prompts import PromptMessage, Role

UNSEEN: Final = "pictures"
"""The warning that nobody can see what people sent."""
WAIT: Final = 6.0
"""Seconds that a reply waits for somebody to look at the newest pictures."""
_ANSWER: Final = 250
_MOST_LOOKS: Final = 4
_ALL: Final = 500

_log = structlog.get_logger(__name__)


async def look(ctx: EngineContext, errand: Errand, history: Sequence[Entry]) -> SeenPictures:
    """What the chat model is to see of the pictures in ``history``. It costs nothing where there are none.

    A model that sees gets the newest; for one that does not, a model that does is asked what is on them.
    """
    every = newest_pictures(history, _ALL)
    if not every:
        return BLIND
    newest = every[: errand.settings.pictures]
    words = await pictures.words(ctx.db, every)
    chat = next(iter(ctx.roles.endpoints(RoleName.CHAT)), None)
    if chat is not None and ctx.eyes.sees(chat):
        found = [await ctx.pictures.small(ctx.db, it) for it in newest]
        return SeenPictures(tuple(it for it in found if it is not None), tuple(words.items()))
    if unknown := [it for it in newest if it not in words]:
        words |= await _in_time(ctx, errand, unknown)
    return SeenPictures(words=tuple(words.items()))


async def describe(ctx: EngineContext, errand: Errand, hashes: Sequence[str]) -> dict[str, str]:
    """What a model that sees says of these pictures, one after another; it is kept.

    Nothing where there is no such model, or none that answers.
    """
    said: dict[str, str] = {}
    for sha256 in hashes[:_MOST_LOOKS]:
        try:
            said[sha256] = await describe_one(ctx, errand, sha256)
        except (BackgroundSpent, DaySpent, ModelError) as error:
            _log.info("picture not looked at", error=error.message, action="its name stands for it")
            break
    return {sha256: words for sha256, words in said.items() if words}


async def describe_one(ctx: EngineContext, errand: Errand, sha256: str) -> str:
    """What a model that sees says of a picture; it is kept. Nothing where there is no such model, or no such picture.

    Raises BackgroundSpent, DaySpent, ModelErrors.
    """
    picture = await ctx.pictures.small(ctx.db, sha256) if who_sees(ctx) is not None else None
    return "" if picture is None else await _words(ctx, errand.to("picture"), picture)


def who_sees(ctx: EngineContext) -> RoleName | None:
    """Who can be asked what is on a picture: the model that works behind the turns, if it sees."""
    role = utility_role(ctx.roles)
    first = next(iter(ctx.roles.endpoints(role)), None) if role else None
    return role if first is not None and ctx.eyes.sees(first) else None


def unseen(settings: Settings, history: Sequence[Entry], seen: SeenPictures) -> bool:
    """Whether one of the newest pictures is neither seen nor told."""
    newest = newest_pictures(history, settings.pictures)
    return any(seen.picture(it) is None and not seen.said_of(it) for it in newest)


async def _in_time(ctx: EngineContext, errand: Errand, hashes: Sequence[str]) -> dict[str, str]:
    """What is said of pictures while a person waits; the rest is there at the next turn."""
    try:
        async with asyncio.timeout(WAIT):
            return await describe(ctx, errand, hashes)
    except TimeoutError:
        _log.info("picture not looked at in time", action="its words may be there at the next turn")
        return await pictures.words(ctx.db, hashes)


async def _words(ctx: EngineContext, errand: Errand, picture: Picture) -> str:
    """What is on a picture, in a line. A model that turns out not to see has nothing to say."""
    asked = (
        PromptMessage(Role.SYSTEM, ctx.texts[errand.settings.language].see.strip()),
        PromptMessage(Role.USER, "", pictures=(picture,)),
    )
    sampling = Sampling(temperature=CALM, max_tokens=_ANSWER)
    size = estimate(asked[0].text) + PER_PICTURE
    async with accounted(ctx, errand, size, _ANSWER) as (role, note):
        text, outcome = await ctx.roles.complete(role, asked, sampling, background=not errand.waited_for)
        await note(outcome, (size, estimate(text)))
    if who_sees(ctx) is None:
        return ""
    words = " ".join(clean_text(text).split())[:LONGEST_WORDS].strip("[] ")
    if words:
        await pictures.keep_words(ctx.db, picture.sha256, outcome.model, words)
    return words
