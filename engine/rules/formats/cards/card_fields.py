"""The fields of a card, each of any type: a number becomes text, what cannot be text becomes empty."""

from engine.rules.formats.json_fields import as_object, as_text, cleaned, number, role, texts, whole
from engine.values.characters.characters import AssetLink, DepthPrompt
from engine.values.documents import Json

MAX_PROMPT_DEPTH = 10_000
MAX_ASSETS = 2_000
DEFAULT_PROMPT_DEPTH = 4
DEFAULT_TALKATIVENESS = 0.5
_MILLISECONDS_FROM = 100_000_000_000  # as seconds, the year 5138


def tags(value: Json) -> tuple[str, ...]:
    """Each tag once; a text holds several with commas between. Raises FieldTooLong."""
    items: Json = [*value.split(",")] if isinstance(value, str) else value
    return tuple(dict.fromkeys(texts(items, "tags")))


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
    notes = {language: cleaned(text, "creator_notes_multilingual") for language, text in as_object(value).items()}
    return {language: text for language, text in notes.items() if text}


def unix_seconds(value: Json) -> int:
    """A moment, 0 when it makes no sense; some programs write milliseconds."""
    seconds = number(value, 0.0, 0, 2**63)
    return int(seconds / 1_000 if seconds >= _MILLISECONDS_FROM else seconds)


def talkativeness(value: Json) -> float:
    """A share from 0 to 1."""
    return number(value, DEFAULT_TALKATIVENESS, 0.0, 1.0)


def depth_prompt(value: Json) -> DepthPrompt | None:
    """The prompt with its depth and role, None without a text. Raises FieldTooLong."""
    fields = as_object(value)
    text = cleaned(fields.get("prompt"), "depth_prompt")
    if not text.strip():
        return None
    return DepthPrompt(
        text=text,
        depth=whole(fields.get("depth"), DEFAULT_PROMPT_DEPTH, 0, MAX_PROMPT_DEPTH),
        role=role(fields.get("role")),
    )


def _line(value: Json) -> str:
    return " ".join(cleaned(value, "assets").split())
