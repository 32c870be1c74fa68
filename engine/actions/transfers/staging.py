"""Setting the stage of a story that came as a file: bindings, scripts, settings, and who the person is in it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from engine.actions.transfers.keeping import Bringing
from engine.actions.transfers.story_stages import plain_body, played_with, settings_of
from engine.db.characters import scripts, worlds
from engine.db.house import settings as settings_store
from engine.db.people import personas
from engine.db.postgres.pool import Statements
from engine.db.transfers import stories
from engine.errors import InputError
from engine.rules.bodies.personas import user_persona_of
from engine.rules.scopes import check
from engine.values.chats.notices import Notice
from engine.values.house.setting_fields import FIELDS
from engine.values.house.setting_scopes import SettingScope, SettingValue
from engine.values.ids import SessionKey
from engine.values.transfers.story_files import CharacterStage, PersonStage, StoryStage


async def is_played_alike(on: Statements, space: int, character: int, told: CharacterStage, books: list[int]) -> bool:
    """Whether a character of a space is played with what a story says. ``books``: the numbers of its books here."""
    bound, files = await played_with(on, space, [character])
    return set(bound[character]) == {books[it - 1] for it in told.books} and files[character] == list(told.scripts)


async def keep_played(on: Statements, space: int, character: int, told: CharacterStage, books: list[int]) -> None:
    """Let a new character be played with what a story says. What runs for everybody here anyway is not kept twice."""
    for number in told.books:
        await worlds.bind(on, space, books[number - 1], character=character)
    _, running = await played_with(on, space, [character])
    for file in told.scripts:
        if file not in running[character]:
            await scripts.add(on, space, file.name, file.scripts, character=character, file=None)


async def keep_person(
    on: Statements, bringing: Bringing, key: SessionKey, told: PersonStage, books: list[int]
) -> list[Notice]:
    """The person is in this chat who they were in it, and what they set for themselves holds where nothing does."""
    await _keep_own_settings(on, bringing, told)
    name, _, _ = await stories.person(on, key, bringing.here.person)
    wanted = [books[number - 1] for number in told.books]
    plays = await _current(on, bringing, key)
    if plays == (told.name, told.body, wanted):
        return []
    number = await _same_persona(on, bringing, told, wanted)
    if number is None:
        number = await personas.add(on, bringing.here, user_persona_of(0, told.name, told.body))
        for book in wanted:
            await worlds.bind(on, bringing.here.space, book, persona=number)
    await personas.wear(on, key, bringing.here.person, number)
    await personas.tell(on, bringing.here, number)
    return [Notice("brought-story-played", {"name": told.name})] if name != told.name else []


async def _current(on: Statements, bringing: Bringing, key: SessionKey) -> tuple[str, Mapping[str, object], list[int]]:
    name, persona, body = await stories.person(on, key, bringing.here.person)
    bound = await stories.bindings(on, bringing.here.space, [], persona)
    return name, body if persona is not None else plain_body(name), [book for _, book in bound]


async def _same_persona(on: Statements, bringing: Bringing, told: PersonStage, books: list[int]) -> int | None:
    wanted = user_persona_of(0, told.name, told.body)
    for listed in await personas.listed(on, bringing.here):
        known = listed.persona
        alike = (known.name, known.description, known.position, known.depth, known.role, known.raw)
        if alike != (wanted.name, wanted.description, wanted.position, wanted.depth, wanted.role, wanted.raw):
            continue
        if [book for _, book in await stories.bindings(on, bringing.here.space, [], known.id)] == books:
            return known.id
    return None


async def _keep_own_settings(on: Statements, bringing: Bringing, told: PersonStage) -> None:
    stored = await settings_store.stored(on, bringing.here)
    known = {
        name for scope, number, name, _ in stored if scope == SettingScope.PERSON and number == bringing.here.person
    }
    for name, value in told.settings.items():
        if name not in known:
            await _put(on, bringing, SettingScope.PERSON, bringing.here.person, name, value)


async def keep_settings(on: Statements, bringing: Bringing, stage: StoryStage, characters: Sequence[int]) -> None:
    """Let hold here what held there: for this channel where it is one value for all who play, else for each of them.

    What was set here already stays. What a mode decides needs no setting, so the mode comes first.
    """
    names = dict.fromkeys(("mode", *(name for one in stage.characters for name in one.settings)))
    for name in names:
        wanted = _wanted(stage, characters, name)
        if wanted:
            await _keep_setting(on, bringing, name, wanted)


async def _keep_setting(
    on: Statements, bringing: Bringing, name: str, wanted: Mapping[int, SettingValue | None]
) -> None:
    holding = await settings_of(bringing.ctx, on, bringing.here, list(wanted))
    otherwise = {one: value for one, value in wanted.items() if holding[one].get(name) != value}
    if not otherwise:
        return
    stored = await settings_store.stored(on, bringing.here)
    known = {(scope, number) for scope, number, it_, _ in stored if it_ == name}
    if len(set(wanted.values())) == 1:
        if (SettingScope.CHANNEL, bringing.here.channel) not in known:
            await _put(on, bringing, SettingScope.CHANNEL, bringing.here.channel, name, next(iter(wanted.values())))
        return
    for one, value in otherwise.items():
        if (SettingScope.CHARACTER, one) not in known:
            await _put(on, bringing, SettingScope.CHARACTER, one, name, value)


def _wanted(stage: StoryStage, characters: Sequence[int], name: str) -> dict[int, SettingValue | None]:
    pairs = zip(characters, stage.characters, strict=True)
    return {one: cast("SettingValue | None", told.settings[name]) for one, told in pairs if name in told.settings}


async def _put(on: Statements, bringing: Bringing, scope: SettingScope, number: int, name: str, value: object) -> None:
    """Set one value, unless it is of another version, or may not be set there."""
    if name not in FIELDS or value is None:
        return
    try:
        kept = check(name, cast("SettingValue", value), scope, ())
    except InputError:
        return
    space = 0 if scope is SettingScope.PERSON else bringing.here.space
    await settings_store.put(on, space, scope, number, name, kept, bringing.here.person)


def differences(told: StoryStage, here: StoryStage) -> Iterator[Notice]:
    """What is played otherwise here than the file says, for whoever imports it."""
    pairs = list(zip(told.characters, here.characters, strict=True))
    settings = {
        name for one, other in pairs for name, value in one.settings.items() if other.settings.get(name) != value
    }
    if told.person is not None and here.person is not None:
        own = here.person.settings
        settings |= {name for name, value in told.person.settings.items() if own.get(name) != value}
    if settings:
        yield Notice("brought-story-settings", {"names": ", ".join(sorted(settings)), "count": len(settings)})
    more = {it.name: None for one, other in pairs for it in other.scripts if it not in one.scripts}
    if more:
        yield Notice("brought-story-scripts", {"names": ", ".join(more), "count": len(more)})
