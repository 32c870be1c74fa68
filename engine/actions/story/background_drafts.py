"""A background written with the model's help: a draft, told anew until somebody says yes. Nothing is kept before."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Final

from pydantic import BaseModel, Field

from engine.actions.chats.heads import HeadLine, head_line_if_any
from engine.actions.transfers import uploads
from engine.context import EngineContext
from engine.db.chats import log
from engine.errors import BackgroundEmpty, InputError, NoDraft, NoSuchUpload
from engine.rules.casting import version_at
from engine.rules.formats.bounded_json import read_json
from engine.rules.formats.json_fields import as_object, as_text, whole
from engine.rules.formats.stories.background_parts import with_part
from engine.rules.formats.stories.backgrounds import (
    LONGEST_ENDING,
    LONGEST_NAME,
    LONGEST_POINT,
    LONGEST_SETTING,
    MOST_POINTS,
    background_from_json,
    background_json,
    checked,
)
from engine.rules.recall.remembering.batches import as_statements, between
from engine.rules.recall.telling.quoting import mark_of
from engine.rules.text.clean import clean_text
from engine.rules.wire.json_reader import Worded
from engine.turns.load import settings_here
from engine.utility.asking import Errand, ask, data_prompt, words_for
from engine.values.chats.entries import EntryKind
from engine.values.chats.incoming import Here
from engine.values.house.setting_choices import Language
from engine.values.ids import SessionKey
from engine.values.story.backgrounds import BackgroundDraft
from engine.values.story.director import Background

LONGEST_IDEA: Final = 1_000
USUAL_POINTS: Final = 8
CARD_CHARACTERS: Final = 1_500
TOKENS_A_POINT: Final = 120
TOKENS_BESIDE: Final = 1_500
KIND: Final = "background"


class DraftAnswer(BaseModel):
    """What the model answers."""

    name: Worded
    setting: Worded
    outline: list[Worded] = Field(json_schema_extra={"minItems": 1, "maxItems": MOST_POINTS})
    ending: str = ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a draft was asked for with; it lies beside the draft."""

    idea: str
    points: int


async def draft(ctx: EngineContext, here: Here, idea: str, points: int = USUAL_POINTS) -> BackgroundDraft:
    """A background for a story with that ``idea``, of about so many ``points`` (1 to 50), as the model writes it.

    Raises BackgroundEmpty without an idea, TextTooLong, NoModelConfigured and other ModelErrors.
    """
    words = clean_text(idea.strip(), LONGEST_IDEA)
    if not words:
        raise BackgroundEmpty
    asked = _Asked(words, min(max(points, 1), MOST_POINTS))
    return await _wait(ctx, here, await _written(ctx, here, asked), asked)


async def again(ctx: EngineContext, here: Here, token: str, wish: str = "") -> BackgroundDraft:
    """Another draft in place of one: of the same idea, or the same draft with what ``wish`` asks to be different.

    Raises NoDraft, TextTooLong, NoModelConfigured and other ModelErrors; the older one still waits then.
    """
    before, asked = await _waiting(ctx, here, token)
    wanted = clean_text(wish.strip(), LONGEST_IDEA)
    new = await _written(ctx, here, asked, (before, wanted) if wanted else None)
    return await _instead(ctx, here, token, new, asked)


async def reword(ctx: EngineContext, here: Here, token: str, part: str, text: str) -> BackgroundDraft:
    """The draft with a part written anew by hand, as ``with_part`` says. Raises NoDraft, and what that raises."""
    before, asked = await _waiting(ctx, here, token)
    return await _instead(ctx, here, token, with_part(before, part, text), asked)


async def newest(ctx: EngineContext, here: Here) -> str:
    """The token of the draft that the person asked for last in this channel. Raises NoDraft where none waits."""
    try:
        return await uploads.newest(ctx, here, _noted(here))
    except NoSuchUpload:
        raise NoDraft from None


async def waits(ctx: EngineContext, here: Here, token: str) -> None:
    """Raises NoDraft unless a draft waits under ``token``."""
    await _waiting(ctx, here, token)


