"""The bodies of entries as the log stores them, and back: the one place that knows their keys, new ones and old ones.

A body in an older shape is brought up to the newest one, step by step, before it is read. All shapes so far differ only
in keys that may be missing, so there are no steps yet; with its first one a kind's bodies begin to say their version.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.rules.bodies import deeds, messages, plots, states
from engine.rules.bodies.fields import ORIGIN, VERSION, Stored
from engine.rules.bodies.upgrades import Upgrade, upgraded
from engine.values.chats.bodies import (
    ActBody,
    AnyBody,
    BackgroundBody,
    BackstageBody,
    BooksBody,
    CardBody,
    ChronicleBody,
    EntryBody,
    GardenBody,
    HideBody,
    ImportBody,
    InjectsBody,
    MemberBody,
    MessageBody,
    NoteBody,
    OccasionBody,
    PersonaBody,
    PlotBody,
    PresetBody,
    ReactionBody,
    RevisionBody,
    TimersBody,
    VariablesBody,
)
from engine.values.chats.entries import EntryKind, kind_of
from engine.values.documents import JsonObject

Upgrades: TypeAlias = Mapping[EntryKind, Sequence[Upgrade]]
UPGRADES: Final[Upgrades] = {}
"""By kind: what makes version 2 of version 1, then 3 of 2, and so on."""


@dataclass(frozen=True, slots=True)
class _Shape:
    read: Callable[[Stored], EntryBody]
    written: Callable[[ActBody], JsonObject]


def _shape(of: type[AnyBody], read: Callable[[Stored], EntryBody], written: Callable[[AnyBody], JsonObject]) -> _Shape:
    def of_its_kind(body: ActBody) -> JsonObject:
        assert isinstance(body, of)
        return written(body)

    return _Shape(read, of_its_kind)


_SHAPES: Final[Mapping[EntryKind, _Shape]] = {
    EntryKind.MESSAGE: _shape(MessageBody, messages.message_of, messages.message_json),
    EntryKind.REVISION: _shape(RevisionBody, messages.revision_of, messages.revision_json),
    EntryKind.MEMBER: _shape(MemberBody, states.member_of, states.member_json),
    EntryKind.CARD: _shape(CardBody, deeds.card_of, deeds.card_json),
    EntryKind.PRESET: _shape(PresetBody, states.preset_of, states.preset_json),
    EntryKind.BACKGROUND: _shape(BackgroundBody, states.background_of, states.background_json),
    EntryKind.NOTE: _shape(NoteBody, states.note_of, states.note_json),
    EntryKind.PERSONA: _shape(PersonaBody, deeds.persona_of, deeds.persona_json),
    EntryKind.PLOT: _shape(PlotBody, plots.plot_act_of, plots.plot_act_json),
    EntryKind.GARDEN: _shape(GardenBody, deeds.garden_of, deeds.garden_json),
    EntryKind.VARIABLES: _shape(VariablesBody, states.variables_of, states.variables_json),
    EntryKind.TIMERS: _shape(TimersBody, states.timers_of, states.timers_act_json),
    EntryKind.INJECTS: _shape(InjectsBody, states.injects_of, states.injects_json),
    EntryKind.BOOKS: _shape(BooksBody, states.books_of, states.books_json),
    EntryKind.HIDE: _shape(HideBody, deeds.hide_of, deeds.hide_json),
    EntryKind.IMPORT: _shape(ImportBody, states.import_of, states.import_json),
    EntryKind.CHRONICLE: _shape(ChronicleBody, deeds.chronicle_of, deeds.chronicle_json),
    EntryKind.REACTION: _shape(ReactionBody, deeds.reaction_of, deeds.reaction_json),
    EntryKind.OCCASION: _shape(OccasionBody, deeds.occasion_of, deeds.occasion_json),
    EntryKind.BACKSTAGE: _shape(BackstageBody, deeds.backstage_of, deeds.backstage_json),
}


def read_body(kind: EntryKind, raw: Stored, upgrades: Upgrades = UPGRADES) -> EntryBody:
    """What a stored body says, in whichever version it is."""
    steps = upgrades.get(kind)
    return _SHAPES[kind].read(upgraded(raw, steps) if steps else raw)


def written_body(body: EntryBody, upgrades: Upgrades = UPGRADES) -> JsonObject:
    """A body as it is stored. What came of a newer version still says so."""
    kind = kind_of(body)
    version = 1 + len(upgrades.get(kind, ()))
    said = _SHAPES[kind].written(body)
    if version > 1:
        said[VERSION] = version
    if body.origin is not None:
        said[ORIGIN] = [*body.origin]
    return said | dict(body.more) if body.more else said
