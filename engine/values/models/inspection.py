"""What the last prompt was made of, for whoever asks why the character said what it said."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.values.chats.steps import TurnStep
from engine.values.memory.memories import PersonFact, Recalled
from engine.values.models.prompts import LedgerLine
from engine.values.story.choosing import ChosenBy
from engine.values.story.chronicle import Dossier, StoryPage


@dataclass(frozen=True, slots=True)
class Inspection:
    """The prompt of the last turn, part by part. It holds no text of the prompt.

    ``estimated`` and ``reported`` are its tokens as we counted them and as the model did. ``ms``: how long each step
    took. ``warnings`` are the kinds that hold (middle, total, conversation). ``path`` says how the prompt came about:
    what kind of reply was asked for, the preset, the budget, how often the request began anew. ``recalled`` and
    ``facts`` are the memories and the facts about people that were in it, best first, with their texts as they may be
    read now: what was erased or ended since is not there. So are ``pages`` and ``dossiers`` of the story, which were
    ``chosen_by`` somebody if there are any. ``places`` are the platforms of those spaces, by number, where the person
    has another name and from which something was recalled. ``web``: what was done about the web (``score``,
    ``reasons``, ``wanted``, and where something was looked up ``by``, ``queries``, ``provider``, ``hits``, ``cached``,
    ``failures`` and ``ms``); None where the chat does not search. ``searched`` are the words that left for it:
    kept in memory alone, for whoever was answered and their newest reply.
    """

    turn: int
    model: str | None
    estimated: int
    reported: int | None
    lines: tuple[LedgerLine, ...]
    ms: Mapping[TurnStep, float] = field(default_factory=dict[TurnStep, float])
    warnings: tuple[str, ...] = ()
    path: Mapping[str, Any] = field(default_factory=dict[str, Any])
    recalled: tuple[Recalled, ...] = ()
    facts: tuple[PersonFact, ...] = ()
    pages: tuple[StoryPage, ...] = ()
    dossiers: tuple[Dossier, ...] = ()
    chosen_by: ChosenBy | None = None
    places: Mapping[int, str] = field(default_factory=dict[int, str])
    web: Mapping[str, Any] | None = None
    searched: tuple[str, ...] = ()
