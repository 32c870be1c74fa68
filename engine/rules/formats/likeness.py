"""What a JSON value looks like, for the sentence that says why it is not what was asked for."""

from engine.rules.formats.json_fields import as_objects, as_text
from engine.values.documents import Json

_MARKS: tuple[tuple[str, frozenset[str]], ...] = (
    ("settings", frozenset({"power_user", "extension_settings", "oai_settings", "accountStorage"})),
    ("chat", frozenset({"chat_metadata", "histories", "is_user", "savedsettings", "data_visible"})),
    ("scripts", frozenset({"findRegex", "replaceString"})),
    ("quick", frozenset({"qrList", "quickReplySlots"})),
    ("card", frozenset({"first_mes", "char_name", "mes_example", "char_persona", "character_book", "roleCard"})),
    (
        "preset",
        frozenset(
            {
                *("prompts", "prompt_order", "openai_max_context", "openai_max_tokens", "chat_completion_source"),
                *("new_chat_prompt", "impersonation_prompt", "main_prompt", "jailbreak_prompt", "nsfw_prompt"),
                *("temp_openai", "freq_pen_openai", "wi_format"),
            }
        ),
    ),
    (
        "text-preset",
        frozenset(
            {
                *("rep_pen", "repetition_penalty_range", "sampler_order", "typical_p", "tfs", "temp", "max_length"),
                *("input_sequence", "output_sequence", "story_string", "instruct", "context", "sysprompt"),
            }
        ),
    ),
    ("theme", frozenset({"blur_strength", "main_text_color", "custom_css"})),
    ("book", frozenset({"entries", "lorebookVersion"})),
)
_SAMPLERS = frozenset({"temperature", "top_p", "frequency_penalty", "presence_penalty"})


def likeness(raw: Json) -> str:
    """Return card, book, preset, text-preset, scripts, quick, chat, settings, theme, or json when nothing fits."""
    if isinstance(raw, list):
        first = as_objects(raw)[:1]
        return likeness(first[0]) if first else "json"
    if not isinstance(raw, dict):
        return "json"
    spec = as_text(raw.get("spec"))
    if spec.startswith(("chara_card", "lorebook")):
        return "card" if spec.startswith("chara_card") else "book"
    if {"name", "greeting"} <= raw.keys() or {"name", "context"} <= raw.keys():
        return "card"
    found = next((kind for kind, marks in _MARKS if marks & raw.keys()), "")
    return found or ("preset" if len(_SAMPLERS & raw.keys()) > 1 else "json")
