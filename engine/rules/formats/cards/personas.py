"""Personas of people in SillyTavern's settings."""

from engine.rules.formats.json_fields import as_object, as_text, one_line, role, whole
from engine.rules.text.clean import clean_text
from engine.values.documents import Json, JsonObject
from engine.values.story.notes import PersonaPosition, UserPersona

MAX_DESCRIPTION = 1_000_000
MAX_PERSONAS = 1_000
MAX_DEPTH = 10_000


def personas_from_settings(raw: Json) -> tuple[UserPersona, ...]:
    """Return the personas in ``settings.json`` or in a file of personas, the default one first.

    ``raw`` of each holds its ``avatar`` (the picture's file name) and, where there is one, the name of its
    ``lorebook``. A description that is too long is cut.
    """
    settings = as_object(raw)
    source = as_object(settings.get("power_user")) or settings
    described = as_object(source.get("persona_descriptions"))
    default = as_text(source.get("default_persona"))
    named = sorted(as_object(source.get("personas")).items(), key=lambda pair: pair[0] != default)
    found = (_persona(avatar, one_line(name), described.get(avatar)) for avatar, name in named)
    return tuple(persona for persona in found if persona.name)[:MAX_PERSONAS]


def _persona(avatar: str, name: str, described: Json) -> UserPersona:
    fields: JsonObject = {"description": described} if isinstance(described, str) else as_object(described)
    position = whole(fields.get("position"), 0, -1, 10)
    return UserPersona(
        name=name,
        description=clean_text(as_text(fields.get("description")))[:MAX_DESCRIPTION],
        position=PersonaPosition(position) if position in {*PersonaPosition} else PersonaPosition.IN_PROMPT,
        depth=whole(fields.get("depth"), 2, 0, MAX_DEPTH),
        role=role(fields.get("role")),
        raw={"avatar": avatar, "name": name, **fields},
    )
