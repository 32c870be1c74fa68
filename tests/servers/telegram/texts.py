"""Text as Telegram counts it: UTF-16 units, entities, trimming, what its clients mark up by themselves."""

import re
from typing import Any

from tests.servers.telegram.faults import bad_request

MARKS = re.compile(
    r"(?<!\S)(?P<bot_command>/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?)|(?<![\w@])(?P<mention>@\w{3,32})|(?P<url>https?://[^\s]+)"
)
Entities = list[dict[str, Any]]


def units(text: str) -> int:
    """Length in UTF-16 units."""
    return len(text) + sum(letter > "\uffff" for letter in text)


def marked(text: str) -> Entities:
    """The commands, mentions and links a client marks in what a person types."""
    found: Entities = []
    for match in MARKS.finditer(text):
        place = {"offset": units(text[: match.start()]), "length": units(match.group())}
        found.append({"type": match.lastgroup, **place})
    return found


def cleaned(text: str, entities: Entities, limit: int, too_long: str) -> tuple[str, Entities]:
    """What Telegram keeps of a text: checked, trimmed at both ends, its entities moved along."""
    text = text.replace("\r", "").replace("\x00", "")
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise bad_request("strings must be encoded in UTF-8")
    _check(text, entities)
    left = len(text) - len(text.lstrip())
    text = text.strip()
    if units(text) > limit:
        raise bad_request(too_long)
    return text, _moved(entities, -left, units(text))


def _check(text: str, entities: Entities) -> None:
    starts, end = _starts(text) if entities else (set(), 0)
    for entity in entities:
        first, length = entity.get("offset"), entity.get("length")
        if not isinstance(first, int) or not isinstance(length, int) or not isinstance(entity.get("type"), str):
            raise bad_request("can't parse MessageEntity: a field has a wrong type")
        if first + length > end:
            ends = f"ends after the end of the text at UTF-16 offset {end}"
            raise bad_request(f"entity beginning at UTF-16 offset {first} {ends}")
        if first < 0 or first not in starts:
            raise bad_request("entity begins in a middle of a UTF-16 symbol")
        if length < 0 or first + length not in starts:
            raise bad_request(f"entity beginning at UTF-16 offset {first} ends in a middle of a UTF-16 symbol")


def _starts(text: str) -> tuple[set[int], int]:
    """Where a symbol may begin, the end included; and the end."""
    places, place = {0}, 0
    for letter in text:
        place += 2 if letter > "\uffff" else 1
        places.add(place)
    return places, place


def _moved(entities: Entities, by: int, end: int) -> Entities:
    kept: Entities = []
    for entity in entities:
        first = max(0, entity["offset"] + by)
        last = min(end, entity["offset"] + by + entity["length"])
        if last > first:
            kept.append({**entity, "offset": first, "length": last - first})
    return sorted(kept, key=lambda entity: (entity["offset"], -entity["length"]))


def check_keyboard(markup: Any) -> dict[str, Any] | None:
    """An inline keyboard, checked; None for no keyboard; other kinds of markup pass as they are."""
    if not markup:
        return None
    if not isinstance(markup, dict):
        raise bad_request("object expected as reply markup")
    rows = markup.get("inline_keyboard")
    if rows is None:
        return None
    for button in [button for row in rows for button in row]:
        _check_button(button)
    if sum(map(len, rows)) > 100:
        raise bad_request("reply markup is too long")
    return {"inline_keyboard": [row for row in rows if row]} if any(rows) else None


def forced_reply(markup: Any) -> str | None:
    """What stands in the input field that a message opens, "" if nothing; None where it opens none."""
    if not isinstance(markup, dict) or not markup.get("force_reply"):
        return None
    placeholder = str(markup.get("input_field_placeholder") or "")
    if len(placeholder) > 64:
        raise bad_request("input field placeholder is too long")
    return placeholder


def _check_button(button: dict[str, Any]) -> None:
    if not button.get("text"):
        raise bad_request("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if not set(button) - {"text"}:
        raise bad_request("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if "callback_data" in button and not 1 <= len(str(button["callback_data"]).encode()) <= 64:
        raise bad_request("BUTTON_DATA_INVALID")
