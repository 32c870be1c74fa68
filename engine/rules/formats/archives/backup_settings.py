"""What SillyTavern's ``settings.json`` says of the stage that a person left: what was chosen, and what it was bound to.

Things are named there by their files: a character or a persona by its picture ("Mira.png"), a book, a preset and a chat
by their name without ending. Checked against files that version 1.18.0 writes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Final

from engine.rules.formats.chats.chat_metadata import note_from_json, variables_from_json
from engine.rules.formats.json_fields import as_list, as_object, as_objects, as_text, flag, names, one_line, whole
from engine.values.chats.notices import Notice
from engine.values.documents import Json, JsonObject
from engine.values.house.setting_choices import BookOrder
from engine.values.house.setting_scopes import SettingValue
from engine.values.story.notes import AuthorsNote

_EVENLY, _CHARACTER_FIRST, _GLOBAL_FIRST = range(3)
_NUMBERS: Final[Mapping[str, tuple[str, int, int]]] = {
    "world_info_depth": ("world_scan_depth", 0, 1_000),
    "world_info_budget": ("world_budget", 1, 100),
    "world_info_budget_cap": ("world_budget_cap", 0, 200_000),
    "world_info_min_activations": ("world_min_activations", 0, 100),
    "world_info_max_recursion_steps": ("world_recursion_steps", 0, 10),
}
_SWITCHES: Final[Mapping[str, str]] = {
    "world_info_recursive": "world_recursion",
    "world_info_case_sensitive": "world_case",
    "world_info_match_whole_words": "world_whole_words",
    "world_info_use_group_scoring": "world_group_scoring",
    "world_info_include_names": "world_names",
}
_CARD_PROMPTS: Final = ("prefer_character_prompt", "prefer_character_jailbreak")
_CHAT_COMPLETION: Final = "openai"
_REPLACES, _BEFORE, _AFTER = range(3)


@dataclass(frozen=True, slots=True)
class Allowed:
    """Whose scripts were allowed to run there. None: the settings do not say, or there are none."""

    cards: frozenset[str] | None = None
    presets: frozenset[str] | None = None

    def card(self, path: str) -> bool:
        """Whether the scripts of the card in a file ran."""
        return self.cards is None or PurePosixPath(path).stem in self.cards

    def preset(self, name: str) -> bool:
        """Whether the scripts of a preset ran."""
        return self.presets is None or name in self.presets


@dataclass(frozen=True, slots=True)
class CharacterNote:
    """An author's note of a character: instead of a chat's (0), before it (1) or behind it (2)."""

    note: AuthorsNote
    place: int = _REPLACES

    def with_chats(self, own: AuthorsNote | None) -> AuthorsNote:
        """The note of a chat with the character. Where both stand together, they stand where the chat's does."""
        if own is None or self.place == _REPLACES:
            return self.note
        texts = (self.note.text, own.text) if self.place == _BEFORE else (own.text, self.note.text)
        return AuthorsNote("\n".join(texts), own.position, own.depth, own.role, own.interval)


@dataclass(frozen=True, slots=True)
class LeftStage:
    """The stage that was left. Characters, personas and chats are named by their files without ending.

    ``user_name`` is what the person was called, ``persona`` who they were last, ``default_persona`` who they are in a
    new chat; ``personas_of`` who they are with a character or in a group (by its id). ``preset`` is chosen for every
    chat, ``books`` count in every chat, ``books_of`` come with a character besides its own. ``shared`` are variables of
    all chats. ``settings`` have our names. ``lacking`` says what cannot be had here.
    """

    preset: str = ""
    user_name: str = ""
    persona: str = ""
    default_persona: str = ""
    personas_of: Mapping[str, str] = field(default_factory=dict[str, str])
    books: Sequence[str] = ()
    books_of: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    shared: Mapping[str, str] = field(default_factory=dict[str, str])
    note: AuthorsNote | None = None
    notes_of: Mapping[str, CharacterNote] = field(default_factory=dict[str, CharacterNote])
    character: str = ""
    group: str = ""
    settings: Mapping[str, SettingValue] = field(default_factory=dict[str, SettingValue])
    lacking: Sequence[Notice] = ()


