"""What the turns of a story are made of here besides its rows: bindings, scripts, settings, and who somebody plays."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.context import EngineContext
from engine.db.house import settings as settings_store
from engine.db.postgres.pool import Statements
from engine.db.transfers import stories
from engine.rules.bodies.personas import user_persona_json
from engine.rules.layers import layers
from engine.rules.scopes import merge
from engine.rules.story.numbering import Numbering
from engine.values.chats.incoming import Here
from engine.values.house.setting_about import SettingGroup
from engine.values.house.setting_fields import FIELDS
from engine.values.house.setting_scopes import SettingScope, SettingValue
from engine.values.ids import SessionKey
from engine.values.story.notes import UserPersona
from engine.values.transfers.story_files import CharacterStage, PersonStage, ScriptList, StoryShelf, StoryStage

NOBODY: Final = 0
"""No person: what holds in a place, whoever asks."""
_OF_THE_PLACE: Final = frozenset({SettingGroup.PLACE, SettingGroup.PACE})
_OF_THE_SCENE: Final = frozenset({"mode", "scene_strategy", "scene_rounds", "scene_cards"})
SHAPING: Final = tuple(
    name
    for name, setting in FIELDS.items()
    if setting.may_be_set(SettingScope.CHANNEL) and (setting.about.group not in _OF_THE_PLACE or name in _OF_THE_SCENE)
)
"""The settings that what a turn is made of depends on; the others say how a place is looked after."""


async def stage_of(
    ctx: EngineContext, on: Statements, here: Here, key: SessionKey, numbers: Numbering, *, speaks: bool
) -> StoryStage:
    """The stage of a story that is played ``here``. Books that it names are counted in ``numbers`` from here on.

    ``speaks``: the person of ``here`` does in the story, so it tells who they are in it and what they set.
    """
    characters = numbers.listed(StoryShelf.CHARACTER)
    found = await settings_of(ctx, on, here, characters)
    books, scripts = await played_with(on, here.space, characters)
    return StoryStage(
        [
            CharacterStage([numbers.of(StoryShelf.BOOK, it) for it in books[one]], scripts[one], found[one])
            for one in characters
        ],
        await person_stage(on, here, key, numbers) if speaks else None,
    )


async def played_with(
    on: Statements, space: int, characters: Sequence[int]
) -> tuple[Mapping[int, list[int]], Mapping[int, list[ScriptList]]]:
    """The books, by their numbers here, and the files of scripts that come with each character in a space."""
    books: dict[int, list[int]] = {it: [] for it in characters}
    for character, book in await stories.bindings(on, space, characters, None):
        if character is not None:
            books[character].append(book)
    files = await stories.scripts(on, space, characters)
    scripts = {one: [it for whose, it in files if whose in (one, None)] for one in characters}
    return books, scripts


async def settings_of(
    ctx: EngineContext, on: Statements, here: Here, characters: Sequence[int]
) -> dict[int, dict[str, SettingValue | None]]:
    """What holds where each character plays, of what turns depend on and of what was set for the channel itself."""
    place = Here(here.space, here.channel, NOBODY, here.platform, here.private)
    stored = await settings_store.stored(on, place)
    own = {name for scope, number, name, _ in stored if scope == SettingScope.CHANNEL and number == here.channel}
    names = [name for name in FIELDS if name in SHAPING or name in own]
    found: dict[int, dict[str, SettingValue | None]] = {}
    for one in characters:
        holding: Mapping[str, Any] = merge(layers(ctx.defaults, stored, place, one)).model_dump(mode="json")
        found[one] = {name: holding[name] for name in names}
    return found


async def person_stage(on: Statements, here: Here, key: SessionKey, numbers: Numbering) -> PersonStage:
    """Who the person of ``here`` is in a story, and what they set for themselves."""
    name, persona, body = await stories.person(on, key, here.person)
    bound = await stories.bindings(on, here.space, [], persona)
    stored = await settings_store.stored(on, here)
    own = {
        setting: value
        for scope, number, setting, value in stored
        if (scope, number) == (SettingScope.PERSON, here.person) and setting in FIELDS
    }
    return PersonStage(
        name,
        dict(body) if persona is not None else plain_body(name),
        [numbers.of(StoryShelf.BOOK, book) for _, book in bound],
        dict(sorted(own.items())),
    )


def plain_body(name: str) -> dict[str, Any]:
    """The body of a persona that is nothing but its name."""
    return user_persona_json(UserPersona(name))
