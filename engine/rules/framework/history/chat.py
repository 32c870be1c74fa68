"""The chat in a prompt: what was said or stands in place of it, what has a depth in it, the words at its ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.rules.framework.depth import DepthCount, DepthLayer, above_the_newest_words, place
from engine.rules.framework.history.chat_words import ChatWords
from engine.rules.framework.history.squash import Sent
from engine.rules.framework.pieces import Block
from engine.values.models.prompts import Generation, PromptMessage, Role
from engine.values.models.stage import PromptStage


@dataclass(frozen=True, slots=True)
class Chat:
    """The chat, and what of it comes only at the very end of the prompt, because the reply begins with it."""

    sent: tuple[Sent, ...]
    begun: tuple[Sent, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownChat:
    """What was said, as far as it is shown, and what stands in place of the rest, by the index it stands before."""

    messages: Sequence[PromptMessage]
    told: Mapping[int, tuple[Block, ...]]


def chat(
    stage: PromptStage, shown: ShownChat, deep: Sequence[DepthLayer], recent: Sequence[Block], words: ChatWords
) -> Chat:
    """What is shown with the layers between it, ``recent`` right before the newest words of people.

    A message that the reply goes on from is no part of the chat where it comes at the very end of the prompt: depths
    are counted without it. Nowhere does it count as somebody's last word.
    """
    going_on = stage.generation is Generation.CONTINUE
    apart = going_on and stage.preset.continue_prefill
    messages = shown.messages[:-1] if apart else shown.messages
    count = DepthCount([message.role for message in messages], stage.depth_counting, going_on and not apart)
    layers = place((*deep, above_the_newest_words(recent, count)), count)
    sent = _woven(ShownChat(messages, shown.told), layers)
    end = len(sent) - int(count.going_on and bool(sent))
    if end and sent[end - 1].role is Role.ASSISTANT:
        sent[end:end] = words.instead
    return Chat((*words.opening, *sent, *words.closing), tuple(shown.messages[len(messages) :]))


def _woven(shown: ShownChat, placed: Mapping[int, tuple[Block, ...]]) -> list[Sent]:
    """At one place, what stands for messages is the higher."""
    sent: list[Sent] = []
    done = 0
    for index in sorted({*placed, *shown.told}):
        sent += shown.messages[done:index]
        sent += shown.told.get(index, ())
        sent += placed.get(index, ())
        done = index
    sent += shown.messages[done:]
    return sent