def left_stage(raw: Json) -> LeftStage:
    """Return what ``settings.json`` says; what it does not say is empty."""
    settings = as_object(raw)
    power, extensions = as_object(settings.get("power_user")), as_object(settings.get("extension_settings"))
    worlds = as_object(settings.get("world_info_settings")) or settings
    chosen = as_object(worlds.get("world_info"))
    note = as_object(extensions.get("note"))
    return LeftStage(
        preset=one_line(_chat_completion(settings).get("preset_settings_openai")),
        user_name=one_line(settings.get("username")),
        persona=_stem(settings.get("user_avatar")),
        default_persona=_stem(power.get("default_persona")),
        personas_of=_personas_of(as_object(power.get("persona_descriptions"))),
        books=names(chosen.get("globalSelect")),
        books_of={one_line(it.get("name")): names(it.get("extraBooks")) for it in as_objects(chosen.get("charLore"))},
        shared=dict(variables_from_json(as_object(as_object(extensions.get("variables")).get("global")))),
        note=_default_note(note),
        notes_of=_notes_of(note),
        character=_stem(settings.get("active_character")),
        group=one_line(settings.get("active_group")),
        settings=_world_settings(worlds),
        lacking=tuple(_lacking(settings, power, worlds)),
    )


def allowed_of(files: Sequence[Json]) -> Allowed:
    """Whose scripts ran, by the first of some settings that says so."""
    for raw in files:
        extensions = as_object(as_object(raw).get("extension_settings"))
        cards, presets = extensions.get("character_allowed_regex"), extensions.get("preset_allowed_regex")
        if cards is None and presets is None:
            continue
        of_chats = as_object(presets).get(_CHAT_COMPLETION)
        return Allowed(
            frozenset(map(_stem, as_list(cards))) if cards is not None else None,
            frozenset(names(of_chats)) if presets is not None else None,
        )
    return Allowed()


def _chat_completion(settings: JsonObject) -> JsonObject:
    """Where a chat-completion service's choices stand: in an object of their own, in old files among all others."""
    return as_object(settings.get("oai_settings")) or settings


def _personas_of(described: JsonObject) -> dict[str, str]:
    found: dict[str, str] = {}
    for avatar, about in described.items():
        for bound in as_objects(as_object(about).get("connections")):
            owner = one_line(bound.get("id"))
            if owner:
                found[_stem(owner) if bound.get("type") == "character" else owner] = _stem(avatar)
    return found


def _default_note(raw: JsonObject) -> AuthorsNote | None:
    return note_from_json(
        {
            "note_prompt": raw.get("default"),
            "note_position": raw.get("defaultPosition"),
            "note_depth": raw.get("defaultDepth"),
            "note_role": raw.get("defaultRole"),
            "note_interval": raw.get("defaultInterval"),
        }
    )


def _notes_of(raw: JsonObject) -> dict[str, CharacterNote]:
    found: dict[str, CharacterNote] = {}
    for it in as_objects(raw.get("chara")):
        note = note_from_json({"note_prompt": it.get("prompt")})
        if note is not None and flag(it.get("useChara"), False):
            found[_stem(it.get("name"))] = CharacterNote(note, whole(it.get("position"), _REPLACES, _REPLACES, _AFTER))
    return found


def _world_settings(worlds: JsonObject) -> dict[str, SettingValue]:
    found: dict[str, SettingValue] = {}
    for theirs, (ours, low, high) in _NUMBERS.items():
        number = whole(worlds.get(theirs), None, low, high)
        if number is not None:
            found[ours] = number
    for theirs, ours in _SWITCHES.items():
        on = flag(worlds.get(theirs), None)
        if on is not None:
            found[ours] = on
    order = whole(worlds.get("world_info_character_strategy"), None, _EVENLY, _GLOBAL_FIRST)
    if order in (_EVENLY, _CHARACTER_FIRST):
        found["world_order"] = (BookOrder.EVENLY if order == _EVENLY else BookOrder.CHARACTER_FIRST).value
    return found


def _lacking(settings: JsonObject, power: JsonObject, worlds: JsonObject) -> list[Notice]:
    """What was chosen there and is nothing here, with the name that it has there."""
    lacking: list[Notice] = []
    api = one_line(settings.get("main_api"))
    if api and api != _CHAT_COMPLETION:
        lacking.append(Notice("left-text-completion", {"name": api}))
    refused = (it for it in _CARD_PROMPTS if flag(power.get(it), True) is False)
    lacking += [Notice("left-card-prompts", {"name": it}) for it in refused]
    if whole(worlds.get("world_info_character_strategy"), None, _EVENLY, _GLOBAL_FIRST) == _GLOBAL_FIRST:
        lacking.append(Notice("left-global-first", {"name": "world_info_character_strategy"}))
    if as_text(power.get("custom_stopping_strings")).strip() not in ("", "[]"):
        lacking.append(Notice("left-stops", {"name": "custom_stopping_strings"}))
    if as_text(power.get("user_prompt_bias")).strip():
        lacking.append(Notice("left-bias", {"name": "user_prompt_bias"}))
    return lacking


def _stem(value: Json) -> str:
    """A file's name without its ending; older versions name characters without one."""
    name = one_line(value)
    stem, dot, ending = name.rpartition(".")
    return stem if dot and ending.lower() in ("png", "json", "charx", "jpg", "webp") else name
