"""What acts say that carry the whole new state of something, as JSON and back."""

from collections.abc import Mapping
from typing import Final, TypeVar

from engine.rules.bodies.fields import (
    Stored,
    flag,
    maybe_whole,
    objects,
    origin,
    rest,
    text,
    texts_by_name,
    whole,
    wholes,
)
from engine.rules.world.timers import timers_from_json, timers_json
from engine.values.characters.casts import SceneCards, SceneStrategy, Ways
from engine.values.chats.bodies import (
    BackgroundBody,
    BooksBody,
    ImportBody,
    InjectedText,
    InjectsBody,
    MemberBody,
    NoteBody,
    PresetBody,
    TimersBody,
    VariableChange,
    VariableChanges,
    VariablesBody,
)
from engine.values.documents import Json, JsonObject

_PLAIN: Final = Ways()
_NOTE: Final = NoteBody()
_CHANGED: Final = "changed"
_CHANGED_SHARED: Final = "changed_shared"
_Choice = TypeVar("_Choice", SceneStrategy, SceneCards)


def member_of(raw: Stored) -> MemberBody:
    """How a character takes part."""
    return MemberBody(
        here=flag(raw, "in", default=True),
        version=whole(raw, "version"),
        muted=flag(raw, "muted"),
        talk=maybe_whole(raw, "talk"),
        origin=origin(raw),
        more=rest(raw, ("in", "version", "muted", "talk")),
    )


def member_json(body: MemberBody) -> JsonObject:
    """A member's body."""
    said: JsonObject = {"in": body.here}
    if body.version:
        said["version"] = body.version
    if body.muted:
        said["muted"] = True
    if body.talk is not None:
        said["talk"] = body.talk
    return said


def preset_of(raw: Stored) -> PresetBody:
    """The preset of a chat."""
    number, version = whole(raw, "preset"), whole(raw, "version")
    return PresetBody(preset=number, version=version, origin=origin(raw), more=rest(raw, ("preset", "version")))


def preset_json(body: PresetBody) -> JsonObject:
    """A preset's body."""
    return {"preset": body.preset, "version": body.version} if body.preset else {}


def background_of(raw: Stored) -> BackgroundBody:
    """The background of a chat."""
    number, version, known = whole(raw, "background"), whole(raw, "version"), ("background", "version")
    return BackgroundBody(background=number, version=version, origin=origin(raw), more=rest(raw, known))


def background_json(body: BackgroundBody) -> JsonObject:
    """A background's body."""
    return {"background": body.background, "version": body.version} if body.background else {}


def note_of(raw: Stored) -> NoteBody:
    """The author's note of a chat."""
    return NoteBody(
        text=text(raw, "text"),
        position=whole(raw, "position", _NOTE.position),
        depth=whole(raw, "depth", _NOTE.depth),
        role=text(raw, "role", _NOTE.role),
        interval=whole(raw, "interval", _NOTE.interval),
        origin=origin(raw),
        more=rest(raw, ("text", "position", "depth", "role", "interval")),
    )


def note_json(body: NoteBody) -> JsonObject:
    """A note's body."""
    if not body.text:
        return {}
    place: JsonObject = {"position": body.position, "depth": body.depth}
    return {"text": body.text, **place, "role": body.role, "interval": body.interval}


def variables_of(raw: Stored) -> VariablesBody:
    """What macros and quick replies have stored."""
    return VariablesBody(
        local=texts_by_name(raw, "local"),
        shared=texts_by_name(raw, "shared"),
        changed=_changes(raw, _CHANGED),
        changed_shared=_changes(raw, _CHANGED_SHARED),
        origin=origin(raw),
        more=rest(raw, ("local", "shared", _CHANGED, _CHANGED_SHARED)),
    )


def variables_json(body: VariablesBody) -> JsonObject:
    """The body of what macros and quick replies have stored."""
    said: JsonObject = {"local": {**body.local}, "shared": {**body.shared}}
    if body.changed:
        said[_CHANGED] = _changes_json(body.changed)
    if body.changed_shared:
        said[_CHANGED_SHARED] = _changes_json(body.changed_shared)
    return said


def timers_of(raw: Stored) -> TimersBody:
    """The timers of world entries."""
    timers = timers_from_json({**raw})
    return TimersBody(timers=timers, origin=origin(raw), more=rest(raw, ("sticky", "cooldown")))


def timers_act_json(body: TimersBody) -> JsonObject:
    """The timers' body."""
    return timers_json(body.timers)


