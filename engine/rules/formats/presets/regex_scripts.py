"""Regex scripts: files of them, and those that cards and presets bring."""

from collections.abc import Sequence

from engine.errors import NotScripts, TooManyEntries
from engine.rules.formats.bounded_json import read_json, write_json_value
from engine.rules.formats.json_fields import as_list, as_objects, as_text, cleaned, cleaned_each, flag, one_line, whole
from engine.rules.formats.likeness import likeness
from engine.values.characters.characters import Card
from engine.values.characters.scripts import Placement, RegexScript
from engine.values.documents import Json, JsonObject

MAX_SCRIPTS = 1_000
MAX_PATTERN = 50_000
MAX_SCRIPT_DEPTH = 1_000_000
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF")
_EVERYWHERE = 0
"""The oldest files' placement for what is only shown; alone it means every text."""
_SENT_AS = 4
"""Their placement for texts sent in another's name; a slash command does that."""


def read_scripts(data: bytes) -> tuple[RegexScript, ...]:
    """Return the scripts in a JSON file with one or a list of them. Raises InputError, and nothing else."""
    if data.startswith(_PICTURES):
        raise NotScripts(seems="picture")
    raw = read_json(data)
    scripts = scripts_from_json(raw) if likeness(raw) == "scripts" else ()
    if not scripts:
        raise NotScripts(seems=likeness(raw).replace("scripts", "json"))
    return scripts


def count_without_pattern(data: bytes) -> int:
    """How many things in a file of scripts look for nothing, and are left out. Raises what ``read_scripts`` raises."""
    raw = read_json(data)
    return len(raw) - len(scripts_from_json(raw)) if isinstance(raw, list) else 0


def scripts_from_json(raw: Json) -> tuple[RegexScript, ...]:
    """Return one script or a list of them; what has no pattern to find is left out.

    Raises TooManyEntries, FieldTooLong.
    """
    items = as_objects(raw) if isinstance(raw, list) else [raw] if isinstance(raw, dict) else []
    scripts = [item for item in items if as_text(item.get("findRegex")).strip()]
    if len(scripts) > MAX_SCRIPTS:
        raise TooManyEntries(limit=MAX_SCRIPTS)
    return tuple(_script(item) for item in scripts)


def card_scripts(card: Card) -> tuple[RegexScript, ...]:
    """Return the scripts of a card. Raises TooManyEntries, FieldTooLong."""
    return scripts_from_json(card.extensions.get("regex_scripts"))


def write_scripts(scripts: Sequence[RegexScript]) -> bytes:
    """Return a file of scripts: one stands alone, several in a list, each with every field it came with."""
    return write_json_value(scripts[0].raw if len(scripts) == 1 else [script.raw for script in scripts])


def _script(raw: JsonObject) -> RegexScript:
    placements, shown = _placements(raw.get("placement"))
    substitute = raw.get("substituteRegex")
    return RegexScript(
        name=one_line(raw.get("scriptName")),
        find=cleaned(raw.get("findRegex"), "findRegex", MAX_PATTERN),
        replace=cleaned(raw.get("replaceString"), "replaceString"),
        trim=cleaned_each(raw.get("trimStrings"), "trimStrings"),
        placements=placements,
        enabled=not flag(raw.get("disabled"), False),
        display_only=shown or flag(raw.get("markdownOnly"), False),
        prompt_only=shown or flag(raw.get("promptOnly"), False),
        substitute=int(substitute) if isinstance(substitute, bool) else whole(substitute, 0, 0, 2),
        min_depth=_depth(raw.get("minDepth")),
        max_depth=_depth(raw.get("maxDepth")),
        raw=raw,
    )


def _placements(value: Json) -> tuple[frozenset[Placement], bool]:
    """Return where a script holds, and whether it is of the oldest kind, which stored texts are kept from."""
    items = as_list(value) if isinstance(value, list) else [value]
    numbers = {number for number in (whole(item, None, -1, 7) for item in items) if number is not None}
    placements = frozenset(placement for placement in Placement if placement in numbers)
    if numbers == {_EVERYWHERE}:
        placements = frozenset(Placement)
    if numbers == {_SENT_AS}:
        placements = frozenset({Placement.SLASH_COMMAND})
    return placements, _EVERYWHERE in numbers


def _depth(value: Json) -> int | None:
    found = whole(value, -1, -1, MAX_SCRIPT_DEPTH)
    return None if found < 0 else found
