"""What is in a file, before anything of it is imported."""

import asyncio

from engine.actions.characters.preset_budgets import wider_budget
from engine.actions.transfers import uploads
from engine.actions.transfers.memories import preview
from engine.context import EngineContext
from engine.db.chats import sessions
from engine.rules.file_facts import contents_of
from engine.rules.formats.presets.presets import read_preset
from engine.rules.formats.stories.memory_files import read_memory_file
from engine.rules.text.clean import clean_text
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.transfers.transfers import FileKind, Looked, Offer

_OF_A_CHAT = frozenset({Offer.CHAT, Offer.CHARACTER})


async def look(ctx: EngineContext, here: Here, data: bytes, filename: str = "") -> Looked:
    """Say what is in a file, and keep it for an hour. Raises InputError, StorageFull; nothing is kept then."""
    filename = clean_text(filename).strip()
    found = await asyncio.to_thread(contents_of, data, filename)  # a large file takes longer than the loop may be held
    changes: tuple[Notice, ...] = ()
    if found.kind is FileKind.MEMORIES:
        changes = await preview(ctx, here, await asyncio.to_thread(read_memory_file, data))
    elif found.kind is FileKind.PRESET:
        changes = await wider_budget(ctx, here, await asyncio.to_thread(read_preset, data))
    token = await uploads.put(ctx, here, data, filename)
    facts = (*found.facts, *changes)
    return Looked(token, found.kind, found.name or filename, facts, await _offers(ctx, here, found.offers))


async def _offers(ctx: EngineContext, here: Here, offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """What may be done here: nothing for a chat or whoever plays in it, where there is none."""
    if not _OF_A_CHAT.intersection(offers) or await sessions.current(ctx.db, here.key) is not None:
        return offers
    return tuple(it for it in offers if it not in _OF_A_CHAT)
