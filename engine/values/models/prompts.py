"""What goes to a model, part by part, and the record of why each part is there."""

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum

from engine.values.chats.entries import EntryStatus
from engine.values.house.setting_choices import MemoryPosition
from engine.values.models.models import ToolCall
from engine.values.models.pictures import Picture
from engine.values.models.tokens import TokenFactor


class Role(StrEnum):
    """Who speaks in a message to a model."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class PromptMessage:
    """One message of a prompt. ``name`` tells several speakers apart; it is a stable id, not a display name.

    ``spoken_as``: the display name, for services that take no ``name`` (speakers of example messages). ``pictures`` are
    shown behind the text, where the model can see. ``calls`` are what an assistant called behind the text; ``answers``
    is the call that the text answers.
    """

    role: Role
    text: str
    name: str | None = None
    spoken_as: str = ""
    pictures: tuple[Picture, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    answers: ToolCall | None = None


class Generation(StrEnum):
    """What kind of reply a prompt asks for, by the names that presets and world books use."""

    NORMAL = "normal"
    CONTINUE = "continue"
    IMPERSONATE = "impersonate"
    SWIPE = "swipe"
    REGENERATE = "regenerate"
    QUIET = "quiet"


class PromptSlot(IntEnum):
    """What a part is. Without a preset that says otherwise, parts stand in this order; what changes least is first."""

    PERSONA = 10
    WORLD_BEFORE = 12
    USER_PERSONA = 14
    WORLD_AFTER = 16
    EVOLVED_PERSONA = 20
    WORLD_SETTING = 30
    OUTLINE = 40
    INSTRUCTION = 50
    EXAMPLES = 55
    STABLE_MEMORY = 60
    HISTORY = 70
    RECALLED = 80
    SEARCH = 90
    REMINDER = 100
    REACTIONS = 105
    TIME = 110
    DEPTH = 115
    CURRENT = 120
    POST_HISTORY = 130
    OCCASION = 140


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One message of the log. ``name`` is what people read, ``speaker`` a stable id that tells people apart.

    ``quoted``: the message it replies to, as the model reads it. ``hidden``: people see it, the model does not.
    ``imported``: it was said elsewhere, and came as a line of a file.
    """

    seq: int
    role: Role
    text: str
    name: str = ""
    speaker: str | None = None
    status: EntryStatus = EntryStatus.COMPLETE
    quoted: str = ""
    hidden: bool = False
    pictures: tuple[Picture, ...] = ()
    imported: bool = False


@dataclass(frozen=True, slots=True)
class Talk:
    """What was said, oldest first, and what is answered now (several messages when they came in a burst).

    ``whole`` is False when older messages than the first of ``history`` lie on the line but were not loaded.
    ``from_people`` and ``from_characters`` count what was said on the whole line, these lines included; ``hidden`` of
    them are hidden. ``greeting`` is the one it began with, 0 the card's first; None where nobody knows.
    """

    history: tuple[HistoryLine, ...] = ()
    current: tuple[HistoryLine, ...] = ()
    whole: bool = True
    from_people: int = 0
    from_characters: int = 0
    hidden: int = 0
    greeting: int | None = None


@dataclass(frozen=True, slots=True)
class PromptLimits:
    """How much may be sent. Sizes are in tokens, ``history_limit`` in messages (0 = by budget).

    What can be trimmed is trimmed to ``budget_tokens``; what cannot may be as long as ``total_tokens``.
    ``history_characters`` cuts the history again (0 = no). ``history_load_all``: the whole history, or an error.
    ``context`` is the model's own size, None while unknown; ``factor`` is how it counts tokens.
    """

    budget_tokens: int
    reply_max_tokens: int
    context: int | None = None
    history_limit: int = 0
    memory_position: MemoryPosition = MemoryPosition.BEFORE_LAST_MESSAGE
    factor: TokenFactor = 1.0
    total_tokens: int = 100_000
    history_characters: int = 0
    history_load_all: bool = False


