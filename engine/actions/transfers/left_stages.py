"""Moving day ends on the stage that the person left: what they had chosen there is chosen here, and the rest is named.

A book that counts in every chat there comes here with every character of the backup, so it counts in new chats too.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any, cast

from engine.actions.people import personas
from engine.actions.transfers.keeping import Bringing, keep_preset
from engine.db.characters import worlds
from engine.db.house import settings as settings_store
from engine.db.people import personas as persona_store
from engine.db.postgres.pool import Statements
from engine.errors import InputError
from engine.rules.formats.archives.backup_settings import LeftStage
from engine.rules.formats.chats.chat_metadata import has_note, read_header
from engine.rules.formats.chats.groups import GroupFile
from engine.rules.formats.json_fields import as_object, one_line
from engine.rules.formats.presets.presets import preset_from_json, preset_in_use
from engine.rules.scopes import check
from engine.values.characters.presets import Preset
from engine.values.chats.notices import Notice
from engine.values.chats.sessions import ChannelHead
from engine.values.documents import Json
from engine.values.house.setting_scopes import SettingScope
from engine.values.story.notes import AuthorsNote, UserPersona
from engine.values.transfers.chats import ChatFile


@dataclass(frozen=True, slots=True)
class ChatStage:
    """What a chat is played with besides what its file says. ``preset`` and ``book`` are numbers here."""

    note: AuthorsNote | None
    preset: int | None = None
    book: int | None = None
    shared: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(slots=True)
class Setting:
    """The stage while it is set: what is there by now, by the names that files have in the backup."""

    it: Bringing
    on: Statements
    left: LeftStage = field(default_factory=LeftStage)
    books: dict[str, int] = field(default_factory=dict[str, int])
    presets: dict[str, tuple[int, Preset]] = field(default_factory=dict[str, tuple[int, Preset]])
    personas: dict[str, int] = field(default_factory=dict[str, int])
    preset: int | None = None
    persona: str = ""
    plays: bool = False
    lacking: dict[tuple[str, str], Notice] = field(default_factory=dict[tuple[str, str], Notice])

    def lacks(self, why: str, name: str) -> None:
        """Note once that something of a name is not here, and why."""
        self.lacking.setdefault((why, name), Notice(why, {"name": name}))

    async def bind(self, names: Sequence[str], *, character: int | None = None, persona: int | None = None) -> None:
        """Let books of the backup come with a character or a persona."""
        for name in dict.fromkeys(names):
            if name in self.books:
                await worlds.bind(self.on, self.it.here.space, self.books[name], character=character, persona=persona)
            elif name:
                self.lacks("left-no-book", name)


async def choose_preset(on: Setting, settings: Json) -> None:
    """The preset that was chosen, with what was changed of it since it was saved."""
    name = on.left.preset
    if not name:
        return
    if name not in on.presets:
        on.lacks("left-no-preset", name)
        return
    on.preset, saved = on.presets[name]
    raw = preset_in_use(saved.raw, as_object(as_object(settings).get("oai_settings")))
    in_use = await asyncio.to_thread(preset_from_json, raw, name)
    if _what_counts(in_use) != _what_counts(saved):
        on.preset = await keep_preset(on.on, on.it, replace(in_use, name=f"{name} *"), None)


def _what_counts(preset: Preset) -> Preset:
    return replace(preset, name="", ignored=(), raw={})


async def choose_persona(on: Setting) -> None:
    """Who the person is in every chat that says nothing else; elsewhere too, where they were nobody yet."""
    left = on.left
    on.persona = next((it for it in (left.default_persona, left.persona) if it in on.personas), "")
    missing = left.default_persona
    if missing and missing not in on.personas:
        on.lacks("left-no-persona", missing)
    if not on.persona and left.user_name and left.user_name != on.it.name:
        on.persona = left.persona or left.user_name
        on.personas[on.persona] = await personas.keep(on.on, on.it.here, UserPersona(left.user_name))
    played = any(it.current for it in await persona_store.listed(on.on, on.it.here))
    if on.persona and not played:
        on.plays = await persona_store.be(on.on, on.it.here.person, on.personas[on.persona])


async def keep_settings(on: Setting) -> None:
    """How world books are read, for this channel. What was set here before stays."""
    here = on.it.here
    stored = await settings_store.stored(on.on, here)
    known = {
        name: value for scope, number, name, value in stored if (scope, number) == (SettingScope.CHANNEL, here.channel)
    }
    for name, value in on.left.settings.items():
        if name in known:
            if known[name] != value:
                on.lacks("left-setting-here", name)
            continue
        try:
            kept = check(name, value, SettingScope.CHANNEL, ())
        except InputError:
            on.lacks("left-setting", name)
            continue
        await settings_store.put(on.on, here.space, SettingScope.CHANNEL, here.channel, name, kept, here.person)


def with_group(chat: ChatFile, group: GroupFile | None, stem: str) -> ChatFile:
    """A chat of a group of an old version, which keeps what was added to its open chat in its own file."""
    if group is None or group.chat != stem or not group.metadata or chat.header.get("chat_metadata"):
        return chat
    told = read_header({**chat.header, "chat_metadata": group.metadata})
    return replace(told, lines=chat.lines, user_name=chat.user_name, character_name=chat.character_name)


def stage_for(on: Setting, chat: ChatFile, owner: str) -> ChatStage:
    """What a chat is played with. ``owner``: the file, without ending, of the character it is with, or a group's id."""
    note = chat.note if has_note(chat.header) else on.left.note
    of_character = on.left.notes_of.get(owner)
    if of_character is not None:
        note = of_character.with_chats(note)
    book = on.books.get(chat.world)
    if chat.world and book is None:
        on.lacks("left-no-book", chat.world)
    return ChatStage(note, on.preset, book, on.left.shared)


async def dress(on: Setting, channel_head: ChannelHead, chat: ChatFile, owner: str) -> None:
    """Who the person is in a chat: whom it is locked to, else who they are with its owner, else as ever."""
    locked = PurePosixPath(one_line(as_object(chat.header.get("chat_metadata")).get("persona"))).stem
    for name in (locked, on.left.personas_of.get(owner, "")):
        if name and name not in on.personas:
            on.lacks("left-no-persona", name)
    worn = next((it for it in (locked, on.left.personas_of.get(owner, "")) if it in on.personas), on.persona)
    if worn and not (worn == on.persona and on.plays):
        await persona_store.wear(on.on, channel_head.session_key, on.it.here.person, on.personas[worn])
        await persona_store.tell(on.on, on.it.here, on.personas[worn])


def open_chat(card: Mapping[str, Any]) -> str:
    """Which chat was open with a character, by its card."""
    return one_line(cast("Json", card.get("chat")))
