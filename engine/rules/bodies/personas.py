"""Personas of people as the database and story files store them, and back."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

from engine.values.documents import JsonObject
from engine.values.models.prompts import Role
from engine.values.story.notes import PersonaPosition, UserPersona


def user_persona_json(persona: UserPersona) -> JsonObject:
    """A persona without its name and number."""
    return {
        "description": persona.description,
        "position": int(persona.position),
        "depth": persona.depth,
        "role": persona.role.value,
        "raw": persona.raw,
    }


def user_persona_of(number: int, name: str, raw: Mapping[str, Any], book: int | None = None) -> UserPersona:
    """A persona as it was stored."""
    plain = UserPersona(name, id=number, book=book)
    return replace(
        plain,
        description=raw.get("description", plain.description),
        position=PersonaPosition(raw.get("position", plain.position)),
        depth=raw.get("depth", plain.depth),
        role=Role(raw.get("role", plain.role)),
        raw=cast("JsonObject", raw.get("raw", {})),
    )
