"""Chats that other programs export as one JSON value: oobabooga, Agnai, CAI Tools, Kobold Lite, Risu.

They become plain lines without ``raw``: their own fields mean nothing in the files we write.
"""

import html
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from engine.errors import ChatTooManyLines, NotAChat
from engine.rules.formats.chats.chat_dates import read_date
from engine.rules.formats.chats.chat_lines import MAX_SWIPES, choose_swipe, clean_line
from engine.rules.formats.json_fields import as_list, as_object, as_objects, as_text, flag, one_line
from engine.values.documents import Json, JsonObject
from engine.values.story.notes import AuthorsNote
from engine.values.transfers.chats import ChatFile, ChatLine

MAX_LINES = 100_000
SEVERAL = "chat-several"

_Reader = Callable[[JsonObject], Iterator[ChatFile]]
_OPENING = "<|BEGIN-VISIBLE-CHAT|>"  # stands where nobody said anything before the greeting
_TURN = re.compile(r"(\{\{\[(?:INPUT|OUTPUT)(?:_\d+)?\]\}\})", re.IGNORECASE)
_SEVERAL_OPPONENTS = "||$||"
_MAX_NAMES = 50


def read_foreign(raw: Json) -> tuple[ChatFile, ...]:
    """Return the chats in ``raw``, those with lines first. Raises NotAChat, ChatTooManyLines, ChatLineTooLong.

    Lines have no name where the file tells none. ``line`` in an error counts messages.
    """
    program = program_of(raw)
    if not isinstance(raw, dict) or not program:
        raise NotAChat
    chats = sorted(_READERS[program](raw), key=lambda chat: not chat.lines)
    if not chats:
        raise NotAChat
    if len(chats) > 1:
        chats = [replace(chat, warnings=(*chat.warnings, SEVERAL)) for chat in chats]
    return tuple(chats)


def program_of(raw: Json) -> str:
    """The name of the program whose chat ``raw`` is, or nothing."""
    if not isinstance(raw, dict):
        return ""
    return next((program for program, fits in _MARKS.items() if fits(raw)), "")


def _is_pairs(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(item, list) for item in value)


def _is_oobabooga(raw: JsonObject) -> bool:
    return _is_pairs(raw.get("data_visible", 0)) or (_is_pairs(raw.get("visible", 0)) and "internal" in raw)


def _is_agnai(raw: JsonObject) -> bool:
    messages = raw.get("messages")
    return (
        isinstance(messages, list)
        and bool(messages)
        and all(isinstance(item, dict) and "msg" in item for item in messages)
    )


_MARKS: Final[Mapping[str, Callable[[JsonObject], bool]]] = MappingProxyType(
    {
        "kobold": lambda raw: "savedsettings" in raw and "actions" in raw,
        "cai": lambda raw: "histories" in raw,
        "oobabooga": _is_oobabooga,
        "risu": lambda raw: raw.get("type") in ("risuChat", "risuAllChats"),
        "agnai": _is_agnai,
    }
)


def _chat(user: str, character: str, lines: Iterator[ChatLine], note: str = "") -> ChatFile:
    kept: list[ChatLine] = []
    for line in lines:
        text = clean_line(line.text, len(kept) + 1)
        swipes = tuple(clean_line(swipe, len(kept) + 1) for swipe in line.swipes[:MAX_SWIPES])
        if not text.strip() and not swipes:
            continue
        if len(kept) == MAX_LINES:
            raise ChatTooManyLines(limit=MAX_LINES)
        swipes, chosen = choose_swipe(text, swipes, line.chosen)
        name = line.name or (user if line.by_person else character)
        kept.append(replace(line, name=name, text=text, swipes=swipes, chosen=chosen))
    text = clean_line(note, 0)
    return ChatFile(user, character, tuple(kept), note=AuthorsNote(text) if text.strip() else None)


def _oobabooga(raw: JsonObject) -> Iterator[ChatFile]:
    """Pairs of what a person and the character said. What is shown has HTML escapes, what is sent has none."""
    sent = raw.get("internal", raw.get("data"))
    shown = raw.get("visible", raw.get("data_visible"))
    if _is_pairs(sent) and len(as_list(sent)) == len(as_list(shown)):
        yield _chat("", "", _pairs(sent, lambda text: text))
    else:
        yield _chat("", "", _pairs(shown, html.unescape))


