"""Whether the regex scripts of a file that waits may run, as somebody said of each. Kept beside the file, for an hour.

``<token>.scripts`` is a list of them, made when they are asked for first, so that a large backup is read once;
``<token>.12.yes`` is an answer.
"""

import asyncio
import json
from dataclasses import replace
from typing import Any, Final

from engine.actions.transfers import uploads
from engine.actions.transfers.uploads import keep_file
from engine.context import EngineContext
from engine.db.postgres.pool import Statements
from engine.db.transfers import uploads as store
from engine.errors import NoSuchScript
from engine.rules.asked_scripts import allowed_marks, asked_scripts
from engine.rules.formats.presets.regex_scripts import scripts_from_json
from engine.values.characters.scripts import AskedScript, ScriptOwner
from engine.values.chats.incoming import Here

_LIST: Final = "scripts"
_WORDS: Final = {True: "yes", False: "no"}


async def asked(ctx: EngineContext, here: Here, token: str) -> tuple[AskedScript, ...]:
    """The scripts of a file that would run, each with what was said about it. Raises NoSuchUpload, InputError."""
    listed = await store.read(ctx.db, here.space, f"{token}.{_LIST}", uploads.WAITS)
    if listed is not None:
        return await _answered(ctx.db, here, token, _read(listed.data))
    upload = await uploads.read(ctx, here, token)
    found = await asyncio.to_thread(asked_scripts, upload.data, upload.filename)
    if found:
        async with ctx.db.transaction() as on:
            digest = await keep_file(ctx, on, here, _written(found))
            await store.note(on, here.space, f"{token}.{_LIST}", here.person, digest, upload.filename)
    return await _answered(ctx.db, here, token, found)


async def answer(
    ctx: EngineContext, here: Here, token: str, number: int | None, *, allow: bool
) -> tuple[AskedScript, ...]:
    """Say of one script whether it may run, or (None) of all that nobody has said it of: how they stand then.

    Raises NoSuchUpload, NoSuchScript, InputError.
    """
    found = await asked(ctx, here, token)
    meant = [it for it in found if (it.answer is None if number is None else it.number == number)]
    if number is not None and not meant:
        raise NoSuchScript(number=number)
    if meant:
        listed = await uploads.read(ctx, here, f"{token}.{_LIST}")
        async with ctx.db.transaction() as on:
            for it in meant:
                name = f"{token}.{it.number}.{_WORDS[allow]}"
                await store.note(on, here.space, name, here.person, listed.sha256, listed.filename)
    told = {it.number for it in meant}
    return tuple(replace(it, answer=allow) if it.number in told else it for it in found)


async def allowed(ctx: EngineContext, here: Here, token: str) -> frozenset[str]:
    """The marks of the scripts that somebody has said yes to. Raises NoSuchUpload, InputError."""
    if not await store.marks(ctx.db, here.space, token, uploads.WAITS):
        return frozenset()
    return allowed_marks(await asked(ctx, here, token))


async def _answered(on: Statements, here: Here, token: str, found: tuple[AskedScript, ...]) -> tuple[AskedScript, ...]:
    said: dict[str, bool] = {}
    for mark in await store.marks(on, here.space, token, uploads.WAITS):
        number, _, word = mark.partition(".")
        if word:
            said[number] = word == _WORDS[True]
    return tuple(replace(it, answer=said.get(str(it.number))) for it in found)


def _written(found: tuple[AskedScript, ...]) -> bytes:
    told = [{"raw": it.script.raw, "owners": it.owners, "ran": it.ran} for it in found]
    return json.dumps(told, ensure_ascii=False).encode()


def _read(data: bytes) -> tuple[AskedScript, ...]:
    told: Any = json.loads(data)
    return tuple(
        AskedScript(
            number,
            scripts_from_json(script["raw"])[0],
            tuple((ScriptOwner(kind), name) for kind, name in script["owners"]),
            script["ran"],
        )
        for number, script in enumerate(told, start=1)
    )
