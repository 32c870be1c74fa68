"""The chat in a prompt: what was said, what has a depth in it, and the words at its top and its end."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.rules.framework.chat_words import ChatWords
from engine.rules.framework.depth import Count, Layer, above_the_newest_words, place
from engine.rules.framework.pieces import Block
from engine.rules.framework.squash import Sent
from engine.values.prompts import Generation, Message, Role
from engine.values.stage import Stage


@dataclass(frozen=True, slots=True)
class Chat:
    """The chat, and what of it comes only at the very end of the prompt, because the reply begins with it."""

    sent: tuple[Sent, ...]
    begun: tuple[Sent, ...] = ()


def chat(
    stage: Stage, messages: Sequence[Message], deep: Sequence[Layer], recent: Sequence[Block], words: ChatWords
) -> Chat:
    """``messages`` with the layers between them, ``recent`` right before the newest words of people."""
    going_on = stage.generation is Generation.CONTINUE
    count = Count([message.role for message in messages], stage.depth_counting, going_on)
    sent = _woven(messages, (*deep, above_the_newest_words(recent, count)), count)
    instead = words.instead if sent and sent[-1].role is Role.ASSISTANT else ()
    begun: tuple[Sent, ...] = ()
    if going_on and stage.preset.continue_prefill and messages:
        last = max(at for at, it in enumerate(sent) if isinstance(it, Message))
        begun = (sent.pop(last),)
    return Chat((*words.opening, *sent, *instead, *words.closing), begun)


def _woven(messages: Sequence[Message], layers: Sequence[Layer], count: Count) -> list[Sent]:
    sent: list[Sent] = []
    done = 0
    placed = place(layers, count)
    for index in sorted(placed):
        sent += messages[done:index]
        sent += placed[index]
        done = index
    sent += messages[done:]
    return sent