def _pairs(pairs: Json, mend: Callable[[str], str]) -> Iterator[ChatLine]:
    for pair in as_list(pairs):
        for place, said in enumerate(as_list(pair)[:2]):
            text = mend(as_text(said))
            if text != _OPENING:
                yield ChatLine("", place == 0, text)


def _agnai(raw: JsonObject) -> Iterator[ChatFile]:
    """``retries`` are the other versions of a message."""
    lines = (
        ChatLine(
            name=one_line(message.get("handle")) or one_line(message.get("name")),
            by_person=bool(message.get("userId")),
            text=as_text(message.get("msg")),
            swipes=_with_first(as_text(message.get("msg")), [as_text(it) for it in as_list(message.get("retries"))]),
            said_at=read_date(message.get("createdAt")),
        )
        for message in as_objects(raw.get("messages"))
    )
    yield _chat("", one_line(as_object(raw.get("character")).get("name")), lines)


def _with_first(text: str, others: list[str]) -> tuple[str, ...]:
    return (text, *(other for other in others if other)) if any(others) else ()


def _cai(raw: JsonObject) -> Iterator[ChatFile]:
    inner = raw["histories"]
    for history in as_objects(as_object(inner).get("histories", inner)):
        lines = (
            ChatLine(
                name=one_line(as_object(message.get("src")).get("name")),
                by_person=flag(as_object(message.get("src")).get("is_human"), False),
                text=as_text(message.get("text")),
                said_at=read_date(message.get("created")),
            )
            for message in as_objects(history.get("msgs"))
        )
        yield _chat("", "", lines)


def _kobold(raw: JsonObject) -> Iterator[ChatFile]:
    settings = as_object(raw["savedsettings"])
    user = one_line(settings.get("chatname"))
    opponents = [one_line(name) for name in as_text(settings.get("chatopponent")).split(_SEVERAL_OPPONENTS, _MAX_NAMES)]
    names = [name for name in (user, *opponents) if name]
    actions = [as_text(action) for action in (raw.get("prompt"), *as_list(raw["actions"]))]
    instruct = any(_TURN.search(action) for action in actions)
    speaks = re.compile(rf"^({'|'.join(map(re.escape, names))}): ?", re.MULTILINE) if names and not instruct else None
    lines = (line for action in actions for line in _spoken(action, user, speaks))
    yield _chat(user, opponents[0], _with_names_before(lines))


def _spoken(action: str, user: str, speaks: re.Pattern[str] | None) -> Iterator[ChatLine]:
    """The turns in one action: between marks in instruct mode, behind names in chat mode."""
    by_person = False
    for piece in _TURN.split(action):
        if _TURN.fullmatch(piece):
            by_person = "INPUT" in piece.upper()
            continue
        unnamed, *named = speaks.split(piece) if speaks else [piece]
        yield ChatLine("", by_person, unnamed.strip())
        for name, text in zip(named[::2], named[1::2], strict=True):
            yield ChatLine(name, name == user, text.strip())


def _with_names_before(lines: Iterator[ChatLine]) -> Iterator[ChatLine]:
    """A name at the end of one action is the speaker of the next."""
    waiting: ChatLine | None = None
    for line in lines:
        if line.text and waiting and not line.name:
            yield replace(waiting, text=line.text)
        elif line.text:
            yield line
        if line.text or line.name:
            waiting = None if line.text else line


def _risu(raw: JsonObject) -> Iterator[ChatFile]:
    data = raw.get("data")
    for chat in as_objects(data) if isinstance(data, list) else [as_object(data)]:
        lines = (
            ChatLine(
                name=one_line(message.get("name")),
                by_person=message.get("role") in ("user", "self"),
                text=as_text(message.get("data")),
                said_at=read_date(message.get("time")),
            )
            for message in as_objects(chat.get("message"))
        )
        yield _chat("", "", lines, note=as_text(chat.get("note")))


_READERS: Final[Mapping[str, _Reader]] = MappingProxyType(
    {"kobold": _kobold, "cai": _cai, "oobabooga": _oobabooga, "risu": _risu, "agnai": _agnai}
)
PROGRAMS: Final = tuple(_READERS)
"""Every program whose chats are read, by its name."""
