"""Presets: bytes to a chat-completion preset and back.

Any bytes give a preset or an InputError that says what is wrong. Nothing of a preset is taken as configuration of the
program: where models are and how they are paid for is never read from it.
"""

from collections.abc import Mapping

from engine.errors import NotAPreset
from engine.rules.formats.bounded_json import read_json, write_json_value
from engine.rules.formats.file_names import file_stem
from engine.rules.formats.json_fields import as_object, cleaned, flag, number, one_line, texts, whole
from engine.rules.formats.likeness import likeness
from engine.rules.formats.presets.preset_ignored import ignored_fields
from engine.rules.formats.presets.preset_prompts import read_prompts
from engine.rules.formats.presets.regex_scripts import scripts_from_json
from engine.values.characters.presets import Preset, PresetTexts
from engine.values.documents import Json, JsonObject
from engine.values.models.models import Sampling

WITHOUT_PROMPTS = "preset-without-prompts"
FORMAT_WITHOUT_GAP = "preset-format-without-gap"
MAX_TOKENS = 10_000_000
MAX_SEED = 2**31 - 1
MAX_STOPS = 16
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF")
_FORMATS = {
    "wi_format": ("{0}", "{0}"),
    "scenario_format": ("{{scenario}}", "{{scenario}}"),
    "personality_format": ("{{personality}}", "{{personality}}"),
}

_IN_SETTINGS: Mapping[str, str] = {
    "temperature": "temp_openai",
    "frequency_penalty": "freq_pen_openai",
    "presence_penalty": "pres_pen_openai",
    "top_p": "top_p_openai",
    "top_k": "top_k_openai",
    "top_a": "top_a_openai",
    "min_p": "min_p_openai",
    "repetition_penalty": "repetition_penalty_openai",
}
"""Fields of a preset that settings call otherwise."""


def read_preset(data: bytes, filename: str = "") -> Preset:
    """Return the preset in a JSON file. Raises InputError, and nothing else."""
    if data.startswith(_PICTURES):
        raise NotAPreset(seems="picture")
    return preset_from_json(read_json(data), file_stem(filename))


def preset_from_json(raw: Json, name: str = "") -> Preset:
    """Return the preset that ``raw``, storable JSON, describes. ``name`` is used when it has none of its own.

    Raises NotAPreset, TooManyEntries, FieldTooLong.
    """
    if not isinstance(raw, dict) or likeness(raw) != "preset":
        raise NotAPreset(seems=likeness(raw))
    prompts, order = read_prompts(raw)
    warnings = [FORMAT_WITHOUT_GAP] if any(_lacks_gap(raw, field) for field in _FORMATS) else []
    if not prompts:
        warnings.append(WITHOUT_PROMPTS)
    return Preset(
        name=one_line(raw.get("name"), name),
        prompts=prompts,
        order=order,
        texts=_texts(raw),
        sampling=_sampling(raw),
        max_context=_tokens(raw.get("openai_max_context")),
        max_tokens=_tokens(raw.get("openai_max_tokens")),
        prefill=cleaned(raw.get("assistant_prefill"), "assistant_prefill"),
        continue_prefill=flag(raw.get("continue_prefill"), False),
        squash=flag(raw.get("squash_system_messages"), False),
        names=_names(raw),
        scripts=scripts_from_json(as_object(raw.get("extensions")).get("regex_scripts")),
        ignored=ignored_fields(raw),
        warnings=tuple(warnings),
        raw=raw,
    )


def preset_in_use(saved: JsonObject, settings: JsonObject) -> JsonObject:
    """Return a preset as it was used: with what SillyTavern's settings say instead of what was saved of it.

    Its extensions are those that were saved: settings bring no scripts of their own.
    """
    in_use = dict(saved)
    for name in saved:
        theirs = _IN_SETTINGS.get(name, name)
        if name != "extensions" and theirs in settings:
            in_use[name] = settings[theirs]
    return in_use


def write_preset(preset: Preset) -> bytes:
    """Return the preset as a JSON file, with every field it came with."""
    return write_json_value(preset.raw)


def _texts(raw: JsonObject) -> PresetTexts:
    def text(field: str) -> str:
        return cleaned(raw.get(field), field)

    return PresetTexts(
        new_chat=text("new_chat_prompt"),
        new_group_chat=text("new_group_chat_prompt"),
        new_example_chat=text("new_example_chat_prompt"),
        continue_nudge=text("continue_nudge_prompt"),
        group_nudge=text("group_nudge_prompt"),
        impersonation=text("impersonation_prompt"),
        send_if_empty=text("send_if_empty"),
        world_format=_format(raw, "wi_format"),
        scenario_format=_format(raw, "scenario_format"),
        personality_format=_format(raw, "personality_format"),
    )


def _format(raw: JsonObject, field: str) -> str:
    return _FORMATS[field][0] if _lacks_gap(raw, field) else cleaned(raw.get(field), field) or _FORMATS[field][0]


def _lacks_gap(raw: JsonObject, field: str) -> bool:
    text = cleaned(raw.get(field), field)
    return bool(text) and _FORMATS[field][1] not in text.lower()


def _sampling(raw: JsonObject) -> Sampling:
    """Return how to sample. Values that switch a sampler off are left to the endpoint, which may not know it."""
    top_k = whole(_either(raw, "top_k", "top_k_openai"), 0, 0, 1_000)
    min_p = number(_either(raw, "min_p", "min_p_openai"), 0, 0, 1)
    repetition = number(_either(raw, "repetition_penalty", "repetition_penalty_openai"), 1, 0.1, 2)
    seed = whole(raw.get("seed"), -1, -1, MAX_SEED)
    return Sampling(
        temperature=number(_either(raw, "temperature", "temp_openai"), None, 0, 2),
        top_p=number(_either(raw, "top_p", "top_p_openai"), None, 0, 1),
        top_k=top_k or None,
        min_p=min_p or None,
        frequency_penalty=number(_either(raw, "frequency_penalty", "freq_pen_openai"), None, -2, 2),
        presence_penalty=number(_either(raw, "presence_penalty", "pres_pen_openai"), None, -2, 2),
        repetition_penalty=None if repetition == 1 else repetition,
        seed=None if seed < 0 else seed,
        stop=texts(_either(raw, "stop", "stop_sequences"), "stop")[:MAX_STOPS],
    )


def _either(raw: JsonObject, name: str, old_name: str) -> Json:
    return raw.get(old_name) if raw.get(name) is None else raw[name]


def _tokens(value: Json) -> int | None:
    return whole(value, 0, 0, MAX_TOKENS) or None


def _names(raw: JsonObject) -> int:
    found = whole(raw.get("names_behavior"), None, -2, 3)
    if found is None:
        return 1 if flag(raw.get("names_in_completion"), False) else 0
    return found if -1 <= found <= 2 else 0
