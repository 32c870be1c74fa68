"""Quick replies: texts and scripts that are said at the press of a button, in sets as SillyTavern has them."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine.values.chats.bodies import VariableChange, VariableChanges
from engine.values.documents import Json, JsonObject
from engine.values.models.stage import Variables
from engine.values.story.notes import Inject


@dataclass(frozen=True, slots=True)
class QuickReply:
    """One of a set: ``message`` is what is said, or a script where it begins with ``/``.

    ``number`` counts those of the set, from 1. ``hidden``: it has no button. ``automatic``: the events at which it ran
    by itself, ``menus``: the sets that were offered beside it, both by the names of files; neither is done here.
    """

    number: int
    label: str
    message: str
    title: str = ""
    hidden: bool = False
    automatic: tuple[str, ...] = ()
    menus: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QuickReplySet:
    """A set. ``sends``: its replies are sent at once, else they are offered to be changed first.

    ``injects``: what is typed goes along, ``in_front``: the reply stands before it.
    """

    name: str
    replies: tuple[QuickReply, ...] = ()
    sends: bool = True
    injects: bool = False
    in_front: bool = False
    raw: JsonObject = field(default_factory=dict[str, Json], hash=False, repr=False)


@dataclass(frozen=True, slots=True)
class QuickSetName:
    """What a set that was imported is called here."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class QuickSetInfo:
    """The same, with what it holds."""

    id: int
    name: str
    found: QuickReplySet


class QuickVoice(StrEnum):
    """Who says what a quick reply brings into the chat. ASIDE: it is shown to who pressed, and is no part of it."""

    PERSON = "person"
    NARRATOR = "narrator"
    ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class QuickLine:
    """Something that a quick reply says."""

    voice: QuickVoice
    text: str


class QuickAsk(StrEnum):
    """What the model is asked for once a quick reply is done: a reply, more of the last one, another one."""

    REPLY = "reply"
    CONTINUE = "continue"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class QuickOutcome:
    """What comes of a quick reply. ``lines`` in their order; ``asks`` None: no model is asked.

    ``speaker``: whose reply is asked for, by name, "" for whoever is to speak. ``offered``: words that the person may
    change and send, None for none. ``variables`` and ``injects`` are what holds from then on, ``changed`` and
    ``changed_shared`` what was done to variables.
    """

    lines: tuple[QuickLine, ...] = ()
    asks: QuickAsk | None = None
    speaker: str = ""
    offered: str | None = None
    variables: Variables = field(default_factory=Variables)
    changed: VariableChanges = field(default_factory=dict[str, VariableChange])
    changed_shared: VariableChanges = field(default_factory=dict[str, VariableChange])
    injects: tuple[Inject, ...] = ()