async def _waiting(ctx: EngineContext, here: Here, token: str) -> tuple[Background, _Asked]:
    try:
        upload = await uploads.read(ctx, here, token)
    except NoSuchUpload:
        raise NoDraft from None
    raw = as_object(read_json(upload.data))
    points = whole(raw.get("points"), USUAL_POINTS, 1, MOST_POINTS)
    return background_from_json(raw), _Asked(as_text(raw.get("idea")), points)


async def _wait(ctx: EngineContext, here: Here, background: Background, asked: _Asked) -> BackgroundDraft:
    """Let a draft wait for a yes as a file does: importing that file keeps it."""
    form = {**background_json(background), "idea": asked.idea, "points": asked.points}
    data, filename = json.dumps(form, ensure_ascii=False).encode(), f"{background.name}.json"
    return BackgroundDraft(await uploads.put(ctx, here, data, filename, _noted(here)), background)


def _noted(here: Here) -> str:
    """What is noted about a draft that waits: in which channel somebody asked for it."""
    return f"draft-{here.channel}"


async def _instead(
    ctx: EngineContext, here: Here, token: str, background: Background, asked: _Asked
) -> BackgroundDraft:
    made = await _wait(ctx, here, background, asked)
    await uploads.drop(ctx, here, token)
    return made


async def _written(
    ctx: EngineContext, here: Here, asked: _Asked, change: tuple[Background, str] | None = None
) -> Background:
    at = await head_line_if_any(ctx, here)
    settings = await settings_here(ctx.db, ctx.defaults, here, at.character if at else None)
    language, mark = settings.language, mark_of(token_hex())
    blocks = _blocks(language, mark, asked, change, await _card(ctx, at))
    instruction = ctx.texts[language].background.replace("{mark}", mark).replace("{points}", str(asked.points))
    key = at.channel_head.session_key if at else SessionKey(here.space, 0)  # what it costs is the space's
    errand = Errand(key, (at.character if at else None) or 0, settings, waited_for=True, kind=KIND)
    tokens = TOKENS_BESIDE + TOKENS_A_POINT * asked.points
    found = await ask(ctx, errand, data_prompt(instruction, blocks), DraftAnswer, tokens)
    return _within_limits(found)


def _blocks(
    language: Language, mark: str, asked: _Asked, change: tuple[Background, str] | None, card: Sequence[str]
) -> list[str]:
    blocks = [between(mark, words_for(language, "The idea", "想法"), as_statements([asked.idea], mark))]
    if card:
        blocks.append(between(mark, words_for(language, "The character", "角色"), as_statements(card, mark)))
    if change is not None:
        before, wish = change
        texts = (before.name, before.setting, *before.outline, before.ending)
        blocks.append(between(mark, words_for(language, "The draft so far", "目前的草稿"), as_statements(texts, mark)))
        blocks.append(
            between(mark, words_for(language, "What is to be different", "要改的地方"), as_statements([wish], mark))
        )
    return blocks


async def _card(ctx: EngineContext, at: HeadLine | None) -> list[str]:
    """Who plays here, as far as a story for them needs it."""
    if at is None or at.character is None:
        return []
    members = await log.acts(ctx.db, at.channel_head.session_key, at.line, [EntryKind.MEMBER])
    version = version_at(members, at.character)
    try:
        card = await ctx.cards.card(ctx.db, at.character, version) if version else None
    except InputError:  # a draft needs no card
        return []
    if card is None:
        return []
    texts = (card.called, card.description[:CARD_CHARACTERS], card.personality[:CARD_CHARACTERS])
    return [it.replace("{{char}}", card.called) for it in texts if it.strip()]


def _within_limits(found: DraftAnswer) -> Background:
    """What the model has written, cut where it wrote too much."""
    return checked(
        Background(
            clean_text(found.name)[:LONGEST_NAME],
            clean_text(found.setting).strip()[:LONGEST_SETTING],
            tuple(clean_text(it).strip()[:LONGEST_POINT] for it in found.outline),
            clean_text(found.ending).strip()[:LONGEST_ENDING],
        )
    )
