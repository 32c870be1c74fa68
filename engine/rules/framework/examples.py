"""Example dialogues: how the character talks. Each ``<START>`` begins another one.

As in SillyTavern, only what somebody says in them is told, under ``Name:``; of a dialogue in which nobody speaks, the
preset's line for it is all that is sent.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.rules.framework.pieces import Block, PromptPiece, Scrap
from engine.values.models.prompts import PromptSlot, Role

USER_NAME: Final = "example_user"
ASSISTANT_NAME: Final = "example_assistant"
_START: Final = re.compile(r"<START>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ExampleSpeakers:
    """Whose lines are told apart, the person's from the characters'; ``chars`` are all names that those go by.

    ``shown``: their names stand before the words, because several speak.
    """

    user: str
    chars: tuple[str, ...]
    shown: bool = False

    def of(self, line: str) -> tuple[str, str] | None:
        """The name field and the name of who begins to speak in ``line``; None when nobody does."""
        for field, name in ((USER_NAME, self.user), *((ASSISTANT_NAME, name) for name in self.chars)):
            if name and line.startswith(f"{name}:"):
                return field, name
        return None


def dialogues(text: str) -> tuple[str, ...]:
    """The dialogues of a card's or an entry's text. Between two marks may be a blank one."""
    bare = text.strip()
    if bare in ("", "<START>"):
        return ()
    blocks = [block.strip() for block in _START.split(bare)]
    return tuple(blocks if blocks[0] else blocks[1:])


def dialogue_blocks(piece: PromptPiece, dialogue: str, heading: str, speakers: ExampleSpeakers) -> tuple[Block, ...]:
    """The messages of one dialogue under the preset's line for it."""
    head = (Block(Role.SYSTEM, (Scrap(piece, heading),), alone=True),) if heading.strip() else ()
    blocks = (_block(piece, *turn, shown=speakers.shown) for turn in _turns(dialogue.split("\n"), speakers))
    return (*head, *(it for it in blocks if it.scraps[0].text))  # a service may refuse a message without words


def is_silent(dialogue: str, speakers: ExampleSpeakers) -> bool:
    """Whether there are words, and nobody says them."""
    return bool(dialogue) and not any(speakers.of(line) for line in dialogue.split("\n"))


def example_piece(origin: str, number: int, count: int, rank: float = 0) -> PromptPiece:
    """One dialogue in the ledger."""
    return PromptPiece(
        PromptSlot.EXAMPLES, origin, required=False, rank=rank, detail=f"{number}/{count}" if count > 1 else ""
    )


def _turns(lines: Sequence[str], speakers: ExampleSpeakers) -> list[tuple[str, str, list[str]]]:
    """Name field, name and lines of each turn. What stands before the first speaker belongs to that one's turn."""
    turns: list[tuple[str, str, list[str]]] = []
    waiting: list[str] = []
    for line in lines:
        speaker = speakers.of(line)
        if speaker and (not turns or turns[-1][0] != speaker[0]):
            turns.append((*speaker, []))
            if waiting:
                turns[-1][2].extend(waiting)
                waiting = []
        (turns[-1][2] if turns else waiting).append(line)
    return turns


def _block(piece: PromptPiece, field: str, name: str, lines: list[str], *, shown: bool) -> Block:
    words = "\n".join(lines).replace(f"{name}:", "", 1).strip()
    if shown:
        return Block(Role.SYSTEM, (Scrap(piece, f"{name}: {words}"),), field)
    return Block(Role.SYSTEM, (Scrap(piece, words),), field, name)
