"""Files of quick replies: a set of SillyTavern's, of its present form and of the one before."""

from collections.abc import Mapping
from typing import Final

from engine.errors import FieldTooLong, NotQuickReplies, TooManyEntries
from engine.rules.formats.bounded_json import read_json, write_json_value
from engine.rules.formats.json_fields import as_object, as_objects, as_text, cleaned, flag, one_line
from engine.rules.formats.likeness import likeness
from engine.values.characters.quick_replies import QuickReply, QuickReplySet
from engine.values.documents import Json, JsonObject

MAX_REPLIES: Final = 500
MAX_MESSAGE: Final = 50_000
MAX_MESSAGES: Final = 1_000_000
"""Characters of all messages of a set."""
_NEWEST: Final = 2
_PICTURES: Final = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF")
AUTOMATIC: Final = (
    "executeOnStartup",
    "executeOnUser",
    "executeOnAi",
    "executeOnChatChange",
    "executeOnGroupMemberDraft",
    "executeOnNewChat",
    "executeBeforeGeneration",
)
_AUTOMATION: Final = "automationId"
_OLDER: Final[Mapping[str, str]] = {
    "autoExecute_appStartup": "executeOnStartup",
    "autoExecute_userMessage": "executeOnUser",
    "autoExecute_botMessage": "executeOnAi",
    "autoExecute_chatLoad": "executeOnChatChange",
    "autoExecute_groupMemberDraft": "executeOnGroupMemberDraft",
    "autoExecute_newChat": "executeOnNewChat",
    "autoExecute_beforeGeneration": "executeBeforeGeneration",
    "mes": "message",
    "hidden": "isHidden",
}
"""What fields of a reply are called since version 2, by what they were called before."""
_OLDER_OF_SET: Final[Mapping[str, str]] = {
    "quickActionEnabled": "disableSend",
    "placeBeforeInputEnabled": "placeBeforeInput",
    "AutoInputInject": "injectInput",
}


def read_quick_replies(data: bytes, filename: str = "") -> QuickReplySet:
    """Return the set in a file. Raises InputError, and nothing else."""
    if data.startswith(_PICTURES):
        raise NotQuickReplies(seems="picture")
    raw = read_json(data)
    if not isinstance(raw, dict) or likeness(raw) != "quick":
        raise NotQuickReplies(seems=likeness(raw).replace("quick", "json"))
    return quick_replies_from_json(raw, filename.rsplit(".", 1)[0])


def quick_replies_from_json(raw: JsonObject, filename: str = "") -> QuickReplySet:
    """Return the set that ``raw`` is, called as the file where it has no name. Raises TooManyEntries, FieldTooLong."""
    newest = raw if raw.get("version") == _NEWEST or "qrList" in raw else _as_newest(raw)
    items = as_objects(newest.get("qrList"))
    if len(items) > MAX_REPLIES:
        raise TooManyEntries(limit=MAX_REPLIES)
    replies = tuple(_reply(item, number) for number, item in enumerate(items, start=1))
    if (length := sum(len(it.message) for it in replies)) > MAX_MESSAGES:
        raise FieldTooLong(field="qrList", limit=MAX_MESSAGES, length=length)
    return QuickReplySet(
        name=one_line(newest.get("name"), filename) or "?",
        replies=replies,
        sends=not flag(newest.get("disableSend"), False),
        injects=flag(newest.get("injectInput"), False),
        in_front=flag(newest.get("placeBeforeInput"), False),
        raw=raw,
    )


def write_quick_replies(quick_set: QuickReplySet) -> bytes:
    """Return the file of a set, with every field that it came with."""
    return write_json_value(quick_set.raw)


def _reply(raw: JsonObject, number: int) -> QuickReply:
    automatic = [it for it in AUTOMATIC if flag(raw.get(it), False)]
    if as_text(raw.get(_AUTOMATION)).strip():
        automatic.append(_AUTOMATION)
    return QuickReply(
        number=number,
        label=one_line(raw.get("label"), raw.get("title")) or str(number),
        message=cleaned(raw.get("message"), "message", MAX_MESSAGE),
        title=one_line(raw.get("title")),
        hidden=flag(raw.get("isHidden"), False),
        automatic=tuple(automatic),
        menus=tuple(filter(None, (one_line(it.get("set")) for it in as_objects(raw.get("contextList"))))),
    )


def _as_newest(raw: JsonObject) -> JsonObject:
    """A set of the form before, in the words of the present one."""
    slots: list[Json] = []
    for item in as_objects(raw.get("quickReplySlots")):
        menus: list[Json] = [{"set": as_object(it).get("preset")} for it in as_objects(item.get("contextMenu"))]
        slots.append({**{_OLDER.get(name, name): value for name, value in item.items()}, "contextList": menus})
    return {**{_OLDER_OF_SET.get(name, name): value for name, value in raw.items()}, "qrList": slots}
