"""Which fields of a preset say something that is not honoured.

Addresses, keys, proxies and models of a stranger's file are never used. They are named here, so that whoever imports
the file knows.
"""

from engine.rules.formats.json_fields import as_object, one_line
from engine.values.documents import Json, JsonObject

MAX_NAMED = 100
HONOURED = frozenset(
    {
        *("prompts", "prompt_order", "main_prompt", "nsfw_prompt", "jailbreak_prompt", "name"),
        *("temperature", "temp_openai", "top_p", "top_p_openai", "top_k", "top_k_openai", "min_p", "min_p_openai"),
        *("frequency_penalty", "freq_pen_openai", "presence_penalty", "pres_pen_openai", "repetition_penalty"),
        *("repetition_penalty_openai", "seed", "stop", "stop_sequences", "openai_max_context", "openai_max_tokens"),
        *("new_chat_prompt", "new_group_chat_prompt", "new_example_chat_prompt", "continue_nudge_prompt"),
        *("group_nudge_prompt", "impersonation_prompt", "send_if_empty", "wi_format", "scenario_format"),
        *("personality_format", "assistant_prefill", "continue_prefill", "squash_system_messages"),
        *("names_behavior", "names_in_completion", "extensions"),
    }
)
# What these hold in a preset nobody has changed, or what makes no difference here.
_DEFAULTS: dict[str, tuple[Json, ...]] = {
    "n": (1,),
    "bias_preset_selected": ("Default (none)",),
    "chat_completion_source": ("openai",),
    "openai_model": ("gpt-4-turbo", "gpt-4o", "gpt-3.5-turbo"),
    "claude_model": ("claude-3-5-sonnet-20240620", "claude-sonnet-4-5"),
    "openrouter_model": ("OR_Website",),
    "openrouter_sort_models": ("alphabetically",),
    "openrouter_allow_fallbacks": (True,),
    "openrouter_middleout": ("on",),
    "ai21_model": ("jamba-1.5-large", "jamba-large"),
    "mistralai_model": ("mistral-large-latest",),
    "google_model": ("gemini-pro", "gemini-1.5-pro", "gemini-2.5-pro"),
    "inline_image_quality": ("low", "auto"),
    "continue_postfix": (" ",),
    "reasoning_effort": ("medium", "auto"),
    "verbosity": ("auto",),
    "show_thoughts": (True,),
    "stream_openai": (True,),
    "max_context_unlocked": (True,),
    "use_sysprompt": (True,),
    "claude_use_sysprompt": (True,),
    "use_makersuite_sysprompt": (True,),
    "image_inlining": (True,),
    "media_inlining": (True,),
    "vertexai_region": ("us-central1",),
    "vertexai_auth_mode": ("express",),
    "human_sysprompt_message": (
        "Let's get started. Please generate your response based on the information and instructions provided above.",
    ),
    "jailbreak_system": (True,),
    "nsfw_toggle": (True,),
}


def ignored_fields(raw: JsonObject) -> tuple[str, ...]:
    """Return the names of fields that hold something and are not honoured, at most MAX_NAMED."""
    fields = [name for name, value in raw.items() if name not in HONOURED and _says_something(name, value)]
    extensions = as_object(raw.get("extensions"))
    fields += [f"extensions.{name}" for name, value in extensions.items() if name != "regex_scripts" and value]
    return tuple(filter(None, map(one_line, fields[:MAX_NAMED])))


def _says_something(name: str, value: Json) -> bool:
    return bool(value) and value not in _DEFAULTS.get(name, ())
