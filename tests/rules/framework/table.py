"""Pieces that stages are put together from, and a prompt as people read it."""

from collections.abc import Iterable
from dataclasses import replace

from engine.values.characters.characters import Card
from engine.values.characters.presets import Preset, PresetPrompt, PresetTexts, PromptOrderEntry
from engine.values.characters.worlds import BoundBook, Position, WorldBook, WorldEntry
from engine.values.models.prompts import (
    HistoryLine,
    LedgerLine,
    PartVerdict,
    PromptLimits,
    PromptMessage,
    PromptPart,
    PromptSlot,
    Role,
    Talk,
)
from engine.values.models.stage import Built, PromptMoment, PromptStage

DEFAULT_ORDER = (
    "main",
    "worldInfoBefore",
    "personaDescription",
    "charDescription",
    "charPersonality",
    "scenario",
    "enhanceDefinitions",
    "nsfw",
    "worldInfoAfter",
    "dialogueExamples",
    "chatHistory",
    "jailbreak",
)
MARKERS = tuple(it for it in DEFAULT_ORDER if it not in ("main", "enhanceDefinitions", "nsfw", "jailbreak"))

CARD = Card(
    2.0,
    "Mia",
    description="{{char}} bakes bread.",
    personality="warm",
    scenario="A bakery at dawn, {{user}} walks in.",
    mes_example="<START>\n{{user}}: Hi\n{{char}}: Morning!\n<START>\n{{char}}: Bread?",
)
BARE = Card(2.0, "Mia", description="{{char}} bakes bread.")
"""A card with one field, for what is not about cards."""

TEXTS = PresetTexts(
    new_chat="[Start a new chat]",
    new_group_chat="[Start a new group chat. Members: {{group}}]",
    new_example_chat="[Example chat]",
    continue_nudge="[Continue without repeating: {{lastChatMessage}}]",
    group_nudge="[Write the next reply only as {{char}}.]",
    impersonation="[Write {{user}}'s next reply.]",
    world_format="{0}",
    scenario_format="[Scene: {{scenario}}]",
    personality_format="[{{char}} is {{personality}}]",
)


def text_prompt(identifier: str, text: str, **more: object) -> PresetPrompt:
    """A prompt of a preset."""
    return replace(PresetPrompt(identifier, name=identifier.title(), text=text), **more)  # pyright: ignore[reportArgumentType] - fields by name


def preset(
    *added: PresetPrompt, order: Iterable[str] = DEFAULT_ORDER, off: Iterable[str] = (), **more: object
) -> Preset:
    """SillyTavern's default order with short texts. ``added`` replace prompts of their name or join them."""
    prompts = {name: PresetPrompt(name, name=name, marker=True) for name in MARKERS}
    prompts |= {
        "main": text_prompt("main", "Write {{char}}'s next reply to {{user}}."),
        "nsfw": text_prompt("nsfw", ""),
        "enhanceDefinitions": text_prompt("enhanceDefinitions", "Know {{char}} well."),
        "jailbreak": text_prompt("jailbreak", "Stay in character."),
    }
    prompts |= {it.identifier: it for it in added}
    switched_off = {"enhanceDefinitions", *off}
    ordered = tuple(PromptOrderEntry(name, enabled=name not in switched_off) for name in order)
    base = Preset("Test", tuple(prompts.values()), ordered, TEXTS)
    return replace(base, **more)  # pyright: ignore[reportArgumentType] - fields by name


def user(seq: int, text: str, name: str = "Ann", speaker: str = "p1") -> HistoryLine:
    """Something a person said."""
    return HistoryLine(seq, Role.USER, text, name, speaker)


def reply(seq: int, text: str, name: str = "Mia", speaker: str = "c1") -> HistoryLine:
    """Something a character said."""
    return HistoryLine(seq, Role.ASSISTANT, text, name, speaker)


def talk(*lines: HistoryLine, answered: int = 1) -> Talk:
    """The last ``answered`` lines are answered now."""
    at = len(lines) - answered
    people = sum(line.role is Role.USER for line in lines)
    return Talk(lines[:at], lines[at:], from_people=people, from_characters=len(lines) - people)


TALK = talk(
    user(1, "Hello."),
    reply(2, "Good morning!"),
    user(3, "How is the bread?"),
    reply(4, "Fresh from the oven."),
    user(5, "One loaf, please."),
)
LIMITS = PromptLimits(budget_tokens=24_000, reply_max_tokens=1_000)


def stage(**more: object) -> PromptStage:
    """A stage of the bare card, the default preset and a short talk, with other fields given by name."""
    base = PromptStage(BARE, preset(), PromptMoment("Ann", seed="1", stable_seed="1"), TALK, LIMITS)
    return replace(base, **more)  # pyright: ignore[reportArgumentType] - fields by name


def entry(uid: str, position: Position = Position.BEFORE_CHARACTER, **more: object) -> WorldEntry:
    """A constant entry whose text is its uid."""
    base = WorldEntry(uid, content=f"Lore {uid}.", comment=uid, constant=True, position=position)
    return replace(base, **more)  # pyright: ignore[reportArgumentType] - fields by name


def book(*entries: WorldEntry) -> tuple[BoundBook, ...]:
    """One book of the character."""
    return (BoundBook("lore", WorldBook("Lore", entries)),)


def part(slot: PromptSlot, text: str, *, required: bool = False, heading: str = "") -> PromptPart:
    """A part that a retriever proposes."""
    return PromptPart(slot, slot.name.lower(), (PromptMessage(Role.SYSTEM, text),), required, heading)


def readable(built: Built) -> str:
    """The prompt and its ledger as text. Sizes are left out: they are the estimate's business."""
    messages = "".join(f"--- {_speaker(message)}\n{message.text}\n" for message in built.prompt.messages)
    ledger = "".join(f"{_fate(line)}\n" for line in built.prompt.ledger)
    return f"{messages}=== ledger\n{ledger}"


def _speaker(message: PromptMessage) -> str:
    name = f" {message.name}" if message.name else ""
    return f"{message.role.value}{name}{f' ({message.spoken_as})' if message.spoken_as else ''}"


def _fate(line: LedgerLine) -> str:
    reason = f" {line.reason}" if line.reason else ""
    detail = f" [{line.detail}]" if line.detail else ""
    paid = "" if line.tokens or line.verdict is not PartVerdict.IN else " (no tokens of its own)"
    return f"{line.verdict.value}{reason}: {line.origin}{detail}{paid}"
