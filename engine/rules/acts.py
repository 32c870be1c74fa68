"""What acts of the log carry, as JSON and back. Each act holds the whole new state of its kind.

What was written by us is read; anything else, from a file that was edited by hand, falls back to the default.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from engine.rules.world.timers import timers_from_json, timers_json
from engine.values.characters.casts import SceneCards, SceneStrategy, Ways
from engine.values.characters.worlds import LoreTimers
from engine.values.chats.entries import EntryKind
from engine.values.documents import JsonObject
from engine.values.house.settings import Settings
from engine.values.models.prompts import Role
from engine.values.models.stage import Variables
from engine.values.story.notes import AuthorsNote, Inject, NotePosition, PersonaPosition, UserPersona

Acts = Mapping[EntryKind, Mapping[str, Any]]


def note_body(note: AuthorsNote | None) -> JsonObject:
    """An author's note; nothing when there is none."""
    if note is None:
        return {}
    return {
        "text": note.text,
        "position": int(note.position),
        "depth": note.depth,
        "role": note.role.value,
        "interval": note.interval,
    }


def note_of(acts: Acts) -> AuthorsNote | None:
    """The author's note that holds."""
    body = acts.get(EntryKind.NOTE, {})
    if not body.get("text"):
        return None
    return AuthorsNote(
        body["text"],
        NotePosition(body.get("position", NotePosition.IN_CHAT)),
        body.get("depth", 4),
        Role(body.get("role", Role.SYSTEM)),
        body.get("interval", 1),
    )


def variables_body(variables: Variables) -> JsonObject:
    """What macros have stored."""
    return {"local": {**variables.local}, "shared": {**variables.shared}}


def variables_of(acts: Acts) -> Variables:
    """What macros have stored."""
    body = acts.get(EntryKind.VARIABLES, {})
    return Variables(body.get("local", {}), body.get("shared", {}))


def timers_body(timers: LoreTimers) -> JsonObject:
    """The timers of world entries."""
    return timers_json(timers)


def timers_of(acts: Acts) -> LoreTimers:
    """The timers of world entries."""
    return timers_from_json(dict(acts.get(EntryKind.TIMERS, {})))


def books_of(acts: Acts) -> list[int]:
    """The world books of the chat, in the order in which they were bound."""
    return list(acts.get(EntryKind.BOOKS, {}).get("books", ()))


def preset_of(acts: Acts) -> tuple[int, int] | None:
    """The preset of the chat, by number and version; None: the built-in one."""
    body = acts.get(EntryKind.PRESET, {})
    return (body["preset"], body["version"]) if body.get("preset") else None


def background_of(acts: Acts) -> tuple[int, int] | None:
    """The background of the story, by number and version; None where it has none."""
    body = acts.get(EntryKind.BACKGROUND, {})
    return (body["background"], body["version"]) if body.get("background") else None


def injects_body(injects: Iterable[Inject]) -> list[JsonObject]:
    """Texts that a chat's scripts placed."""
    return [
        {
            "id": it.id,
            "text": it.text,
            "position": int(it.position),
            "depth": it.depth,
            "role": it.role.value,
            "scan": it.scan,
        }
        for it in injects
    ]


def injects_of(acts: Acts) -> tuple[Inject, ...]:
    """Texts that a chat's scripts placed before it was imported."""
    return tuple(
        Inject(it["id"], it["text"], NotePosition(it["position"]), it["depth"], Role(it["role"]), it["scan"])
        for it in acts.get(EntryKind.IMPORT, {}).get("injects", ())
    )


def scenario_of(acts: Acts) -> str:
    """The scenario that an imported chat has instead of the card's."""
    return acts.get(EntryKind.IMPORT, {}).get("scenario", "")


def ways_body(ways: Ways) -> JsonObject:
    """How a group of characters was played that came with a file."""
    return {
        "strategy": ways.strategy.value,
        "cards": ways.cards.value,
        "prefix": ways.prefix,
        "suffix": ways.suffix,
        "muted_too": ways.muted_too,
    }


def ways_of(acts: Acts, settings: Settings) -> Ways:
    """How several characters are played: as the settings say, and where they leave it open as the story came."""
    body = acts.get(EntryKind.IMPORT, {}).get("group", {})
    own, strategy, cards = Ways(), settings.scene_strategy, settings.scene_cards
    return Ways(
        SceneStrategy(body.get("strategy", own.strategy)) if strategy is SceneStrategy.AUTO else strategy,
        SceneCards(body.get("cards", own.cards)) if cards is SceneCards.AUTO else cards,
        body.get("prefix", own.prefix),
        body.get("suffix", own.suffix),
        body.get("muted_too", own.muted_too),
    )


def persona_body(persona: UserPersona) -> JsonObject:
    """A persona without its name and number."""
    return {
        "description": persona.description,
        "position": int(persona.position),
        "depth": persona.depth,
        "role": persona.role.value,
        "raw": persona.raw,
    }


def persona_of(number: int, name: str, body: Mapping[str, Any], book: int | None = None) -> UserPersona:
    """A persona as it was stored."""
    plain = UserPersona(name, id=number, book=book)
    return replace(
        plain,
        description=body.get("description", plain.description),
        position=PersonaPosition(body.get("position", plain.position)),
        depth=body.get("depth", plain.depth),
        role=Role(body.get("role", plain.role)),
        raw=cast("JsonObject", body.get("raw", {})),
    )
