"""Neighbouring system messages become one, for presets and services that want it so."""

from collections.abc import Sequence
from dataclasses import replace

from engine.rules.framework.pieces import Block
from engine.values.models.prompts import PromptMessage, Role

Sent = Block | PromptMessage
"""A message on its way out: still in pieces, or something that was said."""


def squash(sent: Sequence[Sent]) -> tuple[Sent, ...]:
    """``sent`` with each system message marked that continues the one before it.

    Named ones (examples) and those that begin a chat stay alone.
    """
    marked: list[Sent] = []
    for it in sent:
        before = marked[-1] if marked else None
        marked.append(replace(it, joined=True) if isinstance(it, Block) and _loose(it) and _loose(before) else it)
    return tuple(marked)


def messages_of(sent: Sequence[Sent]) -> tuple[PromptMessage, ...]:
    """The messages; a block that is joined stands in the message before it."""
    messages: list[PromptMessage] = []
    for piece in sent:
        if isinstance(piece, PromptMessage):
            messages.append(piece)
        elif piece.joined and messages:
            messages[-1] = replace(messages[-1], text=f"{messages[-1].text}\n{piece.text}")
        else:
            messages.append(piece.message)
    return tuple(messages)


def _loose(it: Sent | None) -> bool:
    return isinstance(it, Block) and it.role is Role.SYSTEM and not it.name and not it.alone
