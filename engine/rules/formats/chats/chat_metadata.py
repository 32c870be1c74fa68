"""The first line of a SillyTavern chat: who talks, and what was added to the talk as a whole."""

from engine.rules.formats.bounded_json import write_json_value
from engine.rules.formats.chats.chat_lines import MAX_TEXT
from engine.rules.formats.chats.injects import injects_from_json
from engine.rules.formats.json_fields import ROLES, as_object, as_text, one_line, role, whole
from engine.rules.text.clean import clean_text
from engine.rules.world.timers import timers_chat_metadata, timers_from_chat_metadata
from engine.values.documents import Json, JsonObject
from engine.values.story.notes import AuthorsNote, NotePosition
from engine.values.transfers.chats import ChatFile

MAX_NOTE_DEPTH = 10_000
MAX_INTERVAL = 10_000
MAX_VARIABLES = 10_000
UNUSED = "unused"
"""What newer versions write for both names."""

_HEADER = frozenset({"user_name", "character_name", "chat_metadata"})
_NO_HEADER = frozenset({"mes", "members"})  # of a message, and of a group, which has metadata too
_NOTE = "note_prompt"
_INJECTS = "script_injects"
_POSITIONS = {0: NotePosition.AFTER_MAIN, 1: NotePosition.IN_CHAT, 2: NotePosition.BEFORE_MAIN}


def is_header(raw: JsonObject) -> bool:
    """Whether an object is the first line of a chat file, and no message."""
    return not _NO_HEADER & raw.keys() and bool(_HEADER & raw.keys())


def read_header(raw: JsonObject) -> ChatFile:
    """Return a chat without lines; a name that the header does not tell is empty. Texts too long are cut.

    Raises TooManyEntries, FieldTooLong.
    """
    metadata = as_object(raw.get("chat_metadata"))
    injects, warnings = injects_from_json(metadata.get(_INJECTS))
    return ChatFile(
        user_name=_told(raw.get("user_name")),
        character_name=_told(raw.get("character_name")),
        lines=(),
        note=note_from_json(metadata),
        injects=injects,
        variables=variables_from_json(as_object(metadata.get("variables"))),
        timers=timers_from_chat_metadata({"timedWorldInfo": metadata.get("timedWorldInfo")}),
        world=one_line(metadata.get("world_info")),
        scenario=_text(metadata.get("scenario")),
        warnings=warnings,
        header=raw,
    )


def has_note(header: JsonObject) -> bool:
    """Whether a chat says what its author's note is, if only that there is none."""
    return _NOTE in as_object(header.get("chat_metadata"))


def write_header(chat: ChatFile) -> JsonObject:
    """Return the header's object: the one it came with, and in it only what has changed since.

    Timers are written with the names of their books as ``Timer.book``.
    """
    before, out = read_header(chat.header), dict(chat.header)
    for name in ("user_name", "character_name"):
        if not chat.header or (getattr(before, name) and getattr(before, name) != getattr(chat, name)):
            out[name] = getattr(chat, name)
    changes = _changes(before, chat)
    if changes or not chat.header:
        out["chat_metadata"] = as_object(out.get("chat_metadata")) | changes
    return out


def _told(value: Json) -> str:
    name = one_line(value)
    return "" if name == UNUSED else name


def _text(value: Json) -> str:
    return clean_text(as_text(value))[:MAX_TEXT]


def note_from_json(metadata: JsonObject) -> AuthorsNote | None:
    """Return the author's note that a chat's metadata tells; None where it has no text."""
    text = _text(metadata.get(_NOTE))
    if not text.strip():
        return None
    return AuthorsNote(
        text=text,
        position=_POSITIONS.get(whole(metadata.get("note_position"), 1, -1, 3), NotePosition.IN_CHAT),
        depth=whole(metadata.get("note_depth"), 4, 0, MAX_NOTE_DEPTH),
        role=role(metadata.get("note_role")),
        interval=whole(metadata.get("note_interval"), 1, 0, MAX_INTERVAL),
    )


def variables_from_json(raw: JsonObject) -> tuple[tuple[str, str], ...]:
    """Return variables by name. Values that are no texts become JSON, as scripts see them that read them as text."""
    pairs = ((clean_text(name), _value(value)) for name, value in raw.items() if value is not None)
    return tuple(dict(pair for pair in pairs if pair[0]).items())[:MAX_VARIABLES]


def _value(value: Json) -> str:
    return _text(value if isinstance(value, str) else write_json_value(value).decode())


def _changes(before: ChatFile, after: ChatFile) -> JsonObject:
    out: JsonObject = {}
    if after.note != before.note:
        out |= _note_fields(after.note)
    if after.variables != before.variables:
        as_they_were = as_object(as_object(before.header.get("chat_metadata")).get("variables"))
        same = {name for name, _ in {*before.variables} & {*after.variables}}
        out["variables"] = {
            name: as_they_were.get(name, text) if name in same else text for name, text in after.variables
        }
    if after.injects != before.injects:
        out[_INJECTS] = _injects(before, after)
    if after.timers != before.timers:
        out["timedWorldInfo"] = timers_chat_metadata(after.timers, {})
    for field, key in (("world", "world_info"), ("scenario", "scenario")):
        if getattr(after, field) != getattr(before, field):
            out[key] = getattr(after, field)
    return out


def _note_fields(note: AuthorsNote | None) -> JsonObject:
    if note is None:
        return {_NOTE: ""}
    return {
        _NOTE: note.text,
        "note_interval": note.interval,
        "note_position": int(note.position),
        "note_depth": note.depth,
        "note_role": ROLES.index(note.role),
    }


def _injects(before: ChatFile, after: ChatFile) -> JsonObject:
    as_they_were = as_object(as_object(before.header.get("chat_metadata")).get(_INJECTS))
    read = {inject.id for inject in before.injects}
    out = {name: item for name, item in as_they_were.items() if name not in read}
    for inject in after.injects:
        out[inject.id] = as_object(as_they_were.get(inject.id)) | {
            "value": inject.text,
            "position": int(inject.position),
            "depth": inject.depth,
            "scan": inject.scan,
            "role": ROLES.index(inject.role),
        }
    return out
