"""Importing a file that was looked at: all of it or nothing."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from engine.actions.characters.preset_budgets import wider_budget
from engine.actions.chats.head_moves import HeadMove, current_head, move_head
from engine.actions.chats.sessions import fall_silent
from engine.actions.story.backgrounds import set_in, told
from engine.actions.transfers import script_answers, uploads
from engine.actions.transfers.backups import bring_backup
from engine.actions.transfers.bringing_chats import bring_chat
from engine.actions.transfers.keeping import (
    Bringing,
    keep_background,
    keep_book,
    keep_card,
    keep_preset,
    keep_quick_replies,
    keep_scripts,
)
from engine.actions.transfers.memories import bring_memories
from engine.actions.transfers.stories_in import bring_story
from engine.context import EngineContext
from engine.db.characters import characters, worlds
from engine.db.chats import log, sessions
from engine.db.postgres.pool import Statements
from engine.errors import NotOfferedThere
from engine.rules.acts import books_of
from engine.rules.file_facts import OFFERS, scripts_name
from engine.rules.formats.books.book_files import read_book_file
from engine.rules.formats.cards.card_files import read_card_file
from engine.rules.formats.kinds import kind_of
from engine.rules.formats.presets.presets import read_preset
from engine.rules.formats.presets.quick_replies import read_quick_replies
from engine.rules.formats.presets.regex_scripts import read_scripts
from engine.rules.formats.stories.backgrounds import read_background
from engine.turns.inputs.cast import who_plays
from engine.turns.runner import Runner
from engine.values.chats.bodies import BooksBody, EntryBody, PresetBody
from engine.values.chats.entries import NewEntry
from engine.values.chats.incoming import Here
from engine.values.chats.notices import Notice
from engine.values.transfers.transfers import Brought, FileKind, Offer


async def bring(
    ctx: EngineContext, runner: Runner, here: Here, name: str, token: str, offer: Offer = Offer.BRING
) -> Brought:
    """Import a file that was looked at, for the person called ``name``: all of it or nothing.

    Of its regex scripts those run that were allowed; none where the offer is to import it calm.
    A chat is played here afterwards. Raises NoSuchUpload, and the InputError leaves of formats.
    """
    upload = await uploads.read(ctx, here, token)
    kind = await asyncio.to_thread(kind_of, upload.data, upload.filename)
    if offer not in OFFERS[kind]:
        raise NotOfferedThere(kind=kind, offer=offer)
    allowed = frozenset[str]() if offer is Offer.CALM else await script_answers.allowed(ctx, here, token)
    return await _IMPORTS[kind](Bringing(ctx, runner, here, name, token, upload, offer, allowed))


async def _character(bringing: Bringing) -> Brought:
    file = await asyncio.to_thread(read_card_file, bringing.upload.data)
    async with bringing.ctx.db.transaction() as on:
        await uploads.claim(on, bringing.here, bringing.token)
        number = await keep_card(on, bringing, file, bringing.upload.sha256)
    return Brought(FileKind.CHARACTER, number, file.card.called)


async def _world(it: Bringing) -> Brought:
    book = await asyncio.to_thread(read_book_file, it.upload.data, it.upload.filename)
    if it.offer is Offer.BRING:
        async with it.ctx.db.transaction() as on:
            await uploads.claim(on, it.here, it.token)
            number = await keep_book(on, it, book, it.upload.sha256)
        return Brought(FileKind.WORLD, number, book.name)

    async def act(move: HeadMove) -> Brought:
        await uploads.claim(move.on, it.here, it.token)
        number = await keep_book(move.on, it, book, it.upload.sha256)
        if it.offer is Offer.CHARACTER:
            character = await who_plays(move.on, move.key, move.line)
            await worlds.bind(move.on, it.here.space, number, character=character)
            facts = (Notice("brought-world-character", {"character": await _called(move.on, it, character)}),)
        else:
            facts = (Notice("brought-world-chat"),)
            bound = books_of(await log.newest_acts(move.on, move.key, move.line))
            await move.append(_act(it, BooksBody(books=(*bound, number))))
        return Brought(FileKind.WORLD, number, book.name, facts)

    return await _in_the_chat(it, act)


async def _preset(it: Bringing) -> Brought:
    preset = await asyncio.to_thread(read_preset, it.upload.data, it.upload.filename)
    wider = await wider_budget(it.ctx, it.here, preset)
    if await sessions.current(it.ctx.db, it.here.key) is None:
        async with it.ctx.db.transaction() as on:
            await uploads.claim(on, it.here, it.token)
            number = await keep_preset(on, it, preset, it.upload.sha256)
        return Brought(FileKind.PRESET, number, preset.name, wider)

    async def act(move: HeadMove) -> Brought:
        await uploads.claim(move.on, it.here, it.token)
        number = await keep_preset(move.on, it, preset, it.upload.sha256)
        await move.append(_act(it, PresetBody(preset=number, version=1)))
        return Brought(FileKind.PRESET, number, preset.name, (Notice("brought-preset-used"), *wider))

    return await _in_the_chat(it, act)


async def _scripts(bringing: Bringing) -> Brought:
    scripts = await asyncio.to_thread(read_scripts, bringing.upload.data)
    ctx, here = bringing.ctx, bringing.here
    async with ctx.db.transaction() as on:
        await uploads.claim(on, here, bringing.token)
        character: int | None = None
        fact = Notice("brought-scripts-all")
        if bringing.offer is Offer.CHARACTER:
            channel_head = await current_head(ctx, here)
            line = await ctx.lines.current(on, channel_head.session_key, channel_head.branch)
            character = await who_plays(on, channel_head.session_key, line)
            fact = Notice("brought-scripts-character", {"character": await _called(on, bringing, character)})
        name = scripts_name(scripts, bringing.upload.filename)
        number = await keep_scripts(on, bringing, name, scripts, character=character, digest=bringing.upload.sha256)
    return Brought(FileKind.SCRIPTS, number, name, (fact,))


async def _quick_replies(it: Bringing) -> Brought:
    quick_set = await asyncio.to_thread(read_quick_replies, it.upload.data, it.upload.filename)
    async with it.ctx.db.transaction() as on:
        await uploads.claim(on, it.here, it.token)
        number = await keep_quick_replies(on, it, quick_set)
    return Brought(FileKind.QUICK, number, quick_set.name)


async def _background(it: Bringing) -> Brought:
    background = await asyncio.to_thread(read_background, it.upload.data, it.upload.filename)
    if it.offer is Offer.BRING:
        async with it.ctx.db.transaction() as on:
            await uploads.claim(on, it.here, it.token)
            number = await keep_background(on, it, background)
        return Brought(FileKind.BACKGROUND, number, background.name)

    async def act(move: HeadMove) -> Brought:
        await uploads.claim(move.on, it.here, it.token)
        number = await keep_background(move.on, it, background)
        switched = await set_in(move, it.here, number, 1, background)
        return Brought(FileKind.BACKGROUND, number, background.name, (told(switched),))

    return await _in_the_chat(it, act)


async def _called(on: Statements, bringing: Bringing, character: int) -> str:
    """The name of a character that plays here."""
    known = await characters.listed(on, bringing.here.space, bringing.here.person)
    return next((info.name for info in known if info.id == character), "?")


async def _chat(bringing: Bringing) -> Brought:
    before = await sessions.current(bringing.ctx.db, bringing.here.key)
    brought = await bring_chat(bringing)
    if before is not None:
        await fall_silent(bringing.ctx, bringing.runner, bringing.here, before)
    return brought


async def _backup(bringing: Bringing) -> Brought:
    before = await sessions.current(bringing.ctx.db, bringing.here.key)
    brought = await bring_backup(bringing)
    if before is not None and brought.view is not None:
        await fall_silent(bringing.ctx, bringing.runner, bringing.here, before)
    return brought


async def _story(bringing: Bringing) -> Brought:
    before = await sessions.current(bringing.ctx.db, bringing.here.key)
    brought = await bring_story(bringing)
    if before is not None:
        await fall_silent(bringing.ctx, bringing.runner, bringing.here, before)
    return brought


async def _in_the_chat(bringing: Bringing, act: Callable[[HeadMove], Awaitable[Brought]]) -> Brought:
    channel_head = await current_head(bringing.ctx, bringing.here)
    return await move_head(bringing.ctx, bringing.runner, bringing.here, channel_head, act)


def _act(bringing: Bringing, body: EntryBody) -> NewEntry:
    return NewEntry(body, bringing.ctx.clock.now(), person=bringing.here.person)


_IMPORTS: Mapping[FileKind, Callable[[Bringing], Awaitable[Brought]]] = {
    FileKind.CHARACTER: _character,
    FileKind.WORLD: _world,
    FileKind.PRESET: _preset,
    FileKind.SCRIPTS: _scripts,
    FileKind.QUICK: _quick_replies,
    FileKind.BACKGROUND: _background,
    FileKind.MEMORIES: bring_memories,
    FileKind.CHAT: _chat,
    FileKind.BACKUP: _backup,
    FileKind.STORY: _story,
}
