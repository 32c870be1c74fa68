"""Presets: which texts make a prompt, in which order, and how the model is sampled."""

from dataclasses import dataclass, field

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


@dataclass(frozen=True, slots=True)
class PresetInfo:
    """A preset as lists show it; ``current``: it holds in the chat that asks."""

    id: int
    name: str
    builtin: bool
    version: int
    current: bool = False
