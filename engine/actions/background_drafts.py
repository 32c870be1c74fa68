"""A background written with the model's help: a draft, told anew until somebody says yes. Nothing is kept before."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Final

from pydantic import BaseModel

from engine.actions.standing import Standing, standing_if_any
from engine.actions.transfers import uploads
from engine.db import log
from engine.errors import BackgroundEmpty, InputError
from engine.rules.formats.background_parts import with_part
from engine.rules.formats.backgrounds import (
    LONGEST_ENDING,
    LONGEST_NAME,
    LONGEST_POINT,
    LONGEST_SETTING,
    MOST_POINTS,
    background_from_json,
    background_json,
    checked,
)
from engine.rules.formats.bounded_json import read_json
from engine.rules.formats.json_fields import as_object, as_text, whole
from engine.rules.recall.batches import as_statements, between
from engine.rules.recall.quoting import mark_of
from engine.rules.text.clean import clean_text
from engine.rules.wire.json_reader import Worded
from engine.turns.load import settings_here
from engine.turns.needs import Needs
from engine.turns.utility import Errand, ask, data_prompt, words_for
from engine.values.backgrounds import Draft
from engine.values.director import Background
from engine.values.documents import JsonObject
from engine.values.entries import EntryKind
from engine.values.ids import SessionKey
from engine.values.incoming import Here
from engine.values.settings import Language

LONGEST_IDEA: Final = 1_000
USUAL_POINTS: Final = 8
CARD_CHARACTERS: Final = 1_500
TOKENS_A_POINT: Final = 120
TOKENS_BESIDE: Final = 1_500
KIND: Final = "background"
SCHEMA: Final[JsonObject] = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "setting": {"type": "string"},
        "outline": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": MOST_POINTS},
        "ending": {"type": "string"},
    },
    "required": ["name", "setting", "outline", "ending"],
    "additionalProperties": False,
}


class Written(BaseModel):
    """What the model answers."""

    name: Worded
    setting: Worded
    outline: list[Worded]
    ending: str = ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a draft was asked for with; it lies beside the draft."""

    idea: str
    points: int


async def draft(needs: Needs, here: Here, idea: str, points: int = USUAL_POINTS) -> Draft:
    """A background for a story with that ``idea``, of about so many ``points`` (1 to 50), as the model writes it.

    Raises BackgroundEmpty without an idea, TextTooLong, NoModelConfigured and other ModelErrors.
    """
    words = clean_text(idea.strip(), LONGEST_IDEA)
    if not words:
        raise BackgroundEmpty
    asked = _Asked(words, min(max(points, 1), MOST_POINTS))
    return await _wait(needs, here, await _written(needs, here, asked), asked)


async def again(needs: Needs, here: Here, token: str, wish: str = "") -> Draft:
    """Another draft in place of one: of the same idea, or the same draft with what ``wish`` asks to be different.

    Raises NoSuchUpload, TextTooLong, NoModelConfigured and other ModelErrors; the older one still waits then.
    """
    before, asked = await _waiting(needs, here, token)
    wanted = clean_text(wish.strip(), LONGEST_IDEA)
    new = await _written(needs, here, asked, (before, wanted) if wanted else None)
    return await _instead(needs, here, token, new, asked)


async def reword(needs: Needs, here: Here, token: str, part: str, text: str) -> Draft:
    """The draft with a part written anew by hand, as ``with_part`` says. Raises NoSuchUpload, and what that raises."""
    before, asked = await _waiting(needs, here, token)
    return await _instead(needs, here, token, with_part(before, part, text), asked)


async def _waiting(needs: Needs, here: Here, token: str) -> tuple[Background, _Asked]:
    raw = as_object(read_json((await uploads.read(needs, here, token)).data))
    points = whole(raw.get("points"), USUAL_POINTS, 1, MOST_POINTS)
    return background_from_json(raw), _Asked(as_text(raw.get("idea")), points)


async def _wait(needs: Needs, here: Here, background: Background, asked: _Asked) -> Draft:
    """Let a draft wait for a yes as a file does: importing that file keeps it."""
    form = {**background_json(background), "idea": asked.idea, "points": asked.points}
    token = await uploads.put(needs, here, json.dumps(form, ensure_ascii=False).encode(), f"{background.name}.json")
    return Draft(token, background)


async def _instead(needs: Needs, here: Here, token: str, background: Background, asked: _Asked) -> Draft:
    made = await _wait(needs, here, background, asked)
    await uploads.drop(needs, here, token)
    return made


async def _written(needs: Needs, here: Here, asked: _Asked, change: tuple[Background, str] | None = None) -> Background:
    at = await standing_if_any(needs, here)
    settings = await settings_here(needs.db, needs.defaults, here, at.character if at else None)
    language, mark = settings.language, mark_of(token_hex())
    blocks = _blocks(language, mark, asked, change, await _card(needs, at))
    instruction = needs.texts[language].background.replace("{mark}", mark).replace("{points}", str(asked.points))
    key = at.stand.session_key if at else SessionKey(here.space, 0)  # what it costs is the space's
    errand = Errand(key, (at.character if at else None) or 0, settings, waited_for=True, kind=KIND)
    tokens = TOKENS_BESIDE + TOKENS_A_POINT * asked.points
    found = await ask(needs, errand, data_prompt(instruction, blocks), Written, SCHEMA, tokens)
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


async def _card(needs: Needs, at: Standing | None) -> list[str]:
    """Who plays here, as far as a story for them needs it."""
    if at is None or at.character is None:
        return []
    members = await log.acts(needs.db, at.stand.session_key, at.line, [EntryKind.MEMBER])
    version = next((it.body.get("version") for it in reversed(members) if it.character == at.character), None)
    try:
        card = await needs.cards.card(needs.db, at.character, version) if version is not None else None
    except InputError:  # a draft needs no card
        return []
    if card is None:
        return []
    texts = (card.called, card.description[:CARD_CHARACTERS], card.personality[:CARD_CHARACTERS])
    return [it.replace("{{char}}", card.called) for it in texts if it.strip()]


def _within_limits(found: Written) -> Background:
    """What the model has written, cut where it wrote too much."""
    return checked(
        Background(
            clean_text(found.name)[:LONGEST_NAME],
            clean_text(found.setting).strip()[:LONGEST_SETTING],
            tuple(clean_text(it).strip()[:LONGEST_POINT] for it in found.outline),
            clean_text(found.ending).strip()[:LONGEST_ENDING],
        )
    )
