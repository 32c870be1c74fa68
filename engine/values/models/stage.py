"""Everything that one prompt is made of, and what comes of building it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

from engine.values.characters.characters import Card
from engine.values.characters.lore_timers import LoreTimers
from engine.values.characters.presets import Preset
from engine.values.characters.scripts import RegexScript
from engine.values.characters.worlds import BoundBook
from engine.values.chats.notices import Notice
from engine.values.house.setting_choices import BookOrder, ChapterOrder, DepthCounting, Language, SummaryMode
from engine.values.models.prompts import Generation, Prompt, PromptLimits, PromptPart, Talk
from engine.values.story.chronicle import NO_CHRONICLE, Chronicle
from engine.values.story.notes import AuthorsNote, Inject, UserPersona

NO_CLOCK: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""The moment where nobody says which."""


@dataclass(frozen=True, slots=True)
class PromptMoment:
    """Who asks, when, and by which seeds chance decides. ``now`` is aware and in the person's own zone. ``model``: the
    one that is asked first.

    ``seed`` changes with the place in the log, ``stable_seed`` stays with the session. ``idle`` is how long nobody
    had said anything; None when nobody ever did.
    """

    user: str
    now: datetime = NO_CLOCK
    language: Language = Language.EN
    seed: str = ""
    stable_seed: str = ""
    idle: timedelta | None = None
    model: str = ""


@dataclass(frozen=True, slots=True)
class Variables:
    """What macros have stored: of this chat, and those that macros call global. Names and values are texts."""

    local: Mapping[str, str] = field(default_factory=dict[str, str])
    shared: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class WorldRules:
    """How world books are read where an entry or its book does not say: as SillyTavern does when it is new.

    Budgets are in percent and tokens.
    ``budget_cap``, ``recursion_steps`` and ``min_activations`` are off at 0. ``by_meaning``: how many entries may be
    told for what they mean.
    """

    scan_depth: int = 2
    budget_percent: int = 25
    budget_cap: int = 0
    recursive: bool = True
    recursion_steps: int = 0
    min_activations: int = 0
    case_sensitive: bool = False
    whole_words: bool = True
    group_scoring: bool = False
    include_names: bool = True
    book_order: BookOrder = BookOrder.CHARACTER_FIRST
    by_meaning: int = 3


@dataclass(frozen=True, slots=True)
class StoryRules:
    """How a long story is told. ``first`` and ``last`` messages stand around a classic summary, ``chapter_turns`` turns
    before a chapter's end; of what pages tell, ``visible`` messages stay and up to ``spare`` more, so that the front
    of the talk jumps seldom. ``index_tokens`` is the most of the index.
    """

    summary: SummaryMode = SummaryMode.AUTO
    first: int = 3
    last: int = 3
    chapter_turns: int = 5
    chapter_order: ChapterOrder = ChapterOrder.SUMMARY_FIRST
    hide_processed: bool = True
    visible: int = 10
    spare: int = 16
    index_tokens: int = 600


@dataclass(frozen=True, slots=True)
class StoryWords:
    """The house's words above what a story is told by, and the mark around it, which no text can forge."""

    mark: str = "memory"
    summary: str = ""
    chapter: str = ""
    index: str = ""
    timeline: str = ""
    items: str = ""


@dataclass(frozen=True, slots=True)
class PromptStage:
    """Everything that one prompt is made of. ``parts`` is what retrievers propose; ``others`` is the rest of the cast,
    of whom the first ``before`` came before the character.

    ``scripts`` are those that may run here. ``note`` and ``persona`` are None where there is none. ``chronicle`` is
    what tells the story besides the talk, by the rules of ``story`` and with ``words`` above it.
    """

    card: Card
    preset: Preset
    moment: PromptMoment
    talk: Talk
    limits: PromptLimits
    generation: Generation = Generation.NORMAL
    persona: UserPersona | None = None
    note: AuthorsNote | None = None
    injects: tuple[Inject, ...] = ()
    books: tuple[BoundBook, ...] = ()
    scripts: tuple[RegexScript, ...] = ()
    others: tuple[Card, ...] = ()
    before: int = 0
    parts: tuple[PromptPart, ...] = ()
    variables: Variables = field(default_factory=Variables)
    timers: LoreTimers = field(default_factory=LoreTimers)
    world: WorldRules = field(default_factory=WorldRules)
    depth_counting: DepthCounting = DepthCounting.ST
    strict_order: bool = False
    chronicle: Chronicle = NO_CHRONICLE
    story: StoryRules = field(default_factory=StoryRules)
    words: StoryWords = field(default_factory=StoryWords)


@dataclass(frozen=True, slots=True)
class Built:
    """A prompt, and the state that building it leaves: it is stored with the reply, not before.

    ``notices`` say what of it could not be read whole.
    """

    prompt: Prompt
    variables: Variables
    timers: LoreTimers
    notices: tuple[Notice, ...] = ()
