"""Files that wait for a yes."""

import asyncio
from datetime import timedelta
from hashlib import sha256
from secrets import token_hex

from engine.context import EngineContext
from engine.db.house import forms, panels
from engine.db.postgres.pool import Database, Statements
from engine.db.transfers import uploads
from engine.db.transfers.uploads import UploadRow
from engine.errors import NoSuchUpload
from engine.turns.load import settings_here
from engine.utility import storage
from engine.values.chats.incoming import Here
from engine.values.house.storage import StorageKind

WAITS = timedelta(hours=1)
TOKEN_BYTES = 6
LONGEST_FILE_NAME = 200


async def put(ctx: EngineContext, here: Here, data: bytes, filename: str, noted: str = "") -> str:
    """Let a file wait; the token that names it. ``noted``: what ``newest`` finds it by. Raises StorageFull."""
    token, name = token_hex(TOKEN_BYTES), filename[-LONGEST_FILE_NAME:]
    async with ctx.db.transaction() as on:
        digest = await keep_file(ctx, on, here, data)
        await storage.check_room(on, here, await settings_here(on, ctx.defaults, here), StorageKind.IMPORTS)
        await uploads.add(on, here.space, token, here.person, digest, name)
        if noted:
            await uploads.note(on, here.space, f"{token}.{noted}", here.person, digest, name)
    return token


async def newest(ctx: EngineContext, here: Here, noted: str) -> str:
    """The token of what the person let wait last here of what is so noted. Raises NoSuchUpload where nothing waits."""
    found = await uploads.newest(ctx.db, here.space, here.person, noted, WAITS)
    if found is None:
        raise NoSuchUpload
    return found


async def read(ctx: EngineContext, here: Here, token: str) -> UploadRow:
    """The file that waits under ``token``. Raises NoSuchUpload."""
    found = await uploads.read(ctx.db, here.space, token, WAITS)
    if found is None:
        raise NoSuchUpload
    return found


async def claim(on: Statements, here: Here, token: str) -> None:
    """The file is imported in this transaction. Raises NoSuchUpload when somebody else has done it."""
    if not await uploads.claim(on, here.space, token, WAITS):
        raise NoSuchUpload
    await uploads.drop(on, here.space, token)  # what was noted about it


async def drop(ctx: EngineContext, here: Here, token: str) -> None:
    """Forget a file that was looked at, if it still waits."""
    async with ctx.db.transaction() as on:
        await uploads.drop(on, here.space, token)


async def sweep(db: Database) -> None:
    """Forget what nobody has said yes to for an hour, and forms that nobody went on with."""
    async with db.transaction() as on:
        await uploads.sweep(on, WAITS)
        await forms.drop_old(on)
        await panels.drop_old(on)


async def keep_file(ctx: EngineContext, on: Statements, here: Here, data: bytes) -> str:
    """Keep bytes for somebody by their hash: the hash. Raises StorageFull."""
    digest, settings = await hash_of(data), await settings_here(on, ctx.defaults, here)
    await storage.keep(on, here, settings, digest, media_type_of(data), data)
    return digest


async def hash_of(data: bytes) -> str:
    """The hash that files are kept by."""
    return (await asyncio.to_thread(sha256, data)).hexdigest()


_MARKS = (
    (b"\x89PNG", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"RIFF", "image/webp"),
    (b"PK\x03\x04", "application/zip"),
)


def media_type_of(data: bytes) -> str:
    """What kind of file the bytes are, by how they begin."""
    return next((kind for mark, kind in _MARKS if data.startswith(mark)), "application/json")
