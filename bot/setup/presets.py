"""The model services that the wizard knows by name."""

from dataclasses import dataclass

from engine.config.endpoints import WireFormat


@dataclass(frozen=True, slots=True)
class ServicePreset:
    """``url``: the base, "" for one that must be asked for. ``here``: it runs on this machine, perhaps on another port.

    ``key``: it does not answer without a key.
    """

    name: str
    url: str
    key: bool = True
    here: bool = False
    format: WireFormat = WireFormat.OPENAI


GEMINI = ServicePreset("Gemini", "https://generativelanguage.googleapis.com/v1beta", format=WireFormat.GEMINI)
OTHER = ServicePreset("", "", key=False)
"""Any other service with OpenAI's interface; its name is said in the person's language."""

PRESETS = (
    ServicePreset("OpenAI", "https://api.openai.com/v1"),
    ServicePreset("OpenRouter", "https://openrouter.ai/api/v1"),
    ServicePreset("DeepSeek", "https://api.deepseek.com/v1"),
    GEMINI,
    ServicePreset("Ollama", "http://127.0.0.1:11434/v1", key=False, here=True),
    ServicePreset("llama.cpp", "http://127.0.0.1:8080/v1", key=False, here=True),
    OTHER,
)
