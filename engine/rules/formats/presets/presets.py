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
from engine.values.characters.presets import SAMPLERS, Preset, PresetTexts
from engine.values.documents import Json, JsonObject
from engine.values.models.models import Sampling

WITHOUT_PROMPTS = "preset-without-prompts"
FORMAT_WITHOUT_GAP = "preset-format-without-gap"
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
    top_k = _asked(raw, "top_k", 0)
    min_p = _asked(raw, "min_p", 0)
    repetition = _asked(raw, "repetition_penalty", 1)
    seed = _asked(raw, "seed", -1)
    return Sampling(
        temperature=_asked(raw, "temperature"),
        top_p=_asked(raw, "top_p"),
        top_k=int(top_k) if top_k else None,
        min_p=min_p or None,
        frequency_penalty=_asked(raw, "frequency_penalty"),
        presence_penalty=_asked(raw, "presence_penalty"),
        repetition_penalty=None if repetition == 1 else repetition,
        seed=None if seed is None or seed < 0 else int(seed),
        stop=texts(_either(raw, "stop", "stop_sequences"), "stop")[:MAX_STOPS],
    )


def _asked(raw: JsonObject, name: str, default: float | None = None) -> float | None:
    """What is asked of the model by a name that people use, held between its bounds."""
    sampler = SAMPLERS[name]
    given = next((raw[it] for it in sampler.fields if raw.get(it) is not None), None)
    if sampler.whole:
        return whole(given, default, int(sampler.low), int(sampler.high))
    return number(given, default, sampler.low, sampler.high)


def _either(raw: JsonObject, name: str, old_name: str) -> Json:
    return raw.get(old_name) if raw.get(name) is None else raw[name]


def _tokens(value: Json) -> int | None:
    return whole(value, 0, 0, int(SAMPLERS["max_tokens"].high)) or None


def _names(raw: JsonObject) -> int:
    found = whole(raw.get("names_behavior"), None, -2, 3)
    if found is None:
        return 1 if flag(raw.get("names_in_completion"), False) else 0
    return found if -1 <= found <= 2 else 0
