"""The director's share of a turn: what it puts at the head of the prompt, and what a reply does to the plot."""

from engine.turns.load import Scene
from engine.values.documents import JsonObject
from engine.values.entries import EntryKind
from engine.values.prompts import Part
from engine.values.turns import Reply


def head_parts(_scene: Scene) -> tuple[Part, ...]:
    """The evolved persona, the world setting, the outline and the instruction, each only where there is one."""
    return ()


def plot_act(_scene: Scene, _reply: Reply) -> tuple[EntryKind, JsonObject] | None:
    """The act that says how far the story has come after a reply of any kind; None while nobody directs."""
    return None
