"""What a card and the house say in a prompt: who the character is, how they talk, what is asked of the model."""

import re
from dataclasses import replace
from typing import Final

from engine.rules.macros.context import MacroContext
from engine.rules.macros.expand import expand, with_card
from engine.values.characters import Card
from engine.values.prompts import Message, Part, PromptTexts, Role, Slot

_START: Final = re.compile(r"<START>", re.IGNORECASE)


def persona_parts(card: Card, context: MacroContext, texts: PromptTexts) -> tuple[Part, ...]:
    """The parts of ``card``, macros expanded; what the card leaves empty has no messages.

    The card's own main and last instruction replace the house's; ``{{original}}`` in them is what they replace. The
    examples are optional, everything else is required.
    """
    scene = with_card(context, card)
    main = _instruction(card.system_prompt, texts.main, replace(scene, place="main"))
    last = _instruction(card.post_history_instructions, texts.post_history, replace(scene, place="post_history"))
    personality = expand(texts.personality, scene) if scene.personality.strip() else ""
    scenario = expand(texts.scenario, scene) if scene.scenario.strip() else ""
    return (
        _part(Slot.PERSONA, "card:system_prompt" if card.system_prompt.strip() else "prompt:main", main),
        _part(Slot.PERSONA, "card:description", scene.description),
        _part(Slot.PERSONA, "card:personality", personality),
        _part(Slot.PERSONA, "card:scenario", scenario),
        _examples(card, scene, texts),
        _part(Slot.POST_HISTORY, "card:post_history_instructions", last),
    )


def time_part(context: MacroContext, texts: PromptTexts) -> Part:
    """What time it is for the person, in their language."""
    return Part(Slot.TIME, "time", (Message(Role.SYSTEM, expand(texts.time, context).strip()),))


def _instruction(own: str, house: str, scene: MacroContext) -> str:
    original = expand(house, scene)
    return expand(own, replace(scene, original=original)) if own.strip() else original


def _part(slot: Slot, origin: str, text: str) -> Part:
    text = text.strip()
    return Part(slot, origin, (Message(Role.SYSTEM, text),) if text else (), required=True)


def _examples(card: Card, scene: MacroContext, texts: PromptTexts) -> Part:
    """Each block after a ``<START>`` is a message of its own, under the house's heading."""
    talk = expand(card.mes_example, replace(scene, place="mes_example"))
    blocks = [block.strip() for block in _START.split(talk)]
    heading = expand(texts.example, scene).strip()
    messages = tuple(Message(Role.SYSTEM, f"{heading}\n{block}") for block in blocks if block)
    return Part(Slot.EXAMPLES, "card:mes_example", messages)
