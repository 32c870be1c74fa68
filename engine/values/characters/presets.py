"""Presets: which texts make a prompt, in which order, and how the model is sampled."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from engine.values.characters.scripts import RegexScript
from engine.values.documents import Json, JsonObject
from engine.values.models.models import Sampling
from engine.values.models.prompts import Generation, Role

BUILT_IN_MARKERS = (
    "worldInfoBefore",
    "personaDescription",
    "charDescription",
    "charPersonality",
    "scenario",
    "worldInfoAfter",
    "dialogueExamples",
    "chatHistory",
)
"""Identifiers that stand for a part of the prompt and have no text of their own."""

BUILT_IN_TEXTS = ("main", "nsfw", "jailbreak", "enhanceDefinitions")
"""Identifiers of the texts that every preset has."""


@dataclass(frozen=True, slots=True)
class PresetPrompt:
    """One text of a preset. ``depth`` is None where it stands in the order, else its place in the chat.

    ``forbid_overrides``: a card does not replace it. Without ``triggers`` it holds for every kind of reply.
    ``unsent``: it is marked as one of SillyTavern's own and is none, so that it is sent nowhere.
    """

    identifier: str
    name: str = ""
    role: Role = Role.SYSTEM
    text: str = ""
    marker: bool = False
    depth: int | None = None
    depth_order: float = 100
    forbid_overrides: bool = False
    triggers: frozenset[Generation] = frozenset()
    unsent: bool = False


@dataclass(frozen=True, slots=True)
class PromptOrderEntry:
    """A place in a preset's order."""

    identifier: str
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class PresetTexts:
    """The small texts around the parts of a prompt. Empty ones add nothing; formats always hold their gap."""

    new_chat: str = ""
    new_group_chat: str = ""
    new_example_chat: str = ""
    continue_nudge: str = ""
    group_nudge: str = ""
    impersonation: str = ""
    send_if_empty: str = ""
    world_format: str = "{0}"
    scenario_format: str = "{{scenario}}"
    personality_format: str = "{{personality}}"


@dataclass(frozen=True, slots=True)
class Preset:
    """A chat-completion preset. ``raw`` is the whole JSON object it came in, and is what is exported.

    ``order`` names prompts and markers; what it does not name is not sent, except prompts with a depth of a preset
    of the NodeST dialect, which are in it by being there. ``names``: -1 none, 0 where several people speak, 1 in the
    message's name field, 2 always before the words. ``max_context`` and ``max_tokens`` are in tokens. ``ignored`` are
    the names of fields that hold something and are not honoured.
    """

    name: str
    prompts: tuple[PresetPrompt, ...] = ()
    order: tuple[PromptOrderEntry, ...] = ()
    texts: PresetTexts = field(default_factory=PresetTexts)
    sampling: Sampling = field(default_factory=Sampling)
    max_context: int | None = None
    max_tokens: int | None = None
    prefill: str = ""
    continue_prefill: bool = False
    squash: bool = False
    names: int = 0
    scripts: tuple[RegexScript, ...] = ()
    ignored: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    raw: JsonObject = field(default_factory=dict[str, Json], hash=False, repr=False)

    @property
    def places(self) -> list[tuple[PromptOrderEntry, PresetPrompt | None]]:
        """The prompts in the order they are sent in, then what there is outside it, which counts as switched off."""
        by_name = {it.identifier: it for it in self.prompts}
        ordered = [(it, by_name.pop(it.identifier, None)) for it in self.order]
        left = [it for it in by_name.values() if it.text or it.marker]
        return [*ordered, *((PromptOrderEntry(it.identifier, enabled=False), it) for it in left)]


@dataclass(frozen=True, slots=True)
class PromptChange:
    """What a prompt is to be: None leaves a part as it is. ``depth`` -1: in the order instead of the chat."""

    name: str | None = None
    text: str | None = None
    role: str | None = None
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Sampler:
    """A number that a preset may ask for: the fields of a file that hold it, the one to write first, and its bounds."""

    fields: tuple[str, ...]
    low: float
    high: float
    whole: bool = False


SAMPLERS: Final[Mapping[str, Sampler]] = {
    "temperature": Sampler(("temperature", "temp_openai"), 0, 2),
    "top_p": Sampler(("top_p", "top_p_openai"), 0, 1),
    "top_k": Sampler(("top_k", "top_k_openai"), 0, 1_000, whole=True),
    "min_p": Sampler(("min_p", "min_p_openai"), 0, 1),
    "frequency_penalty": Sampler(("frequency_penalty", "freq_pen_openai"), -2, 2),
    "presence_penalty": Sampler(("presence_penalty", "pres_pen_openai"), -2, 2),
    "repetition_penalty": Sampler(("repetition_penalty", "repetition_penalty_openai"), 0.1, 2),
    "seed": Sampler(("seed",), -1, 2**31 - 1, whole=True),
    "max_tokens": Sampler(("openai_max_tokens",), 1, 10_000_000, whole=True),
    "max_context": Sampler(("openai_max_context",), 1, 10_000_000, whole=True),
}
"""What can be asked of the model, by the names people use."""


@dataclass(frozen=True, slots=True)
class PresetInfo:
    """A preset as lists show it; ``current``: it holds in the chat that asks."""

    id: int
    name: str
    builtin: bool
    version: int
    current: bool = False


@dataclass(frozen=True, slots=True)
class PresetInUse:
    """The preset of a chat as it is sent there, and its number and version; 0 and 0 for the built-in one.

    ``copied``: it is a copy that was made just now, of one that nobody can change.
    """

    id: int
    version: int
    preset: Preset
    copied: bool = False


@dataclass(frozen=True, slots=True)
class PresetVersion:
    """One version of a preset: the names of the prompts it changed, and whether their order or the rest changed.

    ``current``: it is the one that is sent in the chat that asks.
    """

    number: int
    made_at: datetime
    prompts: tuple[str, ...]
    order: bool
    rest: bool
    current: bool
