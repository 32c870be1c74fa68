"""What goes out as a file, as it came in wherever nothing was changed."""

import asyncio
import io
import re

from PIL import Image

from engine.actions.characters import presets, worlds
from engine.actions.characters import quick_replies as quick
from engine.actions.story import backgrounds
from engine.actions.transfers.exporting_chats import chat_file
from engine.actions.transfers.memories import memory_file
from engine.actions.transfers.texts import chat_text, head_line_on
from engine.context import EngineContext
from engine.db.characters import characters
from engine.db.characters.characters import Newest
from engine.errors import FormUnknown, NoSuchCharacter
from engine.rules.formats.books.books import write_book
from engine.rules.formats.books.markdown_books import write_markdown_book
from engine.rules.formats.cards.card_files import write_charx, write_json, write_png
from engine.rules.formats.chats.chats import write_chat
from engine.rules.formats.presets.presets import write_preset
from engine.rules.formats.presets.quick_replies import write_quick_replies
from engine.rules.formats.stories.backgrounds import write_background
from engine.rules.formats.stories.memory_files import write_memory_file
from engine.values.characters.characters import Card
from engine.values.chats.incoming import Here
from engine.values.transfers.transfers import Document

JSON = "application/json"
MARKDOWN = "text/markdown"
MOST_PIXELS = 50_000_000
PLAIN = ((512, 768), (92, 96, 112))
"""The size and the colour of the picture that a character without one is exported in."""
_MEDIA = {"png": "image/png", "json": JSON, "charx": "application/zip"}
_BOOKS = {"json": (JSON, write_book), "md": (MARKDOWN, write_markdown_book)}
_NOT_IN_NAMES = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')


async def character(ctx: EngineContext, here: Here, number: int, form: str = "png") -> Document:
    """A character's card as it is now: ``png``, ``json`` or ``charx``. Raises NoSuchCharacter, FormUnknown."""
    if form not in _MEDIA:
        raise FormUnknown(form=form)
    usable = await characters.listed(ctx.db, here.space, here.person)
    info = next((it for it in usable if it.id == number), None)
    card = await ctx.cards.card(ctx.db, info.id, info.version) if info else None
    newest = await characters.newest(ctx.db, number)
    if card is None or newest is None:
        raise NoSuchCharacter(number=number)
    data = await _written(ctx, card, newest, form)
    return Document(_filename(card.name, form), _MEDIA[form], data)


async def world(ctx: EngineContext, here: Here, number: int, form: str = "json") -> Document:
    """A world book as a world-info file, or as Markdown (``md``). Raises NoSuchWorld, FormUnknown."""
    if form not in _BOOKS:
        raise FormUnknown(form=form)
    book = await worlds.show(ctx, here, number)
    media, write = _BOOKS[form]
    return Document(_filename(book.name, form), media, await asyncio.to_thread(write, book))


async def preset(ctx: EngineContext, here: Here, number: int) -> Document:
    """A preset. Raises NoSuchPreset."""
    found = await presets.show(ctx, here, number)
    return Document(_filename(found.name, "json"), JSON, write_preset(found))


async def quick_replies(ctx: EngineContext, here: Here, number: int) -> Document:
    """A set of quick replies. Raises NoSuchQuickSet."""
    found = await quick.show(ctx, here, number)
    return Document(_filename(found.name, "json"), JSON, write_quick_replies(found.found))


async def background(ctx: EngineContext, here: Here, number: int) -> Document:
    """A background. Raises NoSuchBackground."""
    found = await backgrounds.show(ctx, here, number)
    return Document(_filename(found.name, "json"), JSON, write_background(found))


async def chat(ctx: EngineContext, here: Here, branch: int | None = None) -> Document:
    """The chat that is played here, or another branch, line by line, with its swipes.

    Raises SessionMissing, NoSuchBranch.
    """
    title, file = await chat_file(ctx, here, await head_line_on(ctx, here, branch))
    data = await asyncio.to_thread(write_chat, file)
    return Document(_filename(title or file.character_name, "jsonl"), "application/jsonl", data)


async def text(ctx: EngineContext, here: Here, branch: int | None = None) -> Document:
    """The same as a text to be read. Raises SessionMissing, NoSuchBranch."""
    title, written = await chat_text(ctx, here, branch)
    return Document(_filename(title, "md"), MARKDOWN, written.encode())


async def memories(ctx: EngineContext, here: Here) -> Document:
    """What is remembered of the chat that is played here. Raises NothingRemembered, SessionMissing, NobodyPlays."""
    title, file = await memory_file(ctx, here)
    return Document(_filename(f"{title} memories", "json"), JSON, await asyncio.to_thread(write_memory_file, file))


async def _written(ctx: EngineContext, card: Card, newest: Newest, form: str) -> bytes:
    if form == "json":
        return write_json(card)
    file = await characters.read_file(ctx.db, newest.file) if newest.file else None
    picture = await characters.read_file(ctx.db, newest.picture) if newest.picture else None
    if form == "charx":
        return await asyncio.to_thread(write_charx, card, file, picture)
    return await asyncio.to_thread(lambda: write_png(card, _as_png(picture)))


def _as_png(picture: bytes | None) -> bytes:
    """The picture as a PNG: as it is when it is one; a plain one where there is none that can be read."""
    if picture is not None and picture.startswith(b"\x89PNG"):
        return picture
    out = io.BytesIO()
    (_opened(picture) or Image.new("RGB", *PLAIN)).save(out, "PNG", optimize=True)
    return out.getvalue()


def _opened(picture: bytes | None) -> Image.Image | None:
    try:
        with Image.open(io.BytesIO(picture or b""), formats=("JPEG", "WEBP")) as image:
            if image.width * image.height > MOST_PIXELS:
                return None
            return image.convert("RGBA" if image.has_transparency_data else "RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        return None


def _filename(name: str, ending: str) -> str:
    """A name that every system can store."""
    return f"{_NOT_IN_NAMES.sub('_', name).strip(' .')[:80] or 'omoide'}.{ending}"
