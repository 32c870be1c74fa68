"""A person's own data as a file: what they said, what is remembered of it, what is known about them."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from engine.actions.people.forgetting import its_own
from engine.context import EngineContext
from engine.db.people import links, own_data
from engine.rules.formats.archives.archives import write_archive
from engine.values.chats.incoming import Here
from engine.values.transfers.transfers import Document


async def export(ctx: EngineContext, here: Here, readme: tuple[str, str]) -> Document:
    """A zip of JSON files, one a part, beside ``readme`` (its name and text). Raises FileTooBig, NameShared."""
    await its_own(ctx, here)
    async with ctx.db.transaction(isolation="repeatable_read", readonly=True) as on:
        parts: dict[str, Any] = {}
        for name in await links.circle(on, here.person):
            for part, rows in (await own_data.read(on, name.id)).items():
                parts.setdefault(part, []).extend(rows)
    data = await asyncio.to_thread(_packed, parts, readme)
    return Document(f"omoide-{ctx.clock.now():%Y-%m-%d}.zip", "application/zip", data)


def _packed(parts: Mapping[str, Any], readme: tuple[str, str]) -> bytes:
    name, text = readme
    files = {name: text.encode()}
    files |= {f"{part}.json": json.dumps(rows, ensure_ascii=False, indent=1).encode() for part, rows in parts.items()}
    return write_archive(files)
