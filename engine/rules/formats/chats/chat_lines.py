"""One line of a SillyTavern chat: its JSON object to a message and back.

What no field of ours holds stays in ``raw`` and goes out again: each swipe's facts, reasoning, bookmarks.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from engine.errors import ChatLineNotMessage, ChatLineTooLong, ChatTooManySwipes, InputError, TextTooLong
from engine.rules.formats.chats.chat_dates import read_date, write_date
from engine.rules.formats.json_fields import as_list, as_object, as_objects, as_text, flag, one_line, whole
from engine.rules.text.clean import clean_text
from engine.values.documents import Json, JsonObject
from engine.values.models.prompts import Role
from engine.values.transfers.chats import ChatLine

MAX_TEXT = 1_000_000
MAX_SWIPES = 200
NARRATOR = "narrator"

_UNCLEAN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")  # what cleaning would change
_FIELDS = {"name": "name", "by_person": "is_user", "hidden": "is_system", "text": "mes"}


def is_message(raw: JsonObject) -> bool:
    """Whether an object is a message of a chat, and not its header or something else."""
    return ("mes" in raw or "swipes" in raw) and ("is_user" in raw or "name" in raw)


def read_line(raw: JsonObject, number: int = 0) -> ChatLine:
    """Return the message that ``raw`` describes; ``number`` is its line in the file, for errors.

    ``mes`` is what is shown, also where the file's chosen swipe is another text. Raises ChatLineNotMessage,
    ChatLineTooLong, ChatTooManySwipes.
    """
    swipes = tuple(clean_line(_said(item), number) for item in as_list(raw.get("swipes")))
    if len(swipes) > MAX_SWIPES:
        raise ChatTooManySwipes(line=number, limit=MAX_SWIPES)
    chosen = whole(raw.get("swipe_id"), -1, -1, MAX_SWIPES)
    said = raw.get("mes")
    if said is None:
        if not swipes:
            raise ChatLineNotMessage(line=number)
        chosen = chosen if 0 <= chosen < len(swipes) else 0
        text = swipes[chosen]
    else:
        text = clean_line(_said(said), number)
        swipes, chosen = choose_swipe(text, swipes, chosen)
    return ChatLine(
        name=one_line(raw.get("name")),
        by_person=flag(raw.get("is_user"), False),
        text=text,
        swipes=swipes,
        chosen=chosen,
        hidden=flag(raw.get("is_system"), False),
        said_at=read_date(raw.get("send_date")),
        original_avatar=one_line(raw.get("original_avatar")),
        raw=raw,
    )


def choose_swipe(text: str, swipes: tuple[str, ...], chosen: int) -> tuple[tuple[str, ...], int]:
    """Return the swipes, ``text`` among them, and its number: an edit that did not reach its swipe is put there."""
    if not swipes or (0 <= chosen < len(swipes) and swipes[chosen] == text):
        return swipes, chosen if swipes else 0
    if text in swipes:
        return swipes, swipes.index(text)
    if not 0 <= chosen < len(swipes):
        chosen = min(len(swipes), MAX_SWIPES - 1)
    return (*swipes[:chosen], text, *swipes[chosen + 1 :]), chosen


def clean_line(text: str, number: int) -> str:
    """Return a message's text made safe. Raises ChatLineTooLong."""
    if len(text) <= MAX_TEXT and not _UNCLEAN.search(text):
        return text
    try:
        return clean_text(text, MAX_TEXT)
    except TextTooLong as error:
        raise ChatLineTooLong(line=number, **error.data) from None


def speaks_as(line: ChatLine) -> Role:
    """In which role the model reads a line: a narrator's words (``/sys``) are the system's.

    A comment needs no role of its own: it is hidden from the model like every line with ``is_system``.
    """
    if as_object(line.raw.get("extra")).get("type") == NARRATOR:
        return Role.SYSTEM
    return Role.USER if line.by_person else Role.ASSISTANT


def write_line(line: ChatLine) -> JsonObject:
    """Return the line's object: the one it came with, and in it only what has changed since."""
    before = _as_it_came(line)
    if before == line:
        return line.raw
    out = dict(line.raw)
    for ours, theirs in _FIELDS.items():
        if before is None or getattr(before, ours) != getattr(line, ours):
            out[theirs] = getattr(line, ours)
    if before is None or before.said_at != line.said_at:
        out["send_date"] = write_date(line.said_at) if line.said_at else ""
    if line.original_avatar and (before is None or before.original_avatar != line.original_avatar):
        out["original_avatar"] = line.original_avatar
    if not line.raw:
        out.setdefault("extra", {})
    if line.swipes and (before is None or (before.swipes, before.chosen) != (line.swipes, line.chosen)):
        out |= _swipes(line, before)
    return out


def _as_it_came(line: ChatLine) -> ChatLine | None:
    try:
        before = read_line(line.raw)
    except InputError:
        return None
    return before if before.name else replace(before, name=line.name)


def _said(value: Json) -> str:
    """A text; Chub's chats have it one level deeper."""
    return as_text(value.get("message") if isinstance(value, dict) else value)


def _swipes(line: ChatLine, before: ChatLine | None) -> JsonObject:
    """The versions of a line; each that the file showed keeps what the file says of it."""
    swipes, chosen = choose_swipe(line.text, line.swipes, line.chosen)
    out: JsonObject = {"swipe_id": chosen, "swipes": [*swipes]}
    if line.raw and "swipe_info" not in line.raw and before is not None and len(swipes) == len(before.swipes):
        return out
    sent = write_date(line.said_at) if line.said_at else ""
    date, extra = line.raw.get("send_date", sent), line.raw.get("extra", {})
    facts: Sequence[JsonObject] = as_objects(line.raw.get("swipe_info"))[: len(swipes)]
    shown = before.text if before is not None else None
    missing: list[JsonObject] = [
        {"send_date": date, "extra": extra if text == shown else {}} for text in swipes[len(facts) :]
    ]
    return {**out, "swipe_info": [*facts, *missing]}