def books_of(raw: Stored) -> BooksBody:
    """The world books of a chat."""
    return BooksBody(books=wholes(raw, "books"), origin=origin(raw), more=rest(raw, ("books",)))


def books_json(body: BooksBody) -> JsonObject:
    """The books' body."""
    return {"books": [*body.books]}


def injects_of(raw: Stored) -> InjectsBody:
    """The texts that quick replies have placed."""
    return InjectsBody(
        placed=_placed(raw, "placed"),
        changed=_placed(raw, _CHANGED),
        origin=origin(raw),
        more=rest(raw, ("placed", _CHANGED)),
    )


def injects_json(body: InjectsBody) -> JsonObject:
    """The body of what quick replies have placed."""
    said: JsonObject = {"placed": _placed_json(body.placed)}
    return {**said, _CHANGED: _placed_json(body.changed)} if body.changed else said


def import_of(raw: Stored) -> ImportBody:
    """What a chat of another program was."""
    group, file = raw.get("group"), raw.get("raw")
    return ImportBody(
        group=_ways(group) if isinstance(group, dict) else None,
        injects=tuple(_inject(it) for it in objects(raw, "injects")),
        scenario=text(raw, "scenario"),
        raw=file if isinstance(file, dict) else {},
        origin=origin(raw),
        more=rest(raw, ("group", "injects", "scenario", "raw")),
    )


def import_json(body: ImportBody) -> JsonObject:
    """The body of what a chat was."""
    said: JsonObject = {"raw": body.raw} if body.raw else {}
    if body.group is not None:
        said["group"] = _ways_json(body.group)
    if body.injects:
        said["injects"] = [_inject_json(it) for it in body.injects]
    if body.scenario:
        said["scenario"] = body.scenario
    return said


def _ways(raw: Stored) -> Ways:
    return Ways(
        _choice(SceneStrategy, raw.get("strategy"), _PLAIN.strategy),
        _choice(SceneCards, raw.get("cards"), _PLAIN.cards),
        text(raw, "prefix"),
        text(raw, "suffix"),
        muted_too=flag(raw, "muted_too"),
    )


def _choice(of: type[_Choice], stored: Json, default: _Choice) -> _Choice:
    return next((it for it in of if it.value == stored), default)


def _ways_json(ways: Ways) -> JsonObject:
    played: JsonObject = {"strategy": ways.strategy.value, "cards": ways.cards.value}
    return {**played, "prefix": ways.prefix, "suffix": ways.suffix, "muted_too": ways.muted_too}


def _inject(raw: Stored) -> InjectedText:
    return InjectedText(
        id=text(raw, "id"),
        text=text(raw, "text"),
        position=whole(raw, "position", _NOTE.position),
        depth=whole(raw, "depth", _NOTE.depth),
        role=text(raw, "role", _NOTE.role),
        scan=flag(raw, "scan"),
        once=flag(raw, "once"),
        filled=flag(raw, "filled"),
    )


def _inject_json(injected_text: InjectedText) -> JsonObject:
    place: JsonObject = {"position": injected_text.position, "depth": injected_text.depth, "role": injected_text.role}
    more: JsonObject = {"once": True} if injected_text.once else {}
    if injected_text.filled:
        more["filled"] = True
    return {"id": injected_text.id, "text": injected_text.text, **place, "scan": injected_text.scan, **more}


def _placed(raw: Stored, name: str) -> dict[str, InjectedText | None]:
    found = raw.get(name)
    placed = found.items() if isinstance(found, dict) else ()
    return {key: _inject({**it, "id": key}) if isinstance(it, dict) else None for key, it in placed}


def _placed_json(placed: Mapping[str, InjectedText | None]) -> JsonObject:
    return {key: None if it is None else _inject_json(it) for key, it in placed.items()}


def _changes(raw: Stored, name: str) -> dict[str, VariableChange]:
    found = raw.get(name)
    changes = found.items() if isinstance(found, dict) else ()
    return {of: _change(it) for of, it in changes if isinstance(it, dict)}


def _change(raw: Stored) -> VariableChange:
    value = raw.get("value")
    return VariableChange(value if isinstance(value, str) else None, adds=flag(raw, "adds"))


def _changes_json(changes: VariableChanges) -> JsonObject:
    return {of: {"value": it.value, "adds": True} if it.adds else {"value": it.value} for of, it in changes.items()}