@dataclass(frozen=True, slots=True)
class PromptTexts:
    """The house's words for its own parts. Each field is the text of ``config/prompts/{language}/{field}.txt``."""

    time: str
    recalled: str
    diary: str
    selection: str
    nothing_said: str
    nothing_remembered: str
    core: str
    about: str
    manual: str
    dates: str = ""
    away: str = ""
    extract: str = ""
    page: str = ""
    correct: str = ""
    again: str = ""
    choose: str = ""
    choose_calls: str = ""
    choose_json: str = ""
    story_pages: str = ""
    dossiers: str = ""
    background: str = ""
    evolve: str = ""
    summary: str = ""
    chapter: str = ""
    index: str = ""
    timeline: str = ""
    items: str = ""
    evolved: str = ""
    setting: str = ""
    outline: str = ""
    progress: str = ""
    ending: str = ""
    reminder: str = ""
    happened: str = ""
    elsewhere: str = ""
    judge: str = ""
    story_page: str = ""
    story_batch: str = ""
    story_setting: str = ""
    merge_timeline: str = ""
    restate: str = ""
    summary_of: str = ""
    shorter: str = ""
    chapter_of: str = ""
    recap: str = ""
    see: str = ""
    web: str = ""
    web_words: str = ""
    web_tool: str = ""
    web_call: str = ""
    web_called: str = ""
    web_nothing: str = ""
    guide_both: str = ""
    guide_memory: str = ""
    guide_web: str = ""
    guide_sections: str = ""
    reactions: str = ""
    occasion_due: str = ""
    occasion_promise: str = ""
    occasion_thread: str = ""
    occasion_silence: str = ""
    occasion_post: str = ""
    occasion_comment: str = ""
    occasion_moment: str = ""
    occasion_again: str = ""
    circle: str = ""
    backstage: str = ""
    cradle: str = ""
    cradle_dream: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """A line of recalled memory, ready to stand in a prompt. ``store`` and ``id`` say which row it is.

    ``seqs`` are the messages of this line of the story that it quotes: it is left out where the prompt shows them
    anyway. ``place`` orders the lines that are chosen; of the others the best come first in ``PromptPart.quotes``.
    ``scores``: how it was found (score, likeness, bm25), for whoever asks why.
    """

    text: str
    seqs: frozenset[int] = frozenset()
    store: str = ""
    id: int = 0
    place: float = 0.0
    scores: tuple[float | None, ...] = ()


@dataclass(frozen=True, slots=True)
class QuoteFrame:
    """How the quotes of a part stand: between ``above`` and ``below``, so many of them, in so many tokens (0 = all).

    ``selection`` says that they are a selection; ``{told}`` in it becomes the number of the lines that are told, and
    ``{all}`` the ``lines`` that they are of.
    """

    above: str = ""
    below: str = ""
    items: int = 0
    tokens: int = 0
    selection: str = ""
    lines: int = 0


@dataclass(frozen=True, slots=True)
class Meant:
    """A world entry that is about what was said: the one named ``uid`` in the book in use whose key is ``book``.

    ``similarity`` is on the canonical scale; ``sentence`` counts those of the newest words from 1.
    """

    book: str
    uid: str
    similarity: float
    sentence: int


@dataclass(frozen=True, slots=True)
class PromptPart:
    """A piece proposed for the prompt. ``origin`` names who proposed it (``card:description``, ``core``, ``time``).

    ``heading`` stands above the first message, and only when there is one with text. A ``required`` part is never
    dropped to make room. A part with ``quotes``, best first, has no messages: they stand in one of the system. So does
    one with ``meant``, best first: which of these entries are told depends on those that their keys bring. ``depth``:
    it stands so many messages before the end of the talk, not where its slot would.
    """

    slot: PromptSlot
    origin: str
    messages: tuple[PromptMessage, ...]
    required: bool = False
    heading: str = ""
    quotes: tuple[Quote, ...] = ()
    frame: QuoteFrame = QuoteFrame()
    meant: tuple[Meant, ...] = ()
    depth: int | None = None


class PartVerdict(StrEnum):
    """What became of a part."""

    IN = "in"
    TRIMMED = "trimmed"
    EMPTY = "empty"
    LATE = "late"
    FAILED = "failed"
    OUT = "out"


class Reason(StrEnum):
    """Why something was left out."""

    NONE = ""
    BUDGET = "budget"
    HISTORY_LIMIT = "history_limit"
    NOT_SPOKEN = "not_spoken"
    NO_TEXT = "no_text"
    HIDDEN = "hidden"
    DISABLED = "disabled"
    NOT_IN_ORDER = "not_in_order"
    ADDED_TO_ORDER = "added_to_order"
    OVERRIDDEN = "overridden"
    NOT_SCHEDULED = "not_scheduled"
    TRIGGER = "trigger"
    NO_NOTE = "no_note"
    SHOWN = "shown"
    SUMMARISED = "summarised"
    PAGED = "paged"
    SHORTENED = "shortened"
    SELECTION = "selection"
    NOTHING_HERE = "nothing_here"
    UNSENT = "unsent"
    NO_SPEAKER = "no_speaker"
    TOO_SLOW = "too_slow"
    CLAUDE_ONLY = "claude_only"


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One part's fate: where it came from, its size in tokens, whether it is in, and why (``Reason``) when it is not.

    History has a line for each run of messages, ``history:17-42``. ``detail`` says more where there is more to say: the
    key that fired and the seq of the message it fired in, "dragon @ 17".
    """

    slot: PromptSlot
    origin: str
    tokens: int
    verdict: PartVerdict
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is sent: the messages in order, their estimated size in tokens, and the ledger.

    ``middle_tokens`` is what of it is history, recalled memory and the reminder. ``quotes`` are the recalled lines that
    are in it.
    """

    messages: tuple[PromptMessage, ...]
    tokens: int
    ledger: tuple[LedgerLine, ...] = field(default=())
    middle_tokens: int = 0
    quotes: tuple[Quote, ...] = ()
