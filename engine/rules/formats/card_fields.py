"""The fields of a card, each of any type: a number becomes text, what cannot be text becomes empty."""

import math

from engine.errors import FieldTooLong, TextTooLong
from engine.rules.text.clean import clean_text
from engine.values.characters import AssetLink, DepthPrompt
from engine.values.documents import Json, JsonObject
from engine.values.prompts import Role

MAX_FIELD = 1_000_000
MAX_PROMPT_DEPTH = 10_000
MAX_ASSETS = 2_000
DEFAULT_PROMPT_DEPTH = 4
DEFAULT_TALKATIVENESS = 0.5
_MILLISECONDS_FROM = 100_000_000_000  # as seconds, the year 5138


def as_object(value: Json) -> JsonObject:
    """The object, or an empty one."""
    return value if isinstance(value, dict) else {}


def as_text(value: Json) -> str:
    """The text as it stands in the file."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def clean_field(value: Json, field: str) -> str:
    """The text, cleaned. Raises FieldTooLong with the ``field``'s name."""
    try:
        return clean_text(as_text(value), MAX_FIELD)
    except TextTooLong as error:
        raise FieldTooLong(field=field, **error.data) from None


def clean_texts(value: Json, field: str) -> tuple[str, ...]:
    """The texts that are not empty, of a list or of a single text. Raises FieldTooLong."""
    items = value if isinstance(value, list) else [value]
    return tuple(text for text in (clean_field(item, field) for item in items) if text)


def tags(value: Json) -> tuple[str, ...]:
    """Each tag once; a text holds several with commas between. Raises FieldTooLong."""
    items: Json = [*value.split(",")] if isinstance(value, str) else value
    return tuple(dict.fromkeys(text.strip() for text in clean_texts(items, "tags") if text.strip()))


def asset_links(value: Json) -> tuple[AssetLink, ...]:
    """The assets that have an address. Raises FieldTooLong."""
    items = value[:MAX_ASSETS] if isinstance(value, list) else []
    links = [item for item in items if isinstance(item, dict) and isinstance(item.get("uri"), str)]
    return tuple(
        AssetLink(_line(link.get("type")), as_text(link["uri"]), _line(link.get("name")), _line(link.get("ext")))
        for link in links
    )


def notes_by_language(value: Json) -> dict[str, str]:
    """The notes that are not empty. Raises FieldTooLong."""
    notes = {language: clean_field(text, "creator_notes_multilingual") for language, text in as_object(value).items()}
    return {language: text for language, text in notes.items() if text}


def unix_seconds(value: Json) -> int:
    """A moment, 0 when it makes no sense; some programs write milliseconds."""
    number = _number(value, 0.0)
    return max(0, int(number / 1_000 if number >= _MILLISECONDS_FROM else number))


def talkativeness(value: Json) -> float:
    """A share from 0 to 1."""
    return min(max(_number(value, DEFAULT_TALKATIVENESS), 0.0), 1.0)


def depth_prompt(value: Json) -> DepthPrompt | None:
    """The prompt with its depth and role, None without a text. Raises FieldTooLong."""
    fields = as_object(value)
    text = clean_field(fields.get("prompt"), "depth_prompt")
    if not text.strip():
        return None
    role = as_text(fields.get("role")).strip().lower()
    return DepthPrompt(
        text=text,
        depth=int(min(max(_number(fields.get("depth"), DEFAULT_PROMPT_DEPTH), 0), MAX_PROMPT_DEPTH)),
        role=Role(role) if role in {*Role} else Role.SYSTEM,
    )


def _line(value: Json) -> str:
    return " ".join(clean_field(value, "assets").split())


def _number(value: Json, default: float) -> float:
    try:
        number = float(as_text(value))
    except ValueError:
        return default
    return number if math.isfinite(number) else default
