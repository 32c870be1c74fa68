"""The prompts of a preset and their order.

Three dialects are read. SillyTavern's: the order alone says what is sent and whether it is on. NodeST's (``enable``,
role "model"): a prompt may switch itself off, and one with a depth is sent without standing in the order. And
SillyTavern's before it had prompts: three fields with a text each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.errors import TooManyEntries
from engine.rules.formats.json_fields import (
    as_list,
    as_object,
    as_objects,
    as_text,
    cleaned,
    flag,
    generations,
    number,
    one_line,
    role,
    whole,
)
from engine.values.characters.presets import BUILT_IN_MARKERS, BUILT_IN_TEXTS, PresetPrompt, PromptOrderEntry
from engine.values.characters.worlds import MAX_DEPTH
from engine.values.documents import Json, JsonObject
from engine.values.models.prompts import Role

MAX_PROMPTS = 5_000
DEFAULT_DEPTH = 4
DEFAULT_ORDER = (
    ("main", True),
    ("worldInfoBefore", True),
    ("personaDescription", True),
    ("charDescription", True),
    ("charPersonality", True),
    ("scenario", True),
    ("enhanceDefinitions", False),
    ("nsfw", True),
    ("worldInfoAfter", True),
    ("dialogueExamples", True),
    ("chatHistory", True),
    ("jailbreak", True),
)
OLD_TEXTS = {"main_prompt": "main", "nsfw_prompt": "nsfw", "jailbreak_prompt": "jailbreak"}
_MAX_ORDER = 1e9
LIVE_LISTS = ("100001", "100000")


def read_prompts(raw: JsonObject) -> tuple[tuple[PresetPrompt, ...], tuple[PromptOrderEntry, ...]]:
    """Return the prompts of a preset and the order they are sent in; both are empty where it brings none.

    Raises TooManyEntries, FieldTooLong.
    """
    given = as_objects(raw.get("prompts"))
    old = {name: cleaned(raw.get(field), field) for field, name in OLD_TEXTS.items() if raw.get(field)}
    nodest = switch_themselves(given)
    prompts: dict[str, PresetPrompt] = {}
    switched: dict[str, bool] = {}
    for index, item in enumerate(given):
        prompt = _prompt(item, index, nodest=nodest)
        if prompt.identifier not in prompts:
            prompts[prompt.identifier] = prompt
            switched[prompt.identifier] = flag(item.get("enable", item.get("enabled")), True)
    for name, text in old.items():
        prompts[name] = replace(prompts.get(name, PresetPrompt(name, name=name)), text=text)
    order = _order(raw.get("prompt_order")) or (_order_of(prompts, switched) if prompts else {})
    if nodest:
        order = {name: on and switched.get(name, True) for name, on in order.items()}
        order |= {name: switched[name] for name in prompts if name not in order and prompts[name].depth is not None}
    for marker in BUILT_IN_MARKERS:
        if marker in order and marker not in prompts:
            prompts[marker] = PresetPrompt(marker, marker=True)
    if len(prompts) > MAX_PROMPTS or len(order) > MAX_PROMPTS:
        raise TooManyEntries(limit=MAX_PROMPTS)
    return tuple(prompts.values()), tuple(PromptOrderEntry(name, enabled=on) for name, on in order.items())


def switch_themselves(prompts: Sequence[JsonObject]) -> bool:
    """Whether the prompts of a file are of the NodeST dialect."""
    return any("enable" in item or as_text(item.get("role")).strip().lower() == "model" for item in prompts)


def identifier_of(raw: JsonObject, index: int) -> str:
    """How the prompt at ``index`` of a file is called in its order."""
    return one_line(raw.get("identifier"), raw.get("id"), f"prompt-{index + 1}")


def _prompt(raw: JsonObject, index: int, *, nodest: bool) -> PresetPrompt:
    identifier = identifier_of(raw, index)
    marker = identifier in BUILT_IN_MARKERS
    depth = None
    if whole(raw.get("injection_position"), 0, 0, 2) == 1:
        depth = whole(raw.get("injection_depth"), 0 if nodest else DEFAULT_DEPTH, 0, MAX_DEPTH)
    # A depth prompt without a role speaks as the person; a part of the card stays the system's.
    silent = Role.SYSTEM if depth is None or marker else Role.USER
    return PresetPrompt(
        identifier=identifier,
        name=one_line(raw.get("name")),
        role=role(raw.get("role"), silent),
        text=cleaned(raw.get("content"), "content"),
        marker=marker,
        depth=depth,
        depth_order=number(raw.get("injection_order"), 100, -_MAX_ORDER, _MAX_ORDER),
        forbid_overrides=flag(raw.get("forbid_overrides"), False),
        triggers=generations(raw.get("injection_trigger")),
        unsent=flag(raw.get("system_prompt"), False)
        and depth is None
        and not (nodest or marker or identifier in BUILT_IN_TEXTS),
    )


def _order(raw: Json) -> dict[str, bool]:
    """Return the order that holds, each identifier once: the live list, the old one, or the first there is."""
    items = as_list(raw)
    lists = {as_text(item.get("character_id")): item for item in reversed(as_objects(raw)) if "order" in item}
    if lists:
        first = next(reversed(lists))
        items = as_list(lists[next((name for name in LIVE_LISTS if name in lists), first)].get("order"))
    order: dict[str, bool] = {}
    for name, on in _ordered(items):
        order.setdefault(name, on)
    return order


def _ordered(items: Sequence[Json]) -> Iterator[tuple[str, bool]]:
    for item in items:
        fields = as_object(item)
        name = one_line(fields.get("identifier"), item if isinstance(item, str) else None)
        if name:
            yield name, flag(fields.get("enabled", fields.get("enable")), True)


def _order_of(prompts: dict[str, PresetPrompt], switched: dict[str, bool]) -> dict[str, bool]:
    """Return an order for prompts that came without one.

    Prompts of one's own would never be sent in the default order, so that where there are any, the file's holds.
    """
    default = dict(DEFAULT_ORDER)
    order = default if prompts.keys() <= default.keys() else dict.fromkeys(prompts, True)
    return {name: on and switched.get(name, True) for name, on in order.items()}
