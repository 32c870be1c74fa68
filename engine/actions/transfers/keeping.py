"""What an import stores of each kind, inside the transaction of the whole import."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.actions.transfers.uploads import keep_file
from engine.context import EngineContext
from engine.db.characters import characters, presets, quick_sets, scripts, worlds
from engine.db.characters.characters import NewCard
from engine.db.characters.worlds import NewBook
from engine.db.house import settings
from engine.db.postgres.pool import Statements
from engine.db.story import backgrounds
from engine.db.transfers.uploads import UploadRow, drop_file
from engine.errors import InputError
from engine.rules.asked_scripts import any_allowed, switched, with_allowed
from engine.rules.formats.books.books import book_from_json, write_book
from engine.rules.formats.cards.card_files import CardFile
from engine.rules.formats.cards.nodest import beside, card_preset
from engine.rules.formats.presets.regex_scripts import card_scripts
from engine.turns.runner import Runner
from engine.values.characters.characters import Card
from engine.values.characters.presets import Preset
from engine.values.characters.quick_replies import QuickReplySet
from engine.values.characters.scripts import RegexScript
from engine.values.characters.worlds import WorldBook
from engine.values.chats.incoming import Here
from engine.values.house.setting_choices import DepthCounting
from engine.values.house.setting_scopes import SettingScope
from engine.values.story.director import Background
from engine.values.transfers.transfers import Offer


@dataclass(frozen=True, slots=True)
class Bringing:
    """An import on its way: who asked for it where, and the file that waits under ``token``.

    ``allowed``: the marks of the regex scripts that somebody was shown and said yes to; no other runs.
    """

    ctx: EngineContext
    runner: Runner
    here: Here
    name: str
    token: str
    upload: UploadRow
    offer: Offer
    allowed: frozenset[str] = frozenset()


async def keep_card(on: Statements, bringing: Bringing, file: CardFile, digest: str) -> int:
    """A new character of the space, from the file that was kept as ``digest``, and the preset in it; its number.

    One of NodeST counts depths as it is used to.
    """
    picture = await keep_file(bringing.ctx, on, bringing.here, file.picture) if file.picture else None
    runs = any_allowed(_scripts_in(file.card), bringing.allowed)
    new = NewCard(
        file.card.name, with_allowed(file.card.raw, bringing.allowed) if runs else file.card.raw, digest, picture
    )
    number = await characters.add(on, new, space=bringing.here.space, runs_scripts=runs)
    preset = _preset_in(file.card)
    if preset is not None:
        await keep_preset(on, bringing, preset, digest)
    if beside(file.card):
        counted = SettingScope.CHARACTER.value, number, "depth_counting", DepthCounting.USER.value
        await settings.put(on, bringing.here.space, *counted, bringing.here.person)
    return number


async def keep_book(on: Statements, bringing: Bringing, book: WorldBook, digest: str | None, name: str = "") -> int:
    """A new world book of the space, called ``name`` here if it has one besides its own; its number."""
    new = NewBook(name or book.name, await asyncio.to_thread(stored_form, book), len(book.entries), digest)
    return await worlds.add(on, new, space=bringing.here.space)


async def keep_preset(on: Statements, bringing: Bringing, preset: Preset, digest: str | None) -> int:
    """A new preset of the space; its number."""
    runs = any_allowed(preset.scripts, bringing.allowed)
    raw = with_allowed(preset.raw, bringing.allowed) if runs else preset.raw
    return await presets.add(on, preset.name, raw, space=bringing.here.space, file=digest, runs_scripts=runs)


async def keep_quick_replies(on: Statements, bringing: Bringing, quick_set: QuickReplySet) -> int:
    """A new set of quick replies of the space, which holds all of its file; its number."""
    await drop_file(on, bringing.upload.sha256)
    return await quick_sets.add(on, bringing.here.space, quick_set)


async def keep_background(on: Statements, bringing: Bringing, background: Background) -> int:
    """A new background of the space, which holds all of its file; its number."""
    await drop_file(on, bringing.upload.sha256)
    return await backgrounds.add(on, background, space=bringing.here.space)


async def keep_scripts(
    on: Statements,
    bringing: Bringing,
    name: str,
    found: Sequence[RegexScript],
    *,
    character: int | None = None,
    digest: str | None = None,
) -> int:
    """Scripts for a character, or for everybody in the space; their number. Those that may not run are switched off."""
    raw = switched([script.raw for script in found], bringing.allowed)
    return await scripts.add(on, bringing.here.space, name, raw, character=character, file=digest)


def _scripts_in(card: Card) -> Sequence[RegexScript]:
    """The scripts of a card; none where they cannot be read, for then they never run."""
    try:
        return card_scripts(card)
    except InputError:
        return ()


def _preset_in(card: Card) -> Preset | None:
    """The preset that came with a card; none where it cannot be read, as was said before the import."""
    try:
        return card_preset(card)
    except InputError:
        return None


def stored_form(book: WorldBook) -> Mapping[str, Any]:
    """A book's JSON from which it can be read again: the one it came in, else that of a world-info file."""
    if book_from_json(book.raw, book.name) == book:
        return book.raw
    return json.loads(write_book(book))
